package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellespont/data"
)

// The two sides, in the order of [ruleset.Info].
const (
	athens adjudicator.Side = 0
	sparta adjudicator.Side = 1
)

// The sizes of the tables of a game. The data are checked against them when
// they are loaded.
const (
	maxZones    = 64
	maxUnits    = 96
	maxLeaders  = 16
	maxArrivals = 32
)

// game is one game of Hellespont. Everything that changes is in fixed arrays,
// so that a game can be copied by assignment.
type game struct {
	*printed            // the components, which never change
	*landmarks          // and what rules name of them
	edition    *edition // what the rules are, of the version that it is played under
	setup      adjudicator.Setup
	options    options
	setting    *data.Scenario
	scenario   *field.Scenario
	habits     habits
	recalls    []recall // by the scenario, in its order

	turn       int                 // the month in play, from 0
	initiative adjudicator.Side    // who won it in B.1
	active     adjudicator.Side    // whose action, siege or adjustment phase it is
	points     [2]int              // action points left (B.1)
	supply     [2]int              // supply markers, 0 to 3 (6)
	shortage   [2]bool             // markers on their "Disette" side (6.1, 6.2)
	advantage  adjudicator.Side    // who holds it (8)
	result     *adjudicator.Result // once the game is over

	// Combat units.
	where      [maxUnits]board.Zone // NoZone off the map
	unitFate   [maxUnits]fate
	weak       unitSet // those on their reverse
	at         [maxZones]unitSet
	pf         [2][2][maxZones]int16 // force points by side, class and zone
	held       [2]board.Set          // zones with combat units of a side
	heldBySea  [2]board.Set          // zones with naval units of a side
	heldByLand [2]board.Set          // zones with land units of a side

	// Leaders.
	leaderWhere [maxLeaders]board.Zone // NoZone off the map
	leaderFate  [maxLeaders]fate
	leadersAt   [maxZones]leaderSet
	wounded     leaderSet // on their reverse (S15)
	ill         leaderSet // on their reverse and not to be moved (S20)

	// Stratagem counters (7). Those in neither set are out of the game.
	chits    draw.Pool          // the stratagem counters
	retired  numberSet          // texts that are out of the game: S16 and S17 after S18
	optional uint32             // optional reinforcements used up, as bits of the scenario's list
	late     [maxArrivals]uint8 // months by which arrivals of the scenario are delayed (7, S13)
	bounty   int                // victory points of Sparta for S18 before S17 (7, S18)

	berth origins // the bases that were left in B.2

	phase    phaseState
	missed   [2]numberSet // what each side has wanted to begin with and cannot have, until both have chosen (10.1)
	sealed   [2]ruse      // what each side plays or discards in a siege, until both have chosen
	juncture juncture     // where a side is asked now
	entry    juncture     // where a turn that is imagined begins
	home     homeward     // and what has gone home there, in D.2

	search *board.Search // memory that is used again and again and holds nothing of the game
}

// habits are the switches in which versions of the rules and options of a game differ. The
// zero value is the newest rules without an option.
type habits struct {
	oneHold       bool // the ships of a sea zone carried for both sides together (3.4)
	freeSurplus   bool // more could be given up aboard than the ships were short of (3.3)
	lateAdvantage bool // before the enemy moved, none but a holder of counters was asked (8)
	mustTake      bool // nobody could keep no stratagem (D.1), or choose none to begin with (10.1)
	mute          bool // behind a throw, what cannot be paid was done without the word "unpaid" (4.1)
	stormInverted bool // S4: exposed zones are the dangerous ones
	entryByAny    bool // column shifts of entry apply when any attacking unit came that way
}

// recall is a leader whom the scenario calls away, at the start of B.2 of a turn.
type recall struct {
	leader leader
	turn   int // index in [field.Facts.Turns]
}

// phaseState is what is remembered during one action phase (B.3) or one B.2.
type phaseState struct {
	acting       bool               // points have been announced (B.3.1)
	spend        int                // those of them not spent yet
	moved        unitSet            // each moves once per action phase (3)
	movedLeaders leaderSet          //
	origin       origins            // where those that moved came from
	entry        [maxUnits]entry    // how units entered the zone that they are in
	ferried      [2][maxZones]int16 // PF that each side's ships have carried through a sea zone amphibiously (3.4)
	barred       board.Set          // zones closed to the active player by S6
	played       [2]bool            // one stratagem each per action phase
	fortune      bool               // the Advantage has gone for points or initiative (B.1)
	first        zoneList           // combats that the active player wants resolved first (4.2)

	arrived        unitSet    // reinforcements of the month, in B.2
	arrivedLeaders leaderSet  //
	called         uint32     // optional reinforcements called for with S14, as bits
	calledAt       board.Zone // where, while the enemy may answer
}

// origins is where counters began a movement; NoZone for those that made none.
type origins struct {
	units   [maxUnits]board.Zone
	leaders [maxLeaders]board.Zone
}

// noOrigins is that of nobody.
var noOrigins = func() (o origins) {
	for u := range o.units {
		o.units[u] = board.NoZone
	}
	for l := range o.leaders {
		o.leaders[l] = board.NoZone
	}
	return o
}()

// entry is how a unit entered its zone in the present action phase.
type entry struct {
	from       board.Zone // the zone before, NoZone if the unit has not moved
	amphibious bool       // by an amphibious movement (3.4)
}

// class divides units for force points and stacking.
type class uint8

const (
	naval class = iota
	land
)

// fate tells whether a unit or leader is in play.
type fate uint8

const (
	waiting    fate = iota // not arrived yet
	inPlay                 // on the map or in a base
	eliminated             // can be brought back by the Advantage
	detained               // Alcibiades, by Tissaphernes (7, S17)
	captured               // a leader taken alone among enemies (4.2.4); as eliminated, but not killed in combat
	removed                // out of the game for good
)

// strength returns the force points of a unit as it stands.
func (g *game) strength(u unit) int {
	if g.weak.has(u) {
		return g.units[u].reverse
	}
	return g.units[u].full
}

// unitsAt returns a side's combat units in a zone.
func (g *game) unitsAt(s adjudicator.Side, z board.Zone) unitSet { return g.at[z].and(g.of[s]) }

// navalAt returns a side's naval units in a zone.
func (g *game) navalAt(s adjudicator.Side, z board.Zone) unitSet {
	return g.at[z].and(g.of[s]).and(g.ships)
}

// landAt returns a side's land units in a zone.
func (g *game) landAt(s adjudicator.Side, z board.Zone) unitSet {
	return g.at[z].and(g.of[s]).minus(g.ships)
}

// navalPF returns the force points of a side's naval units in a zone.
func (g *game) navalPF(s adjudicator.Side, z board.Zone) int { return int(g.pf[s][naval][z]) }

// landPF returns the force points of a side's land units in a zone.
func (g *game) landPF(s adjudicator.Side, z board.Zone) int { return int(g.pf[s][land][z]) }

// sum returns the force points of a set of units.
func (g *game) sum(set unitSet) int {
	total := 0
	for !set.empty() {
		total += g.strength(set.pop())
	}
	return total
}

// holds reports whether a side has a combat unit in a zone.
func (g *game) holds(s adjudicator.Side, z board.Zone) bool { return g.held[s].Has(z) }

// leadersOf returns a side's leaders in a zone.
func (g *game) leadersOf(s adjudicator.Side, z board.Zone) leaderSet {
	return g.leadersAt[z] & g.captains[s]
}

// swords returns the bonus of a leader as he stands: 0, 1 or 2. A wounded or
// ill leader has none.
func (g *game) swords(l leader) int {
	if (g.wounded | g.ill).has(l) {
		return 0
	}
	return g.leaders[l].swords
}

// bestSwords returns the highest bonus among leaders.
func (g *game) bestSwords(set leaderSet) int {
	best := 0
	for set != 0 {
		best = max(best, g.swords(set.pop()))
	}
	return best
}

// bonusLeaders counts the leaders that have a bonus, simple or double.
func (g *game) bonusLeaders(set leaderSet) int {
	n := 0
	for set != 0 {
		if g.swords(set.pop()) > 0 {
			n++
		}
	}
	return n
}

// place puts a unit into a zone, from wherever it is.
func (g *game) place(u unit, z board.Zone) {
	g.lift(u)
	g.where[u], g.unitFate[u] = z, inPlay
	g.at[z].add(u)
	g.count(u, z, 1)
}

// lift takes a unit off the map, leaving its fate to the caller.
func (g *game) lift(u unit) {
	z := g.where[u]
	if z == board.NoZone {
		return
	}
	g.at[z].drop(u)
	g.count(u, z, -1)
	g.where[u] = board.NoZone
}

// count keeps the sums of a zone right when a unit comes or goes.
func (g *game) count(u unit, z board.Zone, sign int16) {
	c := &g.units[u]
	g.pf[c.side][c.class][z] += sign * int16(g.strength(u))
	s := c.side
	set(&g.heldBySea[s], z, g.pf[s][naval][z] > 0)
	set(&g.heldByLand[s], z, g.pf[s][land][z] > 0)
	set(&g.held[s], z, g.pf[s][naval][z]+g.pf[s][land][z] > 0)
}

func set(zones *board.Set, z board.Zone, in bool) {
	if in {
		zones.Add(z)
	} else {
		zones.Remove(z)
	}
}

// turnOver flips a unit to its reverse (weak) or its front.
func (g *game) turnOver(u unit, weak bool) {
	z := g.where[u]
	if z != board.NoZone {
		g.count(u, z, -1)
	}
	if weak {
		g.weak.add(u)
	} else {
		g.weak.drop(u)
	}
	if z != board.NoZone {
		g.count(u, z, 1)
	}
}

// weaken flips a unit to its reverse; one that is there already is eliminated.
// It reports whether the unit was eliminated.
func (g *game) weaken(u unit) (gone bool) {
	if g.weak.has(u) {
		g.eliminate(u)
		return true
	}
	g.turnOver(u, true)
	return false
}

// recover flips a weakened unit to its front.
func (g *game) recover(u unit) { g.turnOver(u, false) }

// eliminate takes a unit out of play; the Advantage can bring it back.
func (g *game) eliminate(u unit) {
	g.lift(u)
	g.unitFate[u] = eliminated
	g.weak.drop(u)
}

// placeLeader puts a leader into a zone, from wherever he is.
func (g *game) placeLeader(l leader, z board.Zone) {
	g.liftLeader(l)
	g.leaderWhere[l], g.leaderFate[l] = z, inPlay
	g.leadersAt[z].add(l)
}

// liftLeader takes a leader off the map, leaving his fate to the caller.
func (g *game) liftLeader(l leader) {
	if z := g.leaderWhere[l]; z != board.NoZone {
		g.leadersAt[z].drop(l)
		g.leaderWhere[l] = board.NoZone
	}
}

// dismiss takes a leader out of play: eliminated (killed in combat), captured
// or removed.
func (g *game) dismiss(l leader, how fate) {
	g.liftLeader(l)
	g.leaderFate[l] = how
	g.wounded.drop(l)
	g.ill.drop(l)
}

// totalNaval returns a side's naval force points on the map, and those in its bases.
func (g *game) totalNaval(s adjudicator.Side) (onMap, inBases int) {
	for z := range g.heldBySea[s].All() {
		if g.bases.Has(z) {
			inBases += g.navalPF(s, z)
		} else {
			onMap += g.navalPF(s, z)
		}
	}
	return onMap, inBases
}

// enemies reports whether units of the other side make z a zone where a side
// must stop and fight. Both sides may lie in the base of Chios and Samos, where
// nobody is attacked (0.2).
func (g *game) enemies(s adjudicator.Side, z board.Zone) bool {
	return g.held[s.Other()].Has(z) && !g.bases.Has(z)
}

// contested returns the zones where units of both sides are, bases left out.
func (g *game) contested() board.Set {
	return g.held[0].Intersect(g.held[1]).Minus(g.bases)
}
