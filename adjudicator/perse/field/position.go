package field

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Nowhere is the place of what is not on the map.
const Nowhere = board.NoZone

// Crowd stands for the units of a zone that have no marker, among names.
func Crowd(z board.Zone) fog.Name { return MostMarks + fog.Name(z) }

// IsCrowd reports whether a name stands for units without a marker.
func IsCrowd(n fog.Name) bool { return n >= MostMarks }

// ZoneSet is a set of zones that is stored as it is.
type ZoneSet uint64

// Has reports whether a zone is in the set.
func (s ZoneSet) Has(z board.Zone) bool { return s&(1<<z) != 0 }

// Add puts a zone into the set.
func (s *ZoneSet) Add(z board.Zone) { *s |= 1 << z }

// Drop takes a zone out of it.
func (s *ZoneSet) Drop(z board.Zone) { *s &^= 1 << z }

// LotSet is a set of counters.
type LotSet [2]uint64

// Has reports whether a counter is in the set.
func (s *LotSet) Has(lot int) bool { return s[lot/64]&(1<<(lot%64)) != 0 }

// Add puts a counter into it.
func (s *LotSet) Add(lot int) { s[lot/64] |= 1 << (lot % 64) }

// counter is a counter in play.
type counter struct {
	Side int8       // whose; [data.Neutral] of a neutral zone
	At   board.Zone // where it stands without a marker; nowhere if it is with one, or out of the game
	Out  bool
	Sea  int8 // seas that it has gone through this turn, as a ship without a fleet
	Spun int8 // of these, since the last attrition

	Moved bool // has marched this turn, and was left on the way (5.2)
}

// Position is a game between two turns and within one: what all see stands by name, what is
// hidden by piece.
type Position struct {
	TurnNo   int // from 1
	Veil     [2]fog.Veil
	Loads    [2]fog.Loads // by slot
	Where    [2][MostMarks]board.Zone
	Aboard   [2][MostMarks]int8 // by name of a leader: 1 and the name of his fleet; 0 ashore
	Done     [2]fog.Set         // names that have been activated this turn, or went along
	Tried    [2][64]fog.Set     // by name: whom it has tried to intercept this turn
	Scouted  [2]fog.Set         // names of whose load the enemy alone knows something
	Seas     [2][MostMarks]int8 // by name of a fleet: seas gone through this turn
	Spun     [2][MostMarks]int8 // of these, since the last attrition
	Lots     [mostLots]counter
	Pool     draw.Pool      // of stratagems
	Given    draw.Set       // of those that can be won: they were
	Chit     [2]int8        // hidden: the chit drawn; -1 for none
	Spent    [2]int         // points spent this turn
	Lead     [2]int         // the commander's value that this turn's points were counted with
	Command  [2]int8        // the piece that commands; -1 if nobody is left
	Named    int8           // hidden until the first player is thrown for: whom the Greek names (14.3); -1 nobody
	Plan     [2][]order.Act // hidden: what a side has made ready of what all will see
	Readying bool
	Ready    [2]bool          // hidden: has made all ready
	First    adjudicator.Side // who began this turn
	Begun    [2]int8          // activations that each side has begun this turn
	Control  [64]int8         // by zone: the side with its marker there; -1
	Held     [64]int8         // by zone: who has stood there alone since the turn began; -1
	Keeper   [64]int8         // by zone: who controlled it last, which holds while both are there (8.1); -1
	Scorched ZoneSet
	Ruined   ZoneSet
	Joined   [64]int8 // by zone: whose side the neutral of it has joined; 2 neutral
	Courted  [2]ZoneSet
	Freed    ZoneSet // cities that have been won over once
	Quarter  bool    // No quarter is in force
	Isolated bool    // Spartan isolationism is in force
	Fallen   [2]bool // 14.1: Miletus, Ephesus
	Over     bool
	Won      adjudicator.Side
	Level    string
	Why      string
}

// Active is the activation in play.
type Active struct {
	Side  adjudicator.Side
	Head  fog.Name
	Names fog.Set // the head's among them; 0 if nobody is active
	Gone  int     // zones since the last halt that took attrition
	Left  LotSet  // counters left on the way since then (5.3, P-67)
	Taken LotSet  // counters taken up in the zone where it stands, which have not marched with it (5.3)
	Total int     // zones this activation
	Fixed bool    // has fought, or laid its zone waste: who goes aboard then has been activated
	Lost  bool    // has lost a fight: nothing more
	Laden bool    // has taken up who was activated before: it goes no further, and does not attack (5.2)
}

// War is a game as it stands: the position, and how far its turn has come.
type War struct {
	Position
	Rules  *Catalogue
	Roster *Roster
	Now    Active
	Way    string    // what is left of the way of the force that moves; hidden
	Doing  order.Act // the order that it moves by, with what it leaves and takes; hidden
	Fight  *Battle
	Flow   Flow
	Opt    Choices
}

// SetUp is 14: who stands where at the beginning.
func (g *War) SetUp() {
	g.Chit, g.Named, g.Won = [2]int8{-1, -1}, -1, Nobody
	for z := range g.Control {
		g.Control[z], g.Held[z], g.Keeper[z], g.Joined[z] = -1, -1, -1, data.Neutral
	}
	for side, zones := range g.Roster.Control {
		for _, z := range zones {
			g.Control[z], g.Keeper[z] = int8(side), int8(side)
		}
	}
	for side := range g.Veil {
		g.setVeil(side)
	}
	n := 0
	for _, p := range g.Roster.Places {
		g.deploy(p, &n)
	}
	g.Pool = draw.New(len(g.Roster.Stock))
	for i := g.Roster.InCup; i < len(g.Roster.Stock); i++ {
		g.Pool.Cup.Drop(draw.Lot(i)) // lies open: can be won
	}
	for z := range board.Zone(g.Rules.Map.Len()) {
		g.Keep(z)
	}
	g.Isolated = g.Roster.Isolationism
	g.Succeed(Greeks)
	g.Succeed(Persians)
}

// setVeil has all know who is who: where what stands is printed, and decoys are not on the map.
func (g *War) setVeil(side int) {
	v := &g.Veil[side]
	*v = fog.Veil{N: len(g.Roster.Pieces[side])}
	g.Loads[side] = fog.Loads{N: len(g.Roster.Slots[side])}
	for p := range v.N {
		v.Goes[p] = fog.Name(p)
		v.May[p].Add(fog.Piece(p))
		v.Open.Add(fog.Name(p))
	}
	for n := range g.Where[side] {
		g.Where[side][n] = Nowhere
	}
}

// deploy puts what is printed of one zone there; n counts the counters. They are with the leader
// of the highest rank.
func (g *War) deploy(p data.Place, n *int) {
	var first fog.Piece = draw.None
	var names fog.Set
	for _, l := range p.Leaders {
		side := adjudicator.Side(p.Side)
		who := g.Roster.Index[side][g.Rules.Leaders[l].ID]
		g.Where[side][who] = p.Zone
		names.Add(who)
		if first == draw.None || g.Stars(side, who) > g.Stars(side, first) {
			first = who
		}
	}
	for range p.Counters {
		c := &g.Lots[*n]
		l := g.Roster.Lots[*n]
		c.Side, c.At = int8(p.Side), p.Zone
		if first != draw.None && !g.Rules.Kinds[l.Kind].Afloat() {
			c.At = Nowhere
			g.Loads[p.Side].Put(l.Slot[p.Side], first, names)
		}
		*n++
	}
}

// Stars is the rank of a piece; 0 for one that has none.
func (g *War) Stars(side adjudicator.Side, p fog.Piece) int {
	if l := g.Roster.Pieces[side][p].Leader; l != nil {
		return l.Stars
	}
	return 0
}

// winter reports whether the turn is a winter.
func (g *War) winter() bool { return (g.Roster.Season+g.TurnNo-1)%4 == 3 }

// Invariants implements [adjudicator.Game].
func (g *War) Invariants() error {
	for side := range g.Veil {
		if err := g.Veil[side].Check(); err != nil {
			return fmt.Errorf("%s: %w", data.SideIDs[side], err)
		}
		if err := g.Loads[side].Check(&g.Veil[side]); err != nil {
			return fmt.Errorf("%s: %w", data.SideIDs[side], err)
		}
		if side := adjudicator.Side(side); g.Chit[side] >= 0 && g.Spent[side] > g.Most(side) {
			return fmt.Errorf("%s has spent %d points of %d", data.SideIDs[side], g.Spent[side], g.Most(side))
		}
	}
	for side := range adjudicator.Side(2) {
		if err := g.checkMarkers(side); err != nil {
			return fmt.Errorf("%s: %w", data.SideIDs[side], err)
		}
	}
	for i := range g.Roster.Lots {
		c := &g.Lots[i]
		carried := 0
		for side := range g.Loads {
			if s := g.Roster.Lots[i].Slot[side]; s >= 0 && g.Loads[side].May[s] != 0 {
				carried++
				if p := g.Loads[side].With[s]; g.Roster.Feints[side].Has(p) || int8(side) != c.Side {
					return fmt.Errorf("counter %d is with a decoy, or with the enemy", i)
				}
			}
		}
		if free := c.At != Nowhere || c.Out; carried > 1 || carried == 1 && free || carried == 0 && !free {
			return fmt.Errorf("counter %d is in %d loads, at %d, out %v", i, carried, c.At, c.Out)
		}
	}
	return g.Pool.Check()
}

// checkMarkers returns an error if a marker has the wrong back, if somebody is aboard what is no fleet, or if
// a counter may be with what is not on the map.
func (g *War) checkMarkers(side adjudicator.Side) error {
	v := &g.Veil[side]
	under := v.Under()
	for back := range g.Roster.Back[side] {
		if names := v.Names(g.Roster.Back[side][back]); names != g.Roster.Back[side][back] {
			return fmt.Errorf("the names %b are under markers of another kind", names)
		}
	}
	for n := range fog.Name(v.N) {
		if fleet := g.Aboard[side][n]; fleet != 0 {
			carrier := fog.Name(fleet - 1)
			if int(carrier) >= v.N || g.Roster.Pieces[side][under[carrier]].Sort != Fleet || g.Roster.Pieces[side][under[n]].Sort != Leader || g.Where[side][n] != g.Where[side][carrier] {
				return fmt.Errorf("%s is aboard %d, which is no fleet there, or is no leader", g.Roster.Pieces[side][under[n]].ID, carrier)
			}
		}
	}
	for s := range g.Loads[side].N {
		for may := g.Loads[side].May[s]; may != 0; {
			if n := may.Pop(); g.Where[side][n] == Nowhere {
				return fmt.Errorf("counter %d may be with %s, which is not on the map", g.Roster.Slots[side][s], g.Roster.Marker(side, n))
			}
		}
	}
	return nil
}

// Copy is another game that stands as this one.
func (g *War) Copy() War {
	c := *g
	for side := range c.Plan {
		c.Plan[side] = slices.Clone(g.Plan[side])
	}
	c.Fight = g.Fight.Clone()
	return c
}

// State implements [adjudicator.Game].
func (g *War) State() json.RawMessage {
	b, err := g.Position.MarshalJSON()
	if err != nil {
		panic(err) // numbers always encode
	}
	return b
}

// Name implements [adjudicator.Game].
func (g *War) Name() adjudicator.Phrase {
	n := g.Roster.Season + max(g.TurnNo, 1) - 1
	return adjudicator.Say("perse.turn", "Season", adjudicator.Phrase{Key: "perse.season." + data.Seasons[n%4]}, "Year", g.Roster.Year+n/4)
}

// Result implements [adjudicator.Game].
func (g *War) Result() *adjudicator.Result {
	if !g.Over {
		return nil
	}
	r := &adjudicator.Result{Winner: g.Won, Level: g.Level}
	if g.Won != Nobody {
		r.Points[g.Won] = 1
	}
	if g.Why != "" {
		r.Why = []adjudicator.Phrase{{Key: g.Why}}
	}
	return r
}
