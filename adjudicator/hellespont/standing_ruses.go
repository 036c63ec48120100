package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
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
func (r *ruleReader) ruseAlternative() (adjudicator.Order, bool) {
	switch {
	case r.TakeKeyword("play", "joue", "jouer"):
		return readPlay(r.reader), true
	case r.TakeKeyword("discard", "defausse", "defausser"):
		if r.TakeKeyword("any", "anything", "n'importe", "quelconque") {
			return facesOrder{act: actDiscard, colour: adjudicator.Observer}, true
		}
		return readFaces(actDiscard)(r.reader), true
	case r.TakeKeyword("pass", "passe", "passer"), r.take("none"):
		return passOrder{}, true
	}
	return nil, false
}

// readRuseRule reads a rule for a predicament in which stratagems can be played.
func readRuseRule(s predicament) func(*ruleReader, *orders.Rule) adjudicator.Standing {
	return func(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
		by := byAnything
		if s == whenBesieged || s == whenBesieging {
			by = bySiege
		}
		x := ruseRule{predicament: s, when: r.circumstance(rule, by)}
		r.actionsOf(rule, func(sub *ruleReader) {
			o, ok := sub.ruseAlternative()
			if !ok {
				sub.need("play", "discard", "pass")
				return
			}
			x.ruses = append(x.ruses, o)
		})
		return x
	}
}

// Advise implements [adjudicator.Adviser].
func (f *ruseForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		var chosen ruse
		ok := false
		switch st := st.(type) {
		case abstain:
			if st.occasions&f.occasion() != 0 && st.when.now(f.g) {
				chosen, ok = f.first(st.plays)
			}
		case attackedRule:
			chosen, ok = f.follow(&st.ruses)
		case ruseRule:
			chosen, ok = f.follow(&st)
		}
		if ok {
			return ruseAnswer{f.g, chosen}, i, true
		}
	}
	return nil, 0, false
}

// follow returns the first ruse of a rule that can be played now, if the rule is for
// this predicament.
func (f *ruseForm) follow(x *ruseRule) (ruse, bool) {
	if f.in == nil || f.in.predicament(f.side) != x.predicament || !f.in.covered(&x.when) {
		return ruse{}, false
	}
	return f.first(x.ruses)
}

// first returns the first of several ruses that can be played now.
func (f *ruseForm) first(ruses []adjudicator.Order) (ruse, bool) {
	for _, o := range ruses {
		if _, ok := o.(passOrder); ok {
			return ruse{}, true
		}
		best, worth := ruse{}, -1
		for _, r := range f.options() {
			if w := f.worth(r); f.meant(r, o) && w > worth {
				best, worth = r, w
			}
		}
		if worth >= 0 {
			return best, true
		}
	}
	return ruse{}, false
}

// meant reports whether an order names an option.
func (f *ruseForm) meant(r ruse, o adjudicator.Order) bool {
	switch o := o.(type) {
	case facesOrder:
		return r.discard > 0 && f.g.shows(r.discard-1, o.faces, o.colour)
	case playOrder:
		return r.discard == 0 && r.number == o.number && f.named(r, &o)
	}
	return false
}

// worth weighs the targets of a stratagem whose order names none: the strongest unit,
// the leader of most swords, the zone of most help.
func (f *ruseForm) worth(r ruse) int {
	g := f.g
	switch {
	case r.unit != noUnit && r.number > 0:
		return g.strength(r.unit)
	case r.leader != noLeader && r.number > 0:
		return g.swords(r.leader)
	case r.zone != board.NoZone && r.number == g.roles.support:
		return f.in.help(f.side, r.zone)
	}
	return 0
}
