package hellespont

import (
	"keryx/adjudicator"
	"keryx/orders"
)

// ruseRule plays stratagems, or gives counters away, in a predicament of combats and
// sieges: the first that can be.
type ruseRule struct {
	predicament predicament
	when        circumstance
	ruses       []adjudicator.Order // playOrder, facesOrder or passOrder
}

// predicament is what a ruseRule and an attackedRule wait for.
type predicament uint8

const (
	whenAttacked predicament = iota
	whenAttacking
	whenVictorious // S7, after a combat on land
	whenBesieged
	whenBesieging
)

// ruseAlternative reads "play S8 from T18", "discard S4" or "pass" if it is next.
func (r *reader) ruseAlternative() (adjudicator.Order, bool) {
	switch {
	case r.TakeKeyword("play", "joue", "jouer"):
		return readPlay(r), true
	case r.TakeKeyword("discard", "defausse", "defausser"):
		return readFaces(actDiscard)(r), true
	case r.TakeKeyword("pass", "passe", "passer"):
		return passOrder{}, true
	}
	return nil, false
}

// readRuseRule reads a rule for a predicament in which stratagems can be played.
func readRuseRule(s predicament) func(*reader, *orders.Rule) adjudicator.Standing {
	return func(r *reader, rule *orders.Rule) adjudicator.Standing {
		x := ruseRule{predicament: s, when: r.circumstance(rule)}
		r.actionsOf(rule, func(sub *reader) {
			o, ok := sub.ruseAlternative()
			if !ok {
				sub.fail(sub.NeedKeyword("play", "discard", "pass"))
				return
			}
			x.ruses = append(x.ruses, o)
		})
		return x
	}
}

// predicament tells what a ruseForm is asked in, and whether rules can wait for it.
func (f *ruseForm) predicament() (predicament, bool) {
	switch {
	case f.siege != nil && f.side == f.siege.besieger:
		return whenBesieging, true
	case f.siege != nil:
		return whenBesieged, true
	case f.battle != nil && f.afterwards:
		return whenVictorious, true
	case f.battle != nil && f.side == f.battle.attacker:
		return whenAttacking, true
	case f.battle != nil:
		return whenAttacked, true
	}
	return 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *ruseForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		switch st := st.(type) {
		case abstain:
			if st.occasions&f.occasion() != 0 {
				return f.Default(), i, true
			}
		case attackedRule:
			if r, ok := f.follow(&st.ruses); ok {
				return ruseAnswer{f.g, r}, i, true
			}
		case ruseRule:
			if r, ok := f.follow(&st); ok {
				return ruseAnswer{f.g, r}, i, true
			}
		}
	}
	return nil, 0, false
}

// follow returns the first ruse of a rule that can be played now, if the rule is for
// this predicament.
func (f *ruseForm) follow(x *ruseRule) (ruse, bool) {
	s, ok := f.predicament()
	if !ok || s != x.predicament {
		return ruse{}, false
	}
	if f.siege != nil && !x.when.where(f.g, f.siege.port) || f.battle != nil && !x.when.covers(f.g, f.battle) {
		return ruse{}, false
	}
	for _, o := range x.ruses {
		switch o := o.(type) {
		case passOrder:
			return ruse{}, true
		case facesOrder:
			for _, r := range f.options {
				if r.discard > 0 && f.g.shows(r.discard-1, o.faces, o.colour) {
					return r, true
				}
			}
		case playOrder:
			for _, r := range f.options {
				if r.discard == 0 && r.number == o.number && f.named(r, &o) {
					return r, true
				}
			}
		}
	}
	return ruse{}, false
}
