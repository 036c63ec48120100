package hellenes

import (
	"encoding/json"
	"fmt"
	"keryx/adjudicator/hellenes/data"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// The sides, in the order of [Rules.Info].
const (
	athens = adjudicator.Side(0)
	sparta = adjudicator.Side(1)
)

// Blocks stand in a zone of the map, or in one of these.
const (
	pool = board.Zone(200) // to be recruited
	away = board.Zone(201) // set aside, or not in the scenario
)

// blocks is how many each side has, and zones how many the map has.
const (
	blocks = 60
	zones  = 98
)

// The campaigns that have rules of their own.
const (
	campaign431 = "431"
	campaign415 = "415"
)

// The seasons of a year.
const (
	spring = iota
	summer
	highSummer
	autumn
	winter
	seasons
)

// nobody holds what no side does.
const nobody = adjudicator.Observer

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

// Game is a game in play. What all see stands by name, what is hidden by block.
type Game struct {
	Scenario string
	Number   int // of the turn, from 1
	Year     int // before Christ
	Season   int
	Prestige int // above zero it is Athens', below Sparta's
	Over     bool
	Ended    ending // how

	Named   bool // the blocks have their names: they have none before the first orders
	Where   [2][blocks]board.Zone
	Flat    [2]fog.Set // names inside a besieged city
	Moved   [2]fog.Set // names that have moved in this turn
	Kept    [2]fog.Set // names maintained in this winter
	Sailing [3]fog.Set // names of the first and the second expedition of Athens, which the scenario keeps apart, and of its recruits
	Veil    [2]fog.Veil
	VC      [2][blocks]int8 // hidden, by block
	Load    [2][blocks]int8 // hidden, by block: 1 and the fleet that carries it; 0 for none
	Towns   [zones]Town

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
	Arrived  [zones]int8  // formations that have come into a zone in this turn
	Drawn    fog.Set      // names of the recruits of which one is taken; hidden is who they are
	Free     fog.Set      // a barbarian just raised, that has its free movement
	Late     fog.Set      // names of the side in play that joined besiegers as a second formation
	Stripped [zones]bool  // pillaged in this turn: nobody enters
	Tended   []board.Zone `json:",omitempty"` // cities at which the side in play has had its siege combat

	Homing []Formation  `json:",omitempty"` // who comes home in this winter and may have to fight for it
	Fight  *Fight       `json:",omitempty"` // the battle that is fought
	Barred []board.Zone `json:",omitempty"` // zones from which the defenders of the present zone were engaged

	Options map[string]string `json:",omitempty"` // the readings that were chosen
	chosen  variants
	now     Moment // what is asked, if the turn could be entered there
	enter   Moment // where the turn begins, if in its middle
	early   bool   // the events are those of the New Year
	rules   *Rules
}

// ending is how a game has ended.
type ending string

const (
	decisive   ending = "decisive"   // 14.21
	negotiated ending = "negotiated" // 14.22
	exhausted  ending = "exhausted"  // 14.23
)

// State implements [adjudicator.Game].
func (g *Game) State() json.RawMessage {
	b, err := json.Marshal(g)
	if err != nil {
		panic(err) // numbers always encode
	}
	return b
}

// Clone implements [adjudicator.Cloner].
func (g *Game) Clone() adjudicator.Game {
	c := *g
	c.Forms, c.Forces, c.Storms = slices.Clone(g.Forms), slices.Clone(g.Forces), slices.Clone(g.Storms)
	c.Tended, c.Homing, c.Barred = slices.Clone(g.Tended), slices.Clone(g.Homing), slices.Clone(g.Barred)
	if g.Fight != nil {
		f := *g.Fight
		if c.Fight = &f; f.Blow != nil {
			x := *f.Blow
			f.Blow = &x
		}
	}
	return &c
}

// Name implements [adjudicator.Game].
func (g *Game) Name() adjudicator.Phrase {
	return adjudicator.Say("hellenes.turn", "Season", adjudicator.Term{Kind: data.SeasonKind, ID: data.Season(g.Season).String()}, "Year", fmt.Sprint(-g.Year))
}

// block is the printed block of a side.
func (g *Game) block(side adjudicator.Side, p fog.Piece) *data.Block {
	return &g.rules.data.Blocks[side][p]
}

// at is where a block is.
func (g *Game) at(side adjudicator.Side, p fog.Piece) board.Zone {
	return g.Where[side][g.nameOf(side, p)]
}

// nameOf is the name of a block. Before names are dealt each goes by its own number, which
// nobody is shown.
func (g *Game) nameOf(side adjudicator.Side, p fog.Piece) fog.Name {
	if !g.Named {
		return p
	}
	return g.Veil[side].Goes[p]
}

// names are those of a side in a zone, upright and flat: everybody sees them.
func (g *Game) names(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for n, at := range g.Where[side] {
		if at == z {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// upright are the names of a side in a zone that are not besieged there.
func (g *Game) upright(side adjudicator.Side, z board.Zone) fog.Set {
	return g.names(side, z) &^ g.Flat[side]
}

// inside are the names of a side in a zone that are besieged there.
func (g *Game) inside(side adjudicator.Side, z board.Zone) fog.Set {
	return g.names(side, z) & g.Flat[side]
}

// pieces are the blocks under names.
func (g *Game) pieces(side adjudicator.Side, names fog.Set) fog.Set {
	if !g.Named {
		return names
	}
	return g.Veil[side].Pieces(names)
}

// called are the names of blocks.
func (g *Game) called(side adjudicator.Side, pieces fog.Set) fog.Set {
	if !g.Named {
		return pieces
	}
	return g.Veil[side].Names(pieces)
}

// fleets are the fleets among some blocks.
func (g *Game) fleets(side adjudicator.Side, pieces fog.Set) fog.Set {
	return pieces & g.rules.fleets[side]
}

// drop sends a block to its pool or away, where its name lies face down.
func (g *Game) drop(side adjudicator.Side, p fog.Piece) {
	n := g.nameOf(side, p)
	g.Where[side][n] = pool
	g.VC[side][p], g.Load[side][p] = 0, 0
	g.Flat[side].Drop(n)
	g.Moved[side].Drop(n)
	g.Kept[side].Drop(n)
	if side == athens {
		for i := range g.Sailing {
			g.Sailing[i].Drop(n)
		}
	}
	if g.Named {
		g.Veil[side].Mark[n] = 0
	}
}

// gain moves the marker of prestige toward a side.
func (g *Game) gain(side adjudicator.Side, n int) {
	if side == sparta {
		n = -n
	}
	g.Prestige += n
}

// prestige is what a side has on the track: below zero if it is the enemy's.
func (g *Game) prestige(side adjudicator.Side) int {
	if side == sparta {
		return -g.Prestige
	}
	return g.Prestige
}

// Invariants implements [adjudicator.Game].
func (g *Game) Invariants() error {
	if err := g.Cards.Check(); err != nil {
		return err
	}
	for side := range adjudicator.Side(2) {
		if g.Named {
			if err := g.Veil[side].Check(); err != nil {
				return fmt.Errorf("%s: %w", sides[side], err)
			}
		}
		for p := range fog.Piece(blocks) {
			if err := g.sound(side, p); err != nil {
				return fmt.Errorf("%s: block %d: %w", sides[side], p+1, err)
			}
		}
		if out := g.Flat[side]; out&^g.onMap(side) != 0 {
			return fmt.Errorf("%s: besieged outside the map: %b", sides[side], out)
		}
	}
	for z := range board.Zone(zones) {
		if g.names(athens, z)&g.Flat[athens] != 0 && g.names(sparta, z)&g.Flat[sparta] != 0 {
			return fmt.Errorf("%s: both sides are besieged", g.rules.board.Name(z))
		}
	}
	return nil
}

// onMap are the names of a side on the map.
func (g *Game) onMap(side adjudicator.Side) (names fog.Set) {
	for n, at := range g.Where[side] {
		if at < zones {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// sound returns what is wrong with a block.
func (g *Game) sound(side adjudicator.Side, p fog.Piece) error {
	b, n := g.block(side, p), g.nameOf(side, p)
	at, vc := g.Where[side][n], g.VC[side][p]
	switch {
	case at >= zones && vc != 0 || at < zones && (vc < 1 || int(vc) > b.VC):
		return fmt.Errorf("it has %d VC of %d at %s", vc, b.VC, g.rules.board.Name(at))
	case g.Named && g.Veil[side].Mark[n] != 0 && g.Veil[side].Mark[n] != vc:
		return fmt.Errorf("it was shown with %d VC and has %d", g.Veil[side].Mark[n], vc)
	case at < zones && b.Arm == data.Fleet && !g.rules.coastal(at):
		return fmt.Errorf("a fleet is at %s", g.rules.board.Name(at))
	case at < zones && g.rules.sea(at) && b.Barbarian:
		return fmt.Errorf("barbarians are at sea")
	case at < zones && g.rules.sea(at) && b.Arm != data.Fleet && g.Named:
		ship := g.carrier(side, p)
		if ship == noShip || g.at(side, ship) != at || g.VC[side][ship] <= vc {
			return fmt.Errorf("no fleet carries it at %s", g.rules.board.Name(at))
		}
	}
	return nil
}
