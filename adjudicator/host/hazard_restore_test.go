package host_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/intake"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// TestHazardRestore goes back to a copy of the database that is older than the last
// mails. The orders come again from the mailbox; what was mailed of them before is
// mailed again. It bears another date, and so another Message-ID: mail programs hide a
// second mail of one Message-ID, whatever it says.
func TestHazardRestore(t *testing.T) {
	c := hosttest.NewClub(t)
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	c.Sent()
	file := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")))
	mails := func(c *hosttest.Club) (sent []store.OutboxMail) {
		t.Helper()
		if row := c.Receive(file); row.State != store.Accepted {
			t.Fatalf("state %s (%s)", row.State, row.Reason)
		}
		return c.Sent()
	}
	before := mails(c)

	db, err := engine.Open(t.Context(), copied)
	hosttest.Check(t, err)
	t.Cleanup(func() { hosttest.Check(t, db.Close()) })
	later := hosttest.Noon.Add(time.Hour)
	restored := &hosttest.Club{T: t, Time: later, Path: copied, Game: c.Game, Host: hosttest.NewHost(t, db, func() time.Time { return later })}
	restored.Sent()
	after := mails(restored)
	if d := cmp.Diff(hosttest.KindsOf(before), hosttest.KindsOf(after)); d != "" || len(before) == 0 {
		t.Errorf("mails (-first +after the restore):\n%s", d)
	}
	oneToOne(t, append(before, after...))
}

// oneToOne wants each Message-ID to stand for one mail.
func oneToOne(t *testing.T, mails []store.OutboxMail) {
	t.Helper()
	known := map[string]store.OutboxMail{}
	for _, m := range mails {
		first, ok := known[m.MessageID]
		if ok && (string(first.Raw) != string(m.Raw) || first.Recipient != m.Recipient) {
			t.Errorf("a %s and a %s to %s and %s bear one Message-ID", first.Kind, m.Kind, first.Recipient, m.Recipient)
		}
		known[m.MessageID] = m
	}
}

// TestHazardRestored plays on after a backup, goes back to it, and is not let on before
// somebody has decided about the mails that were handled in the meantime.
func TestHazardRestored(t *testing.T) {
	c := hosttest.NewClub(t)
	older := t.TempDir()
	for _, name := range []string{"replay.db", "discard.db"} {
		hosttest.Check(t, c.Store.Backup(t.Context(), filepath.Join(older, name)))
	}
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(4, 4))}
	var filed []wire.Fetched
	for len(filed) < 6 {
		for _, side := range []string{"north", "south"} {
			plan, err := c.Intake.Plan(t.Context(), c.Game, side, mind)
			hosttest.Check(t, err)
			if len(plan) == 0 {
				continue
			}
			c.Time = c.Time.Add(7 * time.Minute)
			f := c.Fetched(hosttest.Letter(hosttest.People()[side].Address, c.Signed(side, c.Orders(side, hosttest.InWords(plan)))))
			disposition, err := c.Intake.Receive(t.Context(), f)
			hosttest.Check(t, err)
			f.Folder = disposition.Folder
			filed = append(filed, f)
		}
	}
	hosttest.Check(t, c.Recovery.CheckRestored(t.Context(), filed))
	sent := c.Sent()

	t.Run("replay", func(t *testing.T) {
		r := hosttest.RestoredClub(t, filepath.Join(older, "replay.db"), c.Game)
		missing := wantForgotten(t, r, filed)
		var states []store.InboxState
		got, err := r.Recovery.Recover(t.Context(), missing, func(_ wire.Fetched, s store.InboxState) { states = append(states, s) })
		hosttest.Check(t, err)
		if want := (intake.Recovered{Mails: len(filed)}); got != want {
			t.Errorf("it came to %+v, want %+v", got, want)
		}
		if len(states) != len(filed) || slices.ContainsFunc(states, func(s store.InboxState) bool { return s != store.Accepted }) {
			t.Errorf("the mails became %q, want each accepted", states)
		}
		if d := cmp.Diff(c.Ledger(), hosttest.WithoutReseed(t, r)); d != "" {
			t.Errorf("the game went another way than before (-first +after the restore):\n%s", d)
		}
		hosttest.Check(t, r.Recovery.CheckRestored(t.Context(), filed))
		oneToOne(t, append(wantTold(t, r, "processed again"), sent...))
	})
	t.Run("discard", func(t *testing.T) {
		r := hosttest.RestoredClub(t, filepath.Join(older, "discard.db"), c.Game)
		before := r.Ledger()
		_, err := r.Recovery.Discard(t.Context(), wantForgotten(t, r, filed))
		hosttest.Check(t, err)
		if d := cmp.Diff(before, hosttest.WithoutReseed(t, r)); d != "" {
			t.Errorf("the game was moved (-before +after):\n%s", d)
		}
		hosttest.Check(t, r.Recovery.CheckRestored(t.Context(), filed))
		oneToOne(t, append(wantTold(t, r, r.Seat("north").Answers), sent...))
	})
	t.Run("an empty database", func(t *testing.T) {
		db, err := engine.Open(t.Context(), filepath.Join(t.TempDir(), "new.db"))
		hosttest.Check(t, err)
		defer db.Close()
		h := hosttest.NewHost(t, db, time.Now)
		hosttest.Check(t, h.Recovery.CheckRestored(t.Context(), nil)) // what lies in the inbox says nothing
		var empty *intake.RestoredError
		if err := h.Recovery.CheckRestored(t.Context(), filed); !errors.As(err, &empty) || !empty.Empty {
			t.Errorf("a mailbox that another club has used is taken up: %v", err)
		}
		_, err = h.Recovery.Discard(t.Context(), filed)
		hosttest.Check(t, err)
		hosttest.Check(t, h.Recovery.CheckRestored(t.Context(), filed))
	})
}

// TestTurnIsTakenBack plays a turn, takes it back by going to an older copy of the
// database, and plays it otherwise. What was signed for the turn that does not count any
// more is good for nothing in the one that takes its place, and what was about to be sent
// of it is not sent.
func TestTurnIsTakenBack(t *testing.T) {
	c := hosttest.NewClub(t)
	older := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), older))
	var filed []wire.Fetched
	var signed []string
	codes := map[string]bool{}
	play := func(side, text string) {
		t.Helper()
		c.Time = c.Time.Add(7 * time.Minute)
		block := c.Signed(side, c.Orders(side, text))
		f := c.Fetched(hosttest.Letter(hosttest.People()[side].Address, block))
		disposition, err := c.Intake.Receive(t.Context(), f)
		hosttest.Check(t, err)
		if row := c.LastReceived(); row.State != store.Accepted {
			t.Fatalf("%s of %s is %s (%s)", text, side, row.State, row.Reason)
		}
		f.Folder = disposition.Folder
		filed, signed = append(filed, f), append(signed, block)
		codes[c.Seat("north").Answers], codes[c.Seat("south").Answers] = true, true
	}
	first := map[string]string{"north": c.Seat("north").Answers, "south": c.Seat("south").Answers}
	play("north", "bid 1")
	play("south", "bid 0")
	for len(filed) < 8 {
		for _, side := range []string{"north", "south"} {
			plan, err := c.Intake.Plan(t.Context(), c.Game, side, adjudicator.Random{Rand: rand.New(rand.NewPCG(5, 5))})
			hosttest.Check(t, err)
			if len(plan) > 0 {
				play(side, hosttest.InWords(plan))
			}
		}
	}
	unsent := c.Sent()

	r := hosttest.RestoredClub(t, older, c.Game)
	r.Time = c.Time
	_, err := r.Recovery.Discard(t.Context(), wantForgotten(t, r, filed))
	hosttest.Check(t, err)
	for _, side := range []string{"north", "south"} { // another way than before
		r.Order(side, map[string]string{"north": "bid 2", "south": "bid 3"}[side])
		for _, asked := range []string{"north", "south"} {
			if code := r.Seat(asked).Answers; codes[code] && code != first[asked] {
				t.Errorf("%s is asked for answers to %s, as in the turn that was taken back", asked, code)
			}
		}
	}
	before := r.World()
	for i, block := range signed {
		// Whoever has seen them sends the old orders again.
		row := r.Receive(hosttest.Letter("mallory@example.net", block))
		if row.State == store.Accepted {
			t.Errorf("order %d of the turn that was taken back is %s", i, row.State)
		}
	}
	r.Unmoved(before)
	queued := map[string]bool{}
	for _, m := range r.Sent() {
		queued[m.MessageID] = true
	}
	for _, m := range unsent {
		if m.Kind == "receipt" && queued[m.MessageID] {
			t.Errorf("the %s %s of the turn that was taken back goes out", m.Kind, m.MessageID)
		}
	}
}

// wantForgotten wants a daemon on the restored database to be stopped for all mails.
func wantForgotten(t *testing.T, r *hosttest.Club, filed []wire.Fetched) []wire.Fetched {
	t.Helper()
	err := r.Recovery.CheckRestored(t.Context(), filed)
	var restored *intake.RestoredError
	if !errors.As(err, new(*wire.StopError)) || !errors.As(err, &restored) || restored.Mails != len(filed) || !restored.Since.Equal(filed[0].InternalDate) || restored.Empty {
		t.Fatalf("the older database is taken up: %v", err)
	}
	mixed := slices.Clone(filed) // two folders are read one after the other
	slices.Reverse(mixed)
	missing, err := r.Recovery.Forgotten(t.Context(), mixed)
	hosttest.Check(t, err)
	if d := cmp.Diff(filed, missing); d != "" {
		t.Fatalf("not in the order of receipt:\n%s", d)
	}
	return missing
}

// wantTold wants both players to be told of the restore, the one to north with the words.
// It returns all mails.
func wantTold(t *testing.T, r *hosttest.Club, words string) []store.OutboxMail {
	t.Helper()
	told, sent := map[string]string{}, r.Sent()
	for _, m := range sent {
		if m.Kind == "notice" {
			told[m.Recipient] = hosttest.TextOf(t, m)
		}
	}
	if len(told) != 2 || !strings.Contains(strings.Join(strings.Fields(told[hosttest.People()["north"].Address]), " "), words) {
		t.Errorf("told: %q, want both players and north %q", told, words)
	}
	return sent
}

// TestHazardHandover gives a seat to another player.
func TestHazardHandover(t *testing.T) {
	c := hosttest.NewClub(t)
	thirdAt := hosttest.People()["third"].Address
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, "north")
		if err != nil {
			return err
		}
		seat.Player = thirdAt
		return tx.UpdateSeat(seat)
	})
	c.Sent()
	c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))), store.Foreign)
	for _, m := range c.Sent() {
		if m.Recipient != hosttest.NorthAt || strings.Contains(hosttest.TextOf(t, m), c.Seat("north").Answers) || m.Game != "" {
			t.Errorf("who has given up the seat gets a %s:\n%s", m.Kind, hosttest.TextOf(t, m))
		}
	}
	c.WantState(hosttest.Letter(thirdAt, c.Signed("third", c.Orders("north", "bid 2"))), store.Accepted)
	c.Order("south", "bid 0")
	for _, m := range c.Sent() {
		if m.Recipient == hosttest.NorthAt {
			t.Errorf("a %s still goes to the former player", m.Kind)
		}
	}
}
