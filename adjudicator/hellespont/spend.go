package hellespont

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// announce asks the active player how many of his points he spends in this action
// phase (B.3.1). With one point left there is nothing to choose. The least that he can
// announce commits him to nothing.
func (g *game) announce(t *adjudicator.Table, active adjudicator.Side) {
	f := &spendForm{g.points[active]}
	q := adjudicator.Question{Kind: "spend", Rule: "B.3.1", Verbs: spendVerbs, Form: f, Settled: f.most == 1, Slight: true}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.spend", "Points", f.most)
		q.Facts = g.prices(t, active)
	}
	n := int(g.askAt(t, juncture{at: atSpend, side: active}, q).(spending))
	g.phase.acting, g.phase.spend = true, n
	if t.Heard() {
		g.tell(t, "B.3.1", 0, "announced", "Side", g.sideTerm(active), "Points", n, "Left", g.points[active]-n)
	}
}

// prices tell what the points can be spent on: each activation, and the combats.
func (g *game) prices(t *adjudicator.Table, active adjudicator.Side) []adjudicator.Phrase {
	if g.points[active] == 1 {
		return nil // nothing is asked
	}
	was := g.phase.spend
	g.phase.spend = g.points[active]
	f := actForm{g: g, t: t, side: active, current: board.NoZone, actions: true}
	facts := append(f.facts(), adjudicator.Say("hellespont.fact.combat-cost"))
	g.phase.spend = was
	return facts
}

var spendVerbs = []string{"spend"}

// spendForm is the question how many points to spend: 1 to most.
type spendForm struct{ most int }

// spending is the answer "spend 3".
type spending int

// Words implements [adjudicator.Answer].
func (n spending) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword("spend"), int(n)}
}

// Accept implements [adjudicator.Form].
func (f *spendForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	order, ok := o.(spendOrder)
	if !ok {
		return nil, notNow(s, "B.3.1")
	}
	if order.points < 1 || order.points > f.most {
		return nil, orders.IllegalAt(s, order.span, "spend-range", "B.3.1", "Points", order.points, "Limit", f.most)
	}
	return spending(order.points), nil
}

// Check implements [adjudicator.Form].
func (f *spendForm) Check(a adjudicator.Answer) error {
	if n, ok := a.(spending); !ok || n < 1 || int(n) > f.most {
		return fmt.Errorf("%w: %v points of %d", errIllegal, a, f.most)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *spendForm) Sample(r *rand.Rand) adjudicator.Answer { return spending(1 + r.IntN(f.most)) }

// Default implements [adjudicator.Form]: the least that must be spent.
func (f *spendForm) Default() adjudicator.Answer { return spending(1) }

// Choices implements [adjudicator.Form].
func (f *spendForm) Choices() []adjudicator.Choice {
	all := make([]adjudicator.Choice, f.most)
	for i := range all {
		all[i].Words = spending(i + 1).Words()
	}
	return all
}
