package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Offers implements [adjudicator.Offerer]: where each stack and each piece of it can go, out
// of the zone that is activated, or of one that can be.
func (f *ActForm) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	if f.Current != board.NoZone && f.movable(f.Current) {
		all.Moves = f.leaving(all.Moves, f.Current, nil)
	}
	for z := range f.Open().All() {
		if f.mayLeave(z) {
			all.Moves = f.leaving(all.Moves, z, nil)
			continue
		}
		a := Activation{f.G, z, f.Cost(z)}
		words := a.Words()
		undo := f.paid(a.Cost)
		all.Moves = f.leaving(all.Moves, z, words)
		undo()
	}
	verbs := actVerbs
	if !f.Actions {
		verbs = departVerbs
	}
	for _, verb := range verbs {
		if verb != "move" {
			all.Rest = append(all.Rest, adjudicator.Keyword(verb))
		}
	}
	return all
}

// paid has an activation paid, on which hangs what can be paid behind it, until it is undone.
func (f *ActForm) paid(cost int) (undo func()) {
	g := f.G
	points, spend := g.Points, g.Phase.Spend
	g.Pay(cost)
	return func() { g.Points, g.Phase.Spend = points, spend }
}

// leaving adds where those in a zone can go, once it is activated by the words if there are
// any.
func (f *ActForm) leaving(all []adjudicator.Offer, from board.Zone, activation adjudicator.Words) []adjudicator.Offer {
	g := f.G
	units, men := g.Fresh(f.Side, from)
	all = f.going(all, Move{G: g, Side: f.Side, From: from, Units: units, Leaders: men}, true, activation)
	if units.Len()+men.Len() == 1 {
		return all // the stack is the piece
	}
	var seen field.UnitSet
	for rest := units; !rest.Empty(); {
		one := g.Canonical(field.UnitsOf(rest.Pop()), units)
		if !one.Within(seen) { // of pieces that go by one name, one
			seen = seen.Or(one)
			all = f.going(all, Move{G: g, Side: f.Side, From: from, Units: one}, false, activation)
		}
	}
	for rest := men; rest != 0; {
		var one field.LeaderSet
		one.Add(rest.Pop())
		all = f.going(all, Move{G: g, Side: f.Side, From: from, Leaders: one}, false, activation)
	}
	return all
}

// going adds where a group can go: by sea with its ships, else by land or aboard the ships of
// others, as an order that names the destination alone is read.
func (f *ActForm) going(all []adjudicator.Offer, m Move, whole bool, activation adjudicator.Words) []adjudicator.Offer {
	g := f.G
	manners := []Manner{ByLand, Ferried}
	switch {
	case m.Units.Meets(g.Ships):
		manners = []Manner{BySea}
	case g.Seas.Has(m.From):
		return all
	case !g.Coast.Has(m.From):
		manners = manners[:1]
	}
	var done board.Set
	for _, how := range manners {
		m.Manner = how
		reached := g.reach(&m).Minus(done)
		done = done.Union(reached)
		for to := range reached.All() {
			x := m
			if !g.Sought(&x, to) || g.Judge(&x) != nil {
				continue
			}
			o := adjudicator.Offer{From: g.ZoneTerm(m.From), To: g.ZoneTerm(to), Who: g.Naming(m.Units, m.Leaders), Whole: whole}
			if activation != nil {
				o.Lines = append(o.Lines, activation)
				o.Note = adjudicator.Say("bey.note.activation", "Cost", f.Cost(m.From), "Who", g.Terms(g.Fresh(f.Side, m.From)))
			}
			o.Lines = append(o.Lines, g.Answer(&x).Words())
			all = append(all, o)
		}
	}
	return all
}
