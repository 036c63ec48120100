package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Load puts the position of a situation.json on the empty table, with its month and
// markers. It returns an error that wraps [ErrOdds] if it is none of this game.
func (o *OddsTable) Load(position []byte) error {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return fmt.Errorf("%w: %w", ErrOdds, err)
	}
	return o.load(&s)
}

func (o *OddsTable) load(s *situation) error {
	g := o.g
	if err := g.setMonth(s.Month); err != nil {
		return err
	}
	for side, id := range sideIDs {
		if id == s.Advantage {
			g.advantage = adjudicator.Side(side)
		}
		g.points[side], g.supply[side], g.shortage[side] = s.Points[id], s.Supply[id], s.Shortage[id]
	}
	for _, u := range s.Units {
		if err := g.restoreUnit(u); err != nil {
			return fmt.Errorf("%w: %w", ErrOdds, err)
		}
	}
	for _, l := range s.Leaders {
		if err := g.restoreLeader(l); err != nil {
			return fmt.Errorf("%w: %w", ErrOdds, err)
		}
	}
	return nil
}

// Move takes counters of a side from one zone of the position to another; all of
// them that may be there if no force is named. It returns an error that wraps
// [ErrOdds] if they are not there, or cannot go.
func (o *OddsTable) Move(s adjudicator.Side, from, to board.Zone, text string) error {
	g := o.g
	units, leaders := g.unitsAt(s, from), g.leadersOf(s, from)
	if text != "" {
		f, err := o.read(text)
		if err != nil {
			return err
		}
		if units, leaders, err = o.pick(s, from, f); err != nil {
			return err
		}
	} else if g.lands.Has(to) {
		units = units.minus(g.ships) // who goes ashore leaves the ships behind
	}
	if units.empty() && leaders == 0 {
		return fmt.Errorf("%w: %s has nobody in %s who could come to %s", ErrOdds, sideIDs[s], g.board.Name(from), g.board.Name(to))
	}
	if g.lands.Has(to) && units.meets(g.ships) {
		return fmt.Errorf("%w: ships in %s", ErrOdds, g.board.Name(to))
	}
	for !units.empty() {
		g.place(units.pop(), to)
	}
	for leaders != 0 {
		g.placeLeader(leaders.pop(), to)
	}
	return nil
}

// pick finds the counters of a force in a zone.
func (o *OddsTable) pick(s adjudicator.Side, z board.Zone, f force) (unitSet, leaderSet, error) {
	g := o.g
	var units unitSet
	var men leaderSet
	for _, it := range f.items {
		for range it.count {
			u := noUnit
			for rest := g.unitsAt(s, z).minus(units); !rest.empty() && u == noUnit; {
				if v := rest.pop(); g.units[v].label == it.label && g.weak.has(v) == it.weak {
					u = v
				}
			}
			if u == noUnit {
				return units, men, fmt.Errorf("%w: %s has not so many %s in %s", ErrOdds, sideIDs[s], g.labels[it.label], g.board.Name(z))
			}
			units = units.or(unitsOf(u))
		}
	}
	for _, n := range f.leaders {
		if !g.leadersOf(s, z).has(n.leader) {
			return units, men, fmt.Errorf("%w: %s is not in %s", ErrOdds, g.Leaders[n.leader].ID, g.board.Name(z))
		}
		men.add(n.leader)
	}
	return units, men, nil
}
