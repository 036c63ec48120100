package march

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Announce asks the active player how many of his points he spends in this action
// phase (B.3.1). With one point left there is nothing to choose. The least that he can
// announce commits him to nothing.
func (g Marches) Announce(t *adjudicator.Table, active adjudicator.Side) {
	f := &SpendForm{g.Points[active]}
	q := adjudicator.Question{Kind: "spend", Rule: "B.3.1", Verbs: order.SpendVerbs, Form: f, Settled: f.Most == 1, Slight: true}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.spend", "Points", f.Most)
		q.Facts = g.Prices(t, active)
	}
	n := int(g.AskAt(t, field.Juncture{At: field.AtSpend, Side: active}, q).(Spending))
	g.Phase.Acting, g.Phase.Spend = true, n
	if t.Heard() {
		g.Tell(t, "B.3.1", 0, "announced", "Side", g.SideTerm(active), "Points", n, "Left", g.Points[active]-n)
	}
}

// Prices tell what the points can be spent on: each activation, and the combats.
func (g Marches) Prices(t *adjudicator.Table, active adjudicator.Side) []adjudicator.Phrase {
	if g.Points[active] == 1 {
		return nil // nothing is asked
	}
	was := g.Phase.Spend
	g.Phase.Spend = g.Points[active]
	f := ActForm{G: g, t: t, Side: active, Current: board.NoZone, Actions: true}
	facts := append(f.facts(), adjudicator.Say("bey.fact.combat-cost"))
	g.Phase.Spend = was
	return facts
}

// SpendForm is the question how many points to spend: 1 to most.
type SpendForm struct{ Most int }

// Spending is the answer "spend 3".
type Spending int

// Words implements [adjudicator.Answer].
func (n Spending) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword("spend"), int(n)}
}

// Accept implements [adjudicator.Form].
func (f *SpendForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	order, ok := o.(order.SpendOrder)
	if !ok {
		return nil, field.NotNow(s, "B.3.1")
	}
	if order.Points < 1 || order.Points > f.Most {
		return nil, orders.IllegalAt(s, order.Span, "spend-range", "B.3.1", "Points", order.Points, "Limit", f.Most)
	}
	return Spending(order.Points), nil
}

// Check implements [adjudicator.Form].
func (f *SpendForm) Check(a adjudicator.Answer) error {
	if n, ok := a.(Spending); !ok || n < 1 || int(n) > f.Most {
		return fmt.Errorf("%w: %v points of %d", field.ErrIllegal, a, f.Most)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *SpendForm) Sample(r *rand.Rand) adjudicator.Answer { return Spending(1 + r.IntN(f.Most)) }

// Default implements [adjudicator.Form]: the least that must be spent.
func (f *SpendForm) Default() adjudicator.Answer { return Spending(1) }

// Choices implements [adjudicator.Form].
func (f *SpendForm) Choices() []adjudicator.Choice {
	all := make([]adjudicator.Choice, f.Most)
	for i := range all {
		all[i].Words = Spending(i + 1).Words()
	}
	return all
}
