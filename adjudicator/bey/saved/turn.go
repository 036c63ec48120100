package saved

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Turn is the turn at whose beginning a game is stored, and who holds the Advantage.
type Turn struct {
	Turn      int    `json:"turn"` // from 0, the first of the scenario
	Advantage string `json:"advantage"`
}

// Pieces are the counters of a game between two turns, wherever they are.
type Pieces struct {
	Units    []Unit              `json:"units"`
	Leaders  []Leader            `json:"leaders"`
	Cup      []string            `json:"cup"`
	Hands    [2][]string         `json:"hands"`
	Retired  []field.StratagemNo `json:"retired,omitempty"`
	Optional uint32              `json:"optional,omitempty"` // optional reinforcements used up, as bits
	Late     []uint8             `json:"late,omitempty"`     // turns by which arrivals are delayed
}

// TurnOf is that of a game.
func TurnOf(g *field.Field) Turn { return Turn{g.TurnNo, g.Board.Sides()[g.Advantage]} }

// Restore puts it into a game. It returns an error if there is no such side.
func (s Turn) Restore(g *field.Field) (err error) {
	g.TurnNo = s.Turn
	g.Advantage, err = g.SideByID(s.Advantage)
	return err
}

// PiecesOf are those of a game.
func PiecesOf(g *field.Field) Pieces {
	s := Pieces{Units: UnitsOf(g), Leaders: LeadersOf(g), Cup: g.ChitIDs(g.Pool.Cup), Optional: g.Optional}
	for side := range g.Pool.Hand {
		s.Hands[side] = g.ChitIDs(g.Pool.Hand[side])
	}
	for n := field.StratagemNo(1); n <= g.MaxStratagem; n++ {
		if g.Retired.Has(n) {
			s.Retired = append(s.Retired, n)
		}
	}
	if g.Late != [field.MaxArrivals]uint8{} {
		s.Late = g.Late[:len(g.Playing.Arrivals)]
	}
	return s
}

// Restore puts them into a game without any. It returns an error if there is no such unit,
// leader, zone, fate or stratagem counter.
func (s *Pieces) Restore(g *field.Field) error {
	g.Optional = s.Optional
	copy(g.Late[:], s.Late)
	for _, n := range s.Retired {
		g.Retired.Add(n)
	}
	for i, ids := range [][]string{s.Cup, s.Hands[0], s.Hands[1]} {
		set, err := chits(g, ids)
		if err != nil {
			return err
		}
		*[...]*field.ChitSet{&g.Pool.Cup, &g.Pool.Hand[0], &g.Pool.Hand[1]}[i] = set
	}
	return placed(g, s.Units, s.Leaders)
}

// Written is the JSON of a value of a ruleset that embeds those of this package. Such a
// value always has one.
func Written(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("saved: %v", err))
	}
	return text
}
