package order

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/orders"
)

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
	"segments":  "act",
	"seafights": "seafight", "combats": "seafight",
}

// answers are the verbs by which each kind can be answered in advance.
var answers = map[string][]string{
	"intercept": {"let", "intercept", "superior"}, "offer": {"decline", "agree"}, "ruse": {"none", "play"}, "window": {"none"}, "act": {"pass"}, "city": {"inside", "outside"},
	"fight": {"fight", "break", "part", "able"}, "losses": {"weakest", "strongest"}, "seafight": {"fight", "withdraw", "able"},
}

// ReadStanding reads "battles: fight, else break", and "retreat: Attica, else Megaris".
func ReadStanding(lexicon *orders.Lexicon, rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
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
	if kind == "ruse" {
		c := orders.NewCursorOver(nil, words)
		if e, d := c.TakeName(lexicon, "stratagem"); d == nil && c.Done() {
			return e.ID, true
		}
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

// AdvisedBy answers a question by the first standing order of its kind that fits.
func AdvisedBy(kind string, answer func(id string) (Act, bool)) func([]adjudicator.Standing) (adjudicator.Answer, int, bool) {
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

// ByVerb answers with the first legal answer of a verb.
func ByVerb(kind string, f *Form) func([]adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return AdvisedBy(kind, func(verb string) (Act, bool) { return First(f, verb) })
}

// First is the first legal answer of a verb.
func First(f *Form, verb string) (Act, bool) {
	for _, a := range f.Open() {
		if a.Verb == verb {
			return a, true
		}
	}
	return Act{}, false
}

// Adviser answers by standing orders; false if none of them fits.
type Adviser = func([]adjudicator.Standing) (adjudicator.Answer, int, bool)
