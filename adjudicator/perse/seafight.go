package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// seaFight is a naval combat (9.3): rounds until a fleet is destroyed or withdraws. It reports
// whether the force that came can go on.
func (g *Game) seaFight(t *adjudicator.Table, came, mine, theirs field.Force) bool {
	f := g.Muster(came, mine, theirs)
	f.Step = field.RuseStep
	g.Fight = f
	for _, a := range f.Armies {
		g.Show(a.Side, a.Names)
		for rest := a.Names; rest != 0; {
			n := rest.Pop()
			g.Show(a.Side, g.Passengers(a.Side, n))
			g.docked(t, a.Side, n)
		}
		if a.Loose {
			g.wearLoose(t, a.Side, f.At)
		}
		a.Lots = g.LotsOf(a.Force)
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Public: adjudicator.Say("perse.event.seafight", "Zone", g.Zone(f.At), "Greek", g.roll(f.Armies[0]), "Persian", g.roll(f.Armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.Side, Zones: []string{g.ZoneID(f.At)}}}})
	return g.seaFightOn(t, f)
}

// seaFightOn goes on with a naval combat at its step.
func (g *Game) seaFightOn(t *adjudicator.Table, f *field.Battle) bool {
	if f.Step == field.RuseStep {
		g.ruses(t, f)
		f.Step = field.FireStep
	}
	for ; f.Broke == field.Nobody && !g.Exhausted(f) && !g.Over; f.Round++ {
		if f.Step == field.FireStep {
			g.broadside(t, f)
			f.Step = field.DecideStep
		}
		for ; f.Turn < 2; f.Turn++ {
			side := [2]adjudicator.Side{g.First, g.First.Other()}[f.Turn]
			if !g.Exhausted(f) && !g.Over && f.Broke == field.Nobody && g.parts(t, f, side) {
				f.Broke = side
			}
		}
		f.Turn, f.Step = 0, field.FireStep
	}
	for _, a := range f.Armies { // who took part has been activated (9.4)
		for rest := a.Names; rest != 0; {
			g.Done[a.Side] |= g.Passengers(a.Side, rest.Pop())
		}
	}
	g.Fight = nil
	return g.Stands(f.Came) && f.Broke != f.Came.Side && !g.Over
}

// parts asks a side whether it withdraws, who began the turn first (P-40), and reports whether it has.
func (g *Game) parts(t *adjudicator.Table, f *field.Battle, side adjudicator.Side) bool {
	act := g.ask(t, side, g.askWithdraw(side, f))
	if act.Verb != "withdraw" {
		return false
	}
	g.withdraw(t, f.Armies[side], g.Rules.Zones[act.Path])
	return true
}

// broadside is a round at sea: both throw, both lose.
func (g *Game) broadside(t *adjudicator.Table, f *field.Battle) {
	if !f.Struck {
		f.Blows, f.Struck = [2]data.Blow{}, true
		g.throwBroadsides(t, f)
	}
	f.Armies[0].Oracle, f.Armies[1].Oracle = 0, 0
	g.payBlows(t, f, func(i int) int { return g.Kind(i).Strength })
	for _, a := range f.Armies {
		for rest := a.Names; rest != 0 && !g.Over; {
			if n := rest.Pop(); g.Where[a.Side][n] != field.Nowhere {
				g.drown(t, a.Side, n)
			}
		}
	}
}

// throwBroadsides has both fleets throw on the table.
func (g *Game) throwBroadsides(t *adjudicator.Table, f *field.Battle) {
	for side, a := range f.Armies {
		f.Blows[1-side].Points = g.BroadsideOf(f, a, t.Die())
		t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.broadside", "Side", field.Seat(a.Side), "Points", g.Points(a.Lots), "Ratio", g.SeaColumn(f, a)+1, "Modifier", a.Oracle+g.Crew(f, a), "Number", f.Blows[1-side].Points, "Shifts", g.seaShifts(f, a), "Crew", g.crew(f, a), "Ours", field.Ours(g.Rules.Naval))})
	}
}

// seaShifts tells why a column is not the one of the ratio.
func (g *Game) seaShifts(f *field.Battle, a *field.Army) adjudicator.Phrase {
	support := g.SeaColumn(f, a) - g.Rules.Naval.ClampColumn(g.Ratio(f, a, f.Armies[a.Side.Other()])-1+a.Columns)
	return adjudicator.Say("perse.sea-shifts", "Straits", field.Yes(g.Straits(f.At)), "Support", support, "Played", a.Columns)
}

// crew tells what is added to a die.
func (g *Game) crew(f *field.Battle, a *field.Army) adjudicator.Phrase {
	c := g.CrewOf(f, a)
	return adjudicator.Say("perse.crew", "Leader", c.Leader, "Troops", c.Troops, "Coast", c.Coast, "Oracle", a.Oracle)
}

// askWithdraw asks whether a side fights on at sea.
func (g *Game) askWithdraw(side adjudicator.Side, f *field.Battle) adjudicator.Question {
	open := []order.Act{{Verb: "fight"}}
	for z := range g.Rules.Sea[f.At].All() {
		names, loose := g.Enemies(field.Force{Side: side, At: z, Sea: true})
		if names == 0 && !loose && g.moored(f.Armies[side].Lots, z) == nil {
			open = append(open, order.Act{Verb: "withdraw", Path: g.ZoneID(z)})
		}
	}
	m := order.Menu(open, order.Refuse("no-retreat", "9.3"))
	m.Verbs = []string{"fight", "withdraw"}
	m.Advice = g.adviseFight("seafight", m, func() bool { return g.AbleAtSea(side, f) })
	return adjudicator.Question{Kind: "seafight", Rule: "9.3", Prompt: adjudicator.Say("perse.ask.seafight", "Zone", g.Zone(f.At), "Round", f.Round), Verbs: m.Verbs, Reaction: true, Slight: true, Settled: len(open) == 1, Form: m}
}

// withdraw has an army leave for the next sea.
func (g *Game) withdraw(t *adjudicator.Table, a *field.Army, to board.Zone) {
	from := a.At
	a.Names &= g.onMap(a.Side) // all have seen who fought: names stay
	for rest := a.Names; rest != 0; {
		n := rest.Pop()
		g.Where[a.Side][n] = to
		for aboard := g.Passengers(a.Side, n); aboard != 0; {
			g.Where[a.Side][aboard.Pop()] = to
		}
	}
	for _, i := range a.Lots {
		if g.Lots[i].At != field.Nowhere {
			g.Lots[i].At = to
		}
	}
	t.Tell(adjudicator.Event{Rule: "9.3", Depth: 1, Public: adjudicator.Say("perse.event.withdraws", "Side", field.Seat(a.Side), "Zone", g.Zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: a.Side, Zones: []string{g.ZoneID(from), g.ZoneID(to)}}}})
	if g.Roster.ID == "14.1" && a.Side == field.Greeks {
		g.discord(t, to)
	}
}
