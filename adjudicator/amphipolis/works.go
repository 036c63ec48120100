package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// worksVerbs are the orders of works.
var worksVerbs = []order.Verb{{Id: "build", Read: func(*order.Reader) adjudicator.Order { return building{} }}}

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
	case g.setting.WithoutMainMap && !g.options.WorksAlways:
		return false
	case g.Advantage != sparta || g.faces[g.citadel] != sparta:
		return false
	case g.walls == data.WallStanding || g.sapped != nil && *g.sapped == g.turnNumber():
		return false
	}
	return !g.approaches.Meets(g.Held[athens])
}

// build asks whether Sparta tries, and throws the die.
func (g *game) build(t *adjudicator.Table) {
	need := g.turn().Wall
	q := adjudicator.Question{Kind: atWorks, Rule: "5.1", Verbs: []string{"build", "pass"}, Free: true, Form: g.worksForm(need)}
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
	g.tell(t, "5.1", 0, key, "Side", sparta, "Die", die, "Need", need)
}

// building is "build": the order and the answer.
type building struct{}

// Words implements [adjudicator.Answer].
func (building) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("build")} }

// worksForm asks whether to build.
type worksForm struct {
	form.Menu[adjudicator.Answer]
	g *game
}

// worksForm makes one: "build" or "pass", for a die that needs so much.
func (g *game) worksForm(need int) *worksForm {
	return &worksForm{g: g, Menu: form.Menu[adjudicator.Answer]{Last: true,
		Open: func() []adjudicator.Answer { return []adjudicator.Answer{building{}, chit.Passing{}} },
		Of: func(o adjudicator.Order) (adjudicator.Answer, bool) {
			if _, pass := o.(order.PassOrder); pass {
				return chit.Passing{}, true
			}
			a, ok := o.(building)
			return a, ok
		},
		Refuse: func(_ adjudicator.Order, s *orders.Statement) *orders.Diagnostic { return field.NotNow(s, "5.1") },
		Note: func(a adjudicator.Answer) (note adjudicator.Phrase) {
			if a == (building{}) {
				note = adjudicator.Say("amphipolis.note.build", "Need", need)
			}
			return note
		},
		Draw: func(r *rand.Rand, open []adjudicator.Answer) adjudicator.Answer {
			if r.IntN(3) > 0 {
				return open[0]
			}
			return open[1]
		}}}
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
