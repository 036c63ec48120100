package saved

import (
	"fmt"

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
	Delayed  []int          `json:"delayed,omitempty"` // turns by which arrivals of the scenario are
	Retired  []string       `json:"retired,omitempty"` // texts of stratagems that are out of the game
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
	s := Sight{Counters: Pair(g, [2]int{g.Pool.Hand[0].Len(), g.Pool.Hand[1].Len()}), Units: UnitsOf(g), Leaders: LeadersOf(g),
		Delayed: delays(g), Retired: retired(g)}
	if side != adjudicator.Observer {
		s.Hand = g.ChitIDs(g.Pool.Hand[side])
	}
	return s
}

// delays are the turns by which arrivals are delayed; nil if none are.
func delays(g *field.Field) (all []int) {
	if g.Late != [field.MaxArrivals]uint8{} {
		for _, turns := range g.Late[:len(g.Playing.Arrivals)] {
			all = append(all, int(turns))
		}
	}
	return all
}

// retired names the texts that are out of the game.
func retired(g *field.Field) (all []string) {
	for n := field.StratagemNo(1); n <= g.MaxStratagem; n++ {
		if g.Retired.Has(n) {
			all = append(all, g.Stratagem(n).ID)
		}
	}
	return all
}

// Look puts what a side sees of the counters into a game that is only looked at, with the
// units and leaders on its map: the enemy's are any. The course is that of the moment, for a
// side that is asked something there; nil for none. It returns an error if there are not so
// many counters.
func (s *Sight) Look(g *field.Field, side adjudicator.Side, c *Course) error {
	for i, turns := range s.Delayed[:min(len(s.Delayed), field.MaxArrivals)] {
		g.Late[i] = uint8(turns)
	}
	if c == nil {
		c = &Course{}
	}
	seen := Course{Out: c.Out, Cup: c.Cup, Retired: s.Retired}
	if s.Aside != nil {
		seen.Out, seen.Cup = s.Aside.Out, s.Aside.Cup
	}
	if side != adjudicator.Observer {
		return seen.recall(g, side, s)
	}
	for both := range g.Pool.Hand {
		for range s.Counters[g.Board.Sides()[both]] { // which they are nobody has told him
			l := g.Pool.Cup.Pop()
			if l == field.NoChit {
				return fmt.Errorf("there are not so many counters")
			}
			g.Pool.Hand[both].Add(l)
		}
	}
	return nil
}

// Restore puts the units and leaders into a game without any, and leaves the stratagem
// counters where they are. It returns an error if there is no such unit, leader, zone or
// fate.
func (s *Sight) Restore(g *field.Field) error { return placed(g, s.Units, s.Leaders) }
