// Package moor is a small whole game with hidden pieces, to be read by who writes one: two
// bands in the mist, whose pieces show only their backs. Each side has two riders, three on
// foot and a scarecrow; two of them carry a chest.
//
//  1. Both make ready, each for itself: how many of their four efforts they hold back, who
//     carries the chests, who mends at home. (A row of secret questions.)
//  2. The side that begins marches, then the other. A march costs an effort: some pieces go
//     together from one zone to the next, riders alone as far as the one behind. Three or more
//     need a rider. Where they come next to enemies, those may intercept for an effort held
//     back, if there is a rider among them. Once in the game a side scouts what a piece is.
//  3. Where both are in a zone all are shown; scarecrows vanish. Each throws a die and adds its
//     strength; the lower loses a step of each piece and goes to its camp, and what falls leaves
//     its chest.
//  4. Whoever is alone at the Stone at the end of a day has a point, and so has who takes a
//     chest. Six days are played, or until somebody has four points.
package moor

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

//go:embed texts data
var files embed.FS

var texts = []adjudicator.Texts{{Owner: "moor", Files: files}}

// sides are the identifiers of the two seats.
var sides = []string{"north", "south"}

// pieces are those of either side, by their numbers: how its owner calls them.
var pieces = []string{"R1", "R2", "F1", "F2", "F3", "S1"}

// full is the strength of each; a scarecrow has none.
var full = [...]int8{2, 2, 3, 3, 3, 0}

const (
	riders     fog.Set = 0b000011
	scarecrows fog.Set = 0b100000
	carriers   fog.Set = 0b011111
	all        fog.Set = 0b111111

	efforts  = 4 // a day
	chests   = 2 // of either side
	deeds    = 3 // in making ready
	lastDay  = 6
	toWin    = 4
	vanished = board.Zone(5) // the place of who has fallen
)

// Opener opens the game.
var Opener = adjudicator.Opener{Name: "moor",
	Embedded: func() []adjudicator.Ruleset { return []adjudicator.Ruleset{New()} },
	FromDir: func(string) ([]adjudicator.Ruleset, error) {
		return nil, fmt.Errorf("it has no data files that could be replaced: take its folder out of the directory of data")
	}}

// Rules is the ruleset.
type Rules struct {
	lexicon  *orders.Lexicon
	rulings  adjudicator.Rulings
	board    *board.Map
	geometry *board.Geometry
	leak     leak
}

// New returns it.
func New() *Rules {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	r := &Rules{lexicon: orders.NewLexicon()}
	if r.board, err = board.Load(files, "data/map.toml"); err != nil {
		panic(err)
	}
	if r.geometry, err = board.LoadGeometry(files, "data/geometry.toml", r.board); err != nil {
		panic(err)
	}
	words.Teach(r.lexicon, "hold", "give", "rest", "done", "march", "scout", "end", "intercept", "let")
	for z := range board.Zone(r.board.Len()) {
		words.Name(r.lexicon, "zone", r.board.Place(z).ID)
	}
	words.Name(r.lexicon, "piece", pieces...)
	for side := range adjudicator.Side(2) {
		for n := range fog.Name(len(pieces)) {
			r.lexicon.Add("marker", marker(side, n).ID)
		}
	}
	r.rulings = newRulings(words)
	return r
}

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info {
	return adjudicator.Info{Name: "moor", Prefix: "moo", Version: "1", Sides: sides,
		Scenarios: []string{"mist"}, Phases: []string{"1", "2"}}
}

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts { return texts }

// Lexicon implements [adjudicator.Ruleset].
func (r *Rules) Lexicon() *orders.Lexicon { return r.lexicon }

// Chart implements [adjudicator.Charted].
func (r *Rules) Chart() (*board.Map, *board.Geometry) { return r.board, r.geometry }

// New implements [adjudicator.Ruleset].
func (r *Rules) New(adjudicator.Setup) (adjudicator.Game, error) {
	g := &Game{rules: r}
	for side := range g.Steps {
		g.Steps[side] = full
		g.Loads[side] = fog.Loads{N: chests}
		g.Loads[side].With = firstWith
		for n := range g.Where[side] {
			g.Where[side][n] = camp[side]
		}
	}
	return g, nil
}

// camp is where each side's pieces begin.
var camp = [2]board.Zone{0, 4}

// stone is the zone that counts.
const stone = board.Zone(2)

// firstWith are the pieces that carry the chests before anybody has given them away.
var firstWith = [fog.Most]fog.Piece{0, 2}

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(_ adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &Game{rules: r}
	return g, json.Unmarshal(state, g)
}

// Game is a game in play. What all see stands by name, what is hidden by piece.
type Game struct {
	Day     int
	Points  [2]int
	Over    bool
	Scouted [2]bool

	Named    bool // the pieces have got their names: they have none before the first orders
	Where    [2][len(full)]board.Zone
	Moved    [2]fog.Set // names that have gone somewhere today
	Marches  [2]int     // today
	Tried    [2]int     // interceptions today
	Veil     [2]fog.Veil
	Needs    [2][]fog.Need // what is known of several names
	Loads    [2]fog.Loads
	Steps    [2][len(full)]int8 // hidden, by piece
	Held     [2]int             // hidden: efforts held back
	Deeds    [2]int             // hidden: how far each has made ready
	Readying bool               // both make ready

	rules *Rules
	now   Moment // what is asked
	at    Moment // where the turn begins, if in its middle
}

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
	for side := range c.Needs {
		c.Needs[side] = slices.Clone(g.Needs[side])
	}
	return &c
}

// Name implements [adjudicator.Game].
func (g *Game) Name() adjudicator.Phrase { return adjudicator.Say("moor.turn", "Day", max(g.Day, 1)) }

// Result implements [adjudicator.Game].
func (g *Game) Result() *adjudicator.Result {
	if !g.Over {
		return nil
	}
	r := &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw", Points: g.Points}
	for side := range adjudicator.Side(2) {
		if g.Points[side] > g.Points[side.Other()] {
			r.Winner, r.Level = side, "total"
		}
	}
	return r
}

// Value implements [adjudicator.Valuer]: the points ahead.
func (g *Game) Value(side adjudicator.Side) float64 {
	return float64(g.Points[side] - g.Points[side.Other()])
}

// Invariants implements [adjudicator.Game].
func (g *Game) Invariants() error {
	for side := range g.Veil {
		v, l := &g.Veil[side], &g.Loads[side]
		if err := v.Check(); err != nil {
			return fmt.Errorf("%s: %w", sides[side], err)
		}
		if err := l.Check(v); err != nil {
			return fmt.Errorf("%s: %w", sides[side], err)
		}
		for p, steps := range g.Steps[side] {
			if steps < 0 || steps > full[p] {
				return fmt.Errorf("%s: %s has %d steps", sides[side], pieces[p], steps)
			}
			if n := v.Goes[p]; v.N > 0 && v.Mark[n] != 0 && v.Mark[n] != steps {
				return fmt.Errorf("%s: %s was shown with %d steps and has %d", sides[side], pieces[p], v.Mark[n], steps)
			}
		}
		if g.Held[side] > efforts-g.Marches[side] || g.Held[side] < g.Tried[side] {
			return fmt.Errorf("%s: of %d efforts %d held back, %d marches and %d interceptions", sides[side], efforts, g.Held[side], g.Marches[side], g.Tried[side])
		}
	}
	return nil
}

// at lists the pieces of a side in a zone.
func (g *Game) in(side adjudicator.Side, z board.Zone) fog.Set {
	if !g.Named {
		if z == camp[side] {
			return all
		}
		return 0
	}
	return g.Veil[side].Pieces(g.names(side, z))
}

// names lists the names of a side in a zone: everybody sees them.
func (g *Game) names(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for n, at := range g.Where[side] {
		if at == z {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// place is where a piece is.
func (g *Game) place(side adjudicator.Side, p fog.Piece) board.Zone {
	return g.Where[side][g.Veil[side].Goes[p]] // all are in the camp while they have no names
}

// unmoved are the pieces of a side that could go somewhere from a zone: they look alike.
func (g *Game) unmoved(side adjudicator.Side, z board.Zone) fog.Set {
	return g.Veil[side].Pieces(g.names(side, z) &^ g.Moved[side])
}

// marker is how everybody calls a name.
func marker(side adjudicator.Side, n fog.Name) adjudicator.Term {
	return adjudicator.Term{Kind: "marker", ID: fmt.Sprintf("%.1s%d", sides[side], n+1)}
}

func piece(p fog.Piece) adjudicator.Term { return adjudicator.Term{Kind: "piece", ID: pieces[p]} }

func seat(side adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: sides[side]}
}

func (g *Game) zone(z board.Zone) adjudicator.Term {
	return adjudicator.Term{Kind: "zone", ID: g.rules.board.Place(z).ID}
}

// markers lists names.
func markers(side adjudicator.Side, names fog.Set) (all adjudicator.Terms) {
	for names != 0 {
		all = append(all, marker(side, names.Pop()))
	}
	return all
}

// called lists pieces as their owner calls them.
func called(set fog.Set) (all adjudicator.Terms) {
	for set != 0 {
		all = append(all, piece(set.Pop()))
	}
	return all
}
