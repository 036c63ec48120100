package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// Announce asks the active player how many of his points he spends in this action
// phase (B.3.1). With one point left there is nothing to choose. The least that he can
// announce commits him to nothing.
func (g Marches) Announce(t *adjudicator.Table, active adjudicator.Side) {
	f := spending(g.Points[active])
	q := adjudicator.Question{Kind: "spend", Rule: "B.3.1", Verbs: order.SpendVerbs, Form: f, Settled: f.Most == 1, Slight: true}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.spend", "Points", f.Most)
		q.Facts = g.Prices(t, active)
	}
	n := int(g.AskAt(t, field.Juncture{At: field.AtSpend, Side: active}, q).(Spending))
	g.Phase.Acting, g.Phase.Spend = true, n
	g.Tell(t, "B.3.1", 0, "announced", "Side", active, "Points", n, "Left", g.Points[active]-n)
}

// Prices tell what the points can be spent on: each activation, and the combats.
func (g Marches) Prices(t *adjudicator.Table, active adjudicator.Side) []adjudicator.Phrase {
	if g.Points[active] == 1 {
		return nil // nothing is asked
	}
	was := g.Phase.Spend
	g.Phase.Spend = g.Points[active]
	f := ActForm{G: g, T: t, Side: active, Current: board.NoZone, Actions: true}
	facts := append(f.facts(), adjudicator.Say("bey.fact.combat-cost"))
	g.Phase.Spend = was
	return facts
}

// SpendForm is the question how many points to spend: 1 to most. The least must be spent.
type SpendForm struct{ form.Number[Spending] }

// spending makes one.
func spending(most int) *SpendForm {
	return &SpendForm{form.Number[Spending]{Least: 1, Most: most,
		Of: func(o adjudicator.Order) (Spending, bool) {
			x, ok := o.(order.SpendOrder)
			return Spending(x.Points), ok
		},
		Refuse: func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
			x, ok := o.(order.SpendOrder)
			if !ok {
				return field.NotNow(s, "B.3.1")
			}
			return orders.IllegalAt(s, x.Span, "spend-range", "B.3.1", "Points", x.Points, "Limit", most)
		}}}
}

// Spending is the answer "spend 3".
type Spending int

// Words implements [adjudicator.Answer].
func (n Spending) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword("spend"), int(n)}
}
