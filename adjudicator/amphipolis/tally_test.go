package amphipolis

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/tally/tallytest"
)

func TestTallyKeepsCount(t *testing.T) {
	rules := Default().(*ruleset)
	tallytest.Game{Rules: rules, Printed: rules.Printed, Customs: tallyCustoms, Seeds: 20,
		Field: func(g adjudicator.Game) *field.Field { return &g.(*game).Field }}.KeepsCount(t)
}

func TestHarmNeedsAWord(t *testing.T) {
	rules := Default().(*ruleset)
	tallytest.Game{Rules: rules, Printed: rules.Printed, Seeds: 12, Bare: func(a adjudicator.Answer) adjudicator.Order {
		if _, ok := a.(*operation); ok {
			return operateOrder{Consent: order.Consent{Unpaid: true}}
		}
		return nil
	}}.HarmNeedsAWord(t)
}
