package field

import (
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Equal returns the units of a set that show the same counter face.
func (g *Field) Equal(set UnitSet, label uint8, weak bool) UnitSet {
	var same UnitSet
	for rest := set; !rest.Empty(); {
		u := rest.Pop()
		if g.Pieces[u].Label == label && g.Weak.Has(u) == weak {
			same.Add(u)
		}
	}
	return same
}

// EachFace calls yield with one unit, that of the lowest index, for each face that
// the units of a set show.
func (g *Field) EachFace(set UnitSet, yield func(UnitNo)) {
	for !set.Empty() {
		u := set.Pop()
		set = set.Minus(g.Equal(set, g.Pieces[u].Label, g.Weak.Has(u)))
		yield(u)
	}
}

// Canonical replaces the units of chosen by equal ones of the lowest index within
// from, so that equal choices are equal answers.
func (g *Field) Canonical(chosen, from UnitSet) UnitSet {
	out := chosen
	for rest := chosen; !rest.Empty(); {
		u := rest.Pop()
		twin := g.TwinBelow(u, from.Minus(out))
		if twin != NoUnit {
			out.Drop(u)
			out.Add(twin)
		}
	}
	return out
}

// TwinBelow returns the lowest unit of set that equals u and comes before it.
func (g *Field) TwinBelow(u UnitNo, set UnitSet) UnitNo {
	weak, label := g.Weak.Has(u), g.Pieces[u].Label
	for !set.Empty() {
		v := set.Pop()
		if v >= u {
			return NoUnit
		}
		if g.Pieces[v].Label == label && g.Pieces[v].Side == g.Pieces[u].Side && g.Weak.Has(v) == weak {
			return v
		}
	}
	return NoUnit
}

// Naming names counters as an order does: "T10", "2xT4w", leaders by name.
func (g *Field) Naming(units UnitSet, leaders LeaderSet) adjudicator.Words {
	var w adjudicator.Words
	g.eachKind(units, func(n int, label string, weak bool) {
		w = append(w, unitName(n, label, weak))
	})
	for leaders != 0 {
		w = append(w, g.LeaderTerm(leaders.Pop()))
	}
	return w
}

// Terms names counters for a text.
func (g *Field) Terms(units UnitSet, leaders LeaderSet) adjudicator.Terms {
	var terms adjudicator.Terms
	g.eachKind(units, func(n int, label string, weak bool) {
		terms = append(terms, UnitTerm(n, label, weak))
	})
	for leaders != 0 {
		terms = append(terms, g.LeaderTerm(leaders.Pop()))
	}
	return terms
}

// eachKind calls yield for each kind of equal units in a set, in the order of
// their lowest index, fresh ones before weakened ones.
func (g *Field) eachKind(units UnitSet, yield func(n int, label string, weak bool)) {
	for !units.Empty() {
		first := units.Pop()
		label := g.Pieces[first].Label
		same := UnitsOf(first)
		for rest := units; !rest.Empty(); {
			if u := rest.Pop(); g.Pieces[u].Label == label && g.Pieces[u].Side == g.Pieces[first].Side {
				same.Add(u)
			}
		}
		units = units.Minus(same)
		if n := same.Minus(g.Weak).Len(); n > 0 {
			yield(n, g.Labels[label], false)
		}
		if n := same.And(g.Weak).Len(); n > 0 {
			yield(n, g.Labels[label], true)
		}
	}
}

// unitName is how orders name n equal units.
func unitName(n int, label string, weak bool) string {
	if weak {
		label += "w"
	}
	if n > 1 {
		label = strconv.Itoa(n) + "x" + label
	}
	return label
}

// UnitTerm names n units of a label, "T10w" if they are weakened.
func UnitTerm(n int, label string, weak bool) adjudicator.Term {
	return adjudicator.Term{Kind: "unit", ID: unitName(n, label, weak)}
}

// ZoneTerm names a zone.
func (p *Printed) ZoneTerm(z board.Zone) adjudicator.Term {
	return adjudicator.Term{Kind: "zone", ID: p.Board.Name(z)}
}

// ZoneTerms names the zones of a set, in rising order.
func (p *Printed) ZoneTerms(zones board.Set) adjudicator.Terms {
	terms := make(adjudicator.Terms, 0, zones.Len())
	for z := range zones.All() {
		terms = append(terms, p.ZoneTerm(z))
	}
	return terms
}

// Perhaps names a zone, or nothing if there is none: for texts that say where only
// if that matters.
func (g *Field) Perhaps(z board.Zone) adjudicator.Terms {
	if z == board.NoZone {
		return nil
	}
	return adjudicator.Terms{g.ZoneTerm(z)}
}

// LeaderTerm names a leader.
func (g *Field) LeaderTerm(l LeaderNo) adjudicator.Term {
	return adjudicator.Term{Kind: "leader", ID: g.Leaders[l].ID}
}

// UnitTermOf names a unit as it stands.
func (g *Field) UnitTermOf(u UnitNo) adjudicator.Term {
	return UnitTerm(1, g.Labels[g.Pieces[u].Label], g.Weak.Has(u))
}

// SideTerm names a side.
func (p *Printed) SideTerm(s adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: p.Board.Sides()[s]}
}

// Say is a phrase in which what is on the map is named: zones, sides, units and leaders are
// given as they are, one of them or several.
func (g *Field) Say(key string, args ...any) adjudicator.Phrase {
	return adjudicator.Say(key, g.named(args)...)
}

// named names those of the arguments of a text that are on the map.
func (g *Field) named(args []any) []any {
	for i, a := range args {
		switch a := a.(type) {
		case board.Zone:
			args[i] = g.ZoneTerm(a)
		case board.Set:
			args[i] = g.ZoneTerms(a)
		case adjudicator.Side:
			args[i] = g.SideTerm(a)
		case UnitNo:
			args[i] = g.UnitTermOf(a)
		case UnitSet:
			args[i] = g.Terms(a, 0)
		case LeaderNo:
			args[i] = g.LeaderTerm(a)
		case LeaderSet:
			args[i] = g.Terms(UnitSet{}, a)
		}
	}
	return args
}

// Tell records a public event, with arguments as of [Field.Say].
func (g *Field) Tell(t *adjudicator.Table, rule string, depth int, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: g.Say("bey.event."+key, args...)})
	}
}

// Show records a public event that the map shows.
func (g *Field) Show(t *adjudicator.Table, rule string, depth int, mark adjudicator.Mark, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: g.Say("bey.event."+key, args...),
			Marks: []adjudicator.Mark{mark}})
	}
}

// Mark is what a map shows of a movement or a battle.
func (g *Field) Mark(kind string, side adjudicator.Side, zones ...board.Zone) adjudicator.Mark {
	names := make([]string, len(zones))
	for i, z := range zones {
		names[i] = g.Board.Name(z)
	}
	return adjudicator.Mark{Kind: kind, Side: side, Zones: names}
}

// Join puts orders' words together.
func Join(parts ...adjudicator.Words) adjudicator.Words { return slices.Concat(parts...) }
