package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// standingKind is one sort of standing order: the word that begins its condition
// or its subject, with synonyms in folded form, and its reader.
type standingKind struct {
	words []string
	read  func(r *reader, rule *orders.Rule) adjudicator.Standing
}

// moveStandings are the standing orders on stratagems and movements:
//
//	stratagems: none            # pass whenever asked to play something
//	stratagems B.2: none        # in one phase alone
//	cavalry: withdraw to T28, else stand
//	when entered: stand         # the same subject, as a condition
var moveStandings = []standingKind{
	{[]string{"stratagems", "stratagem", "stratagemes", "stratageme"}, readAbstain},
	{[]string{"cavalry", "cavalerie", "entered"}, readCavalry},
}

// ReadStanding implements [adjudicator.Ruleset].
func (rs *ruleset) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	head := rule.Subject
	if rule.When != nil {
		head = rule.When
	}
	var subjects []string
	for _, kinds := range [][]standingKind{moveStandings, combatStandings} {
		for _, k := range kinds {
			r := &reader{Cursor: orders.NewCursorOver(rule, head), p: rs.printed, lex: rs.lexicon}
			if r.TakeKeyword(k.words...) {
				st := k.read(r, rule)
				return st, r.faults
			}
			subjects = append(subjects, k.words[0])
		}
	}
	span := orders.Span{Line: rule.Line}
	if len(head) > 0 {
		span = head[0].Span
	}
	return nil, []*orders.Diagnostic{orders.UnknownAt(rule, span, "unknown-subject", "Subjects", subjects)}
}

// alternative returns a reader over one alternative of a standing order's action.
func (r *reader) alternative(rule *orders.Rule, tokens []orders.Token) *reader {
	return &reader{Cursor: orders.NewCursorOver(rule, tokens), p: r.p, lex: r.lex}
}

// abstain is a standing order to play nothing, at one moment or at any.
type abstain struct {
	moments [momentsInPlay]bool
}

// everywhere reports whether the order names no phase: it then covers combats,
// sieges and adjustments too.
func (a abstain) everywhere() bool { return !slices.Contains(a.moments[:], false) }

func readAbstain(r *reader, rule *orders.Rule) adjudicator.Standing {
	var a abstain
	phase := ""
	if t, ok := r.Next(); ok {
		phase = t.Fold
	}
	for m := range a.moments {
		a.moments[m] = phase == "" || phase == phaseOf(moment(m))
	}
	if a == (abstain{}) {
		r.fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", phase, "Phases", []string{"B.1", "B.2", "B.3"}))
	}
	r.fail(r.End())
	for _, action := range rule.Actions {
		for _, tokens := range action.Alternatives {
			sub := r.alternative(rule, tokens)
			if !sub.take("none") {
				sub.fail(sub.NeedKeyword("pass", "passe", "passer", "none", "aucun"))
			}
			sub.fail(sub.End())
			r.faults = append(r.faults, sub.faults...)
		}
	}
	return a
}

// phaseOf is the phase, in folded form, that a moment lies in.
func phaseOf(m moment) string {
	switch {
	case m == afterDice:
		return "b.1"
	case m.inAction():
		return "b.3"
	}
	return "b.2"
}

// Advise implements [adjudicator.Adviser].
func (f *playForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if a, ok := st.(abstain); ok && a.moments[f.moment] {
			return passing{}, i, true
		}
	}
	return nil, 0, false
}

// cavalryRule tells what cavalry does when the enemy enters its zone: go to the
// first of these zones that it can reach, else stand.
type cavalryRule struct{ to []board.Zone }

func readCavalry(r *reader, rule *orders.Rule) adjudicator.Standing {
	var c cavalryRule
	r.fail(r.End())
	for _, action := range rule.Actions {
		for _, tokens := range action.Alternatives {
			sub := r.alternative(rule, tokens)
			if !sub.TakeKeyword("stand", "tenir", "rester") {
				sub.fail(sub.NeedKeyword("withdraw", "replie", "replier"))
				sub.take("to")
				if len(sub.faults) == 0 {
					c.to = append(c.to, sub.zone().zone)
				}
			}
			sub.fail(sub.End())
			r.faults = append(r.faults, sub.faults...)
		}
	}
	return c
}

// Advise implements [adjudicator.Adviser].
func (f *withdrawForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		c, ok := st.(cavalryRule)
		if !ok {
			continue
		}
		reached := f.reached()
		for _, z := range c.to {
			if m := f.away; reached.Has(z) && f.g.follow(&m, z) {
				return ridingOff{&m}, i, true
			}
		}
		return standing{}, i, true
	}
	return nil, 0, false
}
