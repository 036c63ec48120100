package host_test

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/templates"
)

// TestPlanChoosesOnce: what a plan orders once in a turn it does not order again, though he who
// thinks it over is asked again in thought: a file with both is refused.
func TestPlanChoosesOnce(t *testing.T) {
	c := hosttest.NewClub(t)
	seats := map[string]string{"athens": hosttest.People()["north"].Address, "sparta": hosttest.People()["south"].Address}
	var err error
	c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
	hosttest.Check(t, err)
	plan, err := c.Intake.Plan(t.Context(), c.Game, twinSides[0], adjudicator.Random{Rand: rand.New(rand.NewPCG(1, 1))})
	hosttest.Check(t, err)
	text := templates.For("en", "hellespont").Words(plan[0]) + "\n"
	if row := c.Receive(hosttest.Letter(seats[twinSides[0]], hosttest.Sign(t, hosttest.People()["north"].SSH, c.Orders(twinSides[0], text), c.Time))); row.State != store.Accepted {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	chosen := 0
	for seed := range uint64(60) {
		plan, err := c.Intake.Plan(t.Context(), c.Game, twinSides[1], adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 1))})
		hosttest.Check(t, err)
		n := 0
		for _, words := range plan {
			if words[0] == adjudicator.Keyword("choose") {
				n++
			}
		}
		if chosen += n; n > 1 {
			t.Errorf("seed %d: the stratagem to begin with is chosen %d times", seed, n)
		}
	}
	if chosen == 0 {
		t.Error("nobody has chosen anything")
	}
}
