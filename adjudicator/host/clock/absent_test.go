package clock_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

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
				c := hosttest.NewClub(t, hosttest.Contract(how), func(n *post.NewGame) { n.AnswerTime = tt.answer })
				c.Order("south", "bid 0")
				c.Sent()
				deadline := *c.Seat("north").Deadline
				for i, before := range tt.at {
					for _, off := range []time.Duration{-time.Minute, 0, time.Minute} {
						c.Time = deadline.Add(-before + off)
						c.SweepNow()
						got := c.Sent()
						switch {
						case off != 0 && len(got) != 0:
							t.Errorf("%v off the reminder at %v: %q", off, before, hosttest.KindsOf(got))
						case off == 0 && (len(got) != 1 || got[0].Kind != "reminder" || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, got[0])), tt.words[i])):
							t.Errorf("%v before the deadline: %q, want a reminder that says %q", before, hosttest.KindsOf(got), tt.words[i])
						case off == 0 && !strings.Contains(hosttest.Subject(t, got[0]), "reminder: orders needed by"):
							t.Errorf("the subject is %q", hosttest.Subject(t, got[0]))
						}
					}
				}
				c.Time = deadline.Add(-time.Second)
				if c.SweepNow(); len(c.Sent()) != 0 {
					t.Error("another reminder")
				}
			})
		}
	}
}

// Two reminders that fall due at once, after an outage, are one.
func TestRemindersAfterAPause(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("south", "bid 0")
	c.Sent()
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime - time.Hour)
	c.SweepNow()
	if d := cmp.Diff([]string{"reminder " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// TestVanished: a player who lets a deadline pass and does not write costs no full
// answer time for each question, gets one letter in a turn, and the others know.
func TestVanished(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults), hosttest.Refereed, func(n *post.NewGame) { n.AnswerTime = 10 * 24 * time.Hour })
	c.Order("south", "bid 0")
	c.Sent()
	c.Time = *c.Seat("north").Deadline
	c.SweepNow()
	first := c.Sent()
	notices := hosttest.MailsTo(first, hosttest.ThirdAt)
	if len(notices) != 1 || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, notices[0])), "missed the deadline") {
		t.Errorf("the referee got %q", hosttest.KindsOf(notices))
	}
	letters := hosttest.MailsTo(first, hosttest.NorthAt)
	if len(letters) != 1 {
		t.Fatalf("%q", hosttest.KindsOf(first))
	}
	if body := hosttest.TextOf(t, letters[0]); !strings.Contains(hosttest.Flat(strings.Split(body, "\n\n")[1]), "passed without orders from you") {
		t.Errorf("the first thing that he reads is not that he was played:\n%s", body[:min(len(body), 900)])
	}
	told, quiet, turns := false, 0, c.Turn()
	for range 12 {
		if c.Turn() > turns+2 {
			break
		}
		north := c.Seat("north")
		if north.Deadline != nil {
			if wait := north.Deadline.Sub(c.Time); wait > 24*time.Hour {
				t.Fatalf("the absent player has %v for an answer", wait)
			}
			c.Time = *north.Deadline
			before := c.Turn()
			c.SweepNow()
			mails := c.Sent()
			if got := hosttest.MailsTo(mails, hosttest.ThirdAt); len(got) != 0 {
				t.Errorf("the referee is told again: %q", hosttest.KindsOf(got))
			}
			switch got := len(hosttest.MailsTo(mails, hosttest.NorthAt)); {
			case c.Turn() == before && got != 0:
				t.Errorf("%d letters to the absent player in the middle of a turn", got)
			case c.Turn() == before:
				quiet++
			case got > 1:
				t.Errorf("%d letters to him at the end of a turn", got)
			}
			for _, m := range hosttest.MailsTo(mails, hosttest.SouthAt) {
				told = told || strings.Contains(hosttest.Flat(hosttest.TextOf(t, m)), "the server answered instead")
			}
			continue
		}
		hosttest.Planned(c, "south")
		for _, m := range hosttest.MailsTo(c.Sent(), hosttest.SouthAt) {
			told = told || strings.Contains(hosttest.Flat(hosttest.TextOf(t, m)), "the server answered instead")
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
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults), func(n *post.NewGame) { n.AnswerTime = full })
	c.Order("south", "bid 0")
	c.Time = *c.Seat("north").Deadline
	c.SweepNow()
	old := c.Seat("north").Answers
	for range 6 {
		if c.Seat("north").Answers != old && c.Seat("north").Deadline != nil {
			break
		}
		if d := c.Seat("north").Deadline; d != nil {
			c.Time = *d
			c.SweepNow()
		} else {
			hosttest.Planned(c, "south")
		}
	}
	c.Sent()
	asked := c.Time
	c.Time = c.Time.Add(time.Hour)
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", old, "bid 1"))))
	got := hosttest.MailsTo(c.Sent(), hosttest.NorthAt)
	if len(got) != 1 || got[0].Kind != "stale" || !strings.Contains(hosttest.TextOf(t, got[0]), c.Seat("north").Answers) {
		t.Fatalf("answered by %q", hosttest.KindsOf(got))
	}
	if d := c.Seat("north").Deadline; d == nil || !d.Equal(asked.Add(full)) {
		t.Errorf("his deadline is %v, want %v from %s on", d, full, asked)
	}
}

// TestDateTellsNothing: the date until when the game waits for a vanished player does not
// tell his opponent that he has come back and given standing orders, nor when.
func TestDateTellsNothing(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Order("south", "bid 0")
	c.Time = *c.Seat("north").Deadline
	c.SweepNow() // north has bid by default, and is asked
	for range 6 {
		if d := c.Seat("north").Deadline; d != nil && c.Seat("south").Deadline == nil {
			break
		} else if d != nil {
			c.Time = *d
			c.SweepNow()
		} else {
			hosttest.Planned(c, "south")
		}
	}
	until := func() string {
		said := ""
		for _, m := range hosttest.MailsTo(c.Ask("south", "status"), hosttest.SouthAt) {
			if _, after, ok := strings.Cut(strings.Join(strings.Fields(hosttest.TextOf(t, m)), " "), "Waiting for "); ok {
				said, _, _ = strings.Cut(after, " UTC")
			}
		}
		if !strings.Contains(said, "until") {
			t.Fatalf("south reads %q", said)
		}
		return said
	}
	before := until()
	asked := c.Time
	c.Time = c.Time.Add(95 * time.Minute)
	c.Order("north", "standing/reaction: hold")
	if d := c.Seat("north").Deadline; d == nil || !d.Equal(asked.Add(hosttest.AnswerTime)) {
		t.Errorf("north, who is back, has until %v", d)
	}
	if after := until(); after != before {
		t.Errorf("before: %s\nafter: %s", before, after)
	}
}

// TestReceiptsAreJoined: the receipt of orders after which nothing is asked of their
// author waits a little, and what follows meanwhile comes with it in one letter.
func TestReceiptsAreJoined(t *testing.T) {
	joined := func(t *testing.T) *hosttest.Club {
		c := hosttest.NewClub(t)
		c.Rules.ReceiptsWait.Duration = 15 * time.Minute
		c.Sent()
		hosttest.HadReceipts(c, hosttest.NorthAt, hosttest.SouthAt)
		return c
	}
	t.Run("answered soon", func(t *testing.T) {
		c := joined(t)
		c.Order("south", "bid 0")
		if got := c.Sent(); len(got) != 0 {
			t.Fatalf("sent at once: %q", hosttest.KindsOf(got))
		}
		c.Time = c.Time.Add(10 * time.Minute)
		c.Order("north", "bid 0")
		var got []store.OutboxMail
		for range 6 {
			if got = hosttest.MailsTo(c.Sent(), hosttest.SouthAt); len(got) > 0 {
				break
			}
			hosttest.Planned(c, "north")
		}
		if len(got) != 1 {
			t.Fatalf("%q", hosttest.KindsOf(got))
		}
		body := hosttest.TextOf(t, got[0])
		for _, want := range []string{c.Seat("south").Answers, "AS UNDERSTOOD", "bid 0"} {
			if !strings.Contains(body, want) {
				t.Errorf("%q is missing:\n%s", want, body)
			}
		}
		c.Time = c.Time.Add(time.Hour)
		if c.SweepNow(); len(hosttest.MailsTo(c.Sent(), hosttest.SouthAt)) != 0 {
			t.Error("the receipt came once more")
		}
	})
	t.Run("nothing follows", func(t *testing.T) {
		c := joined(t)
		c.Order("south", "bid 0")
		c.Time = c.Time.Add(15 * time.Minute)
		c.SweepNow()
		got := c.Sent()
		if d := cmp.Diff([]string{"receipt " + hosttest.SouthAt}, hosttest.KindsOf(got)); d != "" {
			t.Fatalf("mails (-want +got):\n%s", d)
		}
		if body := hosttest.TextOf(t, got[0]); !strings.Contains(body, "bid 0") || !strings.Contains(body, "AS UNDERSTOOD") {
			t.Errorf("the receipt:\n%s", body)
		}
	})
	t.Run("he writes again", func(t *testing.T) {
		c := joined(t)
		code := c.Seat("south").Answers
		c.Order("south", "bid 0")
		c.Receive(hosttest.Letter(hosttest.SouthAt, c.Signed("south", hosttest.OrderFile(c.Game, "south", code, "bid 2"))))
		if d := cmp.Diff([]string{"receipt " + hosttest.SouthAt, "stale " + hosttest.SouthAt}, hosttest.KindsOf(c.Sent())); d != "" {
			t.Errorf("mails (-want +got):\n%s", d)
		}
	})
}
