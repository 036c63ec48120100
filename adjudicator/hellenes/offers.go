package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/odds"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// movesOf are the zones in which the blocks of a side can end: those of a zone as a whole, its fleets and what they carry, who
// goes on foot, and each block alone; each by the way over the fewest lines of the high sea, and of these the shortest.
// Some may be all that may move.
func (g *Game) movesOf(side adjudicator.Side, some fog.Set, wrong func(order.Act, *orders.Statement) *orders.Diagnostic) (all []adjudicator.Offer) {
	for z := range g.Stood(side).All() {
		who := g.Movable(side, z) & some
		flat := g.Pieces(side, g.Flat[side])
		for _, stack := range []fog.Set{who &^ flat, who & flat} {
			for _, party := range g.parties(side, stack) {
				all = append(all, g.reach(side, z, party, party == stack, wrong)...)
			}
		}
	}
	return all
}

// parties are those of a stack that can be sent together: all, the ships with or without the others, the others, and each
// alone.
func (g *Game) parties(side adjudicator.Side, stack fog.Set) (all []fog.Set) {
	add := func(who fog.Set) {
		if who != 0 && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	ships := g.Fleets(side, stack)
	add(stack)
	add(ships)
	add(stack &^ ships)
	for rest := stack; rest != 0; {
		add(ground.One(rest.Pop()))
	}
	return all
}

// reach are the zones in which some blocks can end.
func (g *Game) reach(side adjudicator.Side, from board.Zone, who fog.Set, whole bool, wrong func(order.Act, *orders.Statement) *orders.Diagnostic) (all []adjudicator.Offer) {
	c := g.Column(side, who)
	w := g.Ways(&c, min(ground.Far, c.Steps+1))
	for to := range board.Zone(ground.Zones) {
		n := int(w.Steps[to])
		if n == 0 {
			continue
		}
		row := order.Row{Pieces: who, To: to, Force: n > c.Steps && !c.Sure(&g.Position, to)}
		a := order.Act{Verb: "move", Rows: []order.Row{row}, Zone: ground.Nowhere}
		if n > 1 {
			a.Rows[0].By = w.Path(to)[:n-1] // it need not be found again
		}
		if wrong(a, order.Unwritten) != nil {
			continue
		}
		a.Rows[0].By = nil
		all = append(all, adjudicator.Offer{From: ground.ZoneTerm(from), To: ground.ZoneTerm(to), Who: terms(who), Whole: whole,
			Lines: []adjudicator.Words{a.Words()}, Odds: g.oddsOfWay(side, row, &w)})
	}
	return all
}

// terms are blocks as words of an order.
func terms(who fog.Set) (w adjudicator.Words) {
	for who != 0 {
		w = append(w, ground.PieceTerm(who.Pop()))
	}
	return w
}

// oddsOf asks for the chances of what an answer of a side leads to: a battle or an assault, if it is known who is there,
// attrition, a storm on the way, or a forced march. It is empty if there are none.
func (g *Game) oddsOf(side adjudicator.Side, a order.Act) adjudicator.Words {
	switch z := a.Zone; a.Verb {
	case "move", "home", "shelter":
		c := g.Column(side, a.Rows[0].Pieces)
		w := g.Ways(&c, min(ground.Far, c.Steps+1))
		return g.oddsOfWay(side, a.Rows[0], &w)
	case "begin":
		if z < ground.Zones {
			return g.oddsOfBattle(side, g.Pieces(side, g.Upright(side, z)), ground.Nowhere, z)
		}
	case "assault", "betray":
		return g.oddsOfAssault(side, z, a.Verb == "betray")
	case "starve":
		inside, known := g.shown(side.Other(), g.Inside(side.Other(), z))
		if !known {
			return nil
		}
		w := append(adjudicator.Words{adjudicator.Keyword("odds-starve"), ground.Seat(side.Other())}, g.besieged(z, inside)...)
		if g.Starving == z {
			w = append(w, ",", adjudicator.Keyword("odds-hunger"))
		}
		return w
	}
	return nil
}

// oddsOfWay asks for the chances of a battle at the end of a way, else of the storms on it, else of its forced march.
func (g *Game) oddsOfWay(side adjudicator.Side, row order.Row, w *ground.Ways) adjudicator.Words {
	path := w.Path(row.To)
	if path == nil {
		return nil
	}
	last := g.At(side, row.Pieces.Nth(0))
	if len(path) > 1 {
		last = path[len(path)-2]
	}
	if g.Season != ground.Winter && g.Upright(side.Other(), row.To) != 0 {
		if asked := g.oddsOfBattle(side, row.Pieces, last, row.To); asked != nil {
			return asked
		}
	}
	if lines := int(w.Lines[row.To]); lines > 0 {
		asked := append(adjudicator.Words{adjudicator.Keyword("odds-storm"), ground.Seat(side)}, terms(g.Fleets(side, row.Pieces))...)
		return append(asked, adjudicator.Keyword("odds-lines"), lines)
	}
	if row.Force {
		return append(adjudicator.Words{adjudicator.Keyword("odds-march"), ground.Seat(side)}, terms(row.Pieces)...)
	}
	return nil
}

// oddsOfBattle asks for the chances of blocks that come to a zone from another one, against all who are upright there.
func (g *Game) oddsOfBattle(side adjudicator.Side, who fog.Set, from, at board.Zone) adjudicator.Words {
	enemies, known := g.shown(side.Other(), g.Upright(side.Other(), at))
	sea := g.Rules.Sea(at)
	if sea {
		who, enemies = g.Fleets(side, who), g.Fleets(side.Other(), enemies)
	}
	if !known || who == 0 || enemies == 0 || max(who.Len(), enemies.Len()) > odds.Most {
		return nil
	}
	w := append(adjudicator.Words{adjudicator.Keyword("odds-battle"), ground.Seat(side)}, terms(who)...)
	w = append(append(w, adjudicator.Keyword("odds-against")), terms(enemies)...)
	w = append(w, adjudicator.Keyword("at"), ground.ZoneTerm(at))
	if from < ground.Zones && !sea && g.Rules.Sea(from) {
		w = append(w, ",", adjudicator.Keyword("odds-landing"))
	}
	if from < ground.Zones && sea {
		if e := g.Rules.Board.Edge(from, at); e != nil && e.Tags&g.Rules.Strait != 0 {
			w = append(w, ",", adjudicator.Keyword("odds-strait"))
		}
	}
	return w
}

// oddsOfAssault asks for the chances of the assault of a city in which it is known who is.
func (g *Game) oddsOfAssault(side adjudicator.Side, z board.Zone, treason bool) adjudicator.Words {
	inside, known := g.shown(side.Other(), g.Inside(side.Other(), z))
	who := g.Pieces(side, g.Upright(side, z)&^g.Late)
	if !known || inside.Len()+ground.Btoi(g.Towns[z].Garrison) > odds.Most || who.Len() > odds.Most {
		return nil
	}
	w := append(adjudicator.Words{adjudicator.Keyword("odds-assault"), ground.Seat(side)}, terms(who)...)
	w = append(append(w, adjudicator.Keyword("odds-against")), g.besieged(z, inside)...)
	if treason {
		w = append(w, ",", adjudicator.Keyword("odds-treachery"))
	}
	if g.Towns[z].Strife {
		w = append(w, ",", adjudicator.Keyword("odds-strife"))
	}
	return w
}

// besieged are who is inside a city, as a question about chances names them.
func (g *Game) besieged(z board.Zone, inside fog.Set) adjudicator.Words {
	w := terms(inside)
	if g.Towns[z].Garrison {
		w = append(w, adjudicator.Keyword("odds-garrison"))
	}
	return w
}

// shown are the blocks of a side under some names, if the enemy knows them all.
func (g *Game) shown(side adjudicator.Side, names fog.Set) (who fog.Set, known bool) {
	for rest := names; rest != 0; {
		p, known := g.Veil[side].Known(rest.Pop())
		if !known {
			return 0, false
		}
		who.Add(p)
	}
	return who, true
}
