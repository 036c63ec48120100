package perse

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// activate begins the activation of a leader or a decoy, with lower leaders (4.1, 4.2). It ends
// the one before.
func (g *Game) activate(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.rest(t)
	who := g.Set(side, a.Piece) | g.Set(side, a.With)
	names := g.Veil[side].Names(who)
	p, _ := g.Own(side, a.Piece)
	g.Begun[side]++
	names = g.part(t, side, g.Likely(side, names), names) // all see which of them are activated, and not who they are
	g.Now = field.Active{Side: side, Head: g.Veil[side].Goes[p], Names: names}
	g.tellDeed(t, "4.1", side, names, "perse.event.activated", "perse.event.activated-own")
}

// tellDeed tells of names to the enemy, and of pieces to their owner.
func (g *Game) tellDeed(t *adjudicator.Table, rule string, side adjudicator.Side, names fog.Set, public, private string, more ...any) {
	e := adjudicator.Event{Rule: rule, Depth: 1}
	e.Public = adjudicator.Phrase{Key: public, Args: append([]any{"Side", field.Seat(side), "Names", g.Markers(side, names), "Many", field.Yes(names.Len() > 1)}, more...)}
	e.Private[side] = adjudicator.Phrase{Key: private, Args: append([]any{"Side", field.Seat(side), "Names", g.Markers(side, names), "Many", field.Yes(names.Len() > 1), "Pieces", g.Called(side, g.Veil[side].Pieces(names))}, more...)}
	g.tell(t, side, names, e)
}

// tell tells of what some names of a side do.
func (g *Game) tell(t *adjudicator.Table, side adjudicator.Side, names fog.Set, e adjudicator.Event) {
	if g.trial.told != nil {
		g.trial.told(g, side, names, &e)
	}
	t.Tell(e)
}

// rest ends an activation: the attrition of the way, and the counters turned (4.1).
func (g *Game) rest(t *adjudicator.Table) {
	g.halt(t)
	g.Done[g.Now.Side&1] |= g.Now.Names
	g.Now = field.Active{}
}

// halt takes the attrition of the zones that the active force has gone since the last (5.3).
func (g *Game) halt(t *adjudicator.Table) {
	if g.Now.Names == 0 || g.Now.Gone == 0 || g.Over {
		return
	}
	zones := g.Now.Gone
	g.Now.Gone = 0
	g.wear(t, g.Now.Side, g.Now.Names, zones, false)
	g.Now.Left = field.LotSet{}
}

// wrongActivation judges an activation.
func (g *Game) wrongActivation(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.Own(side, a.Piece)
	if !ok || g.At(side, p) == field.Nowhere || !g.Roster.Back[side][0].Has(p) {
		return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	}
	n := g.Veil[side].Goes[p]
	switch {
	case g.Done[side].Has(n) || g.Acting(side).Has(n):
		return order.Refuse("activated", "4.1", "Piece", order.Term("piece", a.Piece))
	case g.Aboard[side][n] != 0:
		return order.Refuse("is-aboard", "9.4", "Piece", order.Term("piece", a.Piece))
	}
	for _, id := range strings.Fields(a.With) {
		q, known := g.Own(side, id)
		if !known || q == p {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
		m := g.Veil[side].Goes[q]
		switch {
		case !g.Ashore(side, g.Where[side][n]).Has(m):
			return order.Refuse("not-together", "4.2", "Piece", order.Term("piece", id), "With", order.Term("piece", a.Piece))
		case g.Stars(side, q) >= g.Stars(side, p):
			return order.Refuse("not-lower", "4.2", "Piece", order.Term("piece", id), "With", order.Term("piece", a.Piece))
		case g.Done[side].Has(m) || g.Acting(side).Has(m):
			return order.Refuse("activated", "4.1", "Piece", order.Term("piece", id))
		}
	}
	return nil
}
