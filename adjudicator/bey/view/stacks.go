package view

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// armSigns are how a map calls the arms, and how it draws them.
var armSigns = [...][2]string{field.TriremeArm: {"T", "galley"}, field.HopliteArm: {"H", "shield"}, field.CavalryArm: {"C", "horse"},
	field.PeltastArm: {"P", "pelta"}, field.ArcherArm: {"A", "bow"}}

// stacks are the counters in a zone, as a map draws them.
func (l Look) stacks(z board.Zone) (all []adjudicator.StackView) {
	for side := range l.Of {
		stack := adjudicator.StackView{Side: adjudicator.Side(side)}
		for set := l.UnitsAt(stack.Side, z); !set.Empty(); {
			stack.Units = append(stack.Units, l.unit(set.Pop()))
		}
		for set := l.LeadersOf(stack.Side, z); set != 0; {
			m := set.Pop()
			stack.Units = append(stack.Units, adjudicator.UnitView{Name: l.LeaderTerm(m), Leader: true,
				Bonus: l.Swords(m), Weak: (l.Wounded | l.Ill).Has(m)})
		}
		if len(stack.Units) > 0 {
			all = append(all, stack)
		}
	}
	return all
}

func (l Look) unit(u field.UnitNo) adjudicator.UnitView {
	c := &l.Pieces[u]
	bonus := 0
	if c.Bonus {
		bonus = 1
	}
	return adjudicator.UnitView{Name: field.UnitTerm(1, l.Labels[c.Label], false),
		Arm: armSigns[c.Arm][0], Sign: armSigns[c.Arm][1], Afloat: c.Arm == field.TriremeArm,
		Strength: l.Strength(u), Full: c.Full, Weak: l.Weak.Has(u), Bonus: bonus}
}
