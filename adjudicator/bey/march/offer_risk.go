package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// detour is what each zone in which a fleet may be stopped counts for beside the steps of its way:
// more than any way has steps, so that a way past few of them is found.
const detour = maxRoute + 1

// daring adds where a party can go only past an enemy who may stop it: a fleet past ships, those on
// land past cavalry that may ride off (3.5). Such a way has to be written out.
func (o offerer) daring(all []adjudicator.Offer, m Move, done *board.Set) []adjudicator.Offer {
	g := o.G
	e := g.Errand(&m)
	risks := g.risks(&m, e)
	if risks.Empty() || e.at.Empty() {
		return all
	}
	g.venture(g.Search, e, risks)
	reached := g.Search.Reached().Minus(*done)
	*done = done.Union(reached)
	for to := range reached.All() {
		x := m
		if g.venture(g.Search, e, risks); g.Follow(&x, to) && g.Judge(&x) == nil {
			all = append(all, o.offer(&x, g.risk(&x, risks)))
		}
	}
	return all
}

// risks are the zones in which a group may be stopped, or not: of those where it would stop for
// sure, unless it stopped there for good.
func (g Marches) risks(m *Move, e Errand) (zones board.Set) {
	switch m.Manner {
	case BySea:
		return e.at
	case ByLand:
		for z := range e.at.All() {
			if g.onlyCavalry(m.Side.Other(), z) && g.GivesWay(m) {
				zones.Add(z)
			}
		}
	}
	return zones
}

// venture is [Marches.Explore] for a group that passes zones at a risk.
func (g Marches) venture(s *board.Search, e Errand, risks board.Set) {
	past := e
	past.at = e.at.Minus(risks)
	if e.manner == ByLand {
		g.seekMarch(s, past)
		return
	}
	shut := g.ShutTo(e.side)
	s.Run(g.Board, e.from, e.limit*detour, func(from board.Zone, edge *board.Edge) int {
		switch {
		case !edge.By(board.BySea) || shut.Has(edge.To):
			return board.Never
		case from != e.from && risks.Has(from):
			return detour
		}
		return 1
	})
}

// risk says which enemy a way leads past.
func (g Marches) risk(m *Move, risks board.Set) adjudicator.Phrase {
	var past board.Set
	for _, z := range m.Route[:m.Steps-1] {
		if risks.Has(z) {
			past.Add(z)
		}
	}
	if m.Manner == BySea {
		return adjudicator.Say("bey.note.past-ships", "Zones", g.ZoneTerms(past))
	}
	return adjudicator.Say("bey.note.past-cavalry", "Zones", g.ZoneTerms(past))
}
