package hellespont

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/orders"
)

// chooseStart lets each side take a stratagem of its own before the first turn
// (10.1). Athens comes first. Since the two faces of a counter can belong to different
// sides, the choice of Sparta may be gone: then it is given the second one that it has
// named, and asked again if it has named none. Its enemy would see that it is asked
// again, and learn what it wanted.
func (g *game) chooseStart(t *adjudicator.Table) {
	start := &g.setting.StartChoice
	if start.To == 0 {
		return
	}
	t.Phase("A", adjudicator.Observer)
	forms := [2]*startForm{{g: g, side: athens}, {g: g, side: sparta}}
	forms[start.Order[1]].mayMiss = true
	for side, f := range forms {
		for n := start.From; n <= start.To; n++ {
			if g.coloured(adjudicator.Side(side), n) != noChit {
				f.numbers.add(n)
			}
		}
	}
	var wanted [2]starting
	g.juncture = juncture{at: atStart, both: true}
	a, b := t.AskBoth(forms[athens].question(), forms[sparta].question())
	g.juncture = juncture{}
	wanted[athens], wanted[sparta] = a.(starting), b.(starting)
	for _, side := range start.Order {
		if wanted[side].n == 0 {
			g.tell(t, "10.1", 0, "start-declined", "Side", g.sideTerm(side))
			continue
		}
		c := g.coloured(side, wanted[side].n)
		if second := wanted[side].second; c == noChit && second != 0 {
			if c = g.coloured(side, second); c != noChit {
				g.tellStart(t, side, "choice-second", wanted[side].n, "Second", g.stratagemTerm(second))
			}
		}
		for c == noChit {
			g.tellStart(t, side, "choice-gone", wanted[side].n)
			g.missed[side].add(wanted[side].n)
			if wanted[side] = t.Ask(side, forms[side].question()).(starting); wanted[side].n == 0 {
				break
			}
			c = g.coloured(side, wanted[side].n)
		}
		if c == noChit {
			g.tell(t, "10.1", 0, "start-declined", "Side", g.sideTerm(side))
			continue
		}
		g.take(t, side, c, "start-chosen")
	}
	g.missed = [2]numberSet{}
}

// tellStart tells a side, and nobody else, what became of its choice.
func (g *game) tellStart(t *adjudicator.Table, side adjudicator.Side, key string, n field.StratagemNo, args ...any) {
	if t.Heard() {
		e := adjudicator.Event{Rule: "10.1"}
		e.Private[side] = adjudicator.Say("hellespont.event."+key, append(args, "Stratagem", g.stratagemTerm(n))...)
		t.Tell(e)
	}
}

// coloured returns a counter in the cup with that stratagem in the side's own
// colour, or noChit. One whose other face the enemy cannot choose is preferred.
func (g *game) coloured(side adjudicator.Side, n field.StratagemNo) chit {
	found := noChit
	if g.scenario.IsWithdrawn(n) {
		return noChit
	}
	for set := g.chits.Cup; set != 0; {
		c := set.Pop()
		mine, theirs := false, false
		for _, f := range g.Counters[c].Faces {
			mine = mine || f.Stratagem == n && f.Colour.Of(side)
			theirs = theirs || f.Colour.Of(side.Other())
		}
		if mine && (found == noChit || !theirs) {
			found = c
		}
	}
	return found
}

// take moves a counter from the cup into a hand and tells its owner which.
func (g *game) take(t *adjudicator.Table, side adjudicator.Side, c chit, key string) {
	g.chits.Take(side, c)
	g.tellTaken(t, side, c, key)
}

// tellTaken tells a side which counter has come from the cup into its hand, and the other
// that one has.
func (g *game) tellTaken(t *adjudicator.Table, side adjudicator.Side, c chit, key string) {
	if !t.Heard() {
		return
	}
	e := adjudicator.Event{Rule: "A", Public: adjudicator.Say("hellespont.event."+key, "Side", g.sideTerm(side))}
	e.Private[side] = adjudicator.Say("hellespont.event."+key+"-yours", "Faces", adjudicator.Either(g.faceTerms(c)))
	t.Tell(e)
}

// faceTerms names the two faces of a counter.
func (g *game) faceTerms(c chit) adjudicator.Terms {
	faces := g.Counters[c].Faces
	return adjudicator.Terms{g.stratagemTerm(faces[0].Stratagem), g.stratagemTerm(faces[1].Stratagem)}
}

// drawStratagems is phase A: each side draws two counters in secret; one in the
// first turn, if it has chosen one before (10.1).
func (g *game) drawStratagems(t *adjudicator.Table) {
	t.Phase("A", adjudicator.Observer)
	n := 2
	if g.turn == 0 && g.setting.StartChoice.FirstDraw > 0 {
		n = g.setting.StartChoice.FirstDraw
	}
	for side := range g.chits.Hand {
		g.drawChits(t, adjudicator.Side(side), n)
	}
}

// drawChits draws counters from the cup, as many as there are.
func (g *game) drawChits(t *adjudicator.Table, side adjudicator.Side, n int) {
	for ; n > 0 && g.chits.Cup != 0; n-- {
		g.tellTaken(t, side, g.chits.Draw(side, t.Draw), "drew")
	}
}

// rollActionPoints is B.1: both sides throw two dice for initiative and points.
func (g *game) rollActionPoints(t *adjudicator.Table) {
	t.Phase("B.1", adjudicator.Observer)
	g.active, g.phase.fortune = adjudicator.Observer, false
	var totals [2]int
	for side := range totals {
		for _, face := range t.Roll(g.now().Dice) {
			totals[side] += face
		}
		g.points[side] = g.now().Points(totals[side])
		if t.Heard() {
			g.tell(t, "B.1", 1, "dice", "Side", g.sideTerm(adjudicator.Side(side)), "Total", totals[side], "Points", g.points[side])
		}
	}
	switch {
	case totals[athens] > totals[sparta]:
		g.initiative = athens
	case totals[athens] < totals[sparta]:
		g.initiative = sparta
	default:
		g.initiative = g.advantage
	}
	if t.Heard() {
		key := "initiative"
		if totals[athens] == totals[sparta] {
			key = "initiative-tie"
		}
		g.tell(t, "B.1", 0, key, "Side", g.sideTerm(g.initiative))
	}
	g.moments(t, afterDice)
}

// occasionOfBoth is what the question is called that both sides are asked at a moment, and
// its rule.
type occasionOfBoth struct{ kind, rule string }

var momentsOfBoth = map[moment]occasionOfBoth{afterDice: {atFortune, "B.1"}, reinforcing: {atReinforcing, "B.2"}, closing: {atClosing, "8"}}

// moments asks both sides whether they play something, the holder of the Advantage
// first, until neither does.
func (g *game) moments(t *adjudicator.Table, m moment) {
	g.momentsOn(t, m, juncture{side: g.advantage, first: g.advantage})
}

// momentsOn asks them from a side on.
func (g *game) momentsOn(t *adjudicator.Table, m moment, j juncture) {
	o := momentsOfBoth[m]
	j.at = o.kind
	for {
		for g.armed(j.side) || g.advantage == j.side && (m == afterDice || g.advantageHelps(j.side)) {
			p, ok := g.askPlay(t, j, m, o.rule)
			if !ok {
				break
			}
			g.playNow(t, p)
			j.again = true
		}
		switch {
		case j.side == j.first:
			j.side = j.first.Other()
		case !j.again:
			return
		default:
			j.side, j.again = j.first, false
		}
	}
}

// startForm asks for the stratagem to begin with.
type startForm struct {
	g       *game
	side    adjudicator.Side
	numbers numberSet
	mayMiss bool // the other side chooses first
}

var startVerbs = []string{"choose"}

// has reports whether a stratagem can be chosen, as far as the side knows.
func (f *startForm) has(n field.StratagemNo) bool { return (f.numbers &^ f.g.missed[f.side]).has(n) }

func (f *startForm) question() adjudicator.Question {
	q := adjudicator.Question{Kind: atStart, Rule: "10.1", Verbs: startVerbs, Form: f,
		Prompt: adjudicator.Say("hellespont.ask.start", "Stratagems", f.terms())}
	if f.mayMiss {
		q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.start-second"))
	}
	return q
}

func (f *startForm) terms() adjudicator.Terms {
	var terms adjudicator.Terms
	for n := field.StratagemNo(1); n <= f.g.MaxStratagem; n++ {
		if f.has(n) {
			terms = append(terms, f.g.stratagemTerm(n))
		}
	}
	return terms
}

// starting is the answer "choose S5", or "choose S5 else S7" with the one to take if the
// first is gone, else 0; or "choose none", with n 0.
type starting struct {
	g         *game
	n, second field.StratagemNo
}

// Words implements [adjudicator.Answer].
func (a starting) Words() adjudicator.Words {
	if a.n == 0 {
		return adjudicator.Words{adjudicator.Keyword("choose"), adjudicator.Keyword("none")}
	}
	w := adjudicator.Words{adjudicator.Keyword("choose"), a.g.stratagemTerm(a.n)}
	if a.second != 0 {
		w = append(w, adjudicator.Keyword("else"), a.g.stratagemTerm(a.second))
	}
	return w
}

// Accept implements [adjudicator.Form].
func (f *startForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	order, ok := o.(chooseOrder)
	if !ok {
		return nil, notNow(s, "10.1")
	}
	if order.none {
		if f.g.habits.mustTake {
			return nil, orders.IllegalAt(s, order.span, "start-must", "10.1", "Stratagems", f.terms())
		}
		return starting{g: f.g}, nil
	}
	if !f.has(order.number) {
		return nil, orders.IllegalAt(s, order.span, "start-choice", "10.1",
			"Stratagem", f.g.stratagemTerm(order.number), "Stratagems", f.terms())
	}
	switch {
	case order.second == 0:
	case !f.mayMiss:
		return nil, orders.IllegalAt(s, order.secondSpan, "start-second", "10.1")
	case !f.has(order.second):
		return nil, orders.IllegalAt(s, order.secondSpan, "start-choice", "10.1",
			"Stratagem", f.g.stratagemTerm(order.second), "Stratagems", f.terms())
	}
	return starting{f.g, order.number, order.second}, nil
}

// Check implements [adjudicator.Form].
func (f *startForm) Check(a adjudicator.Answer) error {
	n, ok := a.(starting)
	switch {
	case ok && n.n == 0 && n.second == 0 && !f.g.habits.mustTake: // none
	case !ok || !f.has(n.n) || n.second != 0 && (!f.mayMiss || !f.has(n.second)):
		return fmt.Errorf("%w: %v to begin with", errIllegal, a)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *startForm) Sample(r *rand.Rand) adjudicator.Answer {
	pick := func() field.StratagemNo {
		for {
			if n := field.StratagemNo(1 + r.IntN(int(f.g.MaxStratagem))); f.has(n) {
				return n
			}
		}
	}
	if !f.g.habits.mustTake && r.IntN(12) == 0 {
		return starting{g: f.g}
	}
	a := starting{g: f.g, n: pick()}
	if f.mayMiss && r.IntN(2) == 0 {
		a.second = pick()
	}
	return a
}

// Default implements [adjudicator.Form]: the first that can be chosen.
func (f *startForm) Default() adjudicator.Answer {
	n := field.StratagemNo(1)
	for !f.has(n) {
		n++
	}
	return starting{g: f.g, n: n}
}

// Choices implements [adjudicator.Form].
func (f *startForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for n := field.StratagemNo(1); n <= f.g.MaxStratagem; n++ {
		if f.has(n) {
			all = append(all, adjudicator.Choice{Words: starting{g: f.g, n: n}.Words()})
		}
	}
	if !f.g.habits.mustTake {
		all = append(all, adjudicator.Choice{Words: starting{g: f.g}.Words()})
	}
	return all
}
