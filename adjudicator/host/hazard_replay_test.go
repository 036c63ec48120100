package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/mail/wire"
	"keryx/store"
)

// The subtests of this file and of the other hazard files are named by the rows of
// mail/testdata/hazards.toml.

// wantState gives a mail to the host, which must come to that, and unless it is
// accepted move nothing.
func (c *club) wantState(raw []byte, want store.InboxState) store.InboxMessage {
	c.t.Helper()
	before := c.world()
	row := c.receive(raw)
	if row.State != want {
		c.t.Errorf("state %s (%s), want %s:\n%s", row.State, row.Reason, want, raw)
	}
	if want != store.Accepted {
		c.unmoved(before)
	}
	return row
}

// TestHazardReplay has mails come again that were signed once.
func TestHazardReplay(t *testing.T) {
	north := func(c *club, text string) []byte { return letter(northAt, c.signed("north", c.orders("north", text))) }

	t.Run("B2", func(t *testing.T) {
		c := newClub(t)
		first := c.signed("north", c.orders("north", "bid 3"))
		c.wantState(letter(northAt, first), store.Accepted)
		c.wantState(letter(northAt, c.signed("north", c.orders("north", "phase C/march 1"))), store.Accepted)
		c.wantState(letter("mallory@example.org", first), store.Duplicate)
	})
	t.Run("B3", func(t *testing.T) {
		// Who wants his first version back signs it in answer to his last report: the
		// code makes it a new file.
		c := newClub(t)
		text := "phase C/march 1"
		c.wantState(north(c, text), store.Accepted)
		c.wantState(north(c, "phase C/march 2"), store.Accepted)
		c.wantState(north(c, text), store.Accepted)
	})
	t.Run("B5", func(t *testing.T) {
		// Two servers have the same players, keys and game name.
		here, there := newClub(t), newClub(t)
		if here.game != there.game {
			t.Fatalf("%s and %s", here.game, there.game)
		}
		foreign := there.signed("north", there.orders("north", "bid 2"))
		here.wantState(letter(northAt, foreign), store.Faulty)
		// The same, and another game of the same server.
		other := here.found()
		file := here.orders("north", "bid 2")
		here.wantState(letter(northAt, here.signed("north", strings.Replace(file, "game "+here.game, "game "+other, 1))), store.Faulty)
		here.wantState(letter(northAt, here.signed("north", file)), store.Accepted)
	})
	t.Run("B6", func(t *testing.T) {
		c := newClub(t)
		whole := c.orders("north", "bid 2")
		for line, want := range map[string]store.InboxState{
			"game " + c.game: store.Faulty, "side north": store.Faulty, "answers " + c.seat("north").Answers: store.Faulty,
		} {
			c.wantState(letter(northAt, c.signed("north", strings.Replace(whole, line+"\n", "", 1))), want)
		}
	})
	t.Run("B8", func(t *testing.T) {
		// Whatever is replayed or rolled back, no report code comes twice: a code belongs
		// to a ledger entry, and the ledger only grows.
		c := newClub(t)
		codes := map[string]bool{}
		r := rand.New(rand.NewPCG(8, 8))
		for range 30 {
			for _, side := range []string{"north", "south"} {
				plan, err := c.Intake.Plan(t.Context(), c.game, side, adjudicator.Random{Rand: r})
				check(t, err)
				if len(plan) > 0 {
					c.order(side, write(plan))
				}
				if code := c.seat(side).Answers; codes[code] && len(plan) > 0 {
					t.Errorf("%s was asked for answers to %s before", side, code)
				} else {
					codes[code] = true
				}
			}
		}
		if c.turn() < 2 || len(codes) < 5 {
			t.Errorf("turn %d, codes %v: the game has not gone on", c.turn(), codes)
		}
	})
	t.Run("B9", func(t *testing.T) {
		c := newClub(t)
		file := c.orders("north", "bid 2")
		c.wantState(letter(northAt, c.signed("north", file)), store.Accepted)
		people := people()["north"]
		proof, err := people.pgp.SignOctets([]byte(strings.ReplaceAll(utf8Plain+"\n\n"+strings.ReplaceAll(file, "\n", " \t\n"), "\n", "\r\n")), c.now)
		check(t, err)
		mime := letter(northAt, "--frame\n"+utf8Plain+"\n\n"+strings.ReplaceAll(file, "\n", " \t\n")+"\n--frame\nContent-Type: application/pgp-signature\n\n"+
			string(proof)+"\n--frame--\n", `Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
		block := sign(t, people.pgp, file, c.now)
		for name, raw := range map[string][]byte{
			"trailing blanks": letter(northAt, strings.ReplaceAll(block, "bid 2\n", "bid 2 \t \n")),
			"dash escapes":    letter(northAt, strings.ReplaceAll(block, "bid 2\n", "- bid 2\n")),
			"bare LF":         []byte(strings.ReplaceAll(string(letter(northAt, block)), "\r\n", "\n")),
			"blank lines":     letter(northAt, strings.ReplaceAll(c.signed("north", file), "bid 2\n", "\n\n  bid 2\n\n")),
			"PGP/MIME":        mime,
		} {
			t.Run(name, func(t *testing.T) { c.wantState(raw, store.Duplicate) })
		}
	})
	t.Run("B11", func(t *testing.T) {
		// What a player has signed for another purpose is no order file, whoever sends it.
		c := newClub(t)
		for _, text := range []string{"To my ally: I shall\nbid 2\n", "orders\nbid 2\n", "bid 2\n"} {
			c.wantState(letter("mallory@example.org", c.signed("north", text)), store.Faulty)
		}
		// What was meant for the opponent reaches him, and is not played.
		c.wantState(letter("mallory@example.org", c.signed("north", "press\nbid 2\n")), store.Command)
		for _, e := range c.entries() {
			if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered {
				t.Errorf("entry %d plays %q", e.Seq, e.Body)
			}
		}
	})
	t.Run("B12", func(t *testing.T) {
		c := newClub(t)
		one, other := c.orders("north", "bid 2"), ""
		first := c.game
		c.game = c.found()
		other = c.orders("north", "bid 1")
		for _, text := range []string{one + other, other + one, "game " + first + "\n" + other, one + "side south\n", one + "answers AAAA-AAAA\n", "side south\n" + one} {
			before := c.world()
			if row := c.receive(letter(northAt, c.signed("north", text))); row.State == store.Accepted {
				t.Errorf("taken:\n%s", text)
			}
			c.unmoved(before)
		}
	})
	t.Run("B13", func(t *testing.T) {
		// Standing orders that were withdrawn do not come back by a copy.
		c := newClub(t)
		set := c.signed("north", strings.Replace(c.orders("north", "standing/reaction: hold"), "orders\n", "", 1))
		c.wantState(letter(northAt, set), store.Accepted)
		withdraw := c.signed("north", strings.Replace(c.orders("north", "standing/reaction: ambush, else hold"), "orders\n", "", 1))
		c.wantState(letter(northAt, withdraw), store.Accepted)
		c.wantState(letter("mallory@example.org", set), store.Duplicate)
	})
	t.Run("H2", func(t *testing.T) {
		// Junk with the Message-ID that the orders will have pre-empts nothing.
		c := newClub(t)
		orders := north(c, "bid 2")
		id := messageID(orders)
		c.wantState([]byte(strings.Replace(string(letter("mallory@example.org", "junk")), "<"+fmt.Sprint(envelopes)+"@example.org>", id, 1)), store.Unsigned)
		c.wantState(orders, store.Accepted)
	})
	t.Run("G7", func(t *testing.T) {
		c := newClub(t)
		block := c.signed("north", c.orders("north", "bid 2"))
		c.wantState(letter(northAt, block, "Auto-Submitted: auto-replied"), store.Automatic)
		c.wantState(letter(northAt, block), store.Accepted)
	})
}

// TestHazardTime covers the moments that decide.
func TestHazardTime(t *testing.T) {
	t.Run("I4", func(t *testing.T) {
		// Sent in time and delivered late is late: the server's receipt counts.
		c := newClub(t, contract("default"))
		c.order("south", "bid 0")
		raw := letter(northAt, c.signed("north", c.orders("north", "bid 3")))
		late := c.fetched(raw)
		late.InternalDate = noon.Add(answerTime + time.Second)
		c.now = noon.Add(answerTime + time.Minute)
		c.stop("fetched", func() { _, _ = c.Intake.Receive(t.Context(), late) })
		if n := c.sweep(); n != 1 {
			t.Fatalf("%d seats are late, want 1", n)
		}
		check(t, c.Intake.Resume(t.Context()))
		if row := c.lastReceived(); row.State != store.Stale {
			t.Errorf("state %s (%s)", row.State, row.Reason)
		}
	})
	t.Run("I5", func(t *testing.T) {
		c := newClub(t)
		for internal, want := range map[time.Time]time.Time{
			noon.Add(-time.Hour):                    noon.Add(-time.Hour),
			noon.Add(time.Minute):                   noon.Add(time.Minute),
			noon.AddDate(-25, 0, 0):                 noon,
			noon.AddDate(0, 0, -15):                 noon,
			noon.AddDate(173, 0, 0):                 noon,
			noon.Add(3 * time.Minute):               noon,
			noon.Add(time.Second - 14*24*time.Hour): noon.Add(time.Second - 14*24*time.Hour),
		} {
			f := c.fetched(letter(northAt, "hello"))
			f.InternalDate = internal
			_, err := c.Intake.Receive(t.Context(), f)
			check(t, err)
			if row := c.lastReceived(); !row.Receipt.Equal(want) {
				t.Errorf("INTERNALDATE %v counts as received at %v, want %v", internal, row.Receipt, want)
			}
		}
	})
	t.Run("I7", func(t *testing.T) {
		// Two files wait when the daemon comes back: the one received first is taken, the
		// other answers a report that is not the last any more, and its author is told.
		c := newClub(t)
		code := c.seat("north").Answers
		var files []wire.Fetched
		for i, text := range []string{"bid 1", "bid 2"} {
			f := c.fetched(letter(northAt, c.signed("north", orderFile(c.game, "north", code, text))))
			f.InternalDate = noon.Add(-time.Duration(i+1) * time.Minute) // the second was received earlier
			files = append(files, f)
		}
		for _, f := range files {
			c.stop("fetched", func() { _, _ = c.Intake.Receive(t.Context(), f) })
		}
		c.sent()
		check(t, c.Intake.Resume(t.Context()))
		entries, err := c.Reports.Ledger(t.Context(), c.game)
		check(t, err)
		if last := entries[len(entries)-1]; !strings.Contains(string(last.Body), "bid 2") {
			t.Errorf("the file that was taken is\n%s", last.Body)
		}
		got := kinds(c.sent())
		slices.Sort(got)
		if want := []string{"receipt " + northAt, "stale " + northAt}; !slices.Equal(got, want) {
			t.Errorf("answers %q, want %q", got, want)
		}
	})
	t.Run("I9", func(t *testing.T) {
		// Clocks go back in Europe on 31 October 2027 at 01:00 UTC. The answer time is
		// counted in hours, whatever the clocks on the walls do.
		c := newClub(t)
		c.now = time.Date(2027, 10, 30, 12, 0, 0, 0, time.UTC)
		_, err := c.Recovery.Heartbeat(t.Context())
		check(t, err)
		c.order("north", "bid 1")
		c.order("south", "bid 0")
		if got, want := *c.seat("north").Deadline, c.now.Add(answerTime); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("the deadline is %v, want %v", got, want)
		}
		c.known = 0
		all := c.sent()
		if last := text(t, all[len(all)-1]); !strings.Contains(last, "13:00 Paris time (12:00 UTC)") {
			t.Errorf("the deadline is not told in the player's zone and in UTC:\n%s", last)
		}
	})
	t.Run("I12", func(t *testing.T) {
		// Both are asked in secret. That one has answered is not told to the other.
		c := newClub(t)
		c.sent()
		c.order("south", "bid 0")
		for _, m := range c.sent() {
			if m.Recipient != southAt {
				t.Errorf("a %s goes to %s", m.Kind, m.Recipient)
			}
		}
	})
}
