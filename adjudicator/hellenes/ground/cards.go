package ground

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellenes/data"
)

// Lot is a card in the pool of cards.
func Lot(card int) draw.Lot { return draw.Lot(card - 1) }

// Hand lists the cards that a side holds.
func (g *Position) Hand(side adjudicator.Side) (cards []int) {
	for rest := g.Cards.Hand[side]; rest != 0; {
		cards = append(cards, int(rest.Pop())+1)
	}
	return cards
}

// Initiative is the side that begins: the lower value of action, an event counts 0, and Sparta
// wins ties (3.3).
func (g *Position) Initiative() adjudicator.Side {
	if g.value(Athens) < g.value(Sparta) {
		return Athens
	}
	return Sparta
}

// value is what a side's card counts for the initiative.
func (g *Position) value(side adjudicator.Side) int {
	if g.AsEvent[side] {
		return 0
	}
	return g.Rules.Card(g.Played[side]).Coins
}

// Bonus is that of a side's leader in play, 0 without one (3.11).
func (g *Position) Bonus(side adjudicator.Side) int {
	if g.Leaders[side] == 0 {
		return 0
	}
	return g.Rules.Leader(g.Leaders[side]).Bonus
}

// CountInPlay counts the continuing events of a kind that are in play.
func (g *Position) CountInPlay(e data.Event) (n int) {
	for rest := g.InPlay; rest != 0; {
		if g.Rules.Card(int(rest.Pop())+1).Event == e {
			n++
		}
	}
	return n
}

// Actions are how many a side has in its turn (4.0, 3.11, 12.0).
func (g *Position) Actions(side adjudicator.Side) int {
	if g.AsEvent[side] {
		return 0
	}
	n := g.Rules.Card(g.Played[side]).Coins + g.Bonus(side)
	if side == Athens {
		n += g.CountInPlay(data.Taxes)
		if g.Peace && g.Expedition() < g.Rules.Data.Tables.Counts.Expedition {
			n--
		}
	} else {
		n += g.CountInPlay(data.PersianAid)
	}
	return max(0, n)
}
