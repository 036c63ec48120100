package host_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// lazy gives the least committal answer to everything.
type lazy struct{}

func (lazy) Answer(_ *adjudicator.Session, _ adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	return q.Form.Default()
}

// theatre is a game of Hellespont, played idly until Athens is asked how many points to
// spend, with enough of them, while Sparta holds counters.
func theatre(t *testing.T) *hosttest.Club {
	t.Helper()
	seats := map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.SouthAt}
	for seed := range byte(40) {
		c := hosttest.NewClub(t)
		c.Random = rand.NewChaCha8([32]byte{seed})
		var err error
		c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
		hosttest.Check(t, err)
		for c.Asked("athens") != "spend" && c.Asked("sparta") != "spend" {
			for name, key := range map[string]*mail.Signer{"athens": hosttest.People()["north"].SSH, "sparta": hosttest.People()["south"].SSH} {
				plan, err := c.Intake.Plan(t.Context(), c.Game, name, lazy{})
				hosttest.Check(t, err)
				if len(plan) > 0 {
					c.Receive(hosttest.Letter(seats[name], hosttest.Sign(t, key, c.Orders(name, templates.For("en", "hellespont").Words(plan[0])), c.Time)))
				}
			}
		}
		if c.Asked("athens") != "spend" {
			continue
		}
		if report := hosttest.TextOf(t, hosttest.LastMail(c, hosttest.NorthAt)); strings.Contains(report, "# spend 3") {
			return c
		}
	}
	t.Fatal("Athens never has points enough")
	return nil
}

// TestSeenAsItWas: what a side saw when it was last told is played again with the dice of the
// ledger, or letters would fold and count by a game that never was.
func TestSeenAsItWas(t *testing.T) {
	c := theatre(t)
	for side := range adjudicator.Side(2) {
		seen, now, err := seenAndNow(t.Context(), c.Host, c.Game, side)
		hosttest.Check(t, err)
		now.Data, seen.Data = nil, nil // holds which question is being asked
		if d := cmp.Diff(now, seen); d != "" {
			t.Errorf("side %d (-now +seen):\n%s", side, d)
		}
	}
}

// TestHopelessFile: a file whose later order can be done in no case does nothing at all,
// though the enemy is asked something before it, and all its faults are told.
func TestHopelessFile(t *testing.T) {
	c := theatre(t)
	before := c.World()
	c.Sent()
	raw := hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["north"].SSH,
		c.Orders("athens", "spend 3/activate Sestos/move T4 H3 to Lampsakos/move T10 to T29/activate M11"), c.Time))
	if row := c.Receive(raw); row.State != store.Faulty {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	c.Unmoved(before)
	got := c.Sent()
	if len(got) != 1 || got[0].Kind != "faulty" {
		t.Fatalf("sent are %v", hosttest.KindsOf(got))
	}
	answer := hosttest.TextOf(t, got[0])
	for _, want := range []string{"line 7:", "line 8:", "line 9:", "nothing in the game has moved"} {
		if !strings.Contains(strings.Join(strings.Fields(answer), " "), want) {
			t.Errorf("%q is missing from\n%s", want, answer)
		}
	}
}

// TestHopelessFileInAdvance: a file whose author is not asked yet is judged all the same, as
// far as the enemy has to announce no more than the least.
func TestHopelessFileInAdvance(t *testing.T) {
	c := theatre(t)
	before := c.World()
	c.Sent()
	raw := hosttest.Letter(hosttest.SouthAt, hosttest.Sign(t, hosttest.People()["south"].SSH,
		c.Orders("sparta", "phase B.3/spend 2/activate Abydos/move T4 H3 to Lampsakos/end/standing/stratagems: none"), c.Time))
	if row := c.Receive(raw); row.State != store.Faulty {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	c.Unmoved(before)
	got := c.Sent()
	if len(got) != 1 || got[0].Kind != "faulty" {
		t.Fatalf("sent are %v", hosttest.KindsOf(got))
	}
	if answer := hosttest.TextOf(t, got[0]); !strings.Contains(answer, "4 naval PF cannot carry 3 PF") {
		t.Errorf("the fault is missing from\n%s", answer)
	}
}

// TestStoppedFile: of a file that was good as far as its author could know, and that the
// enemy has made impossible, the answer says first of all where it stopped.
func TestStoppedFile(t *testing.T) {
	for seed := range byte(60) {
		c := hosttest.NewClub(t)
		c.Random = rand.NewChaCha8([32]byte{seed})
		c.Game = c.NewGame()
		c.Order("south", "bid 0/phase C/pass/phase C again/pass/phase D/loot 0/loot 0/standing/reaction: ambush, else hold")
		c.Order("north", "bid 1")
		c.Sent()
		c.Order("north", "march 2/phase C again/pass/phase D/loot 2/loot 1")
		var stopped store.OutboxMail
		for _, m := range c.Sent() {
			if m.Recipient == hosttest.NorthAt {
				stopped = m
			} else if strings.Contains(hosttest.TextOf(t, m), "stopped") {
				t.Errorf("the enemy hears of it:\n%s", hosttest.TextOf(t, m))
			}
		}
		answer := strings.Join(strings.Fields(hosttest.TextOf(t, stopped)), " ")
		if !strings.Contains(answer, "your orders stopped") && !strings.Contains(answer, "Your orders stopped") {
			continue // nobody has sprung a trap, or it has failed
		}
		if head := hosttest.Subject(t, stopped); !strings.HasSuffix(head, ": stopped at line 9: 2 orders not done") {
			t.Errorf("the subject is %q", head)
		}
		for _, want := range []string{"Your orders stopped at line 9: 2 orders were not done.", "line 9: ", "loot 2", "send them in answer to this email"} {
			if !strings.Contains(answer, want) {
				t.Errorf("%q is missing from\n%s", want, answer)
			}
		}
		if strings.Contains(answer, "have been carried out") {
			t.Error("the answer says that the orders were carried out")
		}
		return
	}
	t.Fatal("no file was stopped")
}

// TestPlanLeavesAsideWhatTheEnemyHasOrdered: what a simulated player plans hangs on
// nothing that the enemy has sent in for later, so that it is never refused.
func TestPlanLeavesAsideWhatTheEnemyHasOrdered(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("south", "bid 0/phase C/march 3/phase C again/march 3/phase D/loot 0/loot 0/standing/reaction: hold")
	c.Order("north", "bid 1")
	plan, err := c.Intake.Plan(t.Context(), c.Game, "north", lazy{})
	hosttest.Check(t, err)
	if got := hosttest.InWords(plan); got != "pass" {
		t.Errorf("the plan is %q", got)
	}
}
