package order

import (
	"keryx/adjudicator"
	"keryx/orders"
)

// MoveVerbs are the orders of the sequence of play and of movement.
var MoveVerbs = []Verb{
	{"spend", readSpend},
	{"activate", readActivate},
	{"move", readMove},
	{"end", readEnd},
	{"displace", readDisplace},
	{"withdraw", readWithdraw},
	{"pass", readPass},
}

// SpendOrder is "spend 3".
type SpendOrder struct {
	Points int
	Span   orders.Span
}

func readSpend(r *Reader) adjudicator.Order {
	n, span := r.number()
	return SpendOrder{n, span}
}

// Closes implements [adjudicator.Closing]: the points of a phase are announced once.
func (SpendOrder) Closes() ([]string, bool) { return SpendVerbs, false }

// ActivateOrder is "activate T12".
type ActivateOrder struct {
	Zone   Place
	Unpaid bool // though nothing is left for combats then (4.1)
}

func readActivate(r *Reader) adjudicator.Order {
	o := ActivateOrder{Zone: r.Zone()}
	o.Unpaid = r.Take("unpaid")
	return o
}

// Consent is what an order says at its end that harms its giver in a way that he can hardly
// mean: that he does.
type Consent struct {
	Unpaid    bool // onto the enemy without a point for the combat (4.1)
	Surplus   bool // though stacks are over their limits, or ships carry too much (3.3, 3.6)
	Sacrifice bool // though leaders are left where they are lost (3.1, 4.2.4)
}

// Consents are the words of consent.
var Consents = []string{"unpaid", "surplus", "sacrifice"}

// consent takes those words of consent that an order may have, in any order.
func (r *Reader) consent(c *Consent, words ...string) {
	for taken := true; taken; {
		taken = false
		for _, word := range words {
			if !r.Take(word) {
				continue
			}
			taken = true
			switch word {
			case "unpaid":
				c.Unpaid = true
			case "surplus":
				c.Surplus = true
			case "sacrifice":
				c.Sacrifice = true
			}
		}
	}
}

// MoveConsent takes the words of consent behind a movement or an operation.
func (r *Reader) MoveConsent(c *Consent) { r.consent(c, "unpaid", "sacrifice") }

// EndOrder is "end [surplus] [sacrifice]": it ends the movements.
type EndOrder struct{ Consent }

// Closes implements [adjudicator.Closing]: nobody moves in a phase after its end.
func (EndOrder) Closes() ([]string, bool) {
	return []string{"activate", "move", "operate", "repatriate", "enter", "end"}, false
}

func readEnd(r *Reader) adjudicator.Order {
	var o EndOrder
	r.consent(&o.Consent, "surplus", "sacrifice")
	return o
}

// PassOrder plays nothing now.
type PassOrder struct{}

func readPass(*Reader) adjudicator.Order { return PassOrder{} }

// MoveOrder is "move FORCE [from ZONE] [to ZONE] [by ZONES] [drop FORCE at ZONE] [unpaid] [sacrifice]".
type MoveOrder struct {
	Force Force
	From  Place
	Legs  []Leg
	Consent
}

// Leg is one zone of a route as it was written.
type Leg struct {
	Place
	Drop    Force // what is dropped there
	Dropped bool
}

func readMove(r *Reader) adjudicator.Order {
	o := MoveOrder{Force: r.Force(), From: Nowhere}
	if r.Take("from") {
		o.From = r.Zone()
	}
	o.Legs = readRoute(r)
	r.MoveConsent(&o.Consent)
	return o
}

// readRoute reads the rest of a movement. A destination given with "to" before
// the way with "by" is put behind it.
func readRoute(r *Reader) []Leg {
	var legs []Leg
	last := Nowhere
	for len(r.Faults) == 0 && !r.Done() && !r.At("unpaid") && !r.At("sacrifice") {
		switch {
		case r.Take("drop"):
			d := Leg{Drop: r.Force(), Dropped: true}
			r.Require("at")
			d.Place = r.Zone()
			if n := len(legs); n > 0 && legs[n-1].Zone == d.Zone && !legs[n-1].Dropped {
				n--
				legs = legs[:n]
			}
			legs = append(legs, d)
		case r.Take("to"):
			last = r.Zone()
			if !r.At("by") {
				legs, last = append(legs, Leg{Place: last}), Nowhere
			}
		default:
			r.Take("by")
			r.TakeComma()
			legs = append(legs, Leg{Place: r.Zone()})
		}
	}
	if last.Given() && (len(legs) == 0 || legs[len(legs)-1].Zone != last.Zone) {
		legs = append(legs, Leg{Place: last})
	}
	if len(legs) == 0 && len(r.Faults) == 0 {
		r.Need("to", "by")
	}
	return legs
}

// DisplaceOrder is "displace all to T28": where units make room for reinforcements
// (B.2), or a sick leader goes (7).
type DisplaceOrder struct {
	Force Force
	To    Place
}

func readDisplace(r *Reader) adjudicator.Order {
	o := DisplaceOrder{Force: Force{All: true, Span: r.Span()}}
	if !r.At("to") {
		o.Force = r.Force()
	}
	r.Require("to")
	o.To = r.Zone()
	return o
}

// WithdrawOrder is "withdraw by T3 T4": cavalry leaves a zone (3.5).
type WithdrawOrder struct{ Legs []Leg }

func readWithdraw(r *Reader) adjudicator.Order { return WithdrawOrder{readRoute(r)} }

// span is the place of a leg in the order, or of the whole order.
func (o *MoveOrder) At(i int) orders.Span {
	if i >= 0 && i < len(o.Legs) {
		return o.Legs[i].Span
	}
	return o.Force.Span
}
