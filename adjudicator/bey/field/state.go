package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// The sizes of the tables of a game. The data are checked against them when
// they are loaded.
const (
	MaxZones    = 64
	MaxUnits    = 96
	maxLeaders  = 16
	maxBonus    = 3
	MaxArrivals = 32
)

// Field is the state of a game of the family. Everything that changes is in fixed arrays,
// so that a game can be copied by assignment.
type Field struct {
	*Printed // the components, which never change
	Playing  *Scenario
	Habits   Habits
	Recalls  []Recall // by the scenario, in its order
	Gifts    []Gift   // of the initiative, by the scenario

	TurnNo     int                 // the turn in play, from 0
	Initiative adjudicator.Side    // who won it in B.1
	Active     adjudicator.Side    // whose action, siege or adjustment phase it is
	Points     [2]int              // action points left (B.1)
	Advantage  adjudicator.Side    // who holds it (8)
	Outcome    *adjudicator.Result // once the game is over

	// Combat units.
	Where    [MaxUnits]board.Zone // NoZone off the map
	UnitFate [MaxUnits]Fate
	Weak     UnitSet // those on their reverse

	// Leaders.
	LeaderWhere [maxLeaders]board.Zone // NoZone off the map
	LeaderFate  [maxLeaders]Fate
	Wounded     LeaderSet // on their reverse by a stratagem
	Ill         LeaderSet // on their reverse and not to be moved

	Sums // of where units and leaders are

	// What has been lost, for good as far as victory points go.
	Felled [2][Arms]int16         // units of a side that have been eliminated, by arm, whether or not they came back
	Slain  [2][maxBonus + 1]int16 // leaders of a side killed in combat, by the swords on their front

	// Stratagem counters (7). Those in neither set are out of the game.
	Pool     draw.Pool          // the stratagem counters
	Retired  NumberSet          // texts that are out of the game
	Optional uint32             // optional reinforcements used up, as bits of the scenario's list
	Late     [MaxArrivals]uint8 // turns by which arrivals of the scenario are delayed (7)

	Berth Origins // the bases that were left in B.2

	Phase    phaseState
	Missed   [2]NumberSet // what each side has wanted to begin with and cannot have, until both have chosen (10.1)
	Sealed   [2]Ruse      // what each side plays or discards in a siege, until both have chosen
	Juncture Juncture     // where a side is asked now
	Entry    Juncture     // where the turn begins if it is imagined; else none

	Trace  *Trace        // how the turn has come where it is; nil between turns
	Search *board.Search // memory that is used again and again and holds nothing of the game
}

// Begin is a game of a scenario with nothing on the map, outside all phases.
func Begin(p *Printed, s *Scenario) Field {
	g := Field{Printed: p, Playing: s, Berth: NoOrigins, Search: new(board.Search)}
	for u := range g.Where {
		g.Where[u] = board.NoZone
	}
	for l := range g.LeaderWhere {
		g.LeaderWhere[l] = board.NoZone
	}
	g.BeginPhase(adjudicator.Observer)
	return g
}

// Position is the state itself: what a game that embeds it shows of it.
func (g *Field) Position() *Field { return g }

// Habits are the switches in which versions of the rules and options of a game differ. The
// zero value is the newest rules without an option.
type Habits struct {
	OneHold       bool // the ships of a sea zone carried for both sides together (3.4)
	FreeSurplus   bool // more could be given up aboard than the ships were short of (3.3)
	LateAdvantage bool // before the enemy moved, none but a holder of counters was asked (8)
	MustTake      bool // nobody could keep no stratagem (D.1), or choose none to begin with (10.1)
	StrayDrops    bool // a group by land, or over ships, could leave units in any zone of the map (3.2)
	Mute          bool // behind a throw, what cannot be paid was done without the word "unpaid" (4.1)
	StormInverted bool // in a storm, exposed zones are the dangerous ones
	EntryByAny    bool // column shifts of entry apply when any attacking unit came that way
}

// Recall is a leader whom the scenario calls away, at the start of B.2 of a turn.
type Recall struct {
	Leader LeaderNo
	Turn   int // index in [field.Facts.Turns]
}

// Gift is an initiative that the scenario gives to a side in a turn, whatever the dice.
type Gift struct {
	Turn int // index in [field.Facts.Turns]
	Side adjudicator.Side
}

// GivenInitiative returns whose the initiative is whatever the dice, if the scenario
// gives it away in the turn in play.
func (g *Field) GivenInitiative() (adjudicator.Side, bool) {
	for _, gift := range g.Gifts {
		if gift.Turn == g.Playing.First+g.TurnNo {
			return gift.Side, true
		}
	}
	return adjudicator.Observer, false
}

// phaseState is what is remembered during one action phase (B.3) or one B.2.
type phaseState struct {
	Acting       bool               // points have been announced (B.3.1)
	Spend        int                // those of them not spent yet
	Moved        UnitSet            // each moves once per action phase (3)
	MovedLeaders LeaderSet          //
	Origin       Origins            // where those that moved came from
	Entry        [MaxUnits]Entry    // how units entered the zone that they are in
	Ferried      [2][MaxZones]int16 // PF that each side's ships have carried through a sea zone amphibiously (3.4)
	Barred       board.Set          // zones closed to the active player by archers
	Played       [2]bool            // one stratagem each per action phase
	Fortune      bool               // the Advantage has gone for points or initiative (B.1)
	First        ZoneList           // combats that the active player wants resolved first (4.2)

	Arrived        UnitSet    // reinforcements of the turn, in B.2
	ArrivedLeaders LeaderSet  //
	Called         uint32     // optional reinforcements called for, as bits
	CalledAt       board.Zone // where, while the enemy may answer
}

// Origins is where counters began a movement; NoZone for those that made none.
type Origins struct {
	Units   [MaxUnits]board.Zone
	Leaders [maxLeaders]board.Zone
}

// NoOrigins is that of nobody.
var NoOrigins = func() (o Origins) {
	for u := range o.Units {
		o.Units[u] = board.NoZone
	}
	for l := range o.Leaders {
		o.Leaders[l] = board.NoZone
	}
	return o
}()

// Entry is how a unit entered its zone in the present action phase.
type Entry struct {
	From       board.Zone // the zone before, NoZone if the unit has not moved
	Amphibious bool       // by an amphibious movement (3.4)
}

// Class divides units for force points and stacking.
type Class uint8

// The two classes.
const (
	Naval Class = iota
	Land
)

// Fate tells whether a unit or leader is in play.
type Fate uint8

const (
	Waiting    Fate = iota // not arrived yet
	InPlay                 // on the map or in a base
	Eliminated             // can be brought back by the Advantage
	Detained               // a leader, by a stratagem; he can come back
	Captured               // a leader taken alone among enemies (4.2.4); as eliminated, but not killed in combat
	Removed                // out of the game for good
)

// Strength returns the force points of a unit as it stands.
func (g *Field) Strength(u UnitNo) int {
	if g.Weak.Has(u) {
		return g.Pieces[u].Reverse
	}
	return g.Pieces[u].Full
}

// UnitsAt returns a side's combat units in a zone.
func (g *Field) UnitsAt(s adjudicator.Side, z board.Zone) UnitSet { return g.At[z].And(g.Of[s]) }

// NavalAt returns a side's naval units in a zone.
func (g *Field) NavalAt(s adjudicator.Side, z board.Zone) UnitSet {
	return g.At[z].And(g.Of[s]).And(g.Ships)
}

// LandAt returns a side's land units in a zone.
func (g *Field) LandAt(s adjudicator.Side, z board.Zone) UnitSet {
	return g.At[z].And(g.Of[s]).Minus(g.Ships)
}

// NavalPF returns the force points of a side's naval units in a zone.
func (g *Field) NavalPF(s adjudicator.Side, z board.Zone) int { return int(g.PF[s][Naval][z]) }

// LandPF returns the force points of a side's land units in a zone.
func (g *Field) LandPF(s adjudicator.Side, z board.Zone) int { return int(g.PF[s][Land][z]) }

// Sum returns the force points of a set of units.
func (g *Field) Sum(set UnitSet) int {
	total := 0
	for !set.Empty() {
		total += g.Strength(set.Pop())
	}
	return total
}

// Holds reports whether a side has a combat unit in a zone.
func (g *Field) Holds(s adjudicator.Side, z board.Zone) bool { return g.Held[s].Has(z) }

// LeadersOf returns a side's leaders in a zone.
func (g *Field) LeadersOf(s adjudicator.Side, z board.Zone) LeaderSet {
	return g.LeadersAt[z] & g.Captains[s]
}

// Swords returns the bonus of a leader as he stands: 0 to 3. A wounded or
// ill leader has none.
func (g *Field) Swords(l LeaderNo) int {
	if (g.Wounded | g.Ill).Has(l) {
		return 0
	}
	return g.Chiefs[l].swords
}

// Ablest is the leader of most swords, the first of equal ones, or NoLeader.
func (g *Field) Ablest(set LeaderSet) LeaderNo {
	best := NoLeader
	for set != 0 {
		if l := set.Pop(); best == NoLeader || g.Swords(l) > g.Swords(best) {
			best = l
		}
	}
	return best
}

// BestSwords returns the highest bonus among leaders.
func (g *Field) BestSwords(set LeaderSet) int {
	best := 0
	for set != 0 {
		best = max(best, g.Swords(set.Pop()))
	}
	return best
}

// BonusLeaders counts the leaders that have a bonus, simple or double.
func (g *Field) BonusLeaders(set LeaderSet) int {
	n := 0
	for set != 0 {
		if g.Swords(set.Pop()) > 0 {
			n++
		}
	}
	return n
}

// Place puts a unit into a zone, from wherever it is.
func (g *Field) Place(u UnitNo, z board.Zone) {
	g.Lift(u)
	g.Where[u], g.UnitFate[u] = z, InPlay
	g.At[z].Add(u)
	g.count(u, z, 1)
}

// Lift takes a unit off the map, leaving its fate to the caller.
func (g *Field) Lift(u UnitNo) {
	z := g.Where[u]
	if z == board.NoZone {
		return
	}
	g.At[z].Drop(u)
	g.count(u, z, -1)
	g.Where[u] = board.NoZone
}

// count keeps the sums of a zone right when a unit comes or goes.
func (g *Field) count(u UnitNo, z board.Zone, sign int16) {
	c := &g.Pieces[u]
	g.PF[c.Side][c.Class][z] += sign * int16(g.Strength(u))
	g.hold(c.Side, z)
}

// hold keeps right who holds a zone, behind a change of the force points there.
func (g *Field) hold(s adjudicator.Side, z board.Zone) {
	naval, land := g.PF[s][Naval][z], g.PF[s][Land][z]
	g.HeldBySea[s].Put(z, naval > 0)
	g.HeldByLand[s].Put(z, land > 0)
	g.Held[s].Put(z, naval+land > 0)
}

// TurnOver flips a unit to its reverse (weak) or its front.
func (g *Field) TurnOver(u UnitNo, weak bool) {
	z := g.Where[u]
	if z != board.NoZone {
		g.count(u, z, -1)
	}
	if weak {
		g.Weak.Add(u)
	} else {
		g.Weak.Drop(u)
	}
	if z != board.NoZone {
		g.count(u, z, 1)
	}
}

// Weaken flips a unit to its reverse; one that is there already is eliminated.
// It reports whether the unit was eliminated.
func (g *Field) Weaken(u UnitNo) (gone bool) {
	if g.Weak.Has(u) {
		g.Eliminate(u)
		return true
	}
	g.TurnOver(u, true)
	return false
}

// Recover flips a weakened unit to its front.
func (g *Field) Recover(u UnitNo) { g.TurnOver(u, false) }

// Eliminate takes a unit out of play; the Advantage can bring it back.
func (g *Field) Eliminate(u UnitNo) {
	g.Lift(u)
	g.UnitFate[u] = Eliminated
	g.Felled[g.Pieces[u].Side][g.Pieces[u].Arm]++
	g.Weak.Drop(u)
}

// PlaceLeader puts a leader into a zone, from wherever he is.
func (g *Field) PlaceLeader(l LeaderNo, z board.Zone) {
	g.liftLeader(l)
	g.LeaderWhere[l], g.LeaderFate[l] = z, InPlay
	g.LeadersAt[z].Add(l)
}

// PlaceAll puts units and leaders into a zone.
func (g *Field) PlaceAll(units UnitSet, men LeaderSet, z board.Zone) {
	for !units.Empty() {
		g.Place(units.Pop(), z)
	}
	for men != 0 {
		g.PlaceLeader(men.Pop(), z)
	}
}

// liftLeader takes a leader off the map, leaving his fate to the caller.
func (g *Field) liftLeader(l LeaderNo) {
	if z := g.LeaderWhere[l]; z != board.NoZone {
		g.LeadersAt[z].drop(l)
		g.LeaderWhere[l] = board.NoZone
	}
}

// Dismiss takes a leader out of play: eliminated (killed in combat), captured
// or removed.
func (g *Field) Dismiss(l LeaderNo, how Fate) {
	g.liftLeader(l)
	if g.LeaderFate[l] = how; how == Eliminated {
		g.Slain[g.Chiefs[l].Side][g.Chiefs[l].swords]++
	}
	g.Wounded.drop(l)
	g.Ill.drop(l)
}

// Unslay forgets that a leader has been killed in combat, if he has.
func (g *Field) Unslay(l LeaderNo) {
	if n := &g.Slain[g.Chiefs[l].Side][g.Chiefs[l].swords]; g.LeaderFate[l] == Eliminated && *n > 0 {
		*n--
	}
}

// TotalNaval returns a side's naval force points on the map, and those in its bases.
func (g *Field) TotalNaval(s adjudicator.Side) (onMap, inBases int) {
	pf := &g.PF[s][Naval]
	for rest := g.HeldBySea[s].Minus(g.Bases); !rest.Empty(); {
		onMap += int(pf[rest.Pop()])
	}
	for rest := g.HeldBySea[s].Intersect(g.Bases); !rest.Empty(); {
		inBases += int(pf[rest.Pop()])
	}
	return onMap, inBases
}

// Enemies reports whether units of the other side make z a zone where a side
// must stop and fight. Both sides may lie in a haven, where nobody is attacked.
func (g *Field) Enemies(s adjudicator.Side, z board.Zone) bool {
	return g.Held[s.Other()].Has(z) && !g.Havens.Has(z)
}

// Contested returns the zones where units of both sides are that fight each other, ships
// with ships and land units with land units; bases are left out.
func (g *Field) Contested() board.Set {
	bySea, byLand := g.HeldBySea[0].Intersect(g.HeldBySea[1]), g.HeldByLand[0].Intersect(g.HeldByLand[1])
	return bySea.Union(byLand).Minus(g.Bases)
}
