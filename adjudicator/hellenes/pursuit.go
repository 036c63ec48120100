package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
)

// pursue has the victors that are not routed and have not attacked in this round attack the panicked, if they
// are more agile than the least agile of these (6.34).
func (b *battle) pursue(beaten adjudicator.Side) {
	victor := beaten.Other()
	if b.holdsFire(victor) {
		return
	}
	rear := byte('A')
	for rest := b.fighting(beaten); rest != 0; {
		if class, _ := b.class(beaten, rest.Pop()); class > rear {
			rear = class
		}
	}
	for agility := byte('A'); agility < rear; agility++ {
		for rest := b.fighting(victor) &^ b.Routed[victor] &^ b.Tired[victor]; rest != 0; {
			p := rest.Pop()
			if class, _ := b.class(victor, p); class == agility && b.fighting(beaten) != 0 {
				b.Tired[victor].Add(p)
				b.chase(victor, p, "6.34")
			}
		}
	}
}

// chase is an attack of which only hits count, on all that is left of the enemy, by the rule that is told.
func (b *battle) chase(side adjudicator.Side, p fog.Piece, rule string) {
	b.chasing, b.chased = true, rule
	b.attack(side, p, false)
	b.chasing = false
}

// harass gives the cavalry of both sides that is not routed an attack on the enemy before a
// retreat (6.41), in the order of agility; of equals the side that has not declared it first.
func (b *battle) harass(leaving adjudicator.Side) {
	if b.g.Rules.Sea(b.At) {
		return
	}
	for agility := byte('A'); agility <= 'D'; agility++ {
		for _, side := range []adjudicator.Side{leaving.Other(), leaving} {
			if b.holdsFire(side) {
				continue
			}
			for rest := b.Sides[side] & b.g.Rules.Cavalry[side] &^ b.Routed[side]; rest != 0; {
				p := rest.Pop()
				if class, _ := b.class(side, p); class == agility && b.Sides[side.Other()] != 0 && b.Sides[side].Has(p) {
					b.chase(side, p, "6.41")
				}
			}
		}
	}
}
