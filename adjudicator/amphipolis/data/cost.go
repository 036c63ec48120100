package data

import "keryx/adjudicator/board"

// Going is what decides about the cost of a movement on the main map.
type Going struct {
	Walls    WallState
	Flotilla bool      // a Spartan movement after S3 has been played: the river costs 2 (rule 7)
	Fleets   board.Set // of an amphibious movement: sea zones with own ships (rule 3.1.3)
}

// StepCost returns what a step costs land units and leaders in movement points (rules
// 3.1.3, 3.1.4), or [board.Never] where there is none: enemies and stacking are the
// caller's affair. The bridge costs 1 whether or not the Flotilla could cross for 2.
func (g *Game) StepCost(o Going) board.StepCost {
	m := g.Map
	clear, _ := m.TerrainByID("clear")
	high, _ := m.TerrainByID("high")
	plain, hills := m.OfTerrain(clear).Union(m.OfKind(board.Sea)), m.OfTerrain(high)
	ground, sea, bases := m.OfKind(board.Land), m.OfKind(board.Sea), m.OfKind(board.Base)
	river, bridge := m.EdgeTag("river"), m.EdgeTag("bridge")
	return func(from board.Zone, e *board.Edge) int {
		cost := 1
		switch {
		case sea.Has(e.To) && !o.Fleets.Has(e.To), !sea.Has(e.To) && !ground.Has(e.To):
			return board.Never
		case bases.Has(from):
			cost += 2
		case plain.Has(from) && hills.Has(e.To):
			cost++
		}
		switch {
		case e.Tags&bridge != 0:
			cost++
		case e.Tags&river != 0 && o.Flotilla:
			cost += 2
		case e.Tags&river != 0:
			return board.Never
		}
		if w := g.Wall(e.To, from); w != nil {
			cost += w.Effects[o.Walls].In
		}
		if w := g.Wall(from, e.To); w != nil {
			cost += w.Effects[o.Walls].Out
		}
		return cost
	}
}

// WallColumns returns by how many columns the wall between two zones shifts a combat
// against who came from the first into the second (rule 5.1, column modifier f).
func (g *Game) WallColumns(from, to board.Zone, s WallState) int {
	if w := g.Wall(to, from); w != nil {
		return w.Effects[s].Columns
	}
	return 0
}
