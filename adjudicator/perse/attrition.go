package perse

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// wear is the attrition of a way on land or at sea (5.3, 9.1). A die is thrown for every marker, so
// that nothing shows (P-73).
func (g *Game) wear(t *adjudicator.Table, side adjudicator.Side, names fog.Set, zones int, sea bool) {
	table, rule := g.Rules.LandWear, "5.3"
	if sea {
		table, rule = g.Rules.SeaWear, "9.1"
	}
	n := table.At(zones, t.Die()-1)
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.wear", "Names", g.Markers(side, names), "Zones", zones, "Number", n, "Ours", field.Ours(table))})
	g.pay(t, side, names, n, rule)
}

// hunger is the attrition of a force without supply (10, 12).
func (g *Game) hunger(t *adjudicator.Table, side adjudicator.Side, names fog.Set, z board.Zone) {
	g.starve(t, z, false, g.Points(g.Borne(side, names)), func(n int) {
		t.Tell(adjudicator.Event{Rule: "10", Depth: 1, Public: adjudicator.Say("perse.event.hunger", "Side", field.Seat(side), "Many", field.Yes(names.Len() > 1), "Names", g.Markers(side, names), "Zone", g.Zone(z), "Number", n, "Ours", field.Ours(g.Rules.UnsuppliedWear))})
		g.pay(t, side, names, n, "10")
	})
}

// starve throws on the table for who has no supply, and has somebody pay. At sea it is as on clear land (10).
func (g *Game) starve(t *adjudicator.Table, z board.Zone, aboard bool, points int, pay func(n int)) {
	die := t.Die()
	bonus, column := g.Famine(z, aboard, points)
	pay(g.Rules.UnsuppliedWear.At(die+bonus, column))
}

// pay has a side lose counters of some markers. It is asked which whenever there could be any, for
// all that both know.
func (g *Game) pay(t *adjudicator.Table, side adjudicator.Side, names fog.Set, n int, rule string) {
	if n == 0 || !g.MayAct(side, names) {
		return
	}
	g.Flow.Loss = field.Payment{Side: side, Names: names, Number: n, Rule: rule}
	a := g.ask(t, side, g.askWay(side, names, n, rule))
	lots, _ := g.Pick(g.payers(side, names, rule), g.Rules.Tally(a.Units))
	g.lose(t, side, names, lots, rule)
}

// askWay asks which counters of some markers are lost.
func (g *Game) askWay(side adjudicator.Side, names fog.Set, n int, rule string) adjudicator.Question {
	among := func() []int { return g.payers(side, names, rule) }
	return g.askWear(side, g.Markers(side, names), among, n, rule, g.Rules.Second || g.CountShows(side, names))
}

// payers are the counters of some markers that can be lost by a rule: of a march those that have marched (5.3).
func (g *Game) payers(side adjudicator.Side, names fog.Set, rule string) []int {
	lots := g.Borne(side, names)
	if rule != "5.3" {
		return lots
	}
	if !g.Rules.Second {
		lots = slices.DeleteFunc(lots, g.Now.Taken.Has)
	}
	return append(lots, g.leftBehind()...)
}

// leftBehind are the counters that the active force has left on its way since the last attrition, and
// that are still where they were left: they pay for the way as well (P-67).
func (g *Game) leftBehind() (lots []int) {
	for i := range g.Roster.Lots {
		if g.Now.Left.Has(i) && g.Lots[i].At != field.Nowhere {
			lots = append(lots, i)
		}
	}
	return lots
}

// payLoose has a side lose some of the counters without a marker in a zone.
func (g *Game) payLoose(t *adjudicator.Table, side adjudicator.Side, z board.Zone, lots []int, n int, rule string) {
	if n == 0 {
		return
	}
	a := t.Ask(side, g.askWear(side, adjudicator.Terms{g.Zone(z)}, these(lots), n, rule, true)).(order.Act)
	lost, _ := g.Pick(lots, g.Rules.Tally(a.Units))
	for _, i := range lost {
		g.Destroy(i)
	}
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.losses", "Side", field.Seat(side), "Units", g.Units(lost))})
	g.changed(t, z)
}

// lose takes counters of some markers from the game.
func (g *Game) lose(t *adjudicator.Table, side adjudicator.Side, names fog.Set, lots []int, rule string) {
	for _, i := range lots {
		if at := g.Lots[i].At; at != field.Nowhere {
			g.Destroy(i)
			g.changed(t, at)
			continue
		}
		p := g.Loads[side].With[g.Roster.Lots[i].Slot[side]]
		g.Veil[side].Narrow(p, g.Roster.Actors[side])
		g.Destroy(i)
	}
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.lost", "Side", field.Seat(side), "Many", field.Yes(names.Len() > 1), "Names", g.Markers(side, names), "Units", g.Units(lots))})
	for rest := names & g.Roster.Back[side][1]; rest != 0; {
		g.drown(t, side, rest.Pop())
	}
}

// drown has troops go down with the ships that carried them (9.1), and puts a fleet without ships
// into reserve.
func (g *Game) drown(t *adjudicator.Table, side adjudicator.Side, fleet fog.Name) {
	if g.Roster.Feints[side].Has(g.Veil[side].Of(fleet)) {
		return
	}
	ships := g.Load(side, g.Veil[side].Of(fleet))
	aboard := g.Passengers(side, fleet)
	troops := g.Borne(side, aboard)
	if room := g.Points(ships); len(troops) > 0 && g.Needed(troops) > room {
		lost := troops
		if room > 0 {
			lost, _ = g.Pick(troops, g.Rules.Tally(t.Ask(side, g.askDrown(side, fleet, troops, room)).(order.Act).Units))
		}
		for _, i := range lost {
			g.Destroy(i)
		}
		t.Tell(adjudicator.Event{Rule: "9.1", Depth: 1, Public: adjudicator.Say("perse.event.drowned", "Side", field.Seat(side), "Units", g.Units(lost))})
	}
	if len(ships) > 0 {
		return
	}
	for aboard != 0 {
		g.kill(t, side, g.Veil[side].Of(aboard.Pop()), "9.1")
	}
	g.Remove(side, g.Veil[side].Of(fleet))
}

// askDrown asks which troops go down with their ships.
func (g *Game) askDrown(side adjudicator.Side, fleet fog.Name, troops []int, room int) adjudicator.Question {
	f := g.lossForm(these(troops), g.Drowning(troops, room))
	return adjudicator.Question{Kind: "drown", Rule: "9.1", Prompt: adjudicator.Say("perse.ask.drown", "Fleet", order.Term("marker", g.Roster.Marker(side, fleet)), "Room", room, "Units", g.Units(troops)),
		Verbs: f.Verbs, Reaction: true, Form: f}
}

// kill takes a leader from the game (4.4).
func (g *Game) kill(t *adjudicator.Table, side adjudicator.Side, p fog.Piece, rule string) {
	n := g.Veil[side].Goes[p]
	g.Remove(side, p)
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.died", "Piece", order.Term("piece", g.Roster.Pieces[side][p].ID), "Name", order.Term("marker", g.Roster.Marker(side, n)))})
	g.Succeed(side)
	if g.Roster.ID == "14.3" && g.Roster.Pieces[side][p].ID == "Xerxes" {
		g.finish(t, field.Greeks, "total", "perse.why.xerxes")
	}
}

// askWear asks which of some counters are lost. Who has no choice is asked all the same, unless all see what he has: else the
// wait would tell it.
func (g *Game) askWear(side adjudicator.Side, who adjudicator.Terms, lots func() []int, n int, rule string, overt bool) adjudicator.Question {
	f := g.lossForm(lots, func(c field.Counts) *order.Fault {
		if n := min(n, len(lots())); field.Total(c) != n {
			return order.Refuse("wrong-number", rule, "Number", n)
		}
		return nil
	})
	n = min(n, len(lots()))
	return adjudicator.Question{Kind: "wear", Rule: rule, Prompt: adjudicator.Say("perse.ask.wear", "Number", n, "Names", who),
		Verbs: f.Verbs, Reaction: true, Settled: overt && n == len(lots()), Form: f}
}

// these are counters that do not change while a question is open.
func these(lots []int) func() []int { return func() []int { return lots } }

// lossForm asks for counters among some that fit. The cheapest that fit are the default.
func (g *Game) lossForm(lots func() []int, fits func(field.Counts) *order.Fault) *order.Form {
	f := &order.Form{Verbs: []string{"losses"}}
	f.Plain = func(a order.Act) (order.Act, *order.Fault) {
		units, why := g.PlainLabels(a.Units, lots())
		a.Units = units
		return a, why
	}
	f.Wrong = func(a order.Act) *order.Fault {
		c, have := g.Rules.Tally(a.Units), g.Sum(lots())
		for k := range c {
			if c[k] > have[k] {
				return order.Refuse("no-such-units", "7.3", "Units", order.Counted(a.Units))
			}
		}
		return fits(c)
	}
	f.Open = func() []order.Act {
		var all []order.Act
		for _, ranked := range [][]int{g.Cheapest(lots()), g.Dearest(lots())} {
			if c, ok := g.Gather(ranked, fits); ok {
				all = append(all, order.Act{Verb: "losses", Units: g.Rules.Write(c)})
			}
		}
		if len(all) == 0 { // as version 1 may have it
			c, _ := g.GatherAny(g.Cheapest(lots()), fits)
			all = append(all, order.Act{Verb: "losses", Units: g.Rules.Write(c)})
		}
		return f.Legal(all)
	}
	f.Wide = func(r *rand.Rand, _ []order.Act) order.Act {
		ranked := append([]int(nil), lots()...)
		r.Shuffle(len(ranked), func(i, j int) { ranked[i], ranked[j] = ranked[j], ranked[i] })
		c, _ := g.Gather(ranked, fits)
		return order.Act{Verb: "losses", Units: g.Rules.Write(c)}
	}
	f.Advice = g.adviseLosses(lots, fits)
	return f
}
