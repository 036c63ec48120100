package host_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// Bare implements [cases.Rules].
func (l leaky) Bare(s adjudicator.Setup) (adjudicator.Game, error) {
	return l.Ruleset.(cases.Rules).Bare(s)
}

// Stage implements [cases.Rules].
func (l leaky) Stage(g adjudicator.Game) cases.Stage { return l.Ruleset.(cases.Rules).Stage(g) }

// TestCase plays two turns of Hellespont by mail, and a part of a third: what each
// is exported as passes as a case of the ruleset.
func TestCase(t *testing.T) {
	c := hosttest.NewClub(t)
	players := map[string]*mail.Signer{"athens": hosttest.People()["north"].SSH, "sparta": hosttest.People()["south"].SSH}
	seats := map[string]string{"athens": hosttest.People()["north"].Address, "sparta": hosttest.People()["south"].Address}
	var err error
	c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
	hosttest.Check(t, err)
	rnd, printer := rand.New(rand.NewPCG(8, 9)), templates.For("en", "hellespont")
	step := func() {
		c.Time = c.Time.Add(3 * time.Minute) // so that a long month stays within the mails of an hour
		for _, side := range twinSides {
			plan, err := c.Intake.Plan(t.Context(), c.Game, side, adjudicator.Random{Rand: rnd})
			hosttest.Check(t, err)
			if len(plan) == 0 {
				continue
			}
			var text strings.Builder
			for _, words := range plan {
				text.WriteString(printer.Words(words) + "\n")
			}
			if row := c.Receive(hosttest.Letter(seats[side], hosttest.Sign(t, players[side], c.Orders(side, text.String()), c.Time))); row.State != store.Accepted {
				t.Fatalf("%s: %s", row.State, row.Reason)
			}
			return
		}
		t.Fatal("nobody is asked anything")
	}
	for c.Turn() < 3 {
		step()
	}
	step()
	for turn := 1; turn <= 3; turn++ {
		text, err := c.Games.Case(t.Context(), c.Game, turn, "a turn by mail")
		hosttest.Check(t, err)
		read, err := cases.Read(strings.NewReader(text))
		hosttest.Check(t, err)
		if len(read) != 1 || read[0].Title != "a turn by mail" {
			t.Fatalf("%d cases:\n%s", len(read), text)
		}
		if err := read[0].Play(hellespont.Default().(cases.Rules)); err != nil {
			t.Errorf("turn %d: %v\n%s", turn, err, text)
		}
	}
	if _, err := c.Games.Case(t.Context(), c.Game, 4, ""); err == nil {
		t.Error("a case of a turn that has not begun")
	}
}
