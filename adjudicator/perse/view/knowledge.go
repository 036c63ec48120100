package view

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// Knowledge is what a side may know, as data.
type Knowledge struct {
	Turn     int
	Spent    [2]int
	Hands    [2]int // stratagems
	Cup      int
	Out      []int // lots of the cup that are out of the game
	Won      []int // those that a side has won in the open
	Control  []int8
	Scorched []string
	Ruined   []string
	Joined   []int8
	Isolated bool
	Quarter  bool
	Command  [2]string // who commands; the Greek of 14.3 once he is counted
	Forces   [2]Force
	Lots     []Standing      // counters without a marker
	Own      *Own            `json:",omitempty"`
	Public   *field.Position // the position without what is hidden from whoever sees it
	Readings field.Choices   // of unclear rules
	Moment   *field.Moment   `json:",omitempty"` // where the turn can be entered; nil where it cannot, or the side is not asked
}

// Force is what is known of a side's markers, by name.
type Force struct {
	Zones  []string
	Aboard []int // 1 and the name of the fleet
	Done   []int
	Tried  [][]int
	Seas   []int8
	Shown  []int   // names whose piece both know
	May    [][]int // the pieces that a name may be; not for observers
	Loads  [][]int // by counter: the names that it may be with; not for observers
}

// Standing is a counter that stands without a marker.
type Standing struct {
	Lot  int
	Side int8
	Zone string
}

// Own is what a side alone knows of itself.
type Own struct {
	Goes []int // by piece: its name
	With []int // by counter: the piece that it goes with
	Chit int
	Hand []int
	Plan int

	Head  int       // of the active force: the name of its leader; 0 if nobody is active
	Way   string    `json:",omitempty"` // what is left of the way of the force that moves
	Doing order.Act // the order that it moves by
}

func list(s fog.Set) []int {
	all := []int{}
	for s != 0 {
		all = append(all, int(s.Pop()))
	}
	return all
}

func (g eyes) knowledge(side adjudicator.Side) Knowledge {
	k := Knowledge{Turn: g.TurnNo, Spent: g.Spent, Isolated: g.Isolated, Quarter: g.Quarter, Cup: g.Pool.Cup.Len()}
	for s := range adjudicator.Side(2) {
		k.Hands[s] = g.Pool.Hand[s].Len()
		k.Forces[s] = g.forceData(s, side)
		if p := g.Command[s]; p >= 0 {
			if s == field.Greeks && g.Named >= 0 && !g.Readying && (!g.Secret || side == field.Greeks) {
				p = g.Named
			}
			k.Command[s] = g.Roster.Pieces[s][p].ID
		}
	}
	for l := range len(g.Roster.Stock) {
		if !g.Pool.Cup.Has(fog.Name(l)) && !g.Pool.Hand[0].Has(fog.Name(l)) && !g.Pool.Hand[1].Has(fog.Name(l)) {
			k.Out = append(k.Out, l)
		}
	}
	k.Won = list(g.Given)
	for z := range board.Zone(g.Rules.Map.Len()) {
		k.Control = append(k.Control, g.Controls(z))
		k.Joined = append(k.Joined, g.Joined[z])
		if g.Scorched.Has(z) {
			k.Scorched = append(k.Scorched, g.ZoneID(z))
		}
		if g.Ruined.Has(z) {
			k.Ruined = append(k.Ruined, g.ZoneID(z))
		}
	}
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; c.At != field.Nowhere {
			k.Lots = append(k.Lots, Standing{i, c.Side, g.ZoneID(c.At)})
		}
	}
	k.Public, k.Readings, k.Moment = g.public(side), g.Opt, g.Moment(side)
	if side != field.Nobody {
		k.Own = g.ownData(side)
	}
	return k
}

// public is the position without what is hidden from a side, or from an observer.
func (g eyes) public(viewer adjudicator.Side) *field.Position {
	p := g.Position
	for s := range adjudicator.Side(2) {
		if s == viewer {
			continue
		}
		p.Veil[s].Goes, p.Loads[s].With = [fog.Most]fog.Name{}, [fog.Most]fog.Piece{}
		p.Chit[s] = min(p.Chit[s], 0)
		p.Plan[s], p.Ready[s] = nil, false
		p.Pool.Hand[s], p.Pool.Known[s] = g.SeenHand(s, viewer), 0
		if viewer == field.Nobody {
			p.Veil[s], p.Loads[s], p.Scouted[s] = fog.Veil{}, fog.Loads{}, 0
		}
	}
	p.Pool.Cup = g.Pool.All() // which of them are in hands is hidden
	if viewer != field.Greeks && (g.Readying || g.Secret) {
		if p.Named = -1; g.Secret && g.Command[field.Greeks] >= 0 {
			p.Lead[field.Greeks] = g.Roster.Pieces[field.Greeks][g.Command[field.Greeks]].Strategic
		}
	}
	return &p
}

func (g eyes) ownData(side adjudicator.Side) *Own {
	o := &Own{Chit: int(g.Chit[side]), Hand: list(g.Pool.Hand[side]), Plan: len(g.Plan[side])}
	for p := range g.Roster.Pieces[side] {
		o.Goes = append(o.Goes, int(g.Veil[side].Goes[p]))
	}
	if g.Now.Side == side {
		o.Head = int(g.Now.Head)
	}
	if g.Flow.Segment == side {
		o.Way, o.Doing = g.Way, g.Doing
	}
	for s := range g.Loads[side].N {
		with := -1
		if g.Loads[side].May[s] != 0 {
			with = int(g.Loads[side].With[s])
		}
		o.With = append(o.With, with)
	}
	return o
}

// forceData is what somebody may know of a side's markers.
func (g eyes) forceData(of, viewer adjudicator.Side) (f Force) {
	v := &g.Veil[of]
	for n := range v.N {
		f.Zones = append(f.Zones, g.Rules.Map.Name(g.Where[of][n]))
		f.Aboard = append(f.Aboard, int(g.Aboard[of][n]))
		f.Tried = append(f.Tried, list(g.Tried[of][n]))
		f.Seas = append(f.Seas, g.Seas[of][n])
		if viewer != field.Nobody {
			f.May = append(f.May, list(v.May[n]))
		}
	}
	f.Done, f.Shown = list(g.Done[of]), list(v.Open)
	if viewer != field.Nobody {
		for s := range g.Loads[of].N {
			f.Loads = append(f.Loads, list(g.Loads[of].May[s]))
		}
	}
	return f
}
