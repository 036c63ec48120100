package perse

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// wear is the attrition of a way on land or at sea (5.3, 9.1). A die is thrown for every marker, so
// that nothing shows (P-73).
func (g *Game) wear(t *adjudicator.Table, side adjudicator.Side, names fog.Set, zones int, sea bool) {
	table, rule := g.rules.LandWear, "5.3"
	if sea {
		table, rule = g.rules.SeaWear, "9.1"
	}
	n := table.At(zones, t.Die()-1)
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.wear", "Names", g.markers(side, names), "Zones", zones, "Number", n, "Ours", ours(table))})
	g.pay(t, side, names, n, rule)
}

// hunger is the attrition of a force without supply (10, 12).
func (g *Game) hunger(t *adjudicator.Table, side adjudicator.Side, names fog.Set, z board.Zone) {
	g.starve(t, z, false, g.points(g.borne(side, names)), func(n int) {
		t.Tell(adjudicator.Event{Rule: "10", Depth: 1, Public: adjudicator.Say("perse.event.hunger", "Side", seat(side), "Many", yes(names.Len() > 1), "Names", g.markers(side, names), "Zone", g.zone(z), "Number", n, "Ours", ours(g.rules.UnsuppliedWear))})
		g.pay(t, side, names, n, "10")
	})
}

// starve throws on the table for who has no supply, and has somebody pay. At sea it is as on clear land (10).
func (g *Game) starve(t *adjudicator.Table, z board.Zone, aboard bool, points int, pay func(n int)) {
	die := t.Die()
	bonus, column := g.famine(z, aboard, points)
	pay(g.rules.UnsuppliedWear.At(die+bonus, column))
}

// famine is what is added to the die of who has no supply in a zone, and the column of the table.
func (g *Game) famine(z board.Zone, aboard bool, points int) (bonus, column int) {
	if g.Scorched.has(z) && !aboard {
		bonus++
	}
	if g.winter() {
		bonus++
	}
	if points > 30 {
		bonus++
	}
	switch terrain := g.rules.Terrain(z); {
	case aboard:
	case terrain == "rough":
		column = 1
	case terrain == "mountain":
		column = 2
	}
	return bonus, column
}

// pay has a side lose counters of some markers. It is asked which whenever there could be any, for
// all that both know.
func (g *Game) pay(t *adjudicator.Table, side adjudicator.Side, names fog.Set, n int, rule string) {
	if n == 0 || !g.mayAct(side, names) {
		return
	}
	among := func() []int {
		if rule == "5.3" {
			return append(g.borne(side, names), g.leftBehind()...)
		}
		return g.borne(side, names)
	}
	g.flow.Loss = payment{Side: side, Names: names, Number: n, Rule: rule}
	a := g.ask(t, side, g.askWear(side, g.markers(side, names), among, n, rule))
	lots, _ := g.pick(among(), g.rules.tally(a.Units))
	g.lose(t, side, names, lots, rule)
}

// leftBehind are the counters that the active force has left on its way since the last attrition, and
// that are still where they were left: they pay for the way as well (P-67).
func (g *Game) leftBehind() (lots []int) {
	for i := range g.roster.lots {
		if g.now.Left.has(i) && g.Lots[i].At != nowhere {
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
	a := t.Ask(side, g.askWear(side, adjudicator.Terms{g.zone(z)}, these(lots), n, rule)).(order.Act)
	lost, _ := g.pick(lots, g.rules.tally(a.Units))
	for _, i := range lost {
		g.destroy(i)
	}
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.losses", "Side", seat(side), "Units", g.units(lost))})
	g.changed(t, z)
}

// lose takes counters of some markers from the game.
func (g *Game) lose(t *adjudicator.Table, side adjudicator.Side, names fog.Set, lots []int, rule string) {
	for _, i := range lots {
		if at := g.Lots[i].At; at != nowhere {
			g.destroy(i)
			g.changed(t, at)
			continue
		}
		p := g.Loads[side].With[g.roster.lots[i].slot[side]]
		g.Veil[side].Narrow(p, g.roster.actors[side])
		g.destroy(i)
	}
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.lost", "Side", seat(side), "Many", yes(names.Len() > 1), "Names", g.markers(side, names), "Units", g.units(lots))})
	for rest := names & g.roster.back[side][1]; rest != 0; {
		g.drown(t, side, rest.Pop())
	}
}

// drown has troops go down with the ships that carried them (9.1), and puts a fleet without ships
// into reserve.
func (g *Game) drown(t *adjudicator.Table, side adjudicator.Side, fleet fog.Name) {
	if g.roster.decoys[side].Has(g.Veil[side].Of(fleet)) {
		return
	}
	ships := g.load(side, g.Veil[side].Of(fleet))
	aboard := g.passengers(side, fleet)
	troops := g.borne(side, aboard)
	if room := g.points(ships); len(troops) > 0 && g.needed(troops) > room {
		lost := troops
		if room > 0 {
			lost, _ = g.pick(troops, g.rules.tally(t.Ask(side, g.askDrown(side, fleet, troops, room)).(order.Act).Units))
		}
		for _, i := range lost {
			g.destroy(i)
		}
		t.Tell(adjudicator.Event{Rule: "9.1", Depth: 1, Public: adjudicator.Say("perse.event.drowned", "Side", seat(side), "Units", g.units(lost))})
	}
	if len(ships) > 0 {
		return
	}
	for aboard != 0 {
		g.kill(t, side, g.Veil[side].Of(aboard.Pop()), "9.1")
	}
	g.remove(side, g.Veil[side].Of(fleet))
}

// askDrown asks which troops go down with the ships: none that could be spared.
func (g *Game) askDrown(side adjudicator.Side, fleet fog.Name, troops []int, room int) adjudicator.Question {
	all := g.sum(troops)
	carried := func(lost counts) bool {
		rest := all
		for k := range rest {
			rest[k] -= min(rest[k], lost[k])
		}
		left, _ := g.pick(troops, rest)
		return g.needed(left) <= room
	}
	f := g.lossForm(these(troops), func(c counts) *order.Fault {
		if !carried(c) {
			return order.Refuse("no-room", "9.1", "Needed", g.needed(troops), "Room", room)
		}
		for k := range c {
			if c[k] > 0 {
				c[k]--
				if carried(c) {
					return order.Refuse("pays-too-much", "9.1", "Points", room)
				}
				c[k]++
			}
		}
		return nil
	})
	return adjudicator.Question{Kind: "drown", Rule: "9.1", Prompt: adjudicator.Say("perse.ask.drown", "Fleet", order.Term("marker", g.roster.marker(side, fleet)), "Room", room, "Units", g.units(troops)),
		Verbs: f.Verbs, Reaction: true, Form: f}
}

// needed is how many naval points carry some counters (9.4): three points of infantry or two of
// cavalry each.
func (g *Game) needed(troops []int) int {
	foot, horse := 0, 0
	for _, i := range troops {
		if k := g.kind(i); k.Cavalry() {
			horse += k.Strength
		} else {
			foot += k.Strength
		}
	}
	return (foot+2)/3 + (horse+1)/2
}

// kill takes a leader from the game (4.4).
func (g *Game) kill(t *adjudicator.Table, side adjudicator.Side, p fog.Piece, rule string) {
	n := g.Veil[side].Goes[p]
	g.remove(side, p)
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.died", "Piece", order.Term("piece", g.roster.pieces[side][p].id), "Name", order.Term("marker", g.roster.marker(side, n)))})
	g.succeed(side)
	if g.roster.ID == "14.3" && g.roster.pieces[side][p].id == "Xerxes" {
		g.finish(t, greeks, "total", "perse.why.xerxes")
	}
}

// askWear asks which of some counters are lost.
func (g *Game) askWear(side adjudicator.Side, who adjudicator.Terms, lots func() []int, n int, rule string) adjudicator.Question {
	f := g.lossForm(lots, func(c counts) *order.Fault {
		if n := min(n, len(lots())); total(c) != n {
			return order.Refuse("wrong-number", rule, "Number", n)
		}
		return nil
	})
	n = min(n, len(lots()))
	return adjudicator.Question{Kind: "wear", Rule: rule, Prompt: adjudicator.Say("perse.ask.wear", "Number", n, "Names", who),
		Verbs: f.Verbs, Reaction: true, Settled: n == len(lots()), Form: f}
}

func total(c counts) (n int) {
	for _, k := range c {
		n += int(k)
	}
	return n
}

// these are counters that do not change while a question is open.
func these(lots []int) func() []int { return func() []int { return lots } }

// lossForm asks for counters among some that fit. The cheapest that fit are the default.
func (g *Game) lossForm(lots func() []int, fits func(counts) *order.Fault) *order.Form {
	f := &order.Form{Verbs: []string{"losses"}}
	f.Plain = func(a order.Act) (order.Act, *order.Fault) {
		units, why := g.plainLabels(a.Units, lots())
		a.Units = units
		return a, why
	}
	f.Wrong = func(a order.Act) *order.Fault {
		c, have := g.rules.tally(a.Units), g.sum(lots())
		for k := range c {
			if c[k] > have[k] {
				return order.Refuse("no-such-units", "7.3", "Units", order.Counted(a.Units))
			}
		}
		return fits(c)
	}
	f.Open = func() []order.Act {
		var all []order.Act
		for _, ranked := range [][]int{g.cheapest(lots()), g.dearest(lots())} {
			if c, ok := gather(g, ranked, fits); ok {
				all = append(all, order.Act{Verb: "losses", Units: g.rules.write(c)})
			}
		}
		return f.Legal(all)
	}
	f.Wide = func(r *rand.Rand, _ []order.Act) order.Act {
		ranked := append([]int(nil), lots()...)
		r.Shuffle(len(ranked), func(i, j int) { ranked[i], ranked[j] = ranked[j], ranked[i] })
		c, _ := gather(g, ranked, fits)
		return order.Act{Verb: "losses", Units: g.rules.write(c)}
	}
	f.Advice = g.adviseLosses(lots, fits)
	return f
}

// gather takes counters in an order until they fit, and then spares those that can be spared.
func gather(g *Game, ranked []int, fits func(counts) *order.Fault) (c counts, ok bool) {
	if fits(c) == nil {
		return c, true
	}
	for _, i := range ranked {
		c[g.roster.lots[i].kind]++
		if fits(c) == nil {
			return c, true
		}
		for _, j := range ranked { // something taken before may be spared now
			k := g.roster.lots[j].kind
			if c[k] > 0 {
				if c[k]--; fits(c) == nil {
					return c, true
				}
				c[k]++
			}
			if j == i {
				break
			}
		}
	}
	return c, false
}

// cheapest lists counters from the weakest to the strongest, dearest the other way.
func (g *Game) cheapest(lots []int) []int {
	ranked := append([]int(nil), lots...)
	for i := range ranked {
		for j := i; j > 0 && g.value(ranked[j]) < g.value(ranked[j-1]); j-- {
			ranked[j], ranked[j-1] = ranked[j-1], ranked[j]
		}
	}
	return ranked
}

func (g *Game) dearest(lots []int) []int {
	ranked := g.cheapest(lots)
	for i, j := 0, len(ranked)-1; i < j; i, j = i+1, j-1 {
		ranked[i], ranked[j] = ranked[j], ranked[i]
	}
	return ranked
}

// value is what a counter is worth to its owner: its strength as it fights, and its class.
func (g *Game) value(lot int) int { return 10*g.melee(lot) - 5*g.kind(lot).Morale }
