package host_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/templates"
)

// mailsTo are the mails of a kind to an address.
func mailsTo(mails []store.OutboxMail, to string) (all []store.OutboxMail) {
	for _, m := range mails {
		if m.Recipient == to {
			all = append(all, m)
		}
	}
	return all
}

// flat undoes the line breaks of a text.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestRemindersBefore: a player is reminded when half of his time has gone and a day
// before the deadline, in words that are true then, whatever the contract; once each.
func TestRemindersBefore(t *testing.T) {
	for _, how := range []post.Contract{post.Wait, post.Defaults} {
		for _, tt := range []struct {
			answer time.Duration
			at     []time.Duration // before the deadline
			words  []string
		}{
			{7 * 24 * time.Hour, []time.Duration{84 * time.Hour, 24 * time.Hour}, []string{"Half of the time", "less than a day away"}},
			{72 * time.Hour, []time.Duration{36 * time.Hour, 24 * time.Hour}, []string{"Half of the time", "less than a day away"}},
			{24 * time.Hour, []time.Duration{12 * time.Hour}, []string{"less than a day away"}},
			{3 * time.Hour, nil, nil},
		} {
			t.Run(string(how)+" "+tt.answer.String(), func(t *testing.T) {
				c := newClub(t, contract(how), func(n *post.NewGame) { n.AnswerTime = tt.answer })
				c.order("south", "bid 0")
				c.sent()
				deadline := *c.seat("north").Deadline
				for i, before := range tt.at {
					for _, off := range []time.Duration{-time.Minute, 0, time.Minute} {
						c.now = deadline.Add(-before + off)
						c.sweep()
						got := c.sent()
						switch {
						case off != 0 && len(got) != 0:
							t.Errorf("%v off the reminder at %v: %q", off, before, kinds(got))
						case off == 0 && (len(got) != 1 || got[0].Kind != "reminder" || !strings.Contains(flat(text(t, got[0])), tt.words[i])):
							t.Errorf("%v before the deadline: %q, want a reminder that says %q", before, kinds(got), tt.words[i])
						case off == 0 && !strings.Contains(subject(t, got[0]), "reminder: orders needed by"):
							t.Errorf("the subject is %q", subject(t, got[0]))
						}
					}
				}
				c.now = deadline.Add(-time.Second)
				if c.sweep(); len(c.sent()) != 0 {
					t.Error("another reminder")
				}
			})
		}
	}
}

// Two reminders that fall due at once, after an outage, are one.
func TestRemindersAfterAPause(t *testing.T) {
	c := newClub(t)
	c.order("south", "bid 0")
	c.sent()
	c.now = noon.Add(answerTime - time.Hour)
	c.sweep()
	if d := cmp.Diff([]string{"reminder " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// TestVanished: a player who lets a deadline pass and does not write costs no full
// answer time for each question, gets one letter in a turn, and the others know.
func TestVanished(t *testing.T) {
	c := newClub(t, contract(post.Defaults), refereed, func(n *post.NewGame) { n.AnswerTime = 10 * 24 * time.Hour })
	c.order("south", "bid 0")
	c.sent()
	c.now = *c.seat("north").Deadline
	c.sweep()
	first := c.sent()
	notices := mailsTo(first, refereeAt)
	if len(notices) != 1 || !strings.Contains(flat(text(t, notices[0])), "missed the deadline") {
		t.Errorf("the referee got %q", kinds(notices))
	}
	letters := mailsTo(first, northAt)
	if len(letters) != 1 {
		t.Fatalf("%q", kinds(first))
	}
	if body := text(t, letters[0]); !strings.Contains(flat(strings.Split(body, "\n\n")[1]), "passed without orders from you") {
		t.Errorf("the first thing that he reads is not that he was played:\n%s", body[:min(len(body), 900)])
	}
	told, quiet, turns := false, 0, c.turn()
	for range 12 {
		if c.turn() > turns+2 {
			break
		}
		north := c.seat("north")
		if north.Deadline != nil {
			if wait := north.Deadline.Sub(c.now); wait > 24*time.Hour {
				t.Fatalf("the absent player has %v for an answer", wait)
			}
			c.now = *north.Deadline
			before := c.turn()
			c.sweep()
			mails := c.sent()
			if got := mailsTo(mails, refereeAt); len(got) != 0 {
				t.Errorf("the referee is told again: %q", kinds(got))
			}
			switch got := len(mailsTo(mails, northAt)); {
			case c.turn() == before && got != 0:
				t.Errorf("%d letters to the absent player in the middle of a turn", got)
			case c.turn() == before:
				quiet++
			case got > 1:
				t.Errorf("%d letters to him at the end of a turn", got)
			}
			for _, m := range mailsTo(mails, southAt) {
				told = told || strings.Contains(flat(text(t, m)), "the server answered instead")
			}
			continue
		}
		c.planned("south")
		for _, m := range mailsTo(c.sent(), southAt) {
			told = told || strings.Contains(flat(text(t, m)), "the server answered instead")
		}
	}
	if !told || quiet == 0 {
		t.Errorf("the opponent was told: %t; %d questions without a letter", told, quiet)
	}
}

// TestBackAgain: an absent player who writes to an old report hears of everything, and
// has his full time again.
func TestBackAgain(t *testing.T) {
	full := 10 * 24 * time.Hour
	c := newClub(t, contract(post.Defaults), func(n *post.NewGame) { n.AnswerTime = full })
	c.order("south", "bid 0")
	c.now = *c.seat("north").Deadline
	c.sweep()
	old := c.seat("north").Answers
	for range 6 {
		if c.seat("north").Answers != old && c.seat("north").Deadline != nil {
			break
		}
		if d := c.seat("north").Deadline; d != nil {
			c.now = *d
			c.sweep()
		} else {
			c.planned("south")
		}
	}
	c.sent()
	asked := c.now
	c.now = c.now.Add(time.Hour)
	c.receive(letter(northAt, c.signed("north", orderFile(c.game, "north", old, "bid 1"))))
	got := mailsTo(c.sent(), northAt)
	if len(got) != 1 || got[0].Kind != "stale" || !strings.Contains(text(t, got[0]), c.seat("north").Answers) {
		t.Fatalf("answered by %q", kinds(got))
	}
	if d := c.seat("north").Deadline; d == nil || !d.Equal(asked.Add(full)) {
		t.Errorf("his deadline is %v, want %v from %s on", d, full, asked)
	}
}

// TestDateTellsNothing: the date until when the game waits for a vanished player does not
// tell his opponent that he has come back and given standing orders, nor when.
func TestDateTellsNothing(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.order("south", "bid 0")
	c.now = *c.seat("north").Deadline
	c.sweep() // north has bid by default, and is asked
	for range 6 {
		if d := c.seat("north").Deadline; d != nil && c.seat("south").Deadline == nil {
			break
		} else if d != nil {
			c.now = *d
			c.sweep()
		} else {
			c.planned("south")
		}
	}
	until := func() string {
		said := ""
		for _, m := range mailsTo(c.ask("south", "status"), southAt) {
			if _, after, ok := strings.Cut(strings.Join(strings.Fields(text(t, m)), " "), "Waiting for "); ok {
				said, _, _ = strings.Cut(after, " UTC")
			}
		}
		if !strings.Contains(said, "until") {
			t.Fatalf("south reads %q", said)
		}
		return said
	}
	before := until()
	asked := c.now
	c.now = c.now.Add(95 * time.Minute)
	c.order("north", "standing/reaction: hold")
	if d := c.seat("north").Deadline; d == nil || !d.Equal(asked.Add(answerTime)) {
		t.Errorf("north, who is back, has until %v", d)
	}
	if after := until(); after != before {
		t.Errorf("before: %s\nafter: %s", before, after)
	}
}

// TestReceiptsAreJoined: the receipt of orders after which nothing is asked of their
// author waits a little, and what follows meanwhile comes with it in one letter.
func TestReceiptsAreJoined(t *testing.T) {
	joined := func(t *testing.T) *club {
		c := newClub(t)
		c.Rules.ReceiptsWait.Duration = 15 * time.Minute
		c.sent()
		c.hadReceipts(northAt, southAt)
		return c
	}
	t.Run("answered soon", func(t *testing.T) {
		c := joined(t)
		c.order("south", "bid 0")
		if got := c.sent(); len(got) != 0 {
			t.Fatalf("sent at once: %q", kinds(got))
		}
		c.now = c.now.Add(10 * time.Minute)
		c.order("north", "bid 0")
		var got []store.OutboxMail
		for range 6 {
			if got = mailsTo(c.sent(), southAt); len(got) > 0 {
				break
			}
			c.planned("north")
		}
		if len(got) != 1 {
			t.Fatalf("%q", kinds(got))
		}
		body := text(t, got[0])
		for _, want := range []string{c.seat("south").Answers, "AS UNDERSTOOD", "bid 0"} {
			if !strings.Contains(body, want) {
				t.Errorf("%q is missing:\n%s", want, body)
			}
		}
		c.now = c.now.Add(time.Hour)
		if c.sweep(); len(mailsTo(c.sent(), southAt)) != 0 {
			t.Error("the receipt came once more")
		}
	})
	t.Run("nothing follows", func(t *testing.T) {
		c := joined(t)
		c.order("south", "bid 0")
		c.now = c.now.Add(15 * time.Minute)
		c.sweep()
		got := c.sent()
		if d := cmp.Diff([]string{"receipt " + southAt}, kinds(got)); d != "" {
			t.Fatalf("mails (-want +got):\n%s", d)
		}
		if body := text(t, got[0]); !strings.Contains(body, "bid 0") || !strings.Contains(body, "AS UNDERSTOOD") {
			t.Errorf("the receipt:\n%s", body)
		}
	})
	t.Run("he writes again", func(t *testing.T) {
		c := joined(t)
		code := c.seat("south").Answers
		c.order("south", "bid 0")
		c.receive(letter(southAt, c.signed("south", orderFile(c.game, "south", code, "bid 2"))))
		if d := cmp.Diff([]string{"receipt " + southAt, "stale " + southAt}, kinds(c.sent())); d != "" {
			t.Errorf("mails (-want +got):\n%s", d)
		}
	})
}

// planned lets a side do what it plans by itself.
func (c *club) planned(side string) {
	c.t.Helper()
	plan, err := c.Intake.Plan(c.t.Context(), c.game, side, adjudicator.Random{Rand: rand.New(rand.NewPCG(4, uint64(c.now.Unix())))})
	check(c.t, err)
	if len(plan) == 0 {
		c.t.Fatalf("nothing is asked of %s", side)
	}
	c.order(side, templates.For("en", "ford").Words(plan[0]))
}
