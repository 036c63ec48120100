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

var fateIDs = [...]string{waiting: "waiting", inPlay: "", eliminated: "eliminated",
	detained: "detained", captured: "captured", removed: "removed"}

func fateOf(id string) (fate, error) {
	for f, have := range fateIDs {
		if have == id {
			return fate(f), nil
		}
	}
	return waiting, fmt.Errorf("no such fate: %q", id)
}

// State implements [adjudicator.Game].
func (g *game) State() json.RawMessage {
	s := saved{Turn: g.turn, Advantage: sideIDs[g.advantage], Supply: g.supply, Shortage: g.shortage,
		Cup: g.chitIDs(g.chits.Cup), Optional: g.optional, Bounty: g.bounty, Result: g.result}
	for side := range g.chits.Hand {
		s.Hands[side] = g.chitIDs(g.chits.Hand[side])
	}
	for n := field.StratagemNo(1); n <= g.MaxStratagem; n++ {
		if g.retired.has(n) {
			s.Retired = append(s.Retired, n)
		}
	}
	if g.late != [maxArrivals]uint8{} {
		s.Late = g.late[:len(g.scenario.Arrivals)]
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
	for i := range g.units {
		u := unit(i)
		if g.unitFate[u] == waiting {
			continue
		}
		su := savedUnit{ID: g.Units[i].ID, Weak: g.weak.has(u), Fate: fateIDs[g.unitFate[u]]}
		if g.unitFate[u] == inPlay {
			su.Zone = g.board.Name(g.where[u])
		}
		all = append(all, su)
	}
	return all
}

// savedLeaders lists the leaders who have come into play.
func (g *game) savedLeaders() []savedLeader {
	var all []savedLeader
	for i := range g.leaders {
		l := leader(i)
		if g.leaderFate[l] == waiting {
			continue
		}
		sl := savedLeader{ID: g.Leaders[i].ID, Fate: fateIDs[g.leaderFate[l]]}
		switch {
		case g.ill.has(l):
			sl.State = "ill"
		case g.wounded.has(l):
			sl.State = "wounded"
		}
		if g.leaderFate[l] == inPlay {
			sl.Zone = g.board.Name(g.leaderWhere[l])
		}
		all = append(all, sl)
	}
	return all
}

func (g *game) chitIDs(set chitSet) []string {
	ids := []string{}
	for set != 0 {
		ids = append(ids, g.Counters[set.Pop()].ID)
	}
	return ids
}

// restore fills an empty game with a saved one.
func (g *game) restore(s *saved) error {
	g.turn, g.supply, g.shortage = s.Turn, s.Supply, s.Shortage
	g.optional, g.bounty, g.result = s.Optional, s.Bounty, s.Result
	for side, id := range sideIDs {
		if id == s.Advantage {
			g.advantage = adjudicator.Side(side)
		}
	}
	copy(g.late[:], s.Late)
	for _, n := range s.Retired {
		g.retired.add(n)
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
		set := [...]*chitSet{&g.chits.Cup, &g.chits.Hand[0], &g.chits.Hand[1]}[i]
		for _, id := range ids {
			c := noChit
			for j := range g.Counters {
				if g.Counters[j].ID == id {
					c = chit(j)
				}
			}
			if c == noChit {
				return fmt.Errorf("no stratagem counter %q", id)
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
		how, err := fateOf(su.Fate)
		if err != nil {
			return err
		}
		if su.Weak {
			g.weak.add(unit(i))
		}
		g.unitFate[i] = how
		if how == inPlay {
			z, ok := g.board.Zone(su.Zone)
			if !ok {
				return fmt.Errorf("no zone %q", su.Zone)
			}
			g.place(unit(i), z)
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
	how, err := fateOf(sl.Fate)
	if err != nil {
		return err
	}
	g.leaderFate[i] = how
	switch sl.State {
	case "ill":
		g.ill.add(leader(i))
	case "wounded":
		g.wounded.add(leader(i))
	}
	if how == inPlay {
		z, ok := g.board.Zone(sl.Zone)
		if !ok {
			return fmt.Errorf("no zone %q", sl.Zone)
		}
		g.placeLeader(leader(i), z)
	}
	return nil
}
