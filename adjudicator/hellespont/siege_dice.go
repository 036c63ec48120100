package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// siege is one siege while it is resolved (5).
type siege struct {
	port     board.Zone
	besieger adjudicator.Side
	ruse     [2]field.Ruse // what each side plays or discards
}

// The dice of a siege, in the order of rule 5.1.
var (
	siegeBase        = &bey.Clause{Key: "hellespont.modifier.siege-base", Rule: "5.1"}
	siegeAdvantage   = &bey.Clause{Key: "hellespont.modifier.siege-advantage", Rule: "5.1"}
	siegeInvested    = &bey.Clause{Key: "hellespont.modifier.siege-invested", Rule: "5.1"}
	siegeDiscard     = &bey.Clause{Key: "hellespont.modifier.siege-discard", Rule: "5.1"}
	siegeLeader      = &bey.Clause{Key: "hellespont.modifier.siege-leader", Rule: "5.1"}
	siegeEnemyLeader = &bey.Clause{Key: "hellespont.modifier.siege-enemy-leader", Rule: "5.1"}
	siegeRelieved    = &bey.Clause{Key: "hellespont.modifier.siege-relieved", Rule: "5.1"}
	siegeWinter      = &bey.Clause{Key: "hellespont.modifier.siege-winter", Rule: "5.1"}
	siegeWeak        = &bey.Clause{Key: "hellespont.modifier.siege-force", Rule: "5.1"}
	siegeMine        = &bey.Clause{Key: "hellespont.modifier.siege-mine", Rule: "7 S9"}
	siegeDefence     = &bey.Clause{Key: "hellespont.modifier.siege-counter", Rule: "5.1"}
)

// siegeDice lists the dice of a siege with the reason of each (5.1). It changes
// nothing, so that a siege can be weighed before it is begun.
func (g *game) siegeDice(s *siege) bey.Modifiers {
	var m bey.Modifiers
	near := g.Board.Near(s.port, board.Any)
	us, them := s.besieger, s.besieger.Other()
	ours, theirs := near.Intersect(g.Held[us]), near.Intersect(g.Held[them])
	best := 0
	for z := range near.All() {
		best = max(best, g.BestSwords(g.LeadersOf(us, z)))
	}
	inside := g.BestSwords(g.LeadersOf(them, s.port))

	m.Add(siegeBase, 1)
	m.AddIf(g.Advantage == us, siegeAdvantage, 1)
	m.Add(siegeInvested, ours.Minus(theirs).Len())
	m.AddIf(s.ruse[us].Discard > 0, siegeDiscard, 1)
	m.AddIf(best == 2 && inside == 0, siegeLeader, 1)
	m.AddIf(inside == 2, siegeEnemyLeader, -1)
	m.Add(siegeRelieved, -theirs.Minus(ours).Len())
	m.AddIf(s.ruse[them].Discard > 0, siegeDefence, -1)
	m.Add(siegeWinter, g.month().Siege)
	m.Add(siegeWeak, g.siegeForce(g.besiegersPF(s), g.AllPF(them, s.port)))
	m.AddIf(s.ruse[us].Number == 9, siegeMine, 2)
	return m
}

// siegeForce is the modifier for the ratio of the forces around a port to those
// in it. The three lines of the rule are graduated: the weaker the besieger, the
// more dice he loses. An option takes the worst line that applies instead, which
// is always the third.
func (g *game) siegeForce(around, inside int) int {
	switch {
	case around >= 3*inside:
		return 0
	case around < inside || g.options.SiegeWorst:
		return -3
	case around < 2*inside:
		return -2
	}
	return -1
}

// besiegersPF returns the force points of the besieger next to the port.
func (g *game) besiegersPF(s *siege) int {
	pf := 0
	for z := range g.Board.Near(s.port, board.Any).All() {
		pf += g.AllPF(s.besieger, z)
	}
	return pf
}

// besiegers returns the besieger's units and leaders next to the port.
func (g *game) besiegers(s *siege) (field.UnitSet, field.LeaderSet) {
	var units field.UnitSet
	var men field.LeaderSet
	for z := range g.Board.Near(s.port, board.Any).All() {
		units = units.Or(g.UnitsAt(s.besieger, z))
		men |= g.LeadersOf(s.besieger, z)
	}
	return units, men
}

// besiegeable returns the ports that a side may besiege: enemy units in them, and
// next to them at least one ship and one land unit of its own (C).
func (g *game) besiegeable(s adjudicator.Side) board.Set {
	var open board.Set
	for port := range g.Ports.Intersect(g.Held[s.Other()]).All() {
		near := g.Board.Near(port, board.Any)
		if near.Meets(g.HeldBySea[s]) && near.Meets(g.HeldByLand[s]) {
			open.Add(port)
		}
	}
	return open
}
