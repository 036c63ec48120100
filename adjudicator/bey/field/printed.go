package field

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// Printed is the printed game in the form that play needs: counters and zones as
// small indices and sets. It is made once from the data files and never changes.
type Printed struct {
	*Facts
	Board *board.Map

	Pieces   []Piece
	Chiefs   []Chief
	Labels   []string     // of units: "T20", "H4+"; indexed by counter.label
	Of       [2]UnitSet   // the units of a side
	Captains [2]LeaderSet // the leaders of a side
	Ships    UnitSet      // the naval units
	ByArm    [Arms]UnitSet
	Bonus    UnitSet // units with a sword
	Revived  UnitSet // those that the Advantage brings back once they are eliminated; the ruleset says which

	Landsmen    UnitSet // those that do not sail (10.1)
	LandLeaders LeaderSet

	Seas, Ports, Lands, Bases board.Set
	Straits, Difficult, Clear board.Set
	Coast                     board.Set    // ports, and clear land beside the sea (3.4)
	BasesOf                   [2]board.Set // the bases that a side may use
	Havens                    board.Set    // those in which both sides may be at once

	Roles    Roles    // which stratagems the family's play knows
	Sections Sections // what the rulebook calls the rules that it cites
}

// Arm is the type of a combat unit (1.1).
type Arm uint8

// The types of combat units.
const (
	TriremeArm Arm = iota
	HopliteArm
	CavalryArm
	PeltastArm
	ArcherArm
	Arms // how many there are
)

// armOf gives the arm of each type on the counters.
var armOf = map[UnitType]Arm{
	Triremes: TriremeArm, Hoplites: HopliteArm, Cavalry: CavalryArm,
	Peltasts: PeltastArm, Archers: ArcherArm,
}

// Piece is a combat unit's counter (1.1).
type Piece struct {
	Side    adjudicator.Side
	Arm     Arm
	Class   Class
	Label   uint8
	Full    int // PF on the front
	Reverse int // PF on the reverse
	Bonus   bool
	Ashore  bool // does not sail (10.1)
}

// Chief is a leader's counter (1.2).
type Chief struct {
	Side   adjudicator.Side
	swords int  // 0 to 3
	Ashore bool // does not sail (10.1)
}

// Now is the turn in play.
func (g *Field) Now() *Turn { return g.Turns[g.Playing.First+g.TurnNo] }

// Prepare readies the data for play. It returns an error if there are more
// counters or zones than a game has room for. The units and leaders
// of one ally, if one is named, do not sail.
func Prepare(d *Facts, ashore string) (*Printed, error) {
	for _, room := range []struct {
		what      string
		have, max int
	}{
		{"zones", d.Map.Len(), MaxZones},
		{"combat units", len(d.Units), MaxUnits},
		{"leaders", len(d.Leaders), maxLeaders},
		{"stratagem counters", len(d.Counters), draw.Most},
		{"arrivals", mostArrivals(d), MaxArrivals},
	} {
		if room.have > room.max {
			return nil, fmt.Errorf("the data have %d %s, there is room for %d", room.have, room.what, room.max)
		}
	}
	p := &Printed{Facts: d, Board: d.Map}
	p.printZones()
	p.printUnits(ashore)
	for i, l := range d.Leaders {
		stays := ashore != "" && l.Ally == ashore
		p.Chiefs = append(p.Chiefs, Chief{l.Side, l.Bonus, stays})
		p.Captains[l.Side].Add(LeaderNo(i))
		if stays {
			p.LandLeaders.Add(LeaderNo(i))
		}
	}
	return p, nil
}

// mostArrivals is the highest number of arrivals that a scenario has.
func mostArrivals(d *Facts) int {
	most := 0
	for i := range d.Scenarios {
		most = max(most, len(d.Scenarios[i].Arrivals), len(d.Scenarios[i].Optional))
	}
	return most
}

func (p *Printed) printZones() {
	m := p.Board
	p.Seas, p.Ports = m.OfKind(board.Sea), m.OfKind(board.Port)
	p.Lands, p.Bases = m.OfKind(board.Land), m.OfKind(board.Base)
	for id, set := range map[string]*board.Set{"strait": &p.Straits, "difficult": &p.Difficult, "clear": &p.Clear} {
		if terrain, ok := m.TerrainByID(id); ok {
			*set = m.OfTerrain(terrain)
		}
	}
	p.Coast = p.Ports
	for z := range p.Clear.All() {
		if p.Seas.Meets(m.Near(z, board.Shore)) {
			p.Coast.Add(z)
		}
	}
	for side := range p.BasesOf {
		p.BasesOf[side] = p.Bases.Intersect(m.OpenTo(side))
	}
	p.Havens = p.BasesOf[0].Intersect(p.BasesOf[1])
}

func (p *Printed) printUnits(ashore string) {
	for i := range p.Units {
		d, u := &p.Units[i], UnitNo(i)
		c := Piece{Side: d.Side, Arm: armOf[d.Type], Class: Land, Label: p.LabelOf(d.Class),
			Full: d.Full, Reverse: d.Reduced, Bonus: d.Bonus, Ashore: ashore != "" && d.Ally == ashore}
		p.Of[c.Side].Add(u)
		p.ByArm[c.Arm].Add(u)
		if d.Type.Naval() {
			c.Class = Naval
			p.Ships.Add(u)
		}
		if d.Bonus {
			p.Bonus.Add(u)
		}
		if c.Ashore {
			p.Landsmen.Add(u)
		}
		p.Pieces = append(p.Pieces, c)
	}
}

// LeaderNamed is the leader with an identifier, or NoLeader.
func (p *Printed) LeaderNamed(id string) LeaderNo {
	if i := p.Leader(id); i >= 0 {
		return LeaderNo(i)
	}
	return NoLeader
}

// LabelOf returns the index of what a counter shows, giving it the next one when
// it is new.
func (p *Printed) LabelOf(class string) uint8 {
	for i, l := range p.Labels {
		if l == class {
			return uint8(i)
		}
	}
	p.Labels = append(p.Labels, class)
	return uint8(len(p.Labels) - 1)
}
