package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// worksVerbs are the orders of works.
var worksVerbs = []order.Verb{{Id: "build", Read: func(*order.Reader) adjudicator.Order { return buildOrder{} }}}

var verbsWorks = []string{"build", "pass"}

// buildOrder is "build".
type buildOrder struct{}

// works is phase C: Sparta may try to build the walls (5.1). The Advantage does not have
// its die thrown again.
func (g *game) works(t *adjudicator.Table) {
	t.Phase("C", sparta)
	g.Active = sparta
	if g.buildable() {
		g.build(t)
	}
	g.Active = adjudicator.Observer
}

// buildable reports whether Sparta may build: it holds the Advantage and the citadel, no
// unit of Athens stands before the walls, which do not stand and have not been destroyed in
// the turn in play (5).
func (g *game) buildable() bool {
	switch {
	case g.setting.WithoutMainMap && !g.options.worksAlways:
		return false
	case g.Advantage != sparta || g.faces[g.citadel] != sparta:
		return false
	case g.walls == data.WallStanding || g.sapped == g.turnNumber():
		return false
	}
	return !g.approaches.Meets(g.Held[athens])
}

// build asks whether Sparta tries, and throws the die.
func (g *game) build(t *adjudicator.Table) {
	need := g.turn().Wall
	q := adjudicator.Question{Kind: atWorks, Rule: "5.1", Verbs: verbsWorks, Free: true, Form: &worksForm{g}}
	if t.Heard() {
		q.Prompt = adjudicator.Say("amphipolis.ask.works", "Need", need)
	}
	if _, ok := g.war().AskAt(t, field.Juncture{At: atWorks, Side: sparta}, q).(building); !ok {
		return
	}
	die, key := t.Die(), "works-failed"
	if die >= need {
		g.walls, key = data.WallStanding, "works-built"
	}
	if t.Heard() {
		g.tell(t, "5.1", 0, key, "Side", g.SideTerm(sparta), "Die", die, "Need", need)
	}
}

// worksForm asks whether to build.
type worksForm struct{ g *game }

// building is the answer "build".
type building struct{}

// Words implements [adjudicator.Answer].
func (building) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("build")} }

// Accept implements [adjudicator.Form].
func (f *worksForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o.(type) {
	case buildOrder:
		return building{}, nil
	case order.PassOrder:
		return chit.Passing{}, nil
	}
	return nil, field.NotNow(s, "5.1")
}

// Check implements [adjudicator.Form].
func (f *worksForm) Check(a adjudicator.Answer) error {
	switch a.(type) {
	case building, chit.Passing:
		return nil
	}
	return field.ErrIllegal
}

// Sample implements [adjudicator.Form].
func (f *worksForm) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(3) > 0 {
		return building{}
	}
	return f.Default()
}

// Default implements [adjudicator.Form].
func (f *worksForm) Default() adjudicator.Answer { return chit.Passing{} }

// Choices implements [adjudicator.Form].
func (f *worksForm) Choices() []adjudicator.Choice {
	return []adjudicator.Choice{
		{Words: building{}.Words(), Note: adjudicator.Say("amphipolis.note.build", "Need", f.g.turn().Wall)},
		{Words: chit.Passing{}.Words()}}
}

// Advise implements [adjudicator.Adviser].
func (f *worksForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x worksRule) (adjudicator.Answer, bool) {
		if x.build {
			return building{}, x.when.Now(&f.g.Field)
		}
		return f.Default(), x.when.Now(&f.g.Field)
	})
}
