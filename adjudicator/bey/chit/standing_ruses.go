package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser].
func (f *RuseForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		var chosen field.Ruse
		ok := false
		switch st := st.(type) {
		case standing.Abstain:
			if st.Occasions&f.occasion() != 0 && st.When.Now(f.G.Field) {
				chosen, ok = f.first(st.Plays)
			}
		case standing.Playing:
			chosen, ok = f.follow(st.Played())
		}
		if ok {
			return RuseAnswer{f.G, chosen}, i, true
		}
	}
	return nil, 0, false
}

// follow returns the first ruse of a rule that can be played now, if the rule is for
// this predicament.
func (f *RuseForm) follow(x *standing.RuseRule) (field.Ruse, bool) {
	if f.In == nil || f.In.Predicament(f.Side) != x.Predicament || !f.In.Covered(&x.When) {
		return field.Ruse{}, false
	}
	return f.first(x.Ruses)
}

// first returns the first of several ruses that can be played now.
func (f *RuseForm) first(ruses []adjudicator.Order) (field.Ruse, bool) {
	for _, o := range ruses {
		if _, ok := o.(order.PassOrder); ok {
			return field.Ruse{}, true
		}
		best, worth := field.Ruse{}, -1
		for _, r := range f.Options() {
			if w := f.worth(r); f.meant(r, o) && w > worth {
				best, worth = r, w
			}
		}
		if worth >= 0 {
			return best, true
		}
	}
	return field.Ruse{}, false
}

// meant reports whether an order names an option.
func (f *RuseForm) meant(r field.Ruse, o adjudicator.Order) bool {
	switch o := o.(type) {
	case order.FacesOrder:
		return r.Discard > 0 && f.G.shows(r.Discard-1, o.Faces, o.Colour)
	case order.PlayOrder:
		return r.Discard == 0 && r.Number == o.Number && f.named(r, &o)
	}
	return false
}

// worth weighs the targets of a stratagem whose order names none: the strongest unit,
// the leader of most swords, the zone of most help.
func (f *RuseForm) worth(r field.Ruse) int {
	g := f.G
	switch {
	case r.Unit != field.NoUnit && r.Number > 0:
		return g.Strength(r.Unit)
	case r.Leader != field.NoLeader && r.Number > 0:
		return g.Swords(r.Leader)
	case r.Zone != board.NoZone && r.Number == g.Roles.Support:
		return f.In.Help(f.Side, r.Zone)
	}
	return 0
}
