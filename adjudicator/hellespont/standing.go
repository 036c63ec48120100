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
	read  func(r *ruleReader, rule *orders.Rule) adjudicator.Standing
}

// ruleReader reads the words of a standing order.
type ruleReader struct{ *reader }

// moveStandings are the standing orders on stratagems and movements.
var moveStandings = []standingKind{
	{[]string{"stratagems", "stratagem", "stratagemes", "stratageme"}, readAbstain},
	{[]string{"cavalry", "cavalerie", "entered", "envahi", "entre", "entree"}, readCavalry},
}

// ReadStanding implements [adjudicator.Ruleset].
func (rs *ruleset) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return readStanding(rule, rs.printed, rs.lexicon, moveStandings, combatStandings)
}

// readStanding resolves the names of a standing order, which is one of the sorts that a
// game knows. It reports every fault that can be found without knowing the game's state.
func readStanding(rule *orders.Rule, p *printed, lex *orders.Lexicon, sorts ...[]standingKind) (adjudicator.Standing, []*orders.Diagnostic) {
	head := rule.Subject
	if rule.When != nil {
		head = rule.When
	}
	for _, kinds := range sorts {
		for _, k := range kinds {
			r := &ruleReader{&reader{Cursor: orders.NewCursorOver(rule, head), p: p, lex: lex}}
			for r.TakeKeyword(fillers...) {
			}
			if r.TakeKeyword(k.words...) {
				st := k.read(r, rule)
				return st, r.faults
			}
		}
	}
	span := orders.Span{Line: rule.Line}
	if len(head) > 0 {
		span = head[0].Span
	}
	return nil, []*orders.Diagnostic{orders.UnknownAt(rule, span, "unknown-subject")}
}

// fillers are words before the first that says what a rule is about: "when I am
// attacked".
var fillers = []string{"i", "we", "am", "are", "my", "the", "a", "je", "nous", "suis", "sommes", "mes", "ma", "mon", "la", "le", "les"}

// alternative returns a reader over one alternative of a standing order's action.
func (r *ruleReader) alternative(rule *orders.Rule, tokens []orders.Token) *ruleReader {
	return &ruleReader{&reader{Cursor: orders.NewCursorOver(rule, tokens), p: r.p, lex: r.lex}}
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

// occasions reads parts of a month: all of them if none is named, or those that
// "except" takes away. Months narrow a rule down where it has a circumstance.
func (r *ruleReader) occasions(rule *orders.Rule, when *circumstance) occasions {
	some, except := occasions(0), false
	for !r.Done() && len(r.faults) == 0 {
		if r.TakeComma() || r.TakeKeyword("in", "en", "and", "et", "or", "ou", "phase", "phases", "during", "pendant") {
			continue
		}
		if r.TakeKeyword("except", "sauf") {
			except = true
			continue
		}
		if when != nil && r.takeCircumstance(when, &when.leaders) == byMonth {
			continue
		}
		t, _ := r.Next()
		if occasionWords[t.Fold] == 0 {
			r.fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", t.Text,
				"Phases", []adjudicator.Keyword{"B.1", "B.2", "B.3", "C", "D.3", "D.4", "D.5", "movements", "combats", "sieges"}))
			r.Rest()
		}
		some |= occasionWords[t.Fold]
	}
	switch {
	case except:
		return allOccasions &^ some
	case some == 0:
		return allOccasions
	}
	return some
}

// abstain is a standing order on stratagems on some occasions or on any: to play the
// first that can be played, or else nothing.
type abstain struct {
	occasions occasions
	when      circumstance
	plays     []adjudicator.Order // playOrder or passOrder
}

func readAbstain(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var a abstain
	a.occasions = r.occasions(rule, &a.when)
	r.actionsOf(rule, func(sub *ruleReader) {
		if o, ok := sub.ruseAlternative(); ok {
			a.plays = append(a.plays, o)
			return
		}
		sub.need("none", "play", "pass")
	})
	return a
}

// occasionOf is the one that a moment lies in.
func occasionOf(m moment) occasions {
	switch m {
	case afterDice:
		return afterTheDice
	case reinforcing, answeringCall, departing:
		return inArrivals
	case besieging, besieged:
		return inSieges
	case adjusting:
		return inRecovery
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
			if !ruses || st.occasions&occasionOf(f.moment) == 0 || !st.when.now(g) {
				continue
			}
			p, decided := f.follow(&st)
			if p != nil {
				return p, i, true
			}
			if decided {
				ruses, last = false, i
			}
		case keepAdvantage:
			if advantage && st.occasions&occasionOf(f.moment) != 0 {
				advantage, last = false, i
			}
		case initiativeRule:
			// Once only, lest the rules of both sides turn it round for ever.
			if !advantage || f.moment != afterDice || g.phase.fortune || st.lost == (g.initiative == f.side) || !st.when.now(g) {
				continue
			}
			if st.use != noUse {
				return &play{g: g, side: f.side, use: st.use, zone: board.NoZone}, i, true
			}
			advantage, last = false, i
		}
	}
	return passing{}, last, !ruses && !advantage
}

// follow returns the first stratagem of a rule that can be played now, nil if there
// is none, and whether the rule decides the question then.
func (f *playForm) follow(a *abstain) (*play, bool) {
	for _, o := range a.plays {
		switch o := o.(type) {
		case passOrder:
			return nil, true
		case playOrder:
			answer, fault := f.g.acceptPlay(o, new(orders.Statement), f.side, f.moment)
			if p, ok := answer.(*play); ok && fault == nil {
				return p, true
			}
			if len(o.zones) == 0 && o.force.empty() {
				if p := f.g.bestAim(f.side, &o, f.moment); p != nil {
					return p, true
				}
			}
		}
	}
	return nil, false
}

// cavalryRule tells what cavalry does when the enemy enters its zone: go to the
// first of these places that it can reach, else stand.
type cavalryRule struct {
	when circumstance
	to   []board.Set
}

func readCavalry(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	for r.TakeKeyword("is", "entered", "est", "attaquee") {
	}
	c := cavalryRule{when: r.circumstance(rule, byPlace|byLeader|byMonth)}
	r.actionsOf(rule, func(sub *ruleReader) {
		sub.TakeKeyword("se")
		if sub.TakeKeyword("stand", "stay", "tenir", "tient", "rester") {
			return
		}
		sub.havens(&c.to, "withdraw", "evade", "replie", "replier", "retirer")
	})
	return c
}

// Advise implements [adjudicator.Adviser].
func (f *withdrawForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		c, ok := st.(cavalryRule)
		if !ok || !c.when.met(f.g, f.away.from, f.enemies, f.away.leaders) {
			continue
		}
		reached := f.reached()
		for _, to := range c.to {
			for z := range to.Intersect(reached).All() {
				if m := f.away; f.g.follow(&m, z) {
					return ridingOff{&m}, i, true
				}
			}
		}
		return standing{}, i, true
	}
	return nil, 0, false
}
