package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/orders"
)

// asides are the uses of the Advantage (8) and of S22 that a side may make "at any
// moment", while it is asked something else: its question takes orders for them
// besides those that answer it, and is asked again behind them. So they cost no mail
// of their own.
type asides struct {
	open   bool // there are any
	g      *game
	side   adjudicator.Side
	moment moment
}

// asidesOf are those of a side at a moment.
func (g *game) asidesOf(side adjudicator.Side, m moment) asides { return asides{true, g, side, m} }

// asideVerbs are the verbs that such a question takes besides its own.
var asideVerbs = []string{"play", "use"}

// accept takes an order for an aside. It reports whether the order is one.
func (a asides) accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic, bool) {
	order, ok := o.(playOrder)
	if !ok || !a.open {
		return nil, nil, false
	}
	p, d := a.g.acceptPlay(order, s, a.side, a.moment)
	return p, d, true
}

// check judges an answer that is an aside. It reports whether the answer is one.
func (a asides) check(x adjudicator.Answer) (error, bool) {
	p, ok := x.(*play)
	if !ok || !a.open {
		return nil, false
	}
	if bad := a.g.judgePlay(p, a.moment); bad != nil || p.side != a.side {
		return errIllegal, true
	}
	return nil, true
}

// sample returns an aside now and then, else nil.
func (a asides) sample(r *rand.Rand) adjudicator.Answer {
	if !a.open || r.IntN(10) != 0 {
		return nil
	}
	if p := a.g.samplePlay(r, a.side, a.moment); p != nil {
		return p
	}
	return nil
}

// choices lists the asides for the order template.
func (a asides) choices() []adjudicator.Choice {
	if !a.open {
		return nil
	}
	return a.g.playChoices(a.side, a.moment)
}
