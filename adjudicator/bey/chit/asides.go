package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// Asides are the uses of the Advantage (8) and of good omens that a side may make "at any
// moment", while it is asked something else: its question takes orders for them
// besides those that answer it, and is asked again behind them. So they cost no mail
// of their own.
type Asides struct {
	open   bool // there are any
	g      Chits
	side   adjudicator.Side
	moment field.Moment
}

// AsidesOf are those of a side at a moment.
func (g Chits) AsidesOf(side adjudicator.Side, m field.Moment) Asides {
	return Asides{true, g, side, m}
}

// Accept takes an order for an aside. It reports whether the order is one.
func (a Asides) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic, bool) {
	order, ok := o.(order.PlayOrder)
	if !ok || !a.open {
		return nil, nil, false
	}
	p, d := a.g.AcceptPlay(order, s, a.side, a.moment)
	return p, d, true
}

// Check judges an answer that is an aside. It reports whether the answer is one.
func (a Asides) Check(x adjudicator.Answer) (error, bool) {
	p, ok := x.(*Play)
	if !ok || !a.open {
		return nil, false
	}
	if bad := a.g.JudgePlay(p, a.moment); bad != nil || p.Side != a.side {
		return field.ErrIllegal, true
	}
	return nil, true
}

// Sample returns an aside now and then, else nil.
func (a Asides) Sample(r *rand.Rand) adjudicator.Answer {
	if !a.open || r.IntN(10) != 0 {
		return nil
	}
	if p := a.g.SamplePlay(r, a.side, a.moment); p != nil {
		return p
	}
	return nil
}

// Choices lists the asides for the order template.
func (a Asides) Choices() []adjudicator.Choice {
	if !a.open {
		return nil
	}
	return a.g.PlayChoices(a.side, a.moment)
}
