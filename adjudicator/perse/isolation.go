package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// isolate has the Greek redeploy all Spartans, leaders, troops and ships, in the Peloponnese but for
// Corinth and Argolis (11.2, P-34).
func (g *Game) isolate(t *adjudicator.Table) {
	g.Isolated = true
	for p := range fog.Piece(len(g.Roster.Pieces[field.Greeks])) {
		if l := g.Roster.Pieces[field.Greeks][p].Leader; l != nil && l.City == "spartan" && g.At(field.Greeks, p) != field.Nowhere {
			g.recall(t, p)
		}
	}
	var troops, ships []int
	for i := range g.Roster.Lots {
		c := &g.Lots[i]
		switch k := g.Kind(i); {
		case c.Out || k.City != "sparta" || c.Side != int8(field.Greeks):
		case k.Afloat():
			ships = append(ships, i)
		case c.At != field.Nowhere || !g.spartan(g.Loads[field.Greeks].With[g.Roster.Lots[i].Slot[field.Greeks]]):
			troops = append(troops, i)
		}
	}
	g.redeploy(t, troops, g.homes())
	var seas []board.Zone
	for z := range board.Zone(g.Rules.Map.Len()) {
		if g.spartanSea(z) {
			seas = append(seas, z)
		}
	}
	g.redeploy(t, ships, seas)
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.isolated", "Units", g.Units(append(troops, ships...)))})
	for z := range board.Zone(g.Rules.Map.Len()) {
		for names := g.Afloat(field.Greeks, z); names != 0; {
			g.drown(t, field.Greeks, names.Pop())
		}
	}
}

// spartan reports whether a Greek piece is a leader of Sparta.
func (g *Game) spartan(p fog.Piece) bool {
	l := g.Roster.Pieces[field.Greeks][p].Leader
	return l != nil && l.City == "spartan"
}

// homes are the zones in which the Spartans can stay; those with Persians only if all have some.
func (g *Game) homes() (zones []board.Zone) {
	for _, held := range []bool{false, true} {
		for z := range board.Zone(g.Rules.Map.Len()) {
			if g.Peloponnese(z) && g.Present(field.Persians, z) == held {
				zones = append(zones, z)
			}
		}
		if len(zones) > 0 {
			break
		}
	}
	return zones
}

// redeploy has the Greek choose where some Spartan counters go.
func (g *Game) redeploy(t *adjudicator.Table, lots []int, zones []board.Zone) {
	if len(lots) == 0 {
		return
	}
	to := g.goHome(t, order.Act{Verb: "redeploy", Units: g.Rules.Write(g.Sum(lots))}, zones)
	for _, i := range lots {
		from := g.whereabouts(i)
		if g.Lots[i].At == field.Nowhere {
			g.Release(i, from)
		}
		g.Lots[i].At = to
		g.changed(t, from)
	}
	g.entered(t, field.Greeks, to)
}

// goHome asks the Greek where Spartans go.
func (g *Game) goHome(t *adjudicator.Table, a order.Act, zones []board.Zone) board.Zone {
	var open []order.Act
	for _, z := range zones {
		a.Path = g.ZoneID(z)
		open = append(open, a)
	}
	m := order.Menu(open, order.Refuse("no-retreat", "11.2"))
	q := adjudicator.Question{Kind: "redeploy", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.redeploy", "Who", append(order.Each("piece", a.Piece), order.Counted(a.Units)...)),
		Verbs: m.Verbs, Reaction: true, Settled: len(open) == 1, Form: m}
	return g.Rules.Zones[t.Ask(field.Greeks, q).(order.Act).Path]
}

// recall has a Spartan leader go home, with what Spartans he has; others stay where he was.
func (g *Game) recall(t *adjudicator.Table, p fog.Piece) {
	n := g.Veil[field.Greeks].Goes[p]
	at := g.Where[field.Greeks][n]
	g.Show(field.Greeks, 1<<n)
	g.disperse(field.Greeks, p, slices.DeleteFunc(g.Load(field.Greeks, p), func(i int) bool { return g.Kind(i).City == "sparta" }))
	home := g.goHome(t, order.Act{Verb: "redeploy", Piece: g.Roster.Pieces[field.Greeks][p].ID}, g.homes())
	g.Where[field.Greeks][n], g.Aboard[field.Greeks][n] = home, 0
	if at != home && g.Mine(field.Greeks, g.Now.Names).Has(n) {
		g.Dismiss(field.Greeks, n)
		g.Done[field.Greeks].Add(n)
	}
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.recalled", "Piece", order.Term("piece", g.Roster.Pieces[field.Greeks][p].ID), "Zone", g.Zone(home))})
	g.changed(t, at)
	g.entered(t, field.Greeks, home)
}

// whereabouts is where a counter is, with a marker or without.
func (g *Game) whereabouts(lot int) board.Zone {
	c := &g.Lots[lot]
	if c.At != field.Nowhere || c.Out || c.Side == data.Neutral {
		return c.At
	}
	side := adjudicator.Side(c.Side)
	return g.At(side, g.Loads[side].With[g.Roster.Lots[lot].Slot[side]])
}
