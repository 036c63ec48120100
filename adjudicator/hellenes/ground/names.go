package ground

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// Alike are the names of a side that look like a name to the enemy: in the same zone and
// posture, and as free to go.
func (g *Position) Alike(side adjudicator.Side, n fog.Name) fog.Set {
	all := g.Names(side, g.Where[side][n])
	marks := []fog.Set{g.Flat[side], g.Moved[side], g.Kept[side]}
	if side == Athens {
		marks = append(marks, g.Sailing[:]...)
	}
	for _, mark := range marks {
		if mark.Has(n) {
			all &= mark
		} else {
			all &^= mark
		}
	}
	return all
}

// Put moves blocks that have parted from the others, under their names.
func (g *Position) Put(side adjudicator.Side, who fog.Set, to board.Zone) (names fog.Set) {
	names = g.Veil[side].Names(who)
	for rest := names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	if to < Zones && !g.Rules.Coastal(to) {
		g.Narrow(side, who, g.Rules.All(side)&^g.Rules.Fleets[side])
	}
	return names
}

// Narrow tells the enemy that blocks are some of those that could have done what they did.
func (g *Position) Narrow(side adjudicator.Side, who, to fog.Set) {
	for rest := who; rest != 0; {
		g.Veil[side].Narrow(rest.Pop(), to)
	}
}

// Show shows blocks to both, with their strength.
func (g *Position) Show(side adjudicator.Side, who fog.Set) {
	for rest := who; rest != 0; {
		p := rest.Pop()
		g.Veil[side].Show(p, g.VC[side][p])
	}
}

// Hurt takes a step from a block; false if it was its last.
func (g *Position) Hurt(side adjudicator.Side, p fog.Piece) bool {
	g.VC[side][p]--
	if n := g.NameOf(side, p); g.Named && g.Veil[side].Mark[n] != 0 {
		g.Veil[side].Mark[n] = g.VC[side][p]
	}
	return g.VC[side][p] > 0
}

// Fade has the enemy no longer know how strong some blocks are.
func (g *Position) Fade(side adjudicator.Side, names fog.Set) {
	for rest := names; rest != 0; {
		g.Veil[side].Mark[rest.Pop()] = 0
	}
}

// Marker is how everybody calls a name.
func Marker(side adjudicator.Side, n fog.Name) adjudicator.Term {
	return adjudicator.Term{Kind: "marker", ID: fmt.Sprintf("%.1s%d", Sides[side], n+1)}
}

// Markers lists names.
func Markers(side adjudicator.Side, names fog.Set) (all adjudicator.Terms) {
	for names != 0 {
		all = append(all, Marker(side, names.Pop()))
	}
	return all
}

func PieceTerm(p fog.Piece) adjudicator.Term {
	return adjudicator.Term{Kind: "block", ID: fmt.Sprint(p + 1)}
}

// PieceTerms lists blocks as their owner calls them.
func PieceTerms(set fog.Set) (all adjudicator.Terms) {
	for set != 0 {
		all = append(all, PieceTerm(set.Pop()))
	}
	return all
}

func Seat(side adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: Sides[side]}
}

func CardTerm(card int) adjudicator.Term {
	return adjudicator.Term{Kind: "card", ID: fmt.Sprint(card)}
}

// Moment is a point of a turn at which it can be entered: what is asked, and of whom; of nobody in particular where
// both sides are asked.
type Moment struct {
	Kind   string // of the question; empty at the beginning of a turn
	Side   adjudicator.Side
	Zone   board.Zone   `json:",omitempty"` // of the battle, or of the city that is assaulted or starved
	God    God          `json:",omitempty"` // who is appealed to
	Thrown int          `json:",omitempty"` // the hits or the die that it is about
	Prefer []Preference `json:",omitempty"` // what the recruit is to be
	Raised fog.Name     `json:",omitempty"` // the recruit that was raised
	Rising *Rising      `json:",omitempty"` // the revolt that goes on
	Early  bool         `json:",omitempty"` // it is of an event of the New Year
}

// Moment is where a side that is asked could enter the turn; nil if it could not.
func (g *Position) Moment(side adjudicator.Side) *Moment {
	if g.Now.Kind == "" || side == Nobody || g.Now.Side != Nobody && g.Now.Side != side {
		return nil
	}
	now := g.Now
	return &now
}

// Public is the position without what is hidden of either side: what all see stands by name.
func (g *Position) Public() *Position {
	c := g.Copy()
	c.Veil, c.VC, c.Load = [2]fog.Veil{}, [2][Blocks]int8{}, [2][Blocks]int8{}
	c.Cards, c.Laid, c.Drawn = draw.Pool{}, [2]draw.Set{}, 0
	if !g.Named {
		c.unplace()
	}
	return c
}

// unplace puts the blocks of both sides that may be set up in several zones into the first of these, at full strength.
func (g *Position) unplace() {
	for side := range adjudicator.Side(2) {
		for p := range fog.Piece(Blocks) {
			if open := g.Placeable(side, p); !open.Empty() {
				g.Where[side][p] = open.First()
			}
			if g.Where[side][p] < Zones {
				g.VC[side][p] = int8(g.Block(side, p).VC)
			}
		}
	}
}

// Expedition counts the blocks of Athens in Sicily that are not Sicilian (12.0).
func (g *Position) Expedition() (n int) {
	for name, at := range g.Where[Athens] {
		if at < Zones && g.Rules.Sicily.Has(at) {
			n += Btoi(!g.Block(Athens, g.Pieces(Athens, One(fog.Name(name))).Nth(0)).Sicilian)
		}
	}
	return n
}
