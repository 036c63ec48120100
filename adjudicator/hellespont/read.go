package hellespont

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// verbs lists every order of the game: those of the family, and those on the stratagem to
// begin with, evasion, sieges and ports.
func verbs() []order.Verb {
	return slices.Concat(order.MoveVerbs, order.PlayVerbs, order.CombatVerbs, []order.Verb{
		{Id: "choose", Read: readChoose},
		{Id: "evade", Read: readEvade},
		{Id: "siege", Read: readSiege},
		{Id: "advance", Read: readAdvance},
		{Id: "discard", Read: order.ReadFaces(order.ActDiscard)},
		{Id: "repatriate", Read: redeployment(readRepatriate)},
		{Id: "enter", Read: redeployment(order.ReadEnter)},
	})
}

// The acts of this game alone.
const (
	actEvade      order.Act = "evade"
	actSiege      order.Act = "siege"
	actAdvance    order.Act = "advance"
	actRepatriate order.Act = "repatriate"
)

// The verbs that answer each question.
var (
	verbsStart     = []string{"choose"}
	verbsEvade     = []string{"evade", "stand"}
	verbsSiege     = append([]string{"siege"}, order.AsideVerbs...)
	verbsSiegeRuse = []string{"play", "discard", "pass"}
	verbsAdvance   = []string{"advance"}
	verbsRedeploy  = append([]string{"repatriate", "enter", "end"}, order.AsideVerbs...)
)

// chooseOrder is "choose S5", or "choose S5, else S7": the stratagem to begin with,
// and the one to take if it is gone; or "choose none" (10.1).
type chooseOrder struct {
	None           bool
	Number, Second field.StratagemNo
	Span           orders.Span
	SecondSpan     orders.Span
}

// Closes implements [adjudicator.Closing]: each side chooses once (10.1).
func (chooseOrder) Closes() ([]string, bool) { return verbsStart, true }

// Doubled implements [adjudicator.Doubled]: two lines were meant as the first choice and
// the second, which stand in one.
func (o chooseOrder) Doubled(next adjudicator.Order) (string, []any) {
	second := next.(chooseOrder)
	if o.None || second.None {
		return "chosen-twice", []any{"One", "", "Two", ""}
	}
	return "chosen-twice", []any{"One", fmt.Sprintf("S%d", o.Number), "Two", fmt.Sprintf("S%d", second.Number)}
}

func readChoose(r *order.Reader) adjudicator.Order {
	o := chooseOrder{Span: r.Span()}
	if o.None = r.Take("none"); o.None {
		return o
	}
	o.Number, o.Span = r.Stratagem()
	if r.TakeComma(); r.Take("else") || !r.Done() && len(r.Faults) == 0 {
		o.Second, o.SecondSpan = r.Stratagem()
	}
	return o
}

// evadeOrder tells where to evade to, the best first, and whether to stand if nothing
// of it is open: "evade to T12, else port, else stand".
type evadeOrder struct {
	To    []board.Set
	Stand bool
}

func readEvade(r *order.Reader) adjudicator.Order {
	r.Take("to")
	zone := r.Haven()
	if zone.Len() == 1 && r.Done() {
		return order.Single{Act: actEvade, Zone: zone.First()}
	}
	o := evadeOrder{To: []board.Set{zone}}
	for len(r.Faults) == 0 && !r.Done() && !o.Stand {
		r.TakeComma()
		r.Take("else")
		if o.Stand = r.Take("stand-fast"); o.Stand {
			break
		}
		if r.Take("evade-at") {
			r.Take("to")
		}
		o.To = append(o.To, r.Haven())
	}
	return o
}

// siegeAll besieges one port after the other, as long as any can be besieged.
type siegeAll struct{}

// Lasting implements [adjudicator.Lasting].
func (siegeAll) Lasting() {}

// siegeNone besieges no port.
type siegeNone struct{ order.Single }

// Closes implements [adjudicator.Closing]: after "siege none" no port is asked for.
func (siegeNone) Closes() ([]string, bool) { return []string{"siege"}, false }

func readSiege(r *order.Reader) adjudicator.Order {
	switch {
	case r.Take("none"):
		return siegeNone{order.Single{Act: actSiege, Zone: board.NoZone}}
	case r.Take("all"):
		return siegeAll{}
	}
	return order.Single{Act: actSiege, Zone: r.Zone().Zone}
}

func readAdvance(r *order.Reader) adjudicator.Order {
	o := order.Selection{Act: actAdvance, To: order.Nowhere}
	if o.None = r.Take("none"); o.None {
		return o
	}
	o.Parts = r.Parts("from")
	if r.Take("to") {
		o.To = r.Zone()
	}
	return o
}

// noRedeployment is "repatriate none" or "enter none".
type noRedeployment struct{}

// Closes implements [adjudicator.Closing]: it ends D.2.
func (noRedeployment) Closes() ([]string, bool) {
	return []string{"repatriate", "enter", "end"}, false
}

// redeployment makes a reader of orders of D.2, of which "none" is the end.
func redeployment(read func(*order.Reader) adjudicator.Order) func(*order.Reader) adjudicator.Order {
	return func(r *order.Reader) adjudicator.Order {
		if r.Take("none") {
			return noRedeployment{}
		}
		return read(r)
	}
}

func readRepatriate(r *order.Reader) adjudicator.Order {
	o := order.Selection{Act: actRepatriate, Parts: r.Parts("from")}
	r.Require("to")
	o.To = r.Zone()
	return o
}
