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
// again, and learn what it wanted. What the enemy holds already, by a ruling, is gone in the
// same way: a side is offered what it does not know to be taken.
func (g *game) chooseStart(t *adjudicator.Table) {
	start := &g.setting.StartChoice
	if g.TurnNo > 0 || start.To == 0 {
		return
	}
	t.Phase("A", adjudicator.Observer)
	forms := [2]*startForm{{g: g, side: athens}, {g: g, side: sparta}}
	forms[start.Order[1]].after = true
	for _, f := range forms {
		theirs := g.Pool.Hand[f.side.Other()]
		f.held = theirs != 0
		for n := start.From; n <= start.To; n++ {
			if g.coloured(f.side, n, g.Pool.Cup|theirs) != field.NoChit {
				f.numbers.Add(n)
			}
		}
	}
	var wanted [2]starting
	g.Juncture = field.Juncture{At: atStart, Both: true}
	a, b := t.AskBoth(forms[athens].question(), forms[sparta].question())
	g.Juncture = field.Juncture{}
	wanted[athens], wanted[sparta] = a.(starting), b.(starting)
	for _, side := range start.Order {
		if wanted[side].n == 0 {
			g.Tell(t, "10.1", 0, "start-declined", "Side", side)
			continue
		}
		c := g.coloured(side, wanted[side].n, g.Pool.Cup)
		if second := wanted[side].second; c == field.NoChit && second != 0 {
			if c = g.coloured(side, second, g.Pool.Cup); c != field.NoChit {
				g.tellStart(t, side, "choice-second", wanted[side].n, "Second", g.StratagemTerm(second))
			}
		}
		for c == field.NoChit {
			g.tellStart(t, side, "choice-gone", wanted[side].n)
			g.Missed[side].Add(wanted[side].n)
			if wanted[side] = t.Ask(side, forms[side].question()).(starting); wanted[side].n == 0 {
				break
			}
			c = g.coloured(side, wanted[side].n, g.Pool.Cup)
		}
		if c == field.NoChit {
			g.Tell(t, "10.1", 0, "start-declined", "Side", side)
			continue
		}
		g.Pool.Take(side, c)
		g.war().TellTaken(t, side, c, "start-chosen")
	}
	g.Missed = [2]field.NumberSet{}
}

// tellStart tells a side, and nobody else, what became of its choice.
func (g *game) tellStart(t *adjudicator.Table, side adjudicator.Side, key string, n field.StratagemNo, args ...any) {
	if t.Heard() {
		e := adjudicator.Event{Rule: "10.1"}
		e.Private[side] = adjudicator.Say("hellespont.event."+key, append(args, "Stratagem", g.StratagemTerm(n))...)
		t.Tell(e)
	}
}

// coloured returns a counter of a set with that stratagem in the side's own
// colour, or NoChit. One whose other face the enemy cannot choose is preferred.
func (g *game) coloured(side adjudicator.Side, n field.StratagemNo, among field.ChitSet) field.ChitNo {
	found := field.NoChit
	if g.Playing.IsWithdrawn(n) {
		return field.NoChit
	}
	for set := among; set != 0; {
		c := set.Pop()
		mine, theirs := false, false
		for _, f := range g.Counters[c].Faces {
			mine = mine || f.Stratagem == n && f.Colour.Of(side)
			theirs = theirs || f.Colour.Of(side.Other())
		}
		if mine && (found == field.NoChit || !theirs) {
			found = c
		}
	}
	return found
}

// drawStratagems is phase A: each side draws two counters in secret; one in the
// first turn, if it has chosen one before (10.1).
func (g *game) drawStratagems(t *adjudicator.Table) {
	n := 2
	if g.TurnNo == 0 && g.setting.StartChoice.FirstDraw > 0 {
		n = g.setting.StartChoice.FirstDraw
	}
	g.war().DrawPhase(t, n)
}

// startForm asks for the stratagem to begin with.
type startForm struct {
	g       *game
	side    adjudicator.Side
	numbers field.NumberSet
	after   bool // the other side chooses first
	held    bool // the other side holds counters
}

// mayMiss reports whether what the side chooses may be gone.
func (f *startForm) mayMiss() bool { return f.after || f.held }

// left are the stratagems that can be chosen, as far as the side knows.
func (f *startForm) left() field.NumberSet { return f.numbers &^ f.g.Missed[f.side] }

// mayDecline reports whether none can be chosen.
func (f *startForm) mayDecline() bool { return !f.g.Habits.MustTake || f.left() == 0 }

// has reports whether a stratagem can be chosen, as far as the side knows.
func (f *startForm) has(n field.StratagemNo) bool { return f.left().Has(n) }

func (f *startForm) question() adjudicator.Question {
	q := adjudicator.Question{Kind: atStart, Rule: "10.1", Verbs: verbsStart, Form: f,
		Prompt: adjudicator.Say("hellespont.ask.start", "Stratagems", f.terms())}
	switch {
	case f.held:
		q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.start-held"))
	case f.after:
		q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.start-second"))
	}
	return q
}

func (f *startForm) terms() adjudicator.Terms {
	var terms adjudicator.Terms
	for n := field.StratagemNo(1); n <= f.g.MaxStratagem; n++ {
		if f.has(n) {
			terms = append(terms, f.g.StratagemTerm(n))
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
	w := adjudicator.Words{adjudicator.Keyword("choose"), a.g.StratagemTerm(a.n)}
	if a.second != 0 {
		w = append(w, adjudicator.Keyword("else"), a.g.StratagemTerm(a.second))
	}
	return w
}

// Closes implements [adjudicator.Closing]: each side chooses once (10.1). Whose choice is gone
// chooses again when he is asked.
func (starting) Closes() ([]string, bool) { return verbsStart, true }

// Accept implements [adjudicator.Form].
func (f *startForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	order, ok := o.(chooseOrder)
	if !ok {
		return nil, field.NotNow(s, "10.1")
	}
	if order.None {
		if !f.mayDecline() {
			return nil, orders.IllegalAt(s, order.Span, "start-must", "10.1", "Stratagems", f.terms())
		}
		return starting{g: f.g}, nil
	}
	if !f.has(order.Number) {
		return nil, orders.IllegalAt(s, order.Span, "start-choice", "10.1",
			"Stratagem", f.g.StratagemTerm(order.Number), "Stratagems", f.terms())
	}
	switch {
	case order.Second == 0:
	case !f.mayMiss():
		return nil, orders.IllegalAt(s, order.SecondSpan, "start-second", "10.1")
	case !f.has(order.Second):
		return nil, orders.IllegalAt(s, order.SecondSpan, "start-choice", "10.1",
			"Stratagem", f.g.StratagemTerm(order.Second), "Stratagems", f.terms())
	}
	return starting{f.g, order.Number, order.Second}, nil
}

// Check implements [adjudicator.Form].
func (f *startForm) Check(a adjudicator.Answer) error {
	n, ok := a.(starting)
	switch {
	case ok && n.n == 0 && n.second == 0 && f.mayDecline(): // none
	case !ok || !f.has(n.n) || n.second != 0 && (!f.mayMiss() || !f.has(n.second)):
		return fmt.Errorf("%w: %v to begin with", field.ErrIllegal, a)
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
	if f.left() == 0 || !f.g.Habits.MustTake && r.IntN(12) == 0 {
		return starting{g: f.g}
	}
	a := starting{g: f.g, n: pick()}
	if f.mayMiss() && r.IntN(2) == 0 {
		a.second = pick()
	}
	return a
}

// Default implements [adjudicator.Form]: the first that can be chosen.
func (f *startForm) Default() adjudicator.Answer {
	if f.left() == 0 {
		return starting{g: f.g}
	}
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
			all = append(all, adjudicator.Choice{Words: starting{g: f.g, n: n}.Words(),
				Note: adjudicator.Say("bey.about." + f.g.StratagemTerm(n).ID)})
		}
	}
	if f.mayDecline() {
		all = append(all, adjudicator.Choice{Words: starting{g: f.g}.Words()})
	}
	return all
}
