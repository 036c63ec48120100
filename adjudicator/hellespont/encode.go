package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// saved is a game at a turn boundary as it is stored. Units are named by their
// identifiers in the data, so that a stored game can be read by a person.
type saved struct {
	Turn      int                 `json:"turn"`
	Advantage string              `json:"advantage"`
	Supply    [2]int              `json:"supply"`
	Shortage  [2]bool             `json:"shortage"`
	Units     []savedUnit         `json:"units"`
	Leaders   []savedLeader       `json:"leaders"`
	Cup       []string            `json:"cup"`
	Hands     [2][]string         `json:"hands"`
	Retired   []field.StratagemNo `json:"retired,omitempty"`
	Optional  uint32              `json:"optional,omitempty"`
	Late      []uint8             `json:"late,omitempty"`
	Bounty    int                 `json:"bounty,omitempty"`
	Result    *adjudicator.Result `json:"result,omitempty"`
}

// savedUnit is a unit that has come into play.
type savedUnit struct {
	ID   string `json:"id"`
	Zone string `json:"zone,omitempty"`
	Weak bool   `json:"weak,omitempty"`
	Fate string `json:"fate,omitempty"` // empty in play
}

// savedLeader is a leader who has come into play.
type savedLeader struct {
	ID    string `json:"id"`
	Zone  string `json:"zone,omitempty"`
	State string `json:"state,omitempty"` // "wounded", "ill"
	Fate  string `json:"fate,omitempty"`
}

// State implements [adjudicator.Game].
func (g *game) State() json.RawMessage {
	s := saved{Turn: g.TurnNo, Advantage: sideIDs[g.Advantage], Supply: g.supply, Shortage: g.shortage,
		Cup: g.ChitIDs(g.Pool.Cup), Optional: g.Optional, Bounty: g.bounty, Result: g.Outcome}
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
	s.Units, s.Leaders = g.savedUnits(), g.savedLeaders()
	text, err := json.Marshal(&s)
	if err != nil {
		panic(fmt.Sprintf("hellespont: %v", err)) // no value of saved can fail
	}
	return text
}

// savedUnits lists the units that have come into play.
func (g *game) savedUnits() []savedUnit {
	var all []savedUnit
	for i := range g.Pieces {
		u := field.UnitNo(i)
		if g.UnitFate[u] == field.Waiting {
			continue
		}
		su := savedUnit{ID: g.Units[i].ID, Weak: g.Weak.Has(u), Fate: g.UnitFate[u].ID()}
		if g.UnitFate[u] == field.InPlay {
			su.Zone = g.Board.Name(g.Where[u])
		}
		all = append(all, su)
	}
	return all
}

// savedLeaders lists the leaders who have come into play.
func (g *game) savedLeaders() []savedLeader {
	var all []savedLeader
	for i := range g.Chiefs {
		l := field.LeaderNo(i)
		if g.LeaderFate[l] == field.Waiting {
			continue
		}
		sl := savedLeader{ID: g.Leaders[i].ID, Fate: g.LeaderFate[l].ID()}
		switch {
		case g.Ill.Has(l):
			sl.State = "ill"
		case g.Wounded.Has(l):
			sl.State = "wounded"
		}
		if g.LeaderFate[l] == field.InPlay {
			sl.Zone = g.Board.Name(g.LeaderWhere[l])
		}
		all = append(all, sl)
	}
	return all
}

// restore fills an empty game with a saved one.
func (g *game) restore(s *saved) error {
	g.TurnNo, g.supply, g.shortage = s.Turn, s.Supply, s.Shortage
	g.Optional, g.bounty, g.Outcome = s.Optional, s.Bounty, s.Result
	for side, id := range sideIDs {
		if id == s.Advantage {
			g.Advantage = adjudicator.Side(side)
		}
	}
	copy(g.Late[:], s.Late)
	for _, n := range s.Retired {
		g.Retired.Add(n)
	}
	if err := g.restoreChits(s); err != nil {
		return err
	}
	for _, su := range s.Units {
		if err := g.restoreUnit(su); err != nil {
			return err
		}
	}
	for _, sl := range s.Leaders {
		if err := g.restoreLeader(sl); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) restoreChits(s *saved) error {
	for i, ids := range [][]string{s.Cup, s.Hands[0], s.Hands[1]} {
		set := [...]*field.ChitSet{&g.Pool.Cup, &g.Pool.Hand[0], &g.Pool.Hand[1]}[i]
		for _, id := range ids {
			c, err := g.Chit(id)
			if err != nil {
				return err
			}
			set.Add(c)
		}
	}
	return nil
}

func (g *game) restoreUnit(su savedUnit) error {
	for i := range g.Units {
		if g.Units[i].ID != su.ID {
			continue
		}
		how, err := field.FateByID(su.Fate)
		if err != nil {
			return err
		}
		if su.Weak {
			g.Weak.Add(field.UnitNo(i))
		}
		g.UnitFate[i] = how
		if how == field.InPlay {
			z, ok := g.Board.Zone(su.Zone)
			if !ok {
				return fmt.Errorf("no zone %q", su.Zone)
			}
			g.Place(field.UnitNo(i), z)
		}
		return nil
	}
	return fmt.Errorf("no unit %q", su.ID)
}

func (g *game) restoreLeader(sl savedLeader) error {
	i := g.Leader(sl.ID)
	if i < 0 {
		return fmt.Errorf("no leader %q", sl.ID)
	}
	how, err := field.FateByID(sl.Fate)
	if err != nil {
		return err
	}
	g.LeaderFate[i] = how
	switch sl.State {
	case "ill":
		g.Ill.Add(field.LeaderNo(i))
	case "wounded":
		g.Wounded.Add(field.LeaderNo(i))
	}
	if how == field.InPlay {
		z, ok := g.Board.Zone(sl.Zone)
		if !ok {
			return fmt.Errorf("no zone %q", sl.Zone)
		}
		g.PlaceLeader(field.LeaderNo(i), z)
	}
	return nil
}
