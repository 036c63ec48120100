package play

import (
	"keryx/adjudicator"
	"keryx/adjudicator/host/written"
	"keryx/orders"
)

// SideOf reads a side of the game.
func (p *Position) SideOf(r written.Request, words []written.Word) (adjudicator.Side, *orders.Diagnostic) {
	if len(words) > 0 {
		if side, ok := p.Info.Seat(SideNamed(p.Game, words[0].Text)); ok {
			return side, nil
		}
		return 0, r.Fault(orders.Unknown, "ruling-side", words[0], "Word", words[0].Text, "Sides", p.sideTerms())
	}
	return 0, r.Fault(orders.Unreadable, "ruling-side-missing", r.Words[0], "Word", r.Words[0].Text, "Sides", p.sideTerms())
}

// sideTerms names both sides.
func (p *Position) sideTerms() []adjudicator.Phrase {
	return []adjudicator.Phrase{SideTerm(p.Game, p.Info.Sides[0]), SideTerm(p.Game, p.Info.Sides[1])}
}
