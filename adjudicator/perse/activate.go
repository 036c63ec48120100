package perse

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// activate begins the activation of a leader or a decoy, with lower leaders (4.1, 4.2). It ends
// the one before.
func (g *Game) activate(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.rest(t)
	who := g.set(side, a.Piece) | g.set(side, a.With)
	names := g.Veil[side].Names(who)
	p, _ := g.own(side, a.Piece)
	g.Begun[side]++
	names = g.part(t, side, g.likely(side, names), names) // all see which of them are activated, and not who they are
	g.now = active{Side: side, Head: g.Veil[side].Goes[p], Names: names}
	g.tellDeed(t, "4.1", side, names, "perse.event.activated", "perse.event.activated-own")
}

// likely are some names with those that look like them where they stand.
func (g *Game) likely(side adjudicator.Side, names fog.Set) fog.Set {
	first := names.Nth(0)
	return g.alike(side, g.ashore(side, g.Where[side][first]), first) | names
}

// tellDeed tells of names to the enemy, and of pieces to their owner.
func (g *Game) tellDeed(t *adjudicator.Table, rule string, side adjudicator.Side, names fog.Set, public, private string, more ...any) {
	e := adjudicator.Event{Rule: rule, Depth: 1}
	e.Public = adjudicator.Phrase{Key: public, Args: append([]any{"Side", seat(side), "Names", g.markers(side, names), "Many", yes(names.Len() > 1)}, more...)}
	e.Private[side] = adjudicator.Phrase{Key: private, Args: append([]any{"Side", seat(side), "Names", g.markers(side, names), "Many", yes(names.Len() > 1), "Pieces", g.called(side, g.Veil[side].Pieces(names))}, more...)}
	g.tell(t, side, names, e)
}

// tell tells of what some names of a side do.
func (g *Game) tell(t *adjudicator.Table, side adjudicator.Side, names fog.Set, e adjudicator.Event) {
	if g.trial.told != nil {
		g.trial.told(g, side, names, &e)
	}
	t.Tell(e)
}

// set are a side's pieces of a list.
func (g *Game) set(side adjudicator.Side, list string) (pieces fog.Set) {
	for _, id := range strings.Fields(list) {
		if p, ok := g.own(side, id); ok {
			pieces.Add(p)
		}
	}
	return pieces
}

// rest ends an activation: the attrition of the way, and the counters turned (4.1).
func (g *Game) rest(t *adjudicator.Table) {
	g.halt(t)
	g.Done[g.now.Side&1] |= g.now.Names
	g.now = active{}
}

// halt takes the attrition of the zones that the active force has gone since the last (5.3).
func (g *Game) halt(t *adjudicator.Table) {
	if g.now.Names == 0 || g.now.Gone == 0 || g.Over {
		return
	}
	zones := g.now.Gone
	g.now.Gone = 0
	g.wear(t, g.now.Side, g.now.Names, zones, false)
	g.now.Left = lotSet{}
}

// wrongActivation judges an activation.
func (g *Game) wrongActivation(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.own(side, a.Piece)
	if !ok || g.at(side, p) == nowhere || !g.roster.back[side][0].Has(p) {
		return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	}
	n := g.Veil[side].Goes[p]
	switch {
	case g.Done[side].Has(n) || g.group4(side).Has(n):
		return order.Refuse("activated", "4.1", "Piece", order.Term("piece", a.Piece))
	case g.Aboard[side][n] != 0:
		return order.Refuse("is-aboard", "9.4", "Piece", order.Term("piece", a.Piece))
	}
	for _, id := range strings.Fields(a.With) {
		q, known := g.own(side, id)
		if !known || q == p {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
		m := g.Veil[side].Goes[q]
		switch {
		case !g.ashore(side, g.Where[side][n]).Has(m):
			return order.Refuse("not-together", "4.2", "Piece", order.Term("piece", id), "With", order.Term("piece", a.Piece))
		case g.stars(side, q) >= g.stars(side, p):
			return order.Refuse("not-lower", "4.2", "Piece", order.Term("piece", id), "With", order.Term("piece", a.Piece))
		case g.Done[side].Has(m) || g.group4(side).Has(m):
			return order.Refuse("activated", "4.1", "Piece", order.Term("piece", id))
		}
	}
	return nil
}
