package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// payBlows has both sides eliminate counters for the results of a phase, at once (7.3).
func (g *Game) payBlows(t *adjudicator.Table, f *battle, paid func(lot int) int) {
	rule := "7.3"
	if f.Sea {
		rule = "9.3"
	}
	var questions [2]*adjudicator.Question
	var due [2]counts
	for side, a := range f.Armies {
		points := f.Blows[side].Points
		if f.Sacrifice && a.Side == persians {
			points *= 2
		}
		if points == 0 || len(a.Lots) == 0 {
			continue
		}
		var whole []int
		for _, i := range a.Lots {
			if !a.Shaken.has(i) {
				whole = append(whole, i)
			}
		}
		fits := g.paying(whole, points, f.Blows[side].Points >= 10, paid)
		form := g.lossForm(these(whole), fits)
		if open := form.Open(); len(open) > 0 {
			due[side] = g.rules.tally(open[0].Units)
		}
		if g.choice(whole, fits) {
			questions[side] = &adjudicator.Question{Kind: "losses", Rule: rule, Prompt: adjudicator.Say("perse.ask.losses", "Points", points, "Units", g.units(whole)),
				Verbs: form.Verbs, Reaction: true, Form: form}
		}
	}
	switch {
	case questions[0] != nil && questions[1] != nil:
		a, b := g.askBoth(t, *questions[0], *questions[1])
		due[0], due[1] = g.rules.tally(a.Units), g.rules.tally(b.Units)
	case questions[0] != nil:
		due[0] = g.rules.tally(g.ask(t, greeks, *questions[0]).Units)
	case questions[1] != nil:
		due[1] = g.rules.tally(g.ask(t, persians, *questions[1]).Units)
	}
	f.Struck = false
	for side, a := range f.Armies {
		g.strikeOff(t, a, due[side], rule)
	}
}

// paying tells which counters pay n points: those from which none can be spared, with a hoplite, an
// Immortal or cavalry among them where there is one and the result is 10 or more (7.3, P-47).
func (g *Game) paying(lots []int, points int, elite bool, paid func(lot int) int) func(counts) *order.Fault {
	worth, best, all, have := [64]int{}, [64]bool{}, 0, false
	for _, i := range lots {
		k := g.roster.lots[i].kind
		worth[k] = paid(i)
		all += worth[k]
		switch g.kind(i).Arm {
		case data.Hoplite, data.Immortal, data.HeavyCavalry, data.LightCavalry:
			best[k], have = true, true
		}
	}
	elite = elite && have
	points = min(points, all)
	enough := func(c counts) bool {
		sum, noble := 0, 0
		for k, n := range c {
			sum += int(n) * worth[k]
			if best[k] {
				noble += int(n)
			}
		}
		return sum >= points && (!elite || noble > 0)
	}
	return func(c counts) *order.Fault {
		if !enough(c) {
			return order.Refuse("does-not-pay", "7.3", "Points", points)
		}
		for k := range c {
			if c[k] > 0 {
				c[k]--
				if enough(c) && points < all {
					return order.Refuse("pays-too-much", "7.3", "Points", points)
				}
				c[k]++
			}
		}
		return nil
	}
}

// choice reports whether more than one set of counters pays.
func (g *Game) choice(lots []int, fits func(counts) *order.Fault) bool {
	kinds := 0
	for _, n := range g.sum(lots) {
		if n > 0 {
			kinds++
		}
	}
	return kinds > 1 && fits(g.sum(lots)) != nil
}

// strikeOff takes counters of an army from the game.
func (g *Game) strikeOff(t *adjudicator.Table, a *army, due counts, rule string) {
	if due == (counts{}) {
		return
	}
	whole := slices.DeleteFunc(slices.Clone(a.Lots), func(i int) bool { return a.Shaken.has(i) })
	lost, _ := g.pick(whole, due)
	for _, i := range lost {
		g.destroy(i)
	}
	a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.losses", "Side", seat(a.Side), "Units", g.units(lost))})
}

// test is the test of morale of an army (7.4): two dice for each unit. The first throw of all can kill
// the enemy's commander (P-1, P-16).
func (g *Game) test(t *adjudicator.Table, f *battle, a *army) {
	if len(a.Lots) == 0 {
		return
	}
	bonus := g.nerve(f, a)
	throws := map[int]int{} // by class; each counter is a class of its own unless a throw is one for all
	of := func(n, i int) int {
		if g.opt.ByClass {
			return g.kind(i).Morale
		}
		return n
	}
	for n, i := range a.Lots {
		if _, known := throws[of(n, i)]; !known {
			throws[of(n, i)] = 2 * len(throws)
		}
	}
	dice := t.Roll(2 * len(throws))
	var shaken, lost []int
	for n, i := range a.Lots {
		if at := throws[of(n, i)]; dice[at]+dice[at+1]+bonus >= g.kind(i).Morale {
			continue
		}
		if a.Shaken.has(i) {
			lost = append(lost, i)
			g.destroy(i)
		} else {
			a.Shaken.add(i)
			shaken = append(shaken, i)
		}
	}
	a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
	t.Tell(adjudicator.Event{Rule: "7.4", Depth: 1, Public: adjudicator.Say("perse.event.morale", "Side", seat(a.Side), "Shaken", g.units(shaken), "Lost", g.units(lost))})
	if sum := dice[0] + dice[1]; sum == 2 || sum == 12 {
		g.critical(t, f.Armies[a.Side.Other()])
	}
}

// nerve is what an army adds to its dice of morale: its commander's value, and what an ambush does (7.4, 7.7).
func (g *Game) nerve(f *battle, a *army) int {
	bonus := g.tactical(a)
	if f.Ambush {
		if bonus--; a.Side == f.Ambusher {
			bonus += 2
		}
	}
	return bonus
}

// critical is a throw of 2 or 12: the commander of the enemy dies on an even die (7.5).
func (g *Game) critical(t *adjudicator.Table, a *army) {
	p := g.head(a.Side, a.Names)
	if p == draw.None {
		return
	}
	die := t.Die()
	t.Tell(adjudicator.Event{Rule: "7.5", Depth: 1, Public: adjudicator.Say("perse.event.critical", "Piece", order.Term("piece", g.roster.pieces[a.Side][p].id), "Dead", yes(die%2 == 0))})
	if die%2 == 0 {
		g.fall(t, a, p, "7.5")
	}
}
