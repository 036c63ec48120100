package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellespont/data"
)

// printed is the printed game in the form that play needs: counters and zones as
// small indices and sets. It is made once from the data files and never changes.
type printed struct {
	*field.Facts
	board *board.Map

	units    []counter
	leaders  []captain
	labels   []string     // of units: "T20", "H4+"; indexed by counter.label
	of       [2]unitSet   // the units of a side
	captains [2]leaderSet // the leaders of a side
	ships    unitSet      // the naval units
	byArm    [arms]unitSet
	bonus    unitSet // units with a sword

	landsmen    unitSet // those that do not sail (10.1)
	landLeaders leaderSet

	seas, ports, lands, bases board.Set
	straits, difficult, clear board.Set
	coast                     board.Set    // ports, and clear land beside the sea (3.4)
	basesOf                   [2]board.Set // the bases that a side may use

	roles roles // which stratagems the family's play knows
}

// arm is the type of a combat unit (1.1).
type arm uint8

const (
	triremes arm = iota
	hoplites
	cavalry
	peltasts
	archers
	arms
)

// armOf gives the arm of each type on the counters.
var armOf = map[field.UnitType]arm{
	field.Triremes: triremes, field.Hoplites: hoplites, field.Cavalry: cavalry,
	field.Peltasts: peltasts, field.Archers: archers,
}

// counter is a combat unit's counter (1.1).
type counter struct {
	side    adjudicator.Side
	arm     arm
	class   class
	label   uint8
	full    int // PF on the front
	reverse int // PF on the reverse
	bonus   bool
	ashore  bool // does not sail (10.1)
}

// captain is a leader's counter (1.2).
type captain struct {
	side   adjudicator.Side
	swords int  // 0, 1 or 2
	ashore bool // does not sail (10.1)
}

// now is the month in play.
func (g *game) now() *field.Turn { return g.Turns[g.scenario.First+g.turn] }

// month is what only this game says of the month in play.
func (g *game) month() *data.Month { return g.own.Months[g.scenario.First+g.turn] }

// prepare readies the data for play. It returns an error if there are more
// counters or zones than a game has room for. The units and leaders
// of one ally, if one is named, do not sail.
func prepare(d *field.Facts, ashore string) (*printed, error) {
	for _, room := range []struct {
		what      string
		have, max int
	}{
		{"zones", d.Map.Len(), maxZones},
		{"combat units", len(d.Units), maxUnits},
		{"leaders", len(d.Leaders), maxLeaders},
		{"stratagem counters", len(d.Counters), draw.Most},
		{"arrivals", mostArrivals(d), maxArrivals},
	} {
		if room.have > room.max {
			return nil, fmt.Errorf("the data have %d %s, there is room for %d", room.have, room.what, room.max)
		}
	}
	p := &printed{Facts: d, board: d.Map}
	p.printZones()
	p.printUnits(ashore)
	for i, l := range d.Leaders {
		stays := ashore != "" && l.Ally == ashore
		p.leaders = append(p.leaders, captain{l.Side, l.Bonus, stays})
		p.captains[l.Side].add(leader(i))
		if stays {
			p.landLeaders.add(leader(i))
		}
	}
	return p, nil
}

// mostArrivals is the highest number of arrivals that a scenario has.
func mostArrivals(d *field.Facts) int {
	most := 0
	for i := range d.Scenarios {
		most = max(most, len(d.Scenarios[i].Arrivals), len(d.Scenarios[i].Optional))
	}
	return most
}

func (p *printed) printZones() {
	m := p.board
	p.seas, p.ports = m.OfKind(board.Sea), m.OfKind(board.Port)
	p.lands, p.bases = m.OfKind(board.Land), m.OfKind(board.Base)
	for id, set := range map[string]*board.Set{"strait": &p.straits, "difficult": &p.difficult, "clear": &p.clear} {
		if terrain, ok := m.TerrainByID(id); ok {
			*set = m.OfTerrain(terrain)
		}
	}
	p.coast = p.ports
	for z := range p.clear.All() {
		if p.seas.Meets(m.Near(z, board.Shore)) {
			p.coast.Add(z)
		}
	}
	for side := range p.basesOf {
		p.basesOf[side] = p.bases.Intersect(m.OpenTo(side))
	}
}

func (p *printed) printUnits(ashore string) {
	for i := range p.Units {
		d, u := &p.Units[i], unit(i)
		c := counter{side: d.Side, arm: armOf[d.Type], class: land, label: p.labelOf(d.Class),
			full: d.Full, reverse: d.Reduced, bonus: d.Bonus, ashore: ashore != "" && d.Ally == ashore}
		p.of[c.side].add(u)
		p.byArm[c.arm].add(u)
		if d.Type.Naval() {
			c.class = naval
			p.ships.add(u)
		}
		if d.Bonus {
			p.bonus.add(u)
		}
		if c.ashore {
			p.landsmen.add(u)
		}
		p.units = append(p.units, c)
	}
}

// labelOf returns the index of what a counter shows, giving it the next one when
// it is new.
func (p *printed) labelOf(class string) uint8 {
	for i, l := range p.labels {
		if l == class {
			return uint8(i)
		}
	}
	p.labels = append(p.labels, class)
	return uint8(len(p.labels) - 1)
}
