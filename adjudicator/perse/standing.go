package perse

import (
	_ "embed" // the standing orders to begin with

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/perse/data"
	"keryx/orders"
)

//go:embed starter.toml
var starter string

var starters = advice.ReadStarters(starter)

// Starter implements [adjudicator.Guide].
func (r *Rules) Starter(side adjudicator.Side, lang string) string {
	return starters.For(data.SideIDs[side], lang)
}

// standing is a standing order: the kind of question that it answers, and what it answers with, in
// order: verbs, or zones of a retreat.
type standing struct {
	kind  string
	tried []string
}

// subjects are the kinds of questions by the word with which a standing order begins.
var subjects = map[string]string{
	"interceptions": "intercept",
	"offers":        "offer", "offres": "offer",
	"stratagems": "ruse", "stratagemes": "ruse",
	"city": "city", "ville": "city",
	"battles": "fight", "batailles": "fight",
	"losses": "losses", "pertes": "losses",
	"retreat": "retreat", "recul": "retreat",
	"moments":   "window",
	"seafights": "seafight", "combats": "seafight",
}

// answers are the verbs by which each kind can be answered in advance.
var answers = map[string][]string{
	"intercept": {"let", "intercept", "superior"}, "offer": {"decline", "agree"}, "ruse": {"none", "play"}, "window": {"none"}, "city": {"inside", "outside"},
	"fight": {"fight", "break", "part", "able"}, "losses": {"weakest", "strongest"}, "seafight": {"fight", "withdraw", "able"},
}

// readStanding reads "battles: fight, else break", and "retreat: Attica, else Megaris".
func readStanding(lexicon *orders.Lexicon, rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	unknown := func() []*orders.Diagnostic {
		return []*orders.Diagnostic{orders.IllegalAt(rule, orders.Span{Line: rule.Line}, "no-such-standing", "2")}
	}
	if len(rule.Subject) != 1 || len(rule.Actions) != 1 {
		return nil, unknown()
	}
	s := standing{kind: subjects[rule.Subject[0].Fold]}
	if s.kind == "" {
		return nil, unknown()
	}
	for _, words := range rule.Actions[0].Alternatives {
		id, ok := alternative(lexicon, s.kind, words)
		if !ok {
			return nil, unknown()
		}
		s.tried = append(s.tried, id)
	}
	return s, nil
}

// alternative reads one of the answers of a standing order.
func alternative(lexicon *orders.Lexicon, kind string, words []orders.Token) (string, bool) {
	if kind == "retreat" {
		c := orders.NewCursorOver(nil, words)
		if e, d := c.TakeName(lexicon, "zone"); d == nil && c.Done() {
			return e.ID, true
		}
		return "", false
	}
	if len(words) != 1 {
		return "", false
	}
	for _, verb := range answers[kind] {
		c := orders.NewCursorOver(nil, words)
		if c.TakeWord(lexicon, verb) {
			return verb, true
		}
		if e, d := lexicon.Lookup(words[0], orders.VerbKind); d == nil && e.ID == verb {
			return verb, true
		}
	}
	return "", false
}

// advised answers a question by the first standing order of its kind that fits.
func advised(kind string, answer func(id string) (Act, bool)) func([]adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return func(all []adjudicator.Standing) (adjudicator.Answer, int, bool) {
		return advice.First(all, func(s standing) (adjudicator.Answer, bool) {
			if s.kind != kind {
				return nil, false
			}
			for _, id := range s.tried {
				if a, ok := answer(id); ok {
					return a, true
				}
			}
			return nil, false
		})
	}
}

// byVerb answers with the first legal answer of a verb.
func byVerb(kind string, f *form) func([]adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advised(kind, func(verb string) (Act, bool) { return first(f, verb) })
}

// first is the first legal answer of a verb.
func first(f *form, verb string) (Act, bool) {
	for _, a := range f.open() {
		if a.Verb == verb {
			return a, true
		}
	}
	return Act{}, false
}

type adviser = func([]adjudicator.Standing) (adjudicator.Answer, int, bool)

func (g *Game) adviseOffer(f *form) adviser { return byVerb("offer", f) }
func (g *Game) adviseCity(f *form) adviser  { return byVerb("city", f) }
func (g *Game) adviseRuse(f *form) adviser  { return byVerb("ruse", f) }

// adviseIntercept answers with an interception in which the side is not the weaker, or with the first of a verb.
func (g *Game) adviseIntercept(side adjudicator.Side, f *form) adviser {
	return advised("intercept", func(what string) (Act, bool) {
		if what == "superior" {
			return g.superior(side, f.open())
		}
		return first(f, what)
	})
}

// adviseFight answers "fight" as long as the side is able to, or with the first answer of a verb.
func (g *Game) adviseFight(kind string, f *form, able func() bool) adviser {
	return advised(kind, func(what string) (Act, bool) {
		if what == "able" {
			return Act{Verb: "fight"}, able()
		}
		return first(f, what)
	})
}

// adviseRetreat answers with the first zone that is named and can be gone to.
func (g *Game) adviseRetreat(f *form) adviser {
	return advised("retreat", func(zone string) (Act, bool) {
		a := Act{Verb: "retreat", Path: zone}
		return a, f.wrong(a) == nil
	})
}

// adviseLosses answers with the weakest counters that fit, or the strongest.
func (g *Game) adviseLosses(lots func() []int, fits func(counts) *fault) adviser {
	return advised("losses", func(how string) (Act, bool) {
		ranked := g.cheapest(lots())
		if how == "strongest" {
			ranked = g.dearest(lots())
		}
		c, ok := gather(g, ranked, fits)
		return Act{Verb: "losses", Units: g.rules.write(c)}, ok
	})
}
