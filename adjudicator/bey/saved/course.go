package saved

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// Course is what has happened in the turn in play, and which counters cannot be in the
// enemy's hand: all of it is public, but for those that the side has seen going into the
// cup.
type Course struct {
	Moved   []Move    `json:"moved,omitempty"`
	Carried []Carried `json:"carried,omitempty"`
	Barred  []string  `json:"barred,omitempty"`
	Played  []string  `json:"played,omitempty"`
	Arrived []string  `json:"arrived,omitempty"`
	Retired []string  `json:"retired,omitempty"`
	Out     []string  `json:"out,omitempty"`
	Cup     []string  `json:"cup,omitempty"`
	Order   []string  `json:"order,omitempty"` // in which the side wants its combats
}

// Move is what is remembered of a unit or leader that has moved this turn.
type Move struct {
	Who        string `json:"who"`
	Start      string `json:"start,omitempty"` // where it began, in this phase
	Entered    string `json:"entered,omitempty"`
	Amphibious bool   `json:"amphibious,omitempty"`
	Done       bool   `json:"done,omitempty"`  // and may not move again in this phase
	Berth      string `json:"berth,omitempty"` // the base that it left in B.2
}

// Carried is what a side's ships have carried through a sea zone amphibiously, in PF.
type Carried struct {
	Side string `json:"side,omitempty"` // of both if there is none
	Zone string `json:"zone"`
	PF   int    `json:"pf"`
}

// CourseOf is that of a game as a side knows it.
func CourseOf(g *field.Field, s adjudicator.Side) Course {
	c := Course{Moved: moves(g), Carried: carriage(g), Barred: ZoneIDs(g, g.Phase.Barred),
		Arrived: UnitIDs(g, g.Phase.Arrived), Retired: retired(g), Out: g.ChitIDs(draw.All(len(g.Counters)) &^ g.Pool.All()), Cup: g.ChitIDs(g.Pool.Known[s])}
	if g.Active == s {
		for _, z := range g.Phase.First.Zones[:g.Phase.First.N] {
			c.Order = append(c.Order, g.Board.Name(z))
		}
	}
	for s, id := range g.Board.Sides() {
		if g.Phase.Played[s] {
			c.Played = append(c.Played, id)
		}
	}
	for rest := g.Phase.ArrivedLeaders; rest != 0; {
		c.Arrived = append(c.Arrived, g.Leaders[rest.Pop()].ID)
	}
	return c
}

// moves lists what is remembered of units and leaders.
func moves(g *field.Field) (all []Move) {
	for i := range g.Pieces {
		u, e := field.UnitNo(i), g.Phase.Entry[i]
		m := Move{g.Units[i].ID, ZoneID(g, g.Phase.Origin.Units[i]), ZoneID(g, e.From), e.Amphibious, g.Phase.Moved.Has(u), ZoneID(g, g.Berth.Units[i])}
		if m != (Move{Who: m.Who}) {
			all = append(all, m)
		}
	}
	for i := range g.Chiefs {
		m := Move{Who: g.Leaders[i].ID, Start: ZoneID(g, g.Phase.Origin.Leaders[i]), Done: g.Phase.MovedLeaders.Has(field.LeaderNo(i)),
			Berth: ZoneID(g, g.Berth.Leaders[i])}
		if m != (Move{Who: m.Who}) {
			all = append(all, m)
		}
	}
	return all
}

// carriage lists what has been carried amphibiously.
func carriage(g *field.Field) (all []Carried) {
	for s, ferried := range g.Phase.Ferried {
		whose := g.Board.Sides()[s]
		if g.Habits.OneHold {
			whose = ""
		}
		for z, pf := range ferried {
			if pf != 0 {
				all = append(all, Carried{whose, g.Board.Name(board.Zone(z)), int(pf)})
			}
		}
		if g.Habits.OneHold {
			break // it is the same of either side
		}
	}
	return all
}

// follow puts it into a game in which the phase of the side has begun. It returns an error
// if it names a zone, side, unit or leader that there is not.
func (c *Course) follow(g *field.Field) (err error) {
	if g.Phase.Barred, err = Zones(g, c.Barred); err != nil {
		return err
	}
	for _, id := range c.Order[:min(len(c.Order), len(g.Phase.First.Zones))] {
		z, err := zone(g, id)
		if err != nil {
			return err
		}
		g.Phase.First.Zones[g.Phase.First.N] = z
		g.Phase.First.N++
	}
	for _, id := range c.Played {
		s, err := g.SideByID(id)
		if err != nil {
			return err
		}
		g.Phase.Played[s] = true
	}
	for _, id := range c.Arrived {
		if l := g.Leader(id); l >= 0 {
			g.Phase.ArrivedLeaders.Add(field.LeaderNo(l))
		} else if u := g.UnitNamed(id); u != field.NoUnit {
			g.Phase.Arrived.Add(u)
		} else {
			return nobody(id)
		}
	}
	for _, v := range c.Carried {
		if err := v.follow(g); err != nil {
			return err
		}
	}
	for _, v := range c.Moved {
		if err := v.follow(g); err != nil {
			return err
		}
	}
	return nil
}

func (v Carried) follow(g *field.Field) error {
	z, err := zone(g, v.Zone)
	if err != nil {
		return err
	}
	for s, id := range g.Board.Sides() {
		if v.Side == "" || v.Side == id {
			g.Phase.Ferried[s][z] = int16(v.PF)
		}
	}
	return nil
}

func (v Move) follow(g *field.Field) error {
	var zones [3]board.Zone
	for i, id := range []string{v.Start, v.Berth, v.Entered} {
		var err error
		if zones[i], err = Zone(g, id); err != nil {
			return err
		}
	}
	if l := g.Leader(v.Who); l >= 0 {
		g.Phase.Origin.Leaders[l], g.Berth.Leaders[l] = zones[0], zones[1]
		if v.Done {
			g.Phase.MovedLeaders.Add(field.LeaderNo(l))
		}
		return nil
	}
	u := g.UnitNamed(v.Who)
	if u == field.NoUnit {
		return nobody(v.Who)
	}
	g.Phase.Origin.Units[u], g.Berth.Units[u] = zones[0], zones[1]
	g.Phase.Entry[u] = field.Entry{From: zones[2], Amphibious: v.Amphibious}
	if v.Done {
		g.Phase.Moved.Add(u)
	}
	return nil
}

// nobody reports a name that neither a unit nor a leader has.
func nobody(id string) error { return fmt.Errorf("nobody is called %q", id) }

// recall deals the counters as far as a side knows where they are: its hand, those out of
// the game and those in the cup. The enemy's are any. It returns an error if there are not
// so many.
func (c *Course) recall(g *field.Field, s adjudicator.Side, sight *Sight) error {
	var sets [3]field.ChitSet
	for i, ids := range [][]string{sight.Hand, c.Out, c.Cup} {
		var err error
		if sets[i], err = chits(g, ids); err != nil {
			return err
		}
	}
	for _, text := range g.Stratagems {
		if slices.Contains(c.Retired, text.ID) {
			g.Retired.Add(text.Number)
		}
	}
	return g.Pool.Recall(s, draw.All(len(g.Counters)), sets[0], sets[1], sets[2], sight.Counters[g.Board.Sides()[s.Other()]])
}
