package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
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
	f := g.muster(mine, theirs)
	g.fight = f
	for _, a := range f.armies {
		g.show(a.side, a.names)
		for rest := a.names; rest != 0; {
			n := rest.Pop()
			g.show(a.side, g.passengers(a.side, n))
			g.docked(t, a.side, n)
		}
		if a.loose {
			g.wearLoose(t, a.side, f.at)
		}
		a.lots = g.lotsOf(a.force)
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Public: adjudicator.Say("perse.event.seafight", "Zone", g.zone(f.at), "Greek", g.roll(f.armies[0]), "Persian", g.roll(f.armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.side, Zones: []string{g.zoneID(f.at)}}}})
	g.ruses(t, f, came.side)
	fled := nobody
	for f.round = 1; fled == nobody && !g.spent(f) && !g.Over; f.round++ {
		g.broadside(t, f)
		for _, side := range []adjudicator.Side{g.First, g.First.Other()} {
			if !g.spent(f) && !g.Over && fled == nobody && g.parts(t, f, side) {
				fled = side
			}
		}
	}
	for _, a := range f.armies { // who took part has been activated (9.4)
		for rest := a.names; rest != 0; {
			g.Done[a.side] |= g.passengers(a.side, rest.Pop())
		}
	}
	g.fight = nil
	return g.stands(came) && fled != came.side && !g.Over
}

// parts asks a side whether it withdraws, who began the turn first (P-40), and reports whether it has.
func (g *Game) parts(t *adjudicator.Table, f *battle, side adjudicator.Side) bool {
	act := t.Ask(side, g.askWithdraw(side, f)).(Act)
	if act.Verb != "withdraw" {
		return false
	}
	g.withdraw(t, f.armies[side], g.rules.zones[act.Path])
	return true
}

// broadside is a round at sea: both throw, both lose.
func (g *Game) broadside(t *adjudicator.Table, f *battle) {
	var blows [2]data.Blow
	for side, a := range f.armies {
		other := f.armies[1-side]
		column := g.ratio(f, a, other) - 1 + a.columns
		if g.rules.Map.Kind(f.at) == board.Mixed && g.supported(a.side, f.at) {
			column++
		}
		die := t.Die() + a.oracle + g.crew(f, a)
		blows[1-side].Points = g.rules.Naval.At(die, column)
		t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.broadside", "Side", seat(a.side), "Points", g.points(a.lots), "Number", blows[1-side].Points, "Ours", ours(g.rules.Naval))})
	}
	f.armies[0].oracle, f.armies[1].oracle = 0, 0
	g.payBlows(t, f, blows, func(i int) int { return g.kind(i).Strength })
	for _, a := range f.armies {
		for rest := a.names; rest != 0 && !g.Over; {
			if n := rest.Pop(); g.Where[a.side][n] != nowhere {
				g.drown(t, a.side, n)
			}
		}
	}
}

// ratio is the column of an army's own ratio (9.3, 5.4): the whole number above it.
func (g *Game) ratio(f *battle, a, other *army) int {
	own, enemy := g.points(a.lots), max(1, g.points(other.lots))
	if s, ok := straits[g.zoneID(f.at)]; ok {
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
	if a.genius {
		if p, ok := g.own(greeks, "Themistocle"); ok && g.at(greeks, p) != nowhere {
			n += g.roster.pieces[greeks][p].Tactical
		}
	}
	aboard := 0
	for rest := a.names; rest != 0; {
		aboard += g.points(g.borne(a.side, g.passengers(a.side, rest.Pop())))
	}
	troops := aboard / 10
	if s, ok := straits[g.zoneID(f.at)]; ok {
		troops = min(troops, s.troops)
		if a.side == greeks && slices.ContainsFunc(a.lots, func(i int) bool { return slices.Contains(s.cities, g.kind(i).City) }) {
			n++
		}
	}
	return n + troops
}

// askWithdraw asks whether a side fights on at sea.
func (g *Game) askWithdraw(side adjudicator.Side, f *battle) adjudicator.Question {
	open := []Act{{Verb: "fight"}}
	for z := range g.rules.Sea[f.at].All() {
		names, loose := g.enemies(force{side: side, at: z, sea: true})
		if names == 0 && !loose && g.moored(f.armies[side].lots, z) == nil {
			open = append(open, Act{Verb: "withdraw", Path: g.zoneID(z)})
		}
	}
	m := menu(open, fault{"no-retreat", "9.3", nil})
	m.verbs = []string{"fight", "withdraw"}
	m.advise = g.adviseWithdraw(m)
	return adjudicator.Question{Kind: "seafight", Rule: "9.3", Prompt: adjudicator.Say("perse.ask.seafight", "Zone", g.zone(f.at), "Round", f.round), Verbs: m.verbs, Reaction: true, Slight: true, Settled: len(open) == 1, Form: m}
}

// withdraw has an army leave for the next sea.
func (g *Game) withdraw(t *adjudicator.Table, a *army, to board.Zone) {
	from := a.at
	a.names &= g.onMap(a.side) // all have seen who fought: names stay
	for rest := a.names; rest != 0; {
		n := rest.Pop()
		g.Where[a.side][n] = to
		for aboard := g.passengers(a.side, n); aboard != 0; {
			g.Where[a.side][aboard.Pop()] = to
		}
	}
	for _, i := range a.lots {
		if g.Lots[i].At != nowhere {
			g.Lots[i].At = to
		}
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.withdraws", "Side", seat(a.side), "Zone", g.zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: a.side, Zones: []string{g.zoneID(from), g.zoneID(to)}}}})
	if g.roster.ID == "14.1" && a.side == greeks {
		g.discord(t, to)
	}
}
