package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/tally/tallytest"
)

func TestTallyKeepsCount(t *testing.T) {
	rules := Default().(*ruleset)
	tallytest.Game{Rules: rules, Printed: rules.Printed, Customs: tallyCustoms, Seeds: 24,
		Field: func(g adjudicator.Game) *field.Field { return &g.(*game).Field }}.KeepsCount(t)
}

func TestHarmNeedsAWord(t *testing.T) {
	rules := Default().(*ruleset)
	tallytest.Game{Rules: rules, Printed: rules.Printed, Seeds: 6}.HarmNeedsAWord(t)
}
