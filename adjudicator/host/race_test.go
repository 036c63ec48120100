package host_test

import (
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// seeded is a club whose secrets are always the same.
func seeded(t *testing.T, change ...hosttest.Setting) *hosttest.Club {
	c := hosttest.OpenClub(t)
	c.Random = rand.NewChaCha8([32]byte{1})
	hosttest.Check(t, hosttest.Enrol(c.Host))
	c.Game = c.NewGame(change...)
	return c
}

// letters are the mails that were queued for somebody, byte for byte.
func letters(all []store.OutboxMail, to string) (raws []string) {
	for _, m := range all {
		if m.Recipient == to {
			raws = append(raws, m.Kind, string(m.Raw))
		}
	}
	return raws
}

// meanwhile does something beside a host, as another process, once its next work has come to
// a step. It returns how often work came so far.
func meanwhile(c *hosttest.Club, step hostclub.Step, deed func(other *hosttest.Club)) *int {
	other := *c
	other.Host = hosttest.NewHost(c.T, c.Store, c.Now)
	times := 0
	c.Trace = func(s hostclub.Step) {
		if s != step {
			return
		}
		if times++; times == 1 {
			other.Uid += 100
			deed(&other)
		}
	}
	return &times
}

// TestLostRace lets something happen between the drafting of some work and the transaction
// that is to commit it. What stands in the database and what goes out, byte for byte, is
// that of a club where the one came after the other.
func TestLostRace(t *testing.T) {
	const northern, southern = "bid 1/pass/pass/loot 0/loot 0", "bid 0/pass/pass/loot 0/loot 0"
	north := func(c *hosttest.Club) (store.InboxState, string) {
		raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", first(c), northern)))
		c.Receive(raw)
		var row store.InboxMessage
		c.View(func(tx store.ReadTx) (err error) {
			row, err = tx.InboxByContent(sha256.Sum256(raw))
			return err
		})
		return row.State, row.Reason
	}
	sweep := func(c *hosttest.Club) {
		_, err := c.Sweep(context.Background(), c.Now())
		hosttest.Check(t, err)
	}
	for name, tt := range map[string]struct {
		contract post.Contract
		late     time.Duration // after the deadline
		deed     func(c *hosttest.Club)
		work     func(c *hosttest.Club) (store.InboxState, string) // nil: the mail with north's orders
		want     store.InboxState
	}{
		"another mail for the game":     {deed: func(c *hosttest.Club) { c.Order("south", southern) }, want: store.Accepted},
		"the same orders":               {deed: func(c *hosttest.Club) { north(c) }, want: store.Duplicate},
		"other orders of the same seat": {deed: func(c *hosttest.Club) { c.Order("north", "bid 0") }, want: store.Stale},
		"a deadline that passes":        {contract: post.Defaults, late: time.Hour, deed: sweep, want: store.Stale},
		"the game is cancelled": {deed: func(c *hosttest.Club) {
			hosttest.Check(t, c.Upkeep.CancelGame(context.Background(), c.Game, "a mistake"))
		}, want: store.Foreign},
		"the reader changes his language": {deed: func(c *hosttest.Club) {
			french := "fr"
			_, err := c.Seats.ChangePlayer(context.Background(), hosttest.NorthAt, seating.PlayerChange{Language: &french})
			hosttest.Check(t, err)
		}, want: store.Accepted},
		"old mail is pruned": {deed: func(c *hosttest.Club) {
			_, err := c.Games.Prune(context.Background(), 1)
			hosttest.Check(t, err)
		}, want: store.Accepted},
		"orders come at the deadline": {contract: post.Defaults, deed: func(c *hosttest.Club) {
			c.Order("south", southern)
			c.Order("north", northern)
		}, work: func(c *hosttest.Club) (store.InboxState, string) {
			sweep(c)
			row := c.LastReceived()
			return row.State, row.Reason
		}, want: store.Accepted},
	} {
		t.Run(name, func(t *testing.T) {
			serial, raced := seeded(t, hosttest.Contract(tt.contract)), seeded(t, hosttest.Contract(tt.contract))
			if tt.contract == post.Defaults {
				serial.Time = hosttest.Noon.Add(hosttest.AnswerTime + tt.late)
				raced.Time = serial.Time
			}
			first := hosttest.Envelopes // so that both get the same mails
			if tt.work == nil {
				tt.work = north
				meanwhile(serial, hostclub.StepFetched, tt.deed)
			} else {
				tt.deed(serial)
			}
			want, wantReason := tt.work(serial)

			hosttest.Envelopes = first
			drafted := meanwhile(raced, hostclub.StepDrafted, tt.deed)
			got, gotReason := tt.work(raced)
			if *drafted == 0 {
				t.Fatal("there was no race")
			}
			if got != want || got != tt.want {
				t.Errorf("it is %s (%s), and %s (%s) one after the other, want %s", got, gotReason, want, wantReason, tt.want)
			}
			if d := cmp.Diff(serial.World(), raced.World()); d != "" {
				t.Errorf("another world (-serial +raced):\n%s", d)
			}
			a, b := serial.Sent(), raced.Sent()
			for _, at := range []string{hosttest.NorthAt, hosttest.SouthAt} {
				if d := cmp.Diff(letters(a, at), letters(b, at)); d != "" {
					t.Errorf("%s is sent other letters (-serial +raced):\n%s", at, d)
				}
			}
		})
	}
}

// first is the code of the first report to north.
func first(c *hosttest.Club) (code string) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		reports, err := tx.Reports(c.Game, "north")
		code = reports[0].Code
		return err
	})
	return code
}

// TestRevokedMeanwhile closes the key of an order file between the drafting of what comes of
// it and its commit: the orders do not count.
func TestRevokedMeanwhile(t *testing.T) {
	c := hosttest.NewClub(t)
	before := c.World()
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	meanwhile(c, hostclub.StepDrafted, func(other *hosttest.Club) {
		_, err := other.Keys.ChangeKey(context.Background(), hosttest.People()["north"].SSH.Public().Fingerprint, store.KeyRevoked, "stolen")
		hosttest.Check(t, err)
	})
	if _, err := c.Intake.Receive(t.Context(), f); err == nil {
		t.Error("the mail was dealt with, under a key that had just become void")
	}
	c.Unmoved(before)
	_, err := c.Intake.Receive(t.Context(), f)
	hosttest.Check(t, err)
	if row := c.LastReceived(); row.State != store.BadSignature && row.State != store.Unsigned {
		t.Errorf("it is %s in the end: %s", row.State, row.Reason)
	}
	c.Unmoved(before)
}

// TestLostForEver loses every race: a process that writes whenever something was drafted.
// The work comes to its end all the same.
func TestLostForEver(t *testing.T) {
	c := hosttest.NewClub(t)
	races := 0
	c.Trace = func(s hostclub.Step) {
		if s != hostclub.StepDrafted {
			return
		}
		races++ // The player's name stands in every letter to him.
		c.Change(func(tx store.Tx) error {
			p, err := tx.Player(hosttest.NorthAt)
			if err != nil {
				return err
			}
			p.Name += "x"
			return tx.UpdatePlayer(p)
		})
	}
	c.Order("north", "bid 1")
	if races < 2 {
		t.Errorf("only %d races", races)
	}
	c.Trace = nil
	sent := c.Sent()
	if last := sent[len(sent)-1]; last.Recipient != hosttest.NorthAt || last.Kind != "receipt" {
		t.Errorf("the last letter is a %s to %s", last.Kind, last.Recipient)
	}
}

// unlocked is a store that knows whether a writing transaction is under way.
type unlocked struct {
	store.Store
	writing bool
}

func (u *unlocked) Update(ctx context.Context, f func(store.Tx) error) error {
	return u.Store.Update(ctx, func(tx store.Tx) error {
		u.writing = true
		defer func() { u.writing = false }()
		return f(tx)
	})
}

// TestPlayedOutside looks that no writing transaction is held while orders, or a missed
// deadline, are played and their letters are made.
func TestPlayedOutside(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	u := &unlocked{Store: c.Store}
	c.Store = u
	steps := map[hostclub.Step]int{}
	c.Trace = func(s hostclub.Step) {
		if steps[s]++; u.writing {
			t.Errorf("%s in a writing transaction", s)
		}
	}
	c.Order("north", "bid 1")
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	c.SweepNow()
	if steps[hostclub.StepPlayed] != 2 || steps[hostclub.StepDrafted] != 2 {
		t.Errorf("played and drafted %d and %d times, want twice each", steps[hostclub.StepPlayed], steps[hostclub.StepDrafted])
	}
}
