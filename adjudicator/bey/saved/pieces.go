package saved

import (
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Unit is a unit that has come into play.
type Unit struct {
	ID   string `json:"id"`
	Zone string `json:"zone,omitempty"`
	Weak bool   `json:"weak,omitempty"`
	Fate string `json:"fate,omitempty"` // of [field.Fate.ID]; empty in play
}

// Leader is a leader who has come into play.
type Leader struct {
	ID    string `json:"id"`
	Zone  string `json:"zone,omitempty"`
	State string `json:"state,omitempty"` // "wounded", "ill"
	Fate  string `json:"fate,omitempty"`  // of [field.Fate.ID]; empty in play
}

// UnitsOf lists the units that have come into play.
func UnitsOf(g *field.Field) (all []Unit) {
	for i := range g.Pieces {
		u := field.UnitNo(i)
		if g.UnitFate[u] == field.Waiting {
			continue
		}
		su := Unit{ID: g.Units[i].ID, Weak: g.Weak.Has(u), Fate: g.UnitFate[u].ID()}
		if g.UnitFate[u] == field.InPlay {
			su.Zone = g.Board.Name(g.Where[u])
		}
		if all == nil {
			all = make([]Unit, 0, len(g.Pieces)-i)
		}
		all = append(all, su)
	}
	return all
}

// LeadersOf lists the leaders who have come into play.
func LeadersOf(g *field.Field) (all []Leader) {
	for i := range g.Chiefs {
		l := field.LeaderNo(i)
		if g.LeaderFate[l] == field.Waiting {
			continue
		}
		sl := Leader{ID: g.Leaders[i].ID, Fate: g.LeaderFate[l].ID()}
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

// placed puts units and leaders into a game that has none on the map.
func placed(g *field.Field, units []Unit, leaders []Leader) error {
	for _, su := range units {
		if err := su.placed(g); err != nil {
			return err
		}
	}
	for _, sl := range leaders {
		if err := sl.placed(g); err != nil {
			return err
		}
	}
	return nil
}

func (su Unit) placed(g *field.Field) error {
	u := g.UnitNamed(su.ID)
	if u == field.NoUnit {
		return fmt.Errorf("no unit %q", su.ID)
	}
	how, err := field.FateByID(su.Fate)
	if err != nil {
		return err
	}
	if su.Weak {
		g.Weak.Add(u)
	}
	g.UnitFate[u] = how
	if how == field.InPlay {
		z, err := zone(g, su.Zone)
		if err != nil {
			return err
		}
		g.Place(u, z)
	}
	return nil
}

func (sl Leader) placed(g *field.Field) error {
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
		z, err := zone(g, sl.Zone)
		if err != nil {
			return err
		}
		g.PlaceLeader(field.LeaderNo(i), z)
	}
	return nil
}

// UnitIDs names the units of a set; nil if there are none.
func UnitIDs(g *field.Field, units field.UnitSet) (ids []string) {
	for !units.Empty() {
		ids = append(ids, g.Units[units.Pop()].ID)
	}
	return ids
}

// Units is the set of some units. It returns an error if there is no such unit.
func Units(g *field.Field, ids []string) (set field.UnitSet, err error) {
	for _, id := range ids {
		u := g.UnitNamed(id)
		if u == field.NoUnit {
			return set, fmt.Errorf("no unit %q", id)
		}
		set.Add(u)
	}
	return set, nil
}

// chits is the set of some counters.
func chits(g *field.Field, ids []string) (set field.ChitSet, err error) {
	for _, id := range ids {
		c, err := g.Chit(id)
		if err != nil {
			return set, err
		}
		set.Add(c)
	}
	return set, nil
}
