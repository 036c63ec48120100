package host_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

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
	c := newClub(t)
	players := map[string]*mail.Signer{"athens": people()["north"].ssh, "sparta": people()["south"].ssh}
	seats := map[string]string{"athens": people()["north"].address, "sparta": people()["south"].address}
	var err error
	c.game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: answerTime, Language: "en", Seats: seats})
	check(t, err)
	rnd, printer := rand.New(rand.NewPCG(8, 9)), templates.For("en", "hellespont")
	step := func() {
		c.now = c.now.Add(3 * time.Minute) // so that a long month stays within the mails of an hour
		for _, side := range twinSides {
			plan, err := c.Intake.Plan(t.Context(), c.game, side, adjudicator.Random{Rand: rnd})
			check(t, err)
			if len(plan) == 0 {
				continue
			}
			var text strings.Builder
			for _, words := range plan {
				text.WriteString(printer.Words(words) + "\n")
			}
			if row := c.receive(letter(seats[side], sign(t, players[side], c.orders(side, text.String()), c.now))); row.State != store.Accepted {
				t.Fatalf("%s: %s", row.State, row.Reason)
			}
			return
		}
		t.Fatal("nobody is asked anything")
	}
	for c.turn() < 3 {
		step()
	}
	step()
	for turn := 1; turn <= 3; turn++ {
		text, err := c.Games.Case(t.Context(), c.game, turn, "a turn by mail")
		check(t, err)
		read, err := cases.Read(strings.NewReader(text))
		check(t, err)
		if len(read) != 1 || read[0].Title != "a turn by mail" {
			t.Fatalf("%d cases:\n%s", len(read), text)
		}
		if err := read[0].Play(hellespont.Default().(cases.Rules)); err != nil {
			t.Errorf("turn %d: %v\n%s", turn, err, text)
		}
	}
	if _, err := c.Games.Case(t.Context(), c.game, 4, ""); err == nil {
		t.Error("a case of a turn that has not begun")
	}
}
