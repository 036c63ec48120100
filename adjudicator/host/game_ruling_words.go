package host

import (
	"keryx/adjudicator"
	"keryx/orders"
)

// sideOf reads a side of the game.
func (p *position) sideOf(r request, words []word) (adjudicator.Side, *orders.Diagnostic) {
	if len(words) > 0 {
		if side, ok := p.info.Seat(sideNamed(p.game, words[0].text)); ok {
			return side, nil
		}
		return 0, r.fault(orders.Unknown, "ruling-side", words[0], "Word", words[0].text, "Sides", p.sideTerms())
	}
	return 0, r.fault(orders.Unreadable, "ruling-side-missing", r.words[0], "Word", r.words[0].text, "Sides", p.sideTerms())
}

// sideTerms names both sides.
func (p *position) sideTerms() []adjudicator.Phrase {
	return []adjudicator.Phrase{sideTerm(p.game, p.info.Sides[0]), sideTerm(p.game, p.info.Sides[1])}
}
