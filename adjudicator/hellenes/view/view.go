package view

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// Knowledge is what a side may know, as data.
type Knowledge struct {
	Scenario string
	Year     int
	Season   string
	Prestige int
	Peace    bool
	Renewed  bool
	First    int // the side that began the season; -1 before it is known
	Leaders  [2]int
	InPlay   []int
	Gone     []int
	Played   [2]int
	Offered  [2][]string
	Hand     []int `json:",omitempty"`
	Laid     []int `json:",omitempty"`
	Hands    [2]int
	Towns    map[string]ground.Town
	Bands    [2]Band
	Own      *Own             `json:",omitempty"`
	Laying   [2]int           // how many cards each has laid off for Zeus
	Moment   *ground.Moment   `json:",omitempty"` // where the turn can be entered, if the side is asked there
	Public   *ground.Position `json:",omitempty"` // what all see of the position there
}

// Band is what is known of a side's blocks, by name; without any before they have names.
type Band struct {
	Zones []string
	Flat  []int
	Moved []int
	Kept  []int
	Sails [3][]int
	Shown []int   // names whose block both sides know
	Mark  []int   // its steps
	May   [][]int // the blocks that a name may be; not for observers
}

// Own is what a side alone knows of itself, by block.
type Own struct {
	Goes  []int // names
	Steps []int
	Load  []int    // by whom each block is carried: 1 and the fleet, 0 for nobody
	Deck  []int    // the cards that either hand or the cup may hold, or the enemy's that are laid off
	Drawn []int    `json:",omitempty"` // names of the recruits of which it takes one
	Known []int    // those of them that are in the cup
	At    []string `json:",omitempty"` // before the blocks have names
}

// List is a set as a program can read it: numbers of 64 bits it cannot.
func List(s fog.Set) []int {
	all := []int{}
	for s != 0 {
		all = append(all, int(s.Pop()))
	}
	return all
}

// Of implements [adjudicator.Game].
func Of(g *ground.Position, side adjudicator.Side) adjudicator.View {
	s := g.Campaign()
	v := adjudicator.View{Side: side, Turn: g.Name(), Number: max(g.Number, 1), Last: s.Years() * ground.Seasons, Result: g.Result(), Data: knowledge(g, side),
		Balance: []adjudicator.BalanceRow{{Name: adjudicator.Say("hellenes.balance.prestige"), Values: [2]int{max(0, g.Prestige), max(0, -g.Prestige)}}},
		Goals:   []adjudicator.Phrase{adjudicator.Say("hellenes.goal", "Prestige", g.Rules.Data.Tables.Prestige.Surrender)}}
	if side != ground.Nobody {
		v.Tables = append(v.Tables, handTable(g, side), ownTable(g, side))
	}
	for of := range adjudicator.Side(2) {
		if of != side && g.Named {
			v.Tables = append(v.Tables, bandTable(g, of, side))
		}
	}
	v.Tables = append(v.Tables, statusTable(g), cityTable(g))
	v.Tracks = tracks(g)
	for z := range board.Zone(ground.Zones) {
		v.Zones = append(v.Zones, zoneView(g, z, side))
	}
	return v
}

// zoneView is what somebody sees in a zone.
func zoneView(g *ground.Position, z board.Zone, viewer adjudicator.Side) adjudicator.ZoneView {
	v := adjudicator.ZoneView{Zone: ground.ZoneTerm(z)}
	for side := range adjudicator.Side(2) {
		if units := units(g, side, z, viewer); len(units) > 0 {
			v.Stacks = append(v.Stacks, adjudicator.StackView{Side: side, Units: units})
		}
	}
	v.Marks = marks(g, z)
	return v
}

// hides reports whether somebody does not see a block yet: in the set-up, where its owner may
// have put it elsewhere.
func hides(g *ground.Position, of adjudicator.Side, p fog.Piece, viewer adjudicator.Side) bool {
	return !g.Named && of != viewer && !g.Placeable(of, p).Empty()
}

// units are the blocks of a side in a zone as somebody sees them.
func units(g *ground.Position, of adjudicator.Side, z board.Zone, viewer adjudicator.Side) (units []adjudicator.UnitView) {
	if of == viewer {
		for who := g.In(of, z); who != 0; {
			p := who.Pop()
			units = append(units, unit(g, of, p, int(g.VC[of][p])))
		}
		return units
	}
	for names := g.Names(of, z); names != 0; {
		n := names.Pop()
		switch p, known := known(g, of, n, viewer); {
		case !g.Named && hides(g, of, n, viewer):
		case !g.Named:
			units = append(units, adjudicator.UnitView{Hidden: true})
		case known:
			units = append(units, unit(g, of, p, int(g.Veil[of].Mark[n])))
		default:
			units = append(units, adjudicator.UnitView{Name: ground.Marker(of, n), Hidden: true, Afloat: g.Rules.Sea(z)})
		}
	}
	return units
}

// known returns the block that somebody knows a name to be, and whether he does.
func known(g *ground.Position, of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	if !g.Named {
		return draw.None, false
	}
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// signs are those of the arms on maps.
var signs = [...]string{data.Hoplites: "shield", data.Archers: "bow", data.Cavalry: "horse", data.Infantry: "pelta", data.Fleet: "galley"}

func unit(g *ground.Position, side adjudicator.Side, p fog.Piece, vc int) adjudicator.UnitView {
	b := g.Block(side, p)
	return adjudicator.UnitView{Name: ground.PieceTerm(p), Arm: b.Arm.String(), Sign: signs[b.Arm], Strength: vc, Full: b.VC, Steps: vc, Afloat: b.Arm == data.Fleet}
}

// BlockText tells what a block is, with its steps if they are known.
func BlockText(g *ground.Position, side adjudicator.Side, p fog.Piece, vc int) adjudicator.Phrase {
	return Describe(g.Block(side, p), p, vc)
}

// Describe tells what a block is, and how strong.
func Describe(b *data.Block, p fog.Piece, vc int) adjudicator.Phrase {
	return adjudicator.Say("hellenes.shown.block", "Block", ground.PieceTerm(p), "Arm", adjudicator.Term{Kind: data.ArmKind, ID: b.Arm.String()}, "Class", b.Class.String(), "VC", vc)
}

// Whole tells its owner all of a block: what it is, its steps now and at full strength, and how far it goes.
func Whole(g *ground.Position, side adjudicator.Side, p fog.Piece, vc int) adjudicator.Phrase {
	b := g.Block(side, p)
	return adjudicator.Say("hellenes.shown.own", "Block", ground.PieceTerm(p), "Arm", adjudicator.Term{Kind: data.ArmKind, ID: b.Arm.String()}, "Class", b.Class.String(),
		"VC", vc, "Full", b.VC, "Move", b.Move, "Elite", ground.Btoi(b.Elite))
}

// Recruits tells their owner all of some blocks, as strong as they would be raised: Greeks as cadres, barbarians in full (4.22).
func Recruits(g *ground.Position, side adjudicator.Side, who fog.Set) (all []adjudicator.Phrase) {
	for who != 0 {
		p := who.Pop()
		vc := 1
		if b := g.Block(side, p); b.Barbarian {
			vc = b.VC
		}
		all = append(all, Whole(g, side, p, vc))
	}
	return all
}

// knowledge is the position as a side may know it.
func knowledge(g *ground.Position, side adjudicator.Side) Knowledge {
	k := Knowledge{Scenario: g.Scenario, Year: g.Year, Season: data.Season(g.Season).String(), Prestige: g.Prestige, Peace: g.Peace, Renewed: g.Renewed,
		First: int(ground.Nobody), Leaders: g.Leaders, InPlay: ground.Sorted(g.InPlay), Gone: ground.Sorted(g.Gone), Towns: map[string]ground.Town{}}
	if g.Shown {
		k.First, k.Played = int(g.First), g.Played
	}
	for z := range board.Zone(ground.Zones) {
		if town := g.Towns[z]; town.Holder != ground.Nobody && town != (ground.Town{Holder: g.Loyal(z)}) {
			k.Towns[g.Rules.Board.Name(z)] = town
		}
	}
	for s := range adjudicator.Side(2) {
		k.Hands[s], k.Laying[s] = g.Cards.Hand[s].Len(), g.Laid[s].Len()
		for d := ground.Zeus; d <= ground.Hera; d++ {
			if g.Offered[s]&d.Bit() != 0 {
				k.Offered[s] = append(k.Offered[s], d.String())
			}
		}
		k.Bands[s] = band(g, s, side != ground.Nobody)
	}
	if side != ground.Nobody {
		k.Hand, k.Laid, k.Own = g.Hand(side), ground.Sorted(g.Laid[side]), own(g, side)
		if k.Moment = g.Moment(side); k.Moment != nil {
			k.Public = g.Public()
		}
	}
	return k
}

// band is what the enemy of a side knows of its blocks, or an observer.
func band(g *ground.Position, side adjudicator.Side, player bool) (b Band) {
	if !g.Named {
		return b
	}
	v := &g.Veil[side]
	for n := range fog.Name(ground.Blocks) {
		at := g.Where[side][n]
		switch at {
		case ground.Pool:
			b.Zones = append(b.Zones, "pool")
		case ground.Away:
			b.Zones = append(b.Zones, "away")
		default:
			b.Zones = append(b.Zones, g.Rules.Board.Name(at))
		}
		mark := int(v.Mark[n])
		if !player && !v.Open.Has(n) {
			mark = 0
		}
		b.Mark = append(b.Mark, mark)
		if player {
			b.May = append(b.May, List(v.May[n]))
		}
	}
	b.Flat, b.Moved, b.Kept, b.Shown = List(g.Flat[side]), List(g.Moved[side]), List(g.Kept[side]), List(v.Open)
	if side == ground.Athens {
		b.Sails = [3][]int{List(g.Sailing[0]), List(g.Sailing[1]), List(g.Sailing[2])}
	}
	return b
}

func own(g *ground.Position, side adjudicator.Side) *Own {
	o := &Own{Deck: ground.Sorted(g.Cards.All() | g.Laid[side.Other()]), Known: ground.Sorted(g.Cards.Known[side])}
	if g.Drawn != 0 && side == g.Active {
		o.Drawn = List(g.Drawn)
	}
	for p := range fog.Piece(ground.Blocks) {
		o.Steps, o.Load = append(o.Steps, int(g.VC[side][p])), append(o.Load, int(g.Load[side][p]))
		if g.Named {
			o.Goes = append(o.Goes, int(g.Veil[side].Goes[p]))
		} else if at := g.Where[side][p]; at < ground.Zones {
			o.At = append(o.At, fmt.Sprint(p+1, g.Rules.Board.Name(at)))
		}
	}
	return o
}
