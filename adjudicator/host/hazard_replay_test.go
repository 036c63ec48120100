package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/mail/wire"
	"keryx/store"
)

// The subtests of this file and of the other hazard files are named by the rows of
// mail/testdata/hazards.toml.

// TestHazardReplay has mails come again that were signed once.
func TestHazardReplay(t *testing.T) {
	north := func(c *hosttest.Club, text string) []byte {
		return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", text)))
	}

	t.Run("B2", func(t *testing.T) {
		c := hosttest.NewClub(t)
		first := c.Signed("north", c.Orders("north", "bid 3"))
		c.WantState(hosttest.Letter(hosttest.NorthAt, first), store.Accepted)
		c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "phase C/march 1"))), store.Accepted)
		c.WantState(hosttest.Letter("mallory@example.org", first), store.Duplicate)
	})
	t.Run("B3", func(t *testing.T) {
		// Who wants his first version back signs it in answer to his last report: the
		// code makes it a new file.
		c := hosttest.NewClub(t)
		text := "phase C/march 1"
		c.WantState(north(c, text), store.Accepted)
		c.WantState(north(c, "phase C/march 2"), store.Accepted)
		c.WantState(north(c, text), store.Accepted)
	})
	t.Run("B5", func(t *testing.T) {
		// Two servers have the same players, keys and game name.
		here, there := hosttest.NewClub(t), hosttest.NewClub(t)
		if here.Game != there.Game {
			t.Fatalf("%s and %s", here.Game, there.Game)
		}
		foreign := there.Signed("north", there.Orders("north", "bid 2"))
		here.WantState(hosttest.Letter(hosttest.NorthAt, foreign), store.Faulty)
		// The same, and another game of the same server.
		other := here.NewGame()
		file := here.Orders("north", "bid 2")
		here.WantState(hosttest.Letter(hosttest.NorthAt, here.Signed("north", strings.Replace(file, "game "+here.Game, "game "+other, 1))), store.Faulty)
		here.WantState(hosttest.Letter(hosttest.NorthAt, here.Signed("north", file)), store.Accepted)
	})
	t.Run("B6", func(t *testing.T) {
		c := hosttest.NewClub(t)
		whole := c.Orders("north", "bid 2")
		for line, want := range map[string]store.InboxState{
			"game " + c.Game: store.Faulty, "side north": store.Faulty, "answers " + c.Seat("north").Answers: store.Faulty,
		} {
			c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", strings.Replace(whole, line+"\n", "", 1))), want)
		}
	})
	t.Run("B8", func(t *testing.T) {
		// Whatever is replayed or rolled back, no report code comes twice: a code belongs
		// to a ledger entry, and the ledger only grows.
		c := hosttest.NewClub(t)
		codes := map[string]bool{}
		r := rand.New(rand.NewPCG(8, 8))
		for range 30 {
			for _, side := range []string{"north", "south"} {
				plan, err := c.Intake.Plan(t.Context(), c.Game, side, adjudicator.Random{Rand: r})
				hosttest.Check(t, err)
				if len(plan) > 0 {
					c.Order(side, hosttest.InWords(plan))
				}
				if code := c.Seat(side).Answers; codes[code] && len(plan) > 0 {
					t.Errorf("%s was asked for answers to %s before", side, code)
				} else {
					codes[code] = true
				}
			}
		}
		if c.Turn() < 2 || len(codes) < 5 {
			t.Errorf("turn %d, codes %v: the game has not gone on", c.Turn(), codes)
		}
	})
	t.Run("B9", func(t *testing.T) {
		c := hosttest.NewClub(t)
		file := c.Orders("north", "bid 2")
		c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file)), store.Accepted)
		people := hosttest.People()["north"]
		proof, err := people.PGP.SignOctets([]byte(strings.ReplaceAll(hosttest.UTF8Plain+"\n\n"+strings.ReplaceAll(file, "\n", " \t\n"), "\n", "\r\n")), c.Time)
		hosttest.Check(t, err)
		mime := hosttest.Letter(hosttest.NorthAt, "--frame\n"+hosttest.UTF8Plain+"\n\n"+strings.ReplaceAll(file, "\n", " \t\n")+"\n--frame\nContent-Type: application/pgp-signature\n\n"+
			string(proof)+"\n--frame--\n", `Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
		block := hosttest.Sign(t, people.PGP, file, c.Time)
		for name, raw := range map[string][]byte{
			"trailing blanks": hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(block, "bid 2\n", "bid 2 \t \n")),
			"dash escapes":    hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(block, "bid 2\n", "- bid 2\n")),
			"bare LF":         []byte(strings.ReplaceAll(string(hosttest.Letter(hosttest.NorthAt, block)), "\r\n", "\n")),
			"blank lines":     hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(c.Signed("north", file), "bid 2\n", "\n\n  bid 2\n\n")),
			"PGP/MIME":        mime,
		} {
			t.Run(name, func(t *testing.T) { c.WantState(raw, store.Duplicate) })
		}
	})
	t.Run("B11", func(t *testing.T) {
		// What a player has signed for another purpose is no order file, whoever sends it.
		c := hosttest.NewClub(t)
		for _, text := range []string{"To my ally: I shall\nbid 2\n", "orders\nbid 2\n", "bid 2\n"} {
			c.WantState(hosttest.Letter("mallory@example.org", c.Signed("north", text)), store.Faulty)
		}
		// What was meant for the opponent reaches him, and is not played.
		c.WantState(hosttest.Letter("mallory@example.org", c.Signed("north", "press\nbid 2\n")), store.Command)
		for _, e := range c.Ledger() {
			if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered {
				t.Errorf("entry %d plays %q", e.Seq, e.Body)
			}
		}
	})
	t.Run("B12", func(t *testing.T) {
		c := hosttest.NewClub(t)
		one, other := c.Orders("north", "bid 2"), ""
		first := c.Game
		c.Game = c.NewGame()
		other = c.Orders("north", "bid 1")
		for _, text := range []string{one + other, other + one, "game " + first + "\n" + other, one + "side south\n", one + "answers AAAA-AAAA\n", "side south\n" + one} {
			before := c.World()
			if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", text))); row.State == store.Accepted {
				t.Errorf("taken:\n%s", text)
			}
			c.Unmoved(before)
		}
	})
	t.Run("B13", func(t *testing.T) {
		// Standing orders that were withdrawn do not come back by a copy.
		c := hosttest.NewClub(t)
		set := c.Signed("north", strings.Replace(c.Orders("north", "standing/reaction: hold"), "orders\n", "", 1))
		c.WantState(hosttest.Letter(hosttest.NorthAt, set), store.Accepted)
		withdraw := c.Signed("north", strings.Replace(c.Orders("north", "standing/reaction: ambush, else hold"), "orders\n", "", 1))
		c.WantState(hosttest.Letter(hosttest.NorthAt, withdraw), store.Accepted)
		c.WantState(hosttest.Letter("mallory@example.org", set), store.Duplicate)
	})
	t.Run("H2", func(t *testing.T) {
		// Junk with the Message-ID that the orders will have pre-empts nothing.
		c := hosttest.NewClub(t)
		orders := north(c, "bid 2")
		id := messageID(orders)
		c.WantState([]byte(strings.Replace(string(hosttest.Letter("mallory@example.org", "junk")), "<"+fmt.Sprint(hosttest.Envelopes)+"@example.org>", id, 1)), store.Unsigned)
		c.WantState(orders, store.Accepted)
	})
	t.Run("G7", func(t *testing.T) {
		c := hosttest.NewClub(t)
		block := c.Signed("north", c.Orders("north", "bid 2"))
		c.WantState(hosttest.Letter(hosttest.NorthAt, block, "Auto-Submitted: auto-replied"), store.Automatic)
		c.WantState(hosttest.Letter(hosttest.NorthAt, block), store.Accepted)
	})
}

// TestHazardTime covers the moments that decide.
func TestHazardTime(t *testing.T) {
	t.Run("I4", func(t *testing.T) {
		// Sent in time and delivered late is late: the server's receipt counts.
		c := hosttest.NewClub(t, hosttest.Contract("default"))
		c.Order("south", "bid 0")
		raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 3")))
		late := c.Fetched(raw)
		late.InternalDate = hosttest.Noon.Add(hosttest.AnswerTime + time.Second)
		c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Minute)
		c.CrashAfter("fetched", func() { _, _ = c.Intake.Receive(t.Context(), late) })
		if n := c.SweepNow(); n != 1 {
			t.Fatalf("%d seats are late, want 1", n)
		}
		hosttest.Check(t, c.Intake.Resume(t.Context()))
		if row := c.LastReceived(); row.State != store.Stale {
			t.Errorf("state %s (%s)", row.State, row.Reason)
		}
	})
	t.Run("I5", func(t *testing.T) {
		c := hosttest.NewClub(t)
		for internal, want := range map[time.Time]time.Time{
			hosttest.Noon.Add(-time.Hour):                    hosttest.Noon.Add(-time.Hour),
			hosttest.Noon.Add(time.Minute):                   hosttest.Noon.Add(time.Minute),
			hosttest.Noon.AddDate(-25, 0, 0):                 hosttest.Noon,
			hosttest.Noon.AddDate(0, 0, -15):                 hosttest.Noon,
			hosttest.Noon.AddDate(173, 0, 0):                 hosttest.Noon,
			hosttest.Noon.Add(3 * time.Minute):               hosttest.Noon,
			hosttest.Noon.Add(time.Second - 14*24*time.Hour): hosttest.Noon.Add(time.Second - 14*24*time.Hour),
		} {
			f := c.Fetched(hosttest.Letter(hosttest.NorthAt, "hello"))
			f.InternalDate = internal
			_, err := c.Intake.Receive(t.Context(), f)
			hosttest.Check(t, err)
			if row := c.LastReceived(); !row.Receipt.Equal(want) {
				t.Errorf("INTERNALDATE %v counts as received at %v, want %v", internal, row.Receipt, want)
			}
		}
	})
	t.Run("I7", func(t *testing.T) {
		// Two files wait when the daemon comes back: the one received first is taken, the
		// other answers a report that is not the last any more, and its author is told.
		c := hosttest.NewClub(t)
		code := c.Seat("north").Answers
		var files []wire.Fetched
		for i, text := range []string{"bid 1", "bid 2"} {
			f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", code, text))))
			f.InternalDate = hosttest.Noon.Add(-time.Duration(i+1) * time.Minute) // the second was received earlier
			files = append(files, f)
		}
		for _, f := range files {
			c.CrashAfter("fetched", func() { _, _ = c.Intake.Receive(t.Context(), f) })
		}
		c.Sent()
		hosttest.Check(t, c.Intake.Resume(t.Context()))
		entries, err := c.Reports.Ledger(t.Context(), c.Game)
		hosttest.Check(t, err)
		if last := entries[len(entries)-1]; !strings.Contains(string(last.Body), "bid 2") {
			t.Errorf("the file that was taken is\n%s", last.Body)
		}
		got := hosttest.KindsOf(c.Sent())
		slices.Sort(got)
		if want := []string{"receipt " + hosttest.NorthAt, "stale " + hosttest.NorthAt}; !slices.Equal(got, want) {
			t.Errorf("answers %q, want %q", got, want)
		}
	})
	t.Run("I9", func(t *testing.T) {
		// Clocks go back in Europe on 31 October 2027 at 01:00 UTC. The answer time is
		// counted in hours, whatever the clocks on the walls do.
		c := hosttest.NewClub(t)
		c.Time = time.Date(2027, 10, 30, 12, 0, 0, 0, time.UTC)
		_, err := c.Recovery.Heartbeat(t.Context())
		hosttest.Check(t, err)
		c.Order("north", "bid 1")
		c.Order("south", "bid 0")
		if got, want := *c.Seat("north").Deadline, c.Time.Add(hosttest.AnswerTime); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("the deadline is %v, want %v", got, want)
		}
		c.Known = 0
		all := c.Sent()
		if last := hosttest.TextOf(t, all[len(all)-1]); !strings.Contains(last, "13:00 Paris time (12:00 UTC)") {
			t.Errorf("the deadline is not told in the player's zone and in UTC:\n%s", last)
		}
	})
	t.Run("I12", func(t *testing.T) {
		// Both are asked in secret. That one has answered is not told to the other.
		c := hosttest.NewClub(t)
		c.Sent()
		c.Order("south", "bid 0")
		for _, m := range c.Sent() {
			if m.Recipient != hosttest.SouthAt {
				t.Errorf("a %s goes to %s", m.Kind, m.Recipient)
			}
		}
	})
}
