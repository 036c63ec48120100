package ground

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// The sides, in the order in which the ruleset lists them.
const (
	Athens = adjudicator.Side(0)
	Sparta = adjudicator.Side(1)
)

// Blocks stand in a zone of the map, or in one of these.
const (
	Pool = board.Zone(200) // to be recruited
	Away = board.Zone(201) // set aside, or not in the scenario
)

// Blocks is how many each side has, and Zones how many zones the map has.
const (
	Blocks = 60
	Zones  = 98
)

// The seasons of a year.
const (
	Spring = iota
	Summer
	HighSummer
	Autumn
	Winter
	Seasons
)

// Nobody holds what no side does.
const Nobody = adjudicator.Observer

// Town is the state of a province: who holds its city, and what has happened to it.
type Town struct {
	Holder   adjudicator.Side `json:"h"`           // of the city; nobody's if it has none, or it is neutral
	Garrison bool             `json:"g,omitempty"` // the holder's
	Built    bool             `json:"b,omitempty"` // the garrison stays when a siege is lifted
	Siege    int              `json:"s,omitempty"` // the turn in which a siege was laid; 0 for none
	Shut     int              `json:"u,omitempty"` // the turn in which the port was blockaded; 0 for none
	Pillaged bool             `json:"p,omitempty"` // this year
	Strife   bool             `json:"c,omitempty"` // civil war, this year
}

// Formation are blocks that came together by one way, and meet enemies where they came.
type Formation struct {
	Side     adjudicator.Side
	Names    fog.Set
	From, To board.Zone
	Goal     board.Zone // of who comes home in winter: the city
	Strait   bool       // they came over a strait
	Landing  bool       // from the sea onto land
	Sortie   bool       // out of their city
	Home     bool       // in winter, to enter their home city
}

// Forced are blocks on the border of a zone, which they enter if their die lets them.
type Forced struct {
	Names    fog.Set
	Slow     fog.Set // of these, who needs a die
	From, To board.Zone
}

// Crossing is a formation of fleets that has crossed a line of the high sea.
type Crossing struct {
	Names fog.Set
	Lines int
}

// Position is a game in play. What all see stands by name, what is hidden by block.
type Position struct {
	Scenario string
	Number   int // of the turn, from 1
	Year     int // before Christ
	Season   int
	Prestige int // above zero it is Athens', below Sparta's
	Over     bool
	Ended    Ending // how

	Named   bool // the blocks have their names: they have none before the first orders
	Where   [2][Blocks]board.Zone
	Flat    [2]fog.Set // names inside a besieged city
	Moved   [2]fog.Set // names that have moved in this turn
	Kept    [2]fog.Set // names maintained in this winter
	Sailing [3]fog.Set // names of the first and the second expedition of Athens, which the scenario keeps apart, and of its recruits
	Veil    [2]fog.Veil
	VC      [2][Blocks]int8 // hidden, by block
	Load    [2][Blocks]int8 // hidden, by block: 1 and the fleet that carries it; 0 for none
	Towns   [Zones]Town

	Cards    draw.Pool
	Laid     [2]draw.Set // hidden: laid off for Zeus
	Gone     draw.Set    // out of the game for good
	Played   [2]int      // card, once revealed
	AsEvent  [2]bool
	Shown    bool     // both cards of the season are known
	InPlay   draw.Set // continuing events
	Leaders  [2]int   // cards; 0 for none
	Offered  [2]uint8 // gods with a sacrifice
	Fresh    [2]uint8 // of these, given in this year
	Appealed [2]uint8 // gods appealed to in this turn

	Plagued   bool // The Plague Strikes has happened
	Plagues   int  // at Athens
	Ravaged   int  // the turn in which Athens was last pillaged
	Peace     bool // of Nicias
	Renewed   bool // the war
	GelaLeft  bool
	Expedited int // the turn in which expeditionary blocks were first in Sicily in this year; 0 for none
	First     adjudicator.Side
	Active    adjudicator.Side // whose turn it is
	Quaked    [2]bool          // may not move or pillage in this season
	Augured   [2]bool          // may not attack in this season
	Starving  board.Zone
	Betrayed  board.Zone // of the treachery that is played
	Left      [2]int     // actions
	Opening   bool       // nothing has been done in this turn yet
	Works     [2]bool    // public works cost an action in this turn

	Forms    []Formation
	Forces   []Forced
	Storms   []Crossing
	Arrived  [Zones]int8  // formations that have come into a zone in this turn
	Drawn    fog.Set      // names of the recruits of which one is taken; hidden is who they are
	Free     fog.Set      // a barbarian just raised, that has its free movement
	Late     fog.Set      // names of the side in play that joined besiegers as a second formation
	Stripped [Zones]bool  // pillaged in this turn: nobody enters
	Tended   []board.Zone `json:",omitempty"` // cities at which the side in play has had its siege combat

	Homing []Formation  `json:",omitempty"` // who comes home in this winter and may have to fight for it
	Fight  *Fight       `json:",omitempty"` // the battle that is fought
	Barred []board.Zone `json:",omitempty"` // zones from which the defenders of the present zone were engaged

	Options map[string]string `json:",omitempty"` // the readings that were chosen
	Chosen  Variants          `json:"-"`
	Now     Moment            `json:"-"` // what is asked, if the turn could be entered there
	Enter   Moment            `json:"-"` // where the turn begins, if in its middle
	Early   bool              `json:"-"` // the events are those of the New Year
	Rules   *Book             `json:"-"`

	stands [2]stands
}

// Ending is how a game has ended.
type Ending string

const (
	Decisive   Ending = "decisive"   // 14.21
	Negotiated Ending = "negotiated" // 14.22
	Exhausted  Ending = "exhausted"  // 14.23
)

// Copy is the position once more, of which nothing changes with the first.
func (g *Position) Copy() *Position {
	c := *g
	c.Part()
	return &c
}

// Part gives a position that was copied its own of all that it shares with the first.
func (g *Position) Part() {
	g.Forms, g.Forces, g.Storms = slices.Clone(g.Forms), slices.Clone(g.Forces), slices.Clone(g.Storms)
	g.Tended, g.Homing, g.Barred = slices.Clone(g.Tended), slices.Clone(g.Homing), slices.Clone(g.Barred)
	if g.Fight != nil {
		f := *g.Fight
		if g.Fight = &f; f.Blow != nil {
			x := *f.Blow
			f.Blow = &x
		}
	}
}

// Name implements [adjudicator.Game].
func (g *Position) Name() adjudicator.Phrase {
	return adjudicator.Say("hellenes.turn", "Season", adjudicator.Term{Kind: data.SeasonKind, ID: data.Season(g.Season).String()}, "Year", fmt.Sprint(-g.Year))
}

// Block is the printed block of a side.
func (g *Position) Block(side adjudicator.Side, p fog.Piece) *data.Block {
	return &g.Rules.Data.Blocks[side][p]
}

// At is where a block is.
func (g *Position) At(side adjudicator.Side, p fog.Piece) board.Zone {
	return g.Where[side][g.NameOf(side, p)]
}

// NameOf is the name of a block. Before names are dealt each goes by its own number, which
// nobody is shown.
func (g *Position) NameOf(side adjudicator.Side, p fog.Piece) fog.Name {
	if !g.Named {
		return p
	}
	return g.Veil[side].Goes[p]
}

// Names are those of a side in a zone, upright and flat: everybody sees them.
func (g *Position) Names(side adjudicator.Side, z board.Zone) fog.Set {
	s := &g.stands[side]
	if !s.known || s.of != g.Where[side] {
		s.sort(&g.Where[side])
	}
	return s.in[slot(z)]
}

// stands are the names of a side in each zone as they stood when they were last asked for: they are asked for far more often than
// anybody moves.
type stands struct {
	known bool
	of    [Blocks]board.Zone
	in    [Zones + 3]fog.Set
}

// slot is the place of a zone among those of [stands]: behind the map the pool, away, and nowhere.
func slot(z board.Zone) board.Zone {
	if z >= Zones {
		return Zones + min(z-Pool, 2)
	}
	return z
}

// sort puts all names where they stand.
func (s *stands) sort(where *[Blocks]board.Zone) {
	for n, at := range where {
		s.in[slot(s.of[n])].Drop(fog.Name(n))
		s.in[slot(at)].Add(fog.Name(n))
	}
	s.known, s.of = true, *where
}

// Upright are the names of a side in a zone that are not besieged there.
func (g *Position) Upright(side adjudicator.Side, z board.Zone) fog.Set {
	return g.Names(side, z) &^ g.Flat[side]
}

// Inside are the names of a side in a zone that are besieged there.
func (g *Position) Inside(side adjudicator.Side, z board.Zone) fog.Set {
	return g.Names(side, z) & g.Flat[side]
}

// Pieces are the blocks under names.
func (g *Position) Pieces(side adjudicator.Side, names fog.Set) fog.Set {
	if !g.Named {
		return names
	}
	return g.Veil[side].Pieces(names)
}

// Called are the names of blocks.
func (g *Position) Called(side adjudicator.Side, pieces fog.Set) fog.Set {
	if !g.Named {
		return pieces
	}
	return g.Veil[side].Names(pieces)
}

// Fleets are the fleets among some blocks.
func (g *Position) Fleets(side adjudicator.Side, pieces fog.Set) fog.Set {
	return pieces & g.Rules.Fleets[side]
}

// Drop sends a block to its pool or away, where its name lies face down.
func (g *Position) Drop(side adjudicator.Side, p fog.Piece) {
	n := g.NameOf(side, p)
	g.Where[side][n] = Pool
	g.VC[side][p], g.Load[side][p] = 0, 0
	g.Flat[side].Drop(n)
	g.Moved[side].Drop(n)
	g.Kept[side].Drop(n)
	if side == Athens {
		for i := range g.Sailing {
			g.Sailing[i].Drop(n)
		}
	}
	if g.Named {
		g.Veil[side].Mark[n] = 0
	}
}

// Gain moves the marker of prestige toward a side.
func (g *Position) Gain(side adjudicator.Side, n int) {
	if side == Sparta {
		n = -n
	}
	g.Prestige += n
}

// PrestigeOf is what a side has on the track: below zero if it is the enemy's.
func (g *Position) PrestigeOf(side adjudicator.Side) int {
	if side == Sparta {
		return -g.Prestige
	}
	return g.Prestige
}

// OnMap are the names of a side on the map.
func (g *Position) OnMap(side adjudicator.Side) (names fog.Set) {
	for n, at := range g.Where[side] {
		if at < Zones {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// Stood are the zones of the map in which a side has blocks.
func (g *Position) Stood(side adjudicator.Side) (all board.Set) {
	for _, at := range g.Where[side] {
		if at < Zones {
			all.Add(at)
		}
	}
	return all
}

// Of is the position of a game.
func Of(g adjudicator.Game) *Position { return g.(interface{ Ground() *Position }).Ground() }

// Ground is the position itself, for [Of].
func (g *Position) Ground() *Position { return g }

// Variants are the readings of unclear rules that a game is played with.
type Variants struct {
	WalkIn   bool `option:"entry=walk-in"` // 7.3: who enters an empty city has it at once
	BlockAll bool `option:"blockade=all"`  // 8.21: all coastal seas of Athens have to be Sparta's
}
