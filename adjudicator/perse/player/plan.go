package player

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// Seats makes players for the ruleset, and has them propose plans: it is the game that a session plays, or nil if it is of
// another ruleset.
type Seats func(adjudicator.Game) *field.War

// Player implements [adjudicator.Bot] with one who plays by habit.
func (of Seats) Player(*rand.Rand) adjudicator.Player { return habit{of: of} }

// habit is who plays as [mind] wishes, bent by what a plan intends; he remembers nothing.
type habit struct {
	of   Seats
	bent intent
}

// Answer implements [adjudicator.Player].
func (p habit) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	g, f := p.of(s.Game()), formOf(q)
	if g == nil || f == nil {
		return q.Form.Default()
	}
	return mind{g, p.bent}.answer(side, q.Kind, f)
}

// formOf is the form of a question of the game; nil of another's.
func formOf(q *adjudicator.Question) *order.Form {
	f, _ := q.Form.(*order.Form)
	return f
}

// intent is what a plan has somebody do otherwise than by habit, to the end of the turn for which it was made.
type intent struct {
	turn   int    // the turn; 0 intends nothing
	leaves string // the verb of what he leaves undone of what he would make ready
	waits  bool   // he does nothing in his segments, and keeps his points for interceptions
	tries  string // how he answers where he may intercept: "intercept" or "let"
	fights string // how he answers in a fight: "fight" or "break"
	holds  string // where he fights: "inside" or "outside"
}

// governs reports whether an intent says how a question of a kind is answered.
func (x intent) governs(g *field.War, kind string) bool {
	if x.turn == 0 || x.turn != g.TurnNo {
		return false
	}
	switch kind {
	case "ready":
		return x.leaves != ""
	case "act":
		return x.waits
	case "intercept":
		return x.tries != ""
	case "fight", "seafight":
		return x.fights != ""
	case "city":
		return x.holds != ""
	}
	return false
}

// bend changes wishes to what is intended.
func (x intent) bend(g *field.War, kind string, f *order.Form, wishes []order.Act) []order.Act {
	if !x.governs(g, kind) {
		return wishes
	}
	switch kind {
	case "ready":
		return slices.DeleteFunc(wishes, func(a order.Act) bool { return a.Verb == x.leaves })
	case "act":
		return []order.Act{{Verb: "pass"}}
	case "intercept":
		return tried(x.tries, f, wishes)
	case "city":
		return []order.Act{{Verb: x.holds}}
	case "seafight":
		if x.fights == "break" {
			return verbed(f, "withdraw")
		}
	}
	return append([]order.Act{{Verb: x.fights}}, wishes...)
}

// tried are wishes of who tries whenever he can, with what he would have tried by habit first; or never.
func tried(how string, f *order.Form, wishes []order.Act) []order.Act {
	let := order.Act{Verb: "let"}
	if how == "let" {
		return []order.Act{let}
	}
	return append(slices.DeleteFunc(wishes, func(a order.Act) bool { return a == let }), append(verbed(f, "intercept"), let)...)
}

// verbed are the answers of a form with a verb, without a stratagem.
func verbed(f *order.Form, verb string) (all []order.Act) {
	for _, a := range f.Open() {
		if a.Verb == verb && a.Play == "" {
			all = append(all, a)
		}
	}
	return all
}

// sight is who stands where, for all to see: how many markers of the enemy each zone has, and whether units are there without one.
type sight [64]int8

// seen is what a side sees of its enemy.
func seen(g *field.War, side adjudicator.Side) (s sight) {
	for z := range board.Zone(g.Rules.Map.Len()) {
		for _, sea := range []bool{false, true} {
			names, units := g.Enemies(field.Force{Side: side, At: z, Sea: sea})
			s[z] += int8(4*names.Len() + field.Yes(units))
		}
	}
	return s
}

// step is an answer of a plan: to which kind of question, and what was seen of the enemy when it was thought of.
type step struct {
	kind string
	act  order.Act
	seen sight
}

// scheme is a plan: answers one after the other, and an intent behind them.
type scheme struct {
	of    Seats
	steps []step
	bent  intent
}

// Player implements [adjudicator.Plan].
func (x scheme) Player(*rand.Rand) adjudicator.Player { return &schemer{scheme: x} }

// schemer carries a plan out, and plays by habit behind it.
type schemer struct {
	scheme
	over bool // the steps have been overtaken
}

// Answer implements [adjudicator.Player].
func (p *schemer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	g, f := p.of(s.Game()), formOf(q)
	if g == nil || f == nil {
		return q.Form.Default()
	}
	if a, ok := p.next(g, side, q.Kind, f); ok {
		return a
	}
	return mind{g, p.bent}.answer(side, q.Kind, f)
}

// Rest implements [adjudicator.Follower].
func (p *schemer) Rest() adjudicator.Plan {
	rest := p.scheme
	if p.over {
		rest.steps = nil
	}
	if len(rest.steps) == 0 && rest.bent == (intent{}) {
		return nil
	}
	return rest
}

// Overtaken implements [adjudicator.Follower]: the plan is done, something has come between, or what is asked is none of its
// questions.
func (p *schemer) Overtaken(s *adjudicator.Session, side adjudicator.Side) bool {
	g, q := p.of(s.Game()), s.Asked(side)
	if g == nil || q == nil || formOf(q) == nil {
		return true
	}
	trial := *p
	_, ok := trial.next(g, side, q.Kind, formOf(q))
	return !ok && !p.bent.governs(g, q.Kind)
}

// next is the answer that the next step of the plan is to a question. What is no question of the step's kind leaves it for
// later; the enemy who has moved, or a step that is not legal any more, ends the steps.
func (p *schemer) next(g *field.War, side adjudicator.Side, kind string, f *order.Form) (order.Act, bool) {
	if p.over || len(p.steps) == 0 || p.steps[0].kind != kind {
		return order.Act{}, false
	}
	one := p.steps[0]
	a, why := f.Judge(one.act)
	if why != nil || one.seen != seen(g, side) {
		p.over = true
		return order.Act{}, false
	}
	p.steps = slices.Clone(p.steps[1:])
	return a, true
}
