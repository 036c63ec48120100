package field

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/data"
)

// Army is one side of a fight. All of it has been shown, so it goes by pieces and counters.
type Army struct {
	Force
	Lots       []int
	Shaken     LotSet // disorganised (7.4)
	Columns    int    // to the right, from stratagems and the kind of fight
	Oracle     int    // on its dice of this round
	Inside     bool   // in the city (8.1)
	Betrayed   bool   // Treason was played against it
	Genius     bool
	Leaderless bool // its last leader has fallen: it breaks off (7.5)
}

// The steps of a fight, in their order; at sea there are only ruses, fire and the decision.
const (
	CityStep = iota
	RuseStep
	FireStep
	MeleeStep
	DecideStep // go on, or break off
	PursueStep
	RetreatStep
)

// Battle is a fight in play.
type Battle struct {
	Armies    [2]*Army
	At        board.Zone
	Sea       bool
	Round     int
	Ambush    bool
	Ambusher  adjudicator.Side
	Sacrifice bool
	Host      int8 // who holds the city of the zone; -1

	Came   Force // whose coming has led to it
	Step   int
	Turn   int              // whose turn it is to play a ruse, or to decide at sea: 0 the first, 1 the other, 2 nobody's
	Struck bool             // the dice of the step are thrown, and Blows are to be paid
	Blows  [2]data.Blow     // by who pays
	Broke  adjudicator.Side // who breaks off; [nobody]
}

// Clone copies a fight; nil stays nil.
func (f *Battle) Clone() *Battle {
	if f == nil {
		return nil
	}
	c := *f
	for side, a := range f.Armies {
		army := *a
		army.Lots = slices.Clone(a.Lots)
		c.Armies[side] = &army
	}
	return &c
}

// Muster makes the armies of a fight.
func (g *War) Muster(came, a, b Force) *Battle {
	f := &Battle{At: a.At, Sea: a.Sea, Came: came, Round: 1, Broke: Nobody, Ambusher: Nobody}
	for _, one := range []Force{a, b} {
		f.Armies[one.Side] = &Army{Force: one, Lots: g.LotsOf(one)}
	}
	return f
}

// Ambushed is what an ambush gives and takes (6.2, 7.7).
func (g *War) Ambushed(f *Battle, by adjudicator.Side) {
	f.Ambush, f.Ambusher = true, by
	f.Armies[by].Columns += 2
	f.Armies[by.Other()].Columns--
}

// Exhausted reports whether one of the armies is no more.
func (g *War) Exhausted(f *Battle) bool {
	return len(f.Armies[0].Lots) == 0 || len(f.Armies[1].Lots) == 0
}

// Melee is what a counter is worth in melee (7.2, 7.3).
func (g *War) Melee(lot int) int {
	k := g.Kind(lot)
	switch k.Arm {
	case data.Hoplite, data.HeavyCavalry:
		return 2 * k.Strength
	case data.Archer:
		return k.Strength / 2
	}
	return k.Strength
}

// Missile is what a counter is worth in fire.
func (g *War) Missile(lot int) int {
	if k := g.Kind(lot); k.Arm == data.Archer {
		return k.Strength
	}
	return 0
}

// Employed are the points with which an army throws: those of its organised counters.
func (g *War) Employed(a *Army, worth func(lot int) int) (points int) {
	for _, i := range a.Lots {
		if !a.Shaken.Has(i) {
			points += worth(i)
		}
	}
	return points
}

// Ours is 1 for a table that the rulebook lacks, whose result is told as such, and 0 for a printed one.
func Ours(table interface{ Source() board.Source }) int {
	return Yes(table.Source().Reconstructed())
}

// Yes is 1 or 0, for texts.
func Yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Column is the column of the combat table for so many points.
func (g *War) Column(points int) int {
	for i, name := range g.Rules.Combat.Columns {
		_, high, ok := strings.Cut(name, "-")
		if most, err := strconv.Atoi(high); !ok || err == nil && points <= most {
			return i
		}
	}
	return 0
}

// Shift is how many columns further right an army fights.
func (g *War) Shift(f *Battle, a *Army) int {
	s := g.ShiftsOf(f, a)
	return s.Played + s.Pass + s.City + s.Support
}

// Shifts are the columns by which an army fights further right, by what gives them.
type Shifts struct {
	Played  int // an ambush and stratagems (7.7, 11.2)
	Pass    int // Thermopylae (5.4)
	City    int // the enemy is inside a city (8.1)
	Support int // troops and ships support each other (5.4)
}

// ShiftsOf are those of an army.
func (g *War) ShiftsOf(f *Battle, a *Army) (s Shifts) {
	s.Played = a.Columns
	if a.Side == Greeks && g.ZoneID(f.At) == "Thermopyles" && !a.Betrayed {
		s.Pass = 2
	}
	if f.Armies[a.Side.Other()].Inside {
		s.City = -2
	}
	if g.Rules.Map.Kind(f.At) == board.Mixed && g.supported(a.Side, f.At) {
		s.Support = 1
	}
	return s
}

// supported reports whether a side has units on land and at sea in a zone that is both.
func (g *War) supported(side adjudicator.Side, z board.Zone) bool {
	troops := append(g.Borne(side, g.Ashore(side, z)), g.Loose(int(side), z, false)...)
	ships := append(g.Borne(side, g.Afloat(side, z)), g.Loose(int(side), z, true)...)
	for _, i := range troops {
		for _, j := range ships {
			if !g.Opt.SameCity || g.Kind(i).City == g.Kind(j).City {
				return true
			}
		}
	}
	return false
}

// Modifier is what an army adds to its dice of fire, melee and pursuit (7.2).
func (g *War) Modifier(f *Battle, a *Army) int {
	n := g.tactical(a) + a.Oracle
	for _, i := range a.Lots {
		if !a.Shaken.Has(i) && g.Kind(i).Morale == 5 {
			n++
			break
		}
	}
	if g.Rules.Terrain(f.At) == "mountain" {
		n -= 2
	}
	return n
}

// tactical is the value of who commands an army on land: a yellow square counts for nothing (1.1).
func (g *War) tactical(a *Army) int {
	p := g.Head(a.Side, a.Names)
	if p == draw.None || g.Roster.Pieces[a.Side][p].Naval {
		return 0
	}
	return g.Roster.Pieces[a.Side][p].Tactical
}
