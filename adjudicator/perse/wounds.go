package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// payBlows has both sides eliminate counters for the results of a phase, at once (7.3).
func (g *Game) payBlows(t *adjudicator.Table, f *field.Battle, paid func(lot int) int) {
	rule := "7.3"
	if f.Sea {
		rule = "9.3"
	}
	var questions [2]*adjudicator.Question
	var due [2]field.Counts
	for side, a := range f.Armies {
		points := f.Blows[side].Points
		if f.Sacrifice && a.Side == field.Persians {
			points *= 2
		}
		if points == 0 || len(a.Lots) == 0 {
			continue
		}
		var whole []int
		for _, i := range a.Lots {
			if !a.Shaken.Has(i) {
				whole = append(whole, i)
			}
		}
		fits := g.Paying(whole, points, f.Blows[side].Points >= 10, paid)
		form := g.lossForm(these(whole), fits)
		if open := form.Open(); len(open) > 0 {
			due[side] = g.Rules.Tally(open[0].Units)
		}
		if g.choice(whole, fits) {
			questions[side] = &adjudicator.Question{Kind: "losses", Rule: rule, Prompt: adjudicator.Say("perse.ask.losses", "Points", points, "Units", g.Units(whole)),
				Verbs: form.Verbs, Reaction: true, Form: form}
		}
	}
	switch {
	case questions[0] != nil && questions[1] != nil:
		a, b := g.askBoth(t, *questions[0], *questions[1])
		due[0], due[1] = g.Rules.Tally(a.Units), g.Rules.Tally(b.Units)
	case questions[0] != nil:
		due[0] = g.Rules.Tally(g.ask(t, field.Greeks, *questions[0]).Units)
	case questions[1] != nil:
		due[1] = g.Rules.Tally(g.ask(t, field.Persians, *questions[1]).Units)
	}
	f.Struck = false
	for side, a := range f.Armies {
		g.strikeOff(t, a, due[side], rule)
	}
}

// choice reports whether more than one set of counters pays: all see what fights.
func (g *Game) choice(lots []int, fits func(field.Counts) *order.Fault) bool {
	have := g.Sum(lots)
	var kinds []int
	for k, n := range have {
		if n > 0 {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) < 2 || fits(have) == nil {
		return false
	}
	return g.Rules.Second || ways(kinds, have, field.Counts{}, fits, 2) == 0
}

// ways looks for some sets of counters that fit, of some kinds beside those chosen, and returns how many of those wanted are missing.
func ways(kinds []int, have, chosen field.Counts, fits func(field.Counts) *order.Fault, want int) int {
	switch why := fits(chosen); {
	case why == nil:
		return want - 1 // no counter can be spared, so that none can be added
	case why.Code == field.TooMuch:
		return want
	}
	for i, k := range kinds {
		if chosen[k] < have[k] && want > 0 {
			chosen[k]++
			want = ways(kinds[i:], have, chosen, fits, want)
			chosen[k]--
		}
	}
	return want
}

// strikeOff takes counters of an army from the game.
func (g *Game) strikeOff(t *adjudicator.Table, a *field.Army, due field.Counts, rule string) {
	if due == (field.Counts{}) {
		return
	}
	whole := slices.DeleteFunc(slices.Clone(a.Lots), func(i int) bool { return a.Shaken.Has(i) })
	lost, _ := g.Pick(whole, due)
	for _, i := range lost {
		g.Destroy(i)
	}
	a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.losses", "Side", field.Seat(a.Side), "Units", g.Units(lost))})
}

// test is the test of morale of an army (7.4): two dice for each unit. The first throw of all can kill
// the enemy's commander (P-1, P-16).
func (g *Game) test(t *adjudicator.Table, f *field.Battle, a *field.Army) {
	if len(a.Lots) == 0 {
		return
	}
	bonus := g.Nerve(f, a)
	throws := map[int]int{} // by class; each counter is a class of its own unless a throw is one for all
	of := func(n, i int) int {
		if g.Opt.ByClass {
			return g.Kind(i).Morale
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
		if at := throws[of(n, i)]; dice[at]+dice[at+1]+bonus >= g.Kind(i).Morale {
			continue
		}
		if a.Shaken.Has(i) {
			lost = append(lost, i)
			g.Destroy(i)
		} else {
			a.Shaken.Add(i)
			shaken = append(shaken, i)
		}
	}
	a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
	t.Tell(adjudicator.Event{Rule: "7.4", Depth: 1, Public: adjudicator.Say("perse.event.morale", "Side", field.Seat(a.Side), "Shaken", g.Units(shaken), "Lost", g.Units(lost))})
	for n := 0; n < len(dice) && (n == 0 || g.Opt.Critical); n += 2 {
		if sum := dice[n] + dice[n+1]; sum == 2 || sum == 12 {
			g.critical(t, f.Armies[a.Side.Other()])
		}
	}
}

// critical is a throw of 2 or 12: the commander of the enemy dies on an even die (7.5).
func (g *Game) critical(t *adjudicator.Table, a *field.Army) {
	p := g.Head(a.Side, a.Names)
	if p == draw.None {
		return
	}
	die := t.Die()
	t.Tell(adjudicator.Event{Rule: "7.5", Depth: 1, Public: adjudicator.Say("perse.event.critical", "Piece", order.Term("piece", g.Roster.Pieces[a.Side][p].ID), "Dead", field.Yes(die%2 == 0))})
	if die%2 == 0 {
		g.fall(t, a, p, "7.5")
	}
}
