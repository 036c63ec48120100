package hellespont

import (
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

// moveStandings are the standing orders on stratagems and movements.
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

// occasions are the parts of a month in which stratagems are asked for, as bits.
type occasions uint16

const (
	afterTheDice occasions = 1 << iota // B.1
	inArrivals                         // B.2
	inMovements                        // B.3
	inCombats
	inSieges               // C
	inRecovery             // D.3
	inSupply               // D.4
	inAttrition            // D.5
	atTheEnd               // of the game
	allOccasions occasions = 1<<iota - 1
)

// occasionWords are the words for occasions in standing orders, in folded form.
var occasionWords = map[string]occasions{
	"b.1": afterTheDice, "b.2": inArrivals, "b.3": inMovements | inCombats, "c": inSieges,
	"d": inRecovery | inSupply | inAttrition, "d.3": inRecovery, "d.4": inSupply, "d.5": inAttrition,
	"movements": inMovements, "mouvements": inMovements, "combats": inCombats, "sieges": inSieges,
}

// abstain is a standing order to play nothing, on some occasions or on any.
type abstain struct{ occasions occasions }

func readAbstain(r *reader, rule *orders.Rule) adjudicator.Standing {
	var a abstain
	for !r.Done() {
		if r.TakeComma() || r.TakeKeyword("in", "en", "and", "et", "or", "ou") {
			continue
		}
		t, _ := r.Next()
		if occasionWords[t.Fold] == 0 {
			r.fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", t.Text,
				"Phases", []string{"B.1", "B.2", "B.3", "C", "D.3", "D.4", "D.5", "movements", "combats", "sieges"}))
		}
		a.occasions |= occasionWords[t.Fold]
	}
	if a.occasions == 0 {
		a.occasions = allOccasions
	}
	r.actionsOf(rule, func(sub *reader) {
		if !sub.take("none") {
			sub.fail(sub.NeedKeyword("pass", "passe", "passer", "none", "aucun"))
		}
	})
	return a
}

// occasion is the one that a moment lies in.
func (m moment) occasion() occasions {
	switch m {
	case afterDice:
		return afterTheDice
	case reinforcing, answeringS14, departing:
		return inArrivals
	case closing:
		return atTheEnd
	}
	return inMovements
}

// Advise implements [adjudicator.Adviser]. What is asked about stratagems and the
// Advantage is passed over if a rule covers each of them that the side could use.
func (f *playForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	g, last := f.g, 0
	ruses := g.armed(f.side) && f.moment != besieged && !(f.moment.inAction() && g.phase.played[f.side])
	advantage := g.advantage == f.side && (f.moment == afterDice || g.advantageHelps(f.side))
	for i, st := range rules {
		switch st := st.(type) {
		case abstain:
			if ruses && st.occasions&f.moment.occasion() != 0 {
				ruses, last = false, i
			}
		case keepAdvantage:
			if advantage {
				advantage, last = false, i
			}
		}
	}
	return passing{}, last, !ruses && !advantage
}

// cavalryRule tells what cavalry does when the enemy enters its zone: go to the
// first of these zones that it can reach, else stand.
type cavalryRule struct {
	when circumstance
	to   []board.Zone
}

func readCavalry(r *reader, rule *orders.Rule) adjudicator.Standing {
	c := cavalryRule{when: r.circumstance(rule)}
	r.actionsOf(rule, func(sub *reader) {
		if sub.TakeKeyword("stand", "tenir", "rester") {
			return
		}
		sub.fail(sub.NeedKeyword("withdraw", "stand", "replie", "replier"))
		sub.take("to")
		if len(sub.faults) == 0 {
			c.to = append(c.to, sub.zone().zone)
		}
	})
	return c
}

// Advise implements [adjudicator.Adviser].
func (f *withdrawForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		c, ok := st.(cavalryRule)
		if !ok || !c.when.where(f.g, f.away.from) {
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
