package saved

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Marks are the markers of the turn in play that every game of the family has.
type Marks struct {
	Advantage string         `json:"advantage"`
	Points    map[string]int `json:"action_points"` // left, by side
}

// Sight is what a side sees of the counters.
type Sight struct {
	Counters map[string]int `json:"stratagems"` // how many each side holds
	Hand     []string       `json:"hand,omitempty"`
	Units    []Unit         `json:"units"`
	Leaders  []Leader       `json:"leaders"`
	// Aside are the counters that cannot be in the enemy's hand, for a side that is not asked
	// anything: otherwise [Course] has them. The number of a counter tells those apart of which
	// one face is the same.
	Aside *Aside `json:"aside,omitempty"`
}

// Aside are counters that a side knows where they are: out of the game, and in the cup.
type Aside struct {
	Out []string `json:"out,omitempty"`
	Cup []string `json:"cup,omitempty"`
}

// AsideOf are those that a side knows of; nil for none.
func AsideOf(g *field.Field, side adjudicator.Side) *Aside {
	c := CourseOf(g, side)
	if len(c.Out)+len(c.Cup) == 0 {
		return nil
	}
	return &Aside{c.Out, c.Cup}
}

// Pair gives a value of each side by its identifier.
func Pair[V any](g *field.Field, values [2]V) map[string]V {
	ids := g.Board.Sides()
	return map[string]V{ids[0]: values[0], ids[1]: values[1]}
}

// MarksOf are those of a game.
func MarksOf(g *field.Field) Marks { return Marks{g.Board.Sides()[g.Advantage], Pair(g, g.Points)} }

// Restore puts them into a game. It returns an error if there is no such side.
func (s *Marks) Restore(g *field.Field) (err error) {
	for side, id := range g.Board.Sides() {
		g.Points[side] = s.Points[id]
	}
	g.Advantage, err = g.SideByID(s.Advantage)
	return err
}

// SightOf is what a side sees; an observer sees no hand.
func SightOf(g *field.Field, side adjudicator.Side) Sight {
	s := Sight{Counters: Pair(g, [2]int{g.Pool.Hand[0].Len(), g.Pool.Hand[1].Len()}), Units: UnitsOf(g), Leaders: LeadersOf(g)}
	if side != adjudicator.Observer {
		s.Hand = g.ChitIDs(g.Pool.Hand[side])
	}
	return s
}

// Restore puts the units and leaders into a game without any, and leaves the stratagem
// counters where they are. It returns an error if there is no such unit, leader, zone or
// fate.
func (s *Sight) Restore(g *field.Field) error { return placed(g, s.Units, s.Leaders) }
