package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// landFight is a battle ashore (7): who intercepts is mine. It reports whether the force that came
// can go on.
func (g *Game) landFight(t *adjudicator.Table, came, mine, theirs field.Force, ambush bool) bool {
	f := g.Muster(came, mine, theirs)
	f.Host = g.Keeper[f.At]
	g.Fight = f
	t.Tell(adjudicator.Event{Rule: "7", Public: adjudicator.Say("perse.event.battle", "Zone", g.Zone(f.At), "Greek", g.roll(f.Armies[0]), "Persian", g.roll(f.Armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.Side, Zones: []string{g.ZoneID(f.At)}}}})
	if ambush {
		g.Ambushed(f, mine.Side)
		f.Step = field.RuseStep
	}
	return g.fightOn(t, f)
}

// fightOn goes on with a fight at its step.
func (g *Game) fightOn(t *adjudicator.Table, f *field.Battle) bool {
	if f.Sea {
		return g.seaFightOn(t, f)
	}
	if f.Step == field.CityStep {
		g.cityChoice(t, f)
		f.Step = field.RuseStep
	}
	if f.Step == field.RuseStep {
		g.ruses(t, f)
		f.Step = field.FireStep
	}
	f.Broke = g.rounds(t, f)
	g.afterwards(t, f)
	g.Fight = nil
	g.changed(t, f.At)
	return g.Stands(f.Came) && f.Broke != f.Came.Side && !g.Over
}

// roll is who fights on a side.
func (g *Game) roll(a *field.Army) adjudicator.Phrase {
	return adjudicator.Say("perse.army", "Side", field.Seat(a.Side), "Names", g.Markers(a.Side, a.Names), "Pieces", g.Called(a.Side, g.Veil[a.Side].Pieces(a.Names)), "Units", g.Units(a.Lots))
}

// mostBattle is how many rounds a battle has at most: armies that cannot hurt each other could fight for ever.
const mostBattle = 20

// rounds fights until a side breaks off, is destroyed, or both agree (7). It returns who has broken
// off; [nobody] if neither.
func (g *Game) rounds(t *adjudicator.Table, f *field.Battle) adjudicator.Side {
	for ; f.Step < field.PursueStep; f.Round++ {
		if f.Step == field.FireStep {
			g.exchange(t, f, true)
			f.Step = field.MeleeStep
		}
		if f.Step == field.MeleeStep {
			if !g.Exhausted(f) && !g.Over {
				g.exchange(t, f, false)
			}
			f.Step = field.DecideStep
			f.Armies[0].Oracle, f.Armies[1].Oracle = 0, 0
		}
		if g.Exhausted(f) || g.Over {
			return field.Nobody
		}
		must := [2]bool{g.mustBreak(f.Armies[0]), g.mustBreak(f.Armies[1])}
		switch {
		case must[0] && must[1]:
			t.Tell(adjudicator.Event{Rule: "7.4", Depth: 1, Public: adjudicator.Say("perse.event.both-broken")})
			g.bothBreak(t, f)
			return field.Nobody
		case must[0] || must[1]:
			side := field.Greeks
			if must[1] {
				side = field.Persians
			}
			return g.breaks(t, f, side, true)
		case f.Ambush && f.Round == 2:
			t.Tell(adjudicator.Event{Rule: "7.7", Depth: 1, Public: adjudicator.Say("perse.event.ambush-over", "Side", field.Seat(f.Ambusher))})
			g.pursue(t, f, f.Ambusher.Other()) // nobody goes (P-56)
			return field.Nobody
		case f.Round == mostBattle:
			t.Tell(adjudicator.Event{Rule: "7", Depth: 1, Public: adjudicator.Say("perse.event.parted")})
			return field.Nobody
		}
		first, second := g.askBoth(t, g.askFight(field.Greeks, f), g.askFight(field.Persians, f))
		a, b := first.Verb, second.Verb
		f.Step = field.FireStep
		switch {
		case a == "break" && b == "break" || a == "part" && b != "fight" || b == "part" && a != "fight":
			t.Tell(adjudicator.Event{Rule: "7", Depth: 1, Public: adjudicator.Say("perse.event.parted")})
			return field.Nobody
		case a == "break":
			return g.breaks(t, f, field.Greeks, false)
		case b == "break":
			return g.breaks(t, f, field.Persians, false)
		}
	}
	return g.flee(t, f)
}

// mustBreak reports whether an army has nobody left who fights, or has lost its last leader.
func (g *Game) mustBreak(a *field.Army) bool {
	for _, i := range a.Lots {
		if !a.Shaken.Has(i) {
			return a.Leaderless
		}
	}
	return true
}

// askFight asks whether a side goes on with a battle.
func (g *Game) askFight(side adjudicator.Side, f *field.Battle) adjudicator.Question {
	m := order.Menu([]order.Act{{Verb: "fight"}, {Verb: "break"}, {Verb: "part"}}, order.Refuse("no-such-answer", "7"))
	m.Note = func(a order.Act) adjudicator.Phrase { return g.parting(side, f, a) }
	m.Advice = g.adviseFight("fight", m, func() bool { return g.Able(side, f) })
	return adjudicator.Question{Kind: "fight", Rule: "7", Prompt: adjudicator.Say("perse.ask.fight", "Zone", g.Zone(f.At), "Round", f.Round), Verbs: m.Verbs, Reaction: true, Slight: true, Form: m}
}

// parting is what somebody has to know who ends a battle (7, 7.6, 8.1).
func (g *Game) parting(side adjudicator.Side, f *field.Battle, a order.Act) adjudicator.Phrase {
	switch a.Verb {
	case "break":
		return adjudicator.Say("perse.note.break", "Inside", field.Yes(f.Armies[side].Inside), "Outside", field.Yes(f.Armies[side.Other()].Inside), "Quarter", field.Yes(g.Quarter && side == field.Persians))
	case "part":
		return adjudicator.Say("perse.note.part")
	}
	return adjudicator.Phrase{}
}

// exchange is a phase of a round: both throw, both pay, both test (7.1).
func (g *Game) exchange(t *adjudicator.Table, f *field.Battle, fire bool) {
	worth, paid, rule := g.Melee, g.Melee, "perse.event.melee"
	if fire {
		worth, rule = g.Missile, "perse.event.fire"
		paid = func(i int) int { return g.Kind(i).Strength }
	}
	if !f.Struck {
		f.Blows, f.Struck = [2]data.Blow{}, true
		g.throwBlows(t, f, worth, rule)
	}
	g.payBlows(t, f, paid)
	for side, b := range f.Blows {
		if b.Test {
			g.test(t, f, f.Armies[side])
		}
	}
}

// throwBlows has both armies throw on the table.
func (g *Game) throwBlows(t *adjudicator.Table, f *field.Battle, worth func(lot int) int, rule string) {
	for side, a := range f.Armies {
		points := g.Employed(a, worth)
		if points == 0 {
			continue
		}
		modifier, column := g.Modifier(f, a), g.Rules.Combat.ClampColumn(g.Column(points)+g.Shift(f, a))
		f.Blows[1-side] = g.Rules.Combat.At(t.Die()+modifier, column)
		t.Tell(adjudicator.Event{Rule: "7.2", Depth: 1, Public: adjudicator.Phrase{Key: rule, Args: []any{"Side", field.Seat(a.Side), "Points", points, "Column", g.Rules.Combat.Columns[column], "Modifier", modifier, "Number", f.Blows[1-side].Points, "Test", field.Yes(f.Blows[1-side].Test), "Shifts", g.shifts(f, a), "Ours", field.Ours(g.Rules.Combat)}}})
		g.tellDoubled(t, f, a, f.Blows[1-side].Points)
	}
}

// tellDoubled tells what the sacrifice of Leonidas makes of the points that the Persians have to lose (11.2, P-57).
func (g *Game) tellDoubled(t *adjudicator.Table, f *field.Battle, by *field.Army, points int) {
	if f.Sacrifice && by.Side == field.Greeks && points > 0 {
		t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.doubled", "Number", 2*points)})
	}
}

// shifts tells why a column is not the one of the points.
func (g *Game) shifts(f *field.Battle, a *field.Army) adjudicator.Phrase {
	s := g.ShiftsOf(f, a)
	return adjudicator.Say("perse.shifts", "Played", s.Played, "Pass", s.Pass, "City", s.City, "Support", s.Support)
}

// pursue is the phase of pursuit against a side that breaks off (7.6): cavalry, and hoplites of the
// Greeks under No quarter.
func (g *Game) pursue(t *adjudicator.Table, f *field.Battle, side adjudicator.Side) {
	hunter, prey := f.Armies[side.Other()], f.Armies[side]
	paid := func(i int) int { return g.Kind(i).Strength }
	if f.Struck {
		g.payBlows(t, f, paid)
		return
	}
	points := 0
	for _, i := range hunter.Lots {
		k := g.Kind(i)
		switch {
		case hunter.Shaken.Has(i):
		case k.Cavalry():
			points += 3 * k.Strength
		case k.Arm == data.Hoplite && hunter.Side == field.Greeks && g.Quarter:
			points += 2 * k.Strength
		}
	}
	if points == 0 {
		return
	}
	modifier, column := g.Modifier(f, hunter), g.Rules.Combat.ClampColumn(g.Column(points)+g.Shift(f, hunter))
	blow := g.Rules.Combat.At(t.Die()+modifier, column)
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.pursuit", "Side", field.Seat(hunter.Side), "Points", points, "Column", g.Rules.Combat.Columns[column], "Modifier", modifier, "Number", blow.Points, "Shifts", g.shifts(f, hunter), "Ours", field.Ours(g.Rules.Combat))})
	f.Blows, f.Struck = [2]data.Blow{}, true
	f.Blows[side].Points = blow.Points
	g.tellDoubled(t, f, hunter, blow.Points)
	prey.Shaken = field.LotSet{} // the whole force pays
	g.payBlows(t, f, paid)
}

// breaks has a side break off: pursuit and retreat, or the end of who is in a city (7.6, 8.1). It
// returns the side.
func (g *Game) breaks(t *adjudicator.Table, f *field.Battle, side adjudicator.Side, forced bool) adjudicator.Side {
	a, rule := f.Armies[side], "7.6"
	if forced {
		rule = "7.4"
	}
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("perse.event.breaks", "Side", field.Seat(side), "Forced", field.Yes(forced))})
	if a.Inside {
		g.wipe(t, a)
		return side
	}
	f.Step, f.Broke = field.PursueStep, side
	return g.flee(t, f)
}

// flee is the pursuit of who breaks off, and his retreat.
func (g *Game) flee(t *adjudicator.Table, f *field.Battle) adjudicator.Side {
	if f.Step == field.PursueStep {
		if !f.Armies[f.Broke.Other()].Inside {
			g.pursue(t, f, f.Broke)
		}
		f.Step = field.RetreatStep
	}
	g.retreat(t, f, f.Broke)
	return f.Broke
}

// bothBreak is 7.4 where both are disorganised: no pursuit; who is in a city is eliminated (P-63).
func (g *Game) bothBreak(t *adjudicator.Table, f *field.Battle) {
	came := g.Now.Side
	for _, side := range []adjudicator.Side{came.Other() & 1, came & 1} {
		if a := f.Armies[side]; a.Inside {
			g.wipe(t, a)
		} else {
			g.retreat(t, f, side)
		}
	}
}

// wipe eliminates an army.
func (g *Game) wipe(t *adjudicator.Table, a *field.Army) {
	lots := slices.Clone(a.Lots)
	for _, i := range lots {
		g.Destroy(i)
	}
	a.Lots = nil
	t.Tell(adjudicator.Event{Rule: "8.1", Depth: 1, Public: adjudicator.Say("perse.event.wiped", "Side", field.Seat(a.Side), "Units", g.Units(lots))})
}

// afterwards is what follows a battle: leaders without units fall (4.4), Leonidas dies of his
// sacrifice, a city may be destroyed (8.2).
func (g *Game) afterwards(t *adjudicator.Table, f *field.Battle) {
	if g.Over {
		return
	}
	for _, a := range f.Armies {
		if len(a.Lots) == 0 {
			for pieces := g.Veil[a.Side].Pieces(a.Names); pieces != 0; {
				if p := pieces.Pop(); g.At(a.Side, p) != field.Nowhere {
					g.kill(t, a.Side, p, "4.4")
				}
			}
		}
	}
	if f.Sacrifice {
		if p, ok := g.Own(field.Greeks, "Leonidas"); ok && g.At(field.Greeks, p) != field.Nowhere {
			g.fall(t, f.Armies[field.Greeks], p, "11.2")
		}
	}
	g.sacked(t, f)
	for _, a := range f.Armies {
		g.Show(a.Side, a.Names&g.onMap(a.Side))
	}
}

// onMap are the names of a side that are on the map.
func (g *Game) onMap(side adjudicator.Side) (names fog.Set) {
	for n := range g.Roster.Pieces[side] {
		if g.Where[side][n] != field.Nowhere {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// fall has a leader of an army die in a battle. His units go with the next, or stand alone.
func (g *Game) fall(t *adjudicator.Table, a *field.Army, p fog.Piece, rule string) {
	n := g.Veil[a.Side].Goes[p]
	z := g.Where[a.Side][n]
	heir := g.Head(a.Side, a.Names&^(1<<n))
	for _, i := range g.Load(a.Side, p) {
		g.Release(i, z)
		if heir != draw.None {
			g.Join(i, a.Side, heir, 1<<g.Veil[a.Side].Goes[heir])
		}
	}
	a.Names &^= 1 << n
	a.Loose = a.Loose || heir == draw.None
	a.Leaderless = heir == draw.None
	g.kill(t, a.Side, p, rule)
}

// retreat has an army go to a zone next to the battle's (7.6), where it may be intercepted again.
func (g *Game) retreat(t *adjudicator.Table, f *field.Battle, side adjudicator.Side) {
	a := f.Armies[side]
	if len(a.Lots) == 0 || g.Over {
		return
	}
	to := g.Rules.Zones[g.ask(t, side, g.askRetreat(side, f)).Path]
	active := g.Mine(side, g.Now.Names)&a.Names != 0
	// All have seen who fought, and see him go: names stay.
	for rest := a.Names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	for _, i := range a.Lots {
		if g.Lots[i].At != field.Nowhere {
			g.Lots[i].At = to
		}
	}
	if active {
		g.Now.Lost, g.Way = true, ""
	}
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.retreats", "Side", field.Seat(side), "Zone", g.Zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: side, Zones: []string{g.ZoneID(f.At), g.ZoneID(to)}}}})
	g.changed(t, f.At)
	g.entered(t, side, to)
	g.desert(t, side, a, to)
	g.hunted(t, field.Force{Side: side, Names: a.Names, Loose: a.Names == 0, At: to})
}

// desert is the attrition of an army without supply that retreats into a scorched zone (12).
func (g *Game) desert(t *adjudicator.Table, side adjudicator.Side, a *field.Army, to board.Zone) {
	switch {
	case !g.Scorched.Has(to) || g.Supplied(side, to, g.Points(a.Lots)):
	case a.Names != 0:
		g.hunger(t, side, a.Names, to)
	default:
		g.starve(t, to, false, g.Points(a.Lots), func(n int) { g.payLoose(t, side, to, a.Lots, n, "12") })
	}
}

// hunted has the enemy try to intercept a force that has retreated (7.6).
func (g *Game) hunted(t *adjudicator.Table, f field.Force) {
	enemy := f.Side.Other()
	g.Flow.Deep++
	defer func() { g.Flow.Deep-- }()
	for g.Stands(f) && !g.Over && g.mayTry(enemy, f) {
		a := t.Ask(enemy, g.askIntercept(enemy, f)).(order.Act)
		if a.Verb == "let" {
			return
		}
		if !g.try(t, enemy, f, a) {
			return
		}
	}
}

// askRetreat asks where an army goes.
func (g *Game) askRetreat(side adjudicator.Side, f *field.Battle) adjudicator.Question {
	var free, held []order.Act
	near := g.Rules.Land[f.At]
	if f.Sea {
		near = g.Rules.Sea[f.At]
	}
	for z := range near.All() {
		if g.Kept(side, f.Armies[side].Names, f.Armies[side].Lots, z) {
			continue
		}
		a := order.Act{Verb: "retreat", Path: g.ZoneID(z)}
		if names, loose := g.Enemies(field.Force{Side: side, At: z, Sea: f.Sea}); names != 0 || loose {
			held = append(held, a)
		} else {
			free = append(free, a)
		}
	}
	m := order.Menu(append(free, held...), order.Refuse("no-retreat", "7.6"))
	m.Advice = g.adviseRetreat(m)
	return adjudicator.Question{Kind: "retreat", Rule: "7.6", Prompt: adjudicator.Say("perse.ask.retreat", "Zone", g.Zone(f.At)), Verbs: m.Verbs, Reaction: true, Settled: len(free)+len(held) == 1, Form: m}
}
