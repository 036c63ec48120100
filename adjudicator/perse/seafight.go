package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// straits are the seas that are land as well (5.4): up to which ratio a fight is one to one, how many
// dice points troops aboard can give, and of which cities ships help the Greeks.
var straits = map[string]struct {
	equal, troops int
	cities        []string
}{
	"Eubee":       {4, 3, []string{"chalcis", "eretria"}},
	"Attique":     {4, 2, []string{"athens"}},
	"Hellespont":  {3, 3, nil},
	"Chalcidique": {3, 4, nil},
}

// seaFight is a naval combat (9.3): rounds until a fleet is destroyed or withdraws. It reports
// whether the force that came can go on.
func (g *Game) seaFight(t *adjudicator.Table, came, mine, theirs force) bool {
	f := g.muster(came, mine, theirs)
	f.Step = ruseStep
	g.fight = f
	for _, a := range f.Armies {
		g.show(a.Side, a.Names)
		for rest := a.Names; rest != 0; {
			n := rest.Pop()
			g.show(a.Side, g.passengers(a.Side, n))
			g.docked(t, a.Side, n)
		}
		if a.Loose {
			g.wearLoose(t, a.Side, f.At)
		}
		a.Lots = g.lotsOf(a.force)
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Public: adjudicator.Say("perse.event.seafight", "Zone", g.zone(f.At), "Greek", g.roll(f.Armies[0]), "Persian", g.roll(f.Armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.Side, Zones: []string{g.zoneID(f.At)}}}})
	return g.seaFightOn(t, f)
}

// seaFightOn goes on with a naval combat at its step.
func (g *Game) seaFightOn(t *adjudicator.Table, f *battle) bool {
	if f.Step == ruseStep {
		g.ruses(t, f)
		f.Step = fireStep
	}
	for ; f.Broke == nobody && !g.spent(f) && !g.Over; f.Round++ {
		if f.Step == fireStep {
			g.broadside(t, f)
			f.Step = decideStep
		}
		for ; f.Turn < 2; f.Turn++ {
			side := [2]adjudicator.Side{g.First, g.First.Other()}[f.Turn]
			if !g.spent(f) && !g.Over && f.Broke == nobody && g.parts(t, f, side) {
				f.Broke = side
			}
		}
		f.Turn, f.Step = 0, fireStep
	}
	for _, a := range f.Armies { // who took part has been activated (9.4)
		for rest := a.Names; rest != 0; {
			g.Done[a.Side] |= g.passengers(a.Side, rest.Pop())
		}
	}
	g.fight = nil
	return g.stands(f.Came) && f.Broke != f.Came.Side && !g.Over
}

// parts asks a side whether it withdraws, who began the turn first (P-40), and reports whether it has.
func (g *Game) parts(t *adjudicator.Table, f *battle, side adjudicator.Side) bool {
	act := g.ask(t, side, g.askWithdraw(side, f))
	if act.Verb != "withdraw" {
		return false
	}
	g.withdraw(t, f.Armies[side], g.rules.zones[act.Path])
	return true
}

// broadside is a round at sea: both throw, both lose.
func (g *Game) broadside(t *adjudicator.Table, f *battle) {
	if !f.Struck {
		f.Blows, f.Struck = [2]data.Blow{}, true
		g.throwBroadsides(t, f)
	}
	f.Armies[0].Oracle, f.Armies[1].Oracle = 0, 0
	g.payBlows(t, f, func(i int) int { return g.kind(i).Strength })
	for _, a := range f.Armies {
		for rest := a.Names; rest != 0 && !g.Over; {
			if n := rest.Pop(); g.Where[a.Side][n] != nowhere {
				g.drown(t, a.Side, n)
			}
		}
	}
}

// throwBroadsides has both fleets throw on the table.
func (g *Game) throwBroadsides(t *adjudicator.Table, f *battle) {
	for side, a := range f.Armies {
		f.Blows[1-side].Points = g.broadsideOf(f, a, t.Die())
		t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.broadside", "Side", seat(a.Side), "Points", g.points(a.Lots), "Ratio", g.seaColumn(f, a)+1, "Modifier", a.Oracle+g.crew(f, a), "Number", f.Blows[1-side].Points, "Ours", ours(g.rules.Naval))})
	}
}

// broadsideOf is what an army's die costs the enemy.
func (g *Game) broadsideOf(f *battle, a *army, die int) int {
	return g.rules.Naval.At(die+a.Oracle+g.crew(f, a), g.seaColumn(f, a))
}

// seaColumn is the column of the table of naval combat that an army throws on.
func (g *Game) seaColumn(f *battle, a *army) int {
	column := g.ratio(f, a, f.Armies[a.Side.Other()]) - 1 + a.Columns
	if g.rules.Map.Kind(f.At) == board.Mixed && g.supported(a.Side, f.At) {
		column++
	}
	return g.rules.Naval.ClampColumn(column)
}

// ratio is the column of an army's own ratio (9.3, 5.4): the whole number above it.
func (g *Game) ratio(f *battle, a, other *army) int {
	own, enemy := g.points(a.Lots), max(1, g.points(other.Lots))
	if s, ok := straits[g.zoneID(f.At)]; ok {
		if own <= s.equal*enemy {
			return 1
		}
		return 2
	}
	return max(1, (own+enemy-1)/enemy)
}

// crew is what an army adds to its dice at sea: its admiral, troops aboard, and who knows the coast.
func (g *Game) crew(f *battle, a *army) int {
	n := g.admiral(a.force)
	if a.Genius {
		if p, ok := g.own(greeks, "Themistocle"); ok && g.at(greeks, p) != nowhere {
			n += g.roster.pieces[greeks][p].Tactical
		}
	}
	aboard := 0
	for rest := a.Names; rest != 0; {
		aboard += g.points(g.borne(a.Side, g.passengers(a.Side, rest.Pop())))
	}
	troops := aboard / 10
	if s, ok := straits[g.zoneID(f.At)]; ok {
		troops = min(troops, s.troops)
		if a.Side == greeks && slices.ContainsFunc(a.Lots, func(i int) bool { return slices.Contains(s.cities, g.kind(i).City) }) {
			n++
		}
	}
	return n + troops
}

// askWithdraw asks whether a side fights on at sea.
func (g *Game) askWithdraw(side adjudicator.Side, f *battle) adjudicator.Question {
	open := []order.Act{{Verb: "fight"}}
	for z := range g.rules.Sea[f.At].All() {
		names, loose := g.enemies(force{Side: side, At: z, Sea: true})
		if names == 0 && !loose && g.moored(f.Armies[side].Lots, z) == nil {
			open = append(open, order.Act{Verb: "withdraw", Path: g.zoneID(z)})
		}
	}
	m := order.Menu(open, order.Refuse("no-retreat", "9.3"))
	m.Verbs = []string{"fight", "withdraw"}
	m.Advice = g.adviseFight("seafight", m, func() bool { return g.ableAtSea(side, f) })
	return adjudicator.Question{Kind: "seafight", Rule: "9.3", Prompt: adjudicator.Say("perse.ask.seafight", "Zone", g.zone(f.At), "Round", f.Round), Verbs: m.Verbs, Reaction: true, Slight: true, Settled: len(open) == 1, Form: m}
}

// withdraw has an army leave for the next sea.
func (g *Game) withdraw(t *adjudicator.Table, a *army, to board.Zone) {
	from := a.At
	a.Names &= g.onMap(a.Side) // all have seen who fought: names stay
	for rest := a.Names; rest != 0; {
		n := rest.Pop()
		g.Where[a.Side][n] = to
		for aboard := g.passengers(a.Side, n); aboard != 0; {
			g.Where[a.Side][aboard.Pop()] = to
		}
	}
	for _, i := range a.Lots {
		if g.Lots[i].At != nowhere {
			g.Lots[i].At = to
		}
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.withdraws", "Side", seat(a.Side), "Zone", g.zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: a.Side, Zones: []string{g.zoneID(from), g.zoneID(to)}}}})
	if g.roster.ID == "14.1" && a.Side == greeks {
		g.discord(t, to)
	}
}
