package hellenes

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
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
	Towns    map[string]Town
	Bands    [2]Band
	Own      *Own    `json:",omitempty"`
	Laying   [2]int  // how many cards each has laid off for Zeus
	Moment   *Moment `json:",omitempty"` // where the turn can be entered, if the side is asked there
	Public   *Game   `json:",omitempty"` // what all see of the position there
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

// list is a set as a program can read it: numbers of 64 bits it cannot.
func list(s fog.Set) []int {
	all := []int{}
	for s != 0 {
		all = append(all, int(s.Pop()))
	}
	return all
}

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View {
	s := g.scenario()
	v := adjudicator.View{Side: side, Turn: g.Name(), Number: max(g.Number, 1), Last: s.Years() * seasons, Result: g.Result(), Data: g.knowledge(side),
		Balance: []adjudicator.BalanceRow{{Name: adjudicator.Say("hellenes.balance.prestige"), Values: [2]int{max(0, g.Prestige), max(0, -g.Prestige)}}},
		Goals:   []adjudicator.Phrase{adjudicator.Say("hellenes.goal", "Prestige", g.rules.data.Tables.Prestige.Surrender)}}
	if side != nobody {
		v.Tables = append(v.Tables, g.handTable(side), g.ownTable(side))
	}
	for of := range adjudicator.Side(2) {
		if of != side && g.Named {
			v.Tables = append(v.Tables, g.bandTable(of, side))
		}
	}
	v.Tables = append(v.Tables, g.statusTable(), g.cityTable())
	v.Tracks = g.tracks()
	for z := range board.Zone(zones) {
		v.Zones = append(v.Zones, g.zoneView(z, side))
	}
	return v
}

// zoneView is what somebody sees in a zone.
func (g *Game) zoneView(z board.Zone, viewer adjudicator.Side) adjudicator.ZoneView {
	v := adjudicator.ZoneView{Zone: zoneTerm(z)}
	for side := range adjudicator.Side(2) {
		if units := g.units(side, z, viewer); len(units) > 0 {
			v.Stacks = append(v.Stacks, adjudicator.StackView{Side: side, Units: units})
		}
	}
	v.Marks = g.marks(z)
	return v
}

// hides reports whether somebody does not see a block yet: in the set-up, where its owner may
// have put it elsewhere.
func (g *Game) hides(of adjudicator.Side, p fog.Piece, viewer adjudicator.Side) bool {
	return !g.Named && of != viewer && !g.placeable(of, p).Empty()
}

// units are the blocks of a side in a zone as somebody sees them.
func (g *Game) units(of adjudicator.Side, z board.Zone, viewer adjudicator.Side) (units []adjudicator.UnitView) {
	if of == viewer {
		for who := g.in(of, z); who != 0; {
			p := who.Pop()
			units = append(units, g.unit(of, p, int(g.VC[of][p])))
		}
		return units
	}
	for names := g.names(of, z); names != 0; {
		n := names.Pop()
		switch p, known := g.known(of, n, viewer); {
		case !g.Named && g.hides(of, n, viewer):
		case !g.Named:
			units = append(units, adjudicator.UnitView{Hidden: true})
		case known:
			units = append(units, g.unit(of, p, int(g.Veil[of].Mark[n])))
		default:
			units = append(units, adjudicator.UnitView{Name: marker(of, n), Hidden: true, Afloat: g.rules.sea(z)})
		}
	}
	return units
}

// known returns the block that somebody knows a name to be, and whether he does.
func (g *Game) known(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	if !g.Named {
		return draw.None, false
	}
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// signs are those of the arms on maps.
var signs = [...]string{data.Hoplites: "shield", data.Archers: "bow", data.Cavalry: "horse", data.Infantry: "pelta", data.Fleet: "galley"}

func (g *Game) unit(side adjudicator.Side, p fog.Piece, vc int) adjudicator.UnitView {
	b := g.block(side, p)
	return adjudicator.UnitView{Name: pieceTerm(p), Arm: b.Arm.String(), Sign: signs[b.Arm], Strength: vc, Full: b.VC, Steps: vc, Afloat: b.Arm == data.Fleet}
}

// describe tells what a block is, with its steps if they are known.
func (g *Game) describe(side adjudicator.Side, p fog.Piece, vc int) adjudicator.Phrase {
	return describe(g.block(side, p), p, vc)
}

// describe tells what a block is, and how strong.
func describe(b *data.Block, p fog.Piece, vc int) adjudicator.Phrase {
	return adjudicator.Say("hellenes.shown.block", "Block", pieceTerm(p), "Arm", adjudicator.Term{Kind: data.ArmKind, ID: b.Arm.String()}, "Class", b.Class.String(), "VC", vc)
}

// handTable lists the cards of a side.
func (g *Game) handTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("hellenes.table.hand"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.card"), adjudicator.Say("hellenes.column.event"), adjudicator.Say("hellenes.column.coins")}}
	for _, card := range g.hand(side) {
		l.Rows = append(l.Rows, []any{cardTerm(card), g.cardText(card), g.rules.card(card).Coins})
	}
	return l
}

// cardText says what the event of a card is, and of what.
func (g *Game) cardText(card int) adjudicator.Phrase {
	c := g.rules.card(card)
	name := g.rules.eventName(card)
	switch {
	case c.Leader != data.None:
		l := g.rules.leader(card)
		return adjudicator.Say("hellenes.card.leader", "Leader", leaderTerm(l.ID), "Side", seat(l.Side), "Bonus", l.Bonus)
	case c.Region != data.None && c.Extension:
		return adjudicator.Say("hellenes.card.extension", "Event", name, "Region", adjudicator.Term{Kind: data.RegionKind, ID: g.rules.data.Regions[c.Region].ID})
	case c.Region != data.None:
		return adjudicator.Say("hellenes.card.region", "Event", name, "Region", adjudicator.Term{Kind: data.RegionKind, ID: g.rules.data.Regions[c.Region].ID})
	}
	return adjudicator.Say("hellenes.card.plain", "Event", name)
}

// ownTable lists a side's blocks by zone, with the names that the enemy calls them by.
func (g *Game) ownTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "own", Title: adjudicator.Say("hellenes.table.own"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.block"), adjudicator.Say("hellenes.column.names"), adjudicator.Say("hellenes.column.state")}}
	for z := range board.Zone(zones) {
		for _, flat := range []bool{false, true} {
			names := g.upright(side, z)
			if flat {
				names = g.inside(side, z)
			}
			if names == 0 {
				continue
			}
			var what []adjudicator.Phrase
			who := g.pieces(side, names)
			for rest := who; rest != 0; {
				p := rest.Pop()
				what = append(what, g.describe(side, p, int(g.VC[side][p])))
			}
			row := []any{zoneTerm(z), adjudicator.Say("hellenes.cell.blocks", "Blocks", what), "", ""}
			if g.Named {
				row[2] = markers(side, names)
			}
			if flat {
				row[3] = adjudicator.Say("hellenes.cell.inside")
			} else if pairs := g.aboard(side, who); len(pairs) > 0 {
				var aboard []adjudicator.Phrase
				for _, p := range pairs {
					aboard = append(aboard, adjudicator.Say("hellenes.shown.aboard", "Block", pieceTerm(p.Cargo), "Ship", pieceTerm(p.Ship)))
				}
				row[3] = adjudicator.Say("hellenes.cell.aboard", "Pairs", aboard)
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

// bandTable lists by zone what somebody knows of a side's blocks.
func (g *Game) bandTable(of, viewer adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "band-" + sides[of], Title: adjudicator.Say("hellenes.table.band", "Side", seat(of)), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.names"), adjudicator.Say("hellenes.column.known"), adjudicator.Say("hellenes.column.state")}}
	for z := range board.Zone(zones) {
		for _, flat := range []bool{false, true} {
			names := g.upright(of, z)
			if flat {
				names = g.inside(of, z)
			}
			if names == 0 {
				continue
			}
			row := []any{zoneTerm(z), markers(of, names), "", ""}
			var what []adjudicator.Phrase
			for rest := names; rest != 0; {
				n := rest.Pop()
				if p, known := g.known(of, n, viewer); known {
					what = append(what, adjudicator.Say("hellenes.cell.known", "Name", marker(of, n), "What", g.describe(of, p, int(g.Veil[of].Mark[n]))))
				}
			}
			if len(what) > 0 {
				row[2] = adjudicator.Say("hellenes.cell.blocks", "Blocks", what)
			}
			if flat {
				row[3] = adjudicator.Say("hellenes.cell.inside")
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

// statusTable lists what is in play for each side.
func (g *Game) statusTable() adjudicator.Listing {
	l := adjudicator.Listing{ID: "status", Title: adjudicator.Say("hellenes.table.status"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.what"), adjudicator.Say("hellenes.column.state")}}
	for side := range adjudicator.Side(2) {
		if card := g.Leaders[side]; card != 0 {
			l.Rows = append(l.Rows, []any{seat(side), g.cardText(card)})
		}
		var gods adjudicator.Terms
		for d := zeus; d <= hera; d++ {
			if g.Offered[side]&d.bit() != 0 {
				gods = append(gods, d.term())
			}
		}
		if len(gods) > 0 {
			l.Rows = append(l.Rows, []any{seat(side), adjudicator.Say("hellenes.cell.sacrifices", "Gods", gods)})
		}
	}
	for _, card := range sorted(g.InPlay) {
		l.Rows = append(l.Rows, []any{cardTerm(card), g.cardText(card)})
	}
	if g.Peace {
		l.Rows = append(l.Rows, []any{adjudicator.Say("hellenes.cell.nicias"), adjudicator.Say("hellenes.cell.peace")})
	}
	return l
}

// cityTable lists the cities that are not as they are when nothing has happened.
func (g *Game) cityTable() adjudicator.Listing {
	l := adjudicator.Listing{ID: "cities", Title: adjudicator.Say("hellenes.table.cities"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.holder"), adjudicator.Say("hellenes.column.state")}}
	for _, z := range g.cities(func(board.Zone) bool { return true }) {
		town := &g.Towns[z]
		if town.Holder == nobody || *town == (Town{Holder: g.loyal(z)}) {
			continue
		}
		l.Rows = append(l.Rows, []any{zoneTerm(z), seat(town.Holder), adjudicator.Say("hellenes.cell.city", "Conditions", town.conditions())})
	}
	return l
}

// conditions are what has happened to a city, in words.
func (town *Town) conditions() (all []adjudicator.Phrase) {
	for _, c := range []struct {
		is  bool
		say adjudicator.Phrase
	}{{town.Garrison, adjudicator.Say("hellenes.condition.garrison")}, {town.Siege != 0, adjudicator.Say("hellenes.condition.besieged")},
		{town.Shut != 0, adjudicator.Say("hellenes.condition.blockaded")}, {town.Pillaged, adjudicator.Say("hellenes.condition.pillaged")},
		{town.Strife, adjudicator.Say("hellenes.condition.strife")}} {
		if c.is {
			all = append(all, c.say)
		}
	}
	return all
}

// knowledge is the position as a side may know it.
func (g *Game) knowledge(side adjudicator.Side) Knowledge {
	k := Knowledge{Scenario: g.Scenario, Year: g.Year, Season: data.Season(g.Season).String(), Prestige: g.Prestige, Peace: g.Peace, Renewed: g.Renewed,
		First: int(nobody), Leaders: g.Leaders, InPlay: sorted(g.InPlay), Gone: sorted(g.Gone), Towns: map[string]Town{}}
	if g.Shown {
		k.First, k.Played = int(g.First), g.Played
	}
	for z := range board.Zone(zones) {
		if town := g.Towns[z]; town.Holder != nobody && town != (Town{Holder: g.loyal(z)}) {
			k.Towns[g.rules.board.Name(z)] = town
		}
	}
	for s := range adjudicator.Side(2) {
		k.Hands[s], k.Laying[s] = g.Cards.Hand[s].Len(), g.Laid[s].Len()
		for d := zeus; d <= hera; d++ {
			if g.Offered[s]&d.bit() != 0 {
				k.Offered[s] = append(k.Offered[s], d.String())
			}
		}
		k.Bands[s] = g.band(s, side != nobody)
	}
	if side != nobody {
		k.Hand, k.Laid, k.Own = g.hand(side), sorted(g.Laid[side]), g.own(side)
		if k.Moment = g.moment(side); k.Moment != nil {
			k.Public = g.public()
		}
	}
	return k
}

// band is what the enemy of a side knows of its blocks, or an observer.
func (g *Game) band(side adjudicator.Side, player bool) (b Band) {
	if !g.Named {
		return b
	}
	v := &g.Veil[side]
	for n := range fog.Name(blocks) {
		at := g.Where[side][n]
		switch at {
		case pool:
			b.Zones = append(b.Zones, "pool")
		case away:
			b.Zones = append(b.Zones, "away")
		default:
			b.Zones = append(b.Zones, g.rules.board.Name(at))
		}
		mark := int(v.Mark[n])
		if !player && !v.Open.Has(n) {
			mark = 0
		}
		b.Mark = append(b.Mark, mark)
		if player {
			b.May = append(b.May, list(v.May[n]))
		}
	}
	b.Flat, b.Moved, b.Kept, b.Shown = list(g.Flat[side]), list(g.Moved[side]), list(g.Kept[side]), list(v.Open)
	if side == athens {
		b.Sails = [3][]int{list(g.Sailing[0]), list(g.Sailing[1]), list(g.Sailing[2])}
	}
	return b
}

func (g *Game) own(side adjudicator.Side) *Own {
	o := &Own{Deck: sorted(g.Cards.All() | g.Laid[side.Other()]), Known: sorted(g.Cards.Known[side])}
	if g.Drawn != 0 && side == g.Active {
		o.Drawn = list(g.Drawn)
	}
	for p := range fog.Piece(blocks) {
		o.Steps, o.Load = append(o.Steps, int(g.VC[side][p])), append(o.Load, int(g.Load[side][p]))
		if g.Named {
			o.Goes = append(o.Goes, int(g.Veil[side].Goes[p]))
		} else if at := g.Where[side][p]; at < zones {
			o.At = append(o.At, fmt.Sprint(p+1, g.rules.board.Name(at)))
		}
	}
	return o
}
