package perse

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// army is one side of a fight. All of it has been shown, so it goes by pieces and counters.
type army struct {
	force
	Lots       []int
	Shaken     lotSet // disorganised (7.4)
	Columns    int    // to the right, from stratagems and the kind of fight
	Oracle     int    // on its dice of this round
	Inside     bool   // in the city (8.1)
	Betrayed   bool   // Treason was played against it
	Genius     bool
	Leaderless bool // its last leader has fallen: it breaks off (7.5)
}

// The steps of a fight, in their order; at sea there are only ruses, fire and the decision.
const (
	cityStep = iota
	ruseStep
	fireStep
	meleeStep
	decideStep // go on, or break off
	pursueStep
	retreatStep
)

// battle is a fight in play.
type battle struct {
	Armies    [2]*army
	At        board.Zone
	Sea       bool
	Round     int
	Ambush    bool
	Ambusher  adjudicator.Side
	Sacrifice bool
	Host      int8 // who holds the city of the zone; -1

	Came   force // whose coming has led to it
	Step   int
	Turn   int              // whose turn it is to play a ruse, or to decide at sea: 0 the first, 1 the other, 2 nobody's
	Struck bool             // the dice of the step are thrown, and Blows are to be paid
	Blows  [2]data.Blow     // by who pays
	Broke  adjudicator.Side // who breaks off; [nobody]
}

// clone copies a fight; nil stays nil.
func (f *battle) clone() *battle {
	if f == nil {
		return nil
	}
	c := *f
	for side, a := range f.Armies {
		army := *a
		army.Lots = slices.Clone(a.Lots)
		c.Armies[side] = &army
	}
	return &c
}

// muster makes the armies of a fight.
func (g *Game) muster(came, a, b force) *battle {
	f := &battle{At: a.At, Sea: a.Sea, Came: came, Round: 1, Broke: nobody, Ambusher: nobody}
	for _, one := range []force{a, b} {
		f.Armies[one.Side] = &army{force: one, Lots: g.lotsOf(one)}
	}
	return f
}

// landFight is a battle ashore (7): who intercepts is mine. It reports whether the force that came
// can go on.
func (g *Game) landFight(t *adjudicator.Table, came, mine, theirs force, ambush bool) bool {
	f := g.muster(came, mine, theirs)
	f.Host = g.Keeper[f.At]
	g.fight = f
	t.Tell(adjudicator.Event{Rule: "7", Public: adjudicator.Say("perse.event.battle", "Zone", g.zone(f.At), "Greek", g.roll(f.Armies[0]), "Persian", g.roll(f.Armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.Side, Zones: []string{g.zoneID(f.At)}}}})
	if ambush {
		g.ambushed(f, mine.Side)
		f.Step = ruseStep
	}
	return g.fightOn(t, f)
}

// ambushed is what an ambush gives and takes (6.2, 7.7).
func (g *Game) ambushed(f *battle, by adjudicator.Side) {
	f.Ambush, f.Ambusher = true, by
	f.Armies[by].Columns += 2
	f.Armies[by.Other()].Columns--
}

// fightOn goes on with a fight at its step.
func (g *Game) fightOn(t *adjudicator.Table, f *battle) bool {
	if f.Sea {
		return g.seaFightOn(t, f)
	}
	if f.Step == cityStep {
		g.cityChoice(t, f)
		f.Step = ruseStep
	}
	if f.Step == ruseStep {
		g.ruses(t, f)
		f.Step = fireStep
	}
	f.Broke = g.rounds(t, f)
	g.afterwards(t, f)
	g.fight = nil
	g.changed(t, f.At)
	return g.stands(f.Came) && f.Broke != f.Came.Side && !g.Over
}

// roll is who fights on a side.
func (g *Game) roll(a *army) adjudicator.Phrase {
	return adjudicator.Say("perse.army", "Side", seat(a.Side), "Names", g.markers(a.Side, a.Names), "Pieces", g.called(a.Side, g.Veil[a.Side].Pieces(a.Names)), "Units", g.units(a.Lots))
}

// mostBattle is how many rounds a battle has at most: armies that cannot hurt each other could fight for ever.
const mostBattle = 20

// rounds fights until a side breaks off, is destroyed, or both agree (7). It returns who has broken
// off; [nobody] if neither.
func (g *Game) rounds(t *adjudicator.Table, f *battle) adjudicator.Side {
	for ; f.Step < pursueStep; f.Round++ {
		if f.Step == fireStep {
			g.exchange(t, f, true)
			f.Step = meleeStep
		}
		if f.Step == meleeStep {
			if !g.spent(f) && !g.Over {
				g.exchange(t, f, false)
			}
			f.Step = decideStep
			f.Armies[0].Oracle, f.Armies[1].Oracle = 0, 0
		}
		if g.spent(f) || g.Over {
			return nobody
		}
		must := [2]bool{g.mustBreak(f.Armies[0]), g.mustBreak(f.Armies[1])}
		switch {
		case must[0] && must[1]:
			t.Tell(adjudicator.Event{Rule: "7.4", Depth: 1, Public: adjudicator.Say("perse.event.both-broken")})
			g.bothBreak(t, f)
			return nobody
		case must[0] || must[1]:
			side := greeks
			if must[1] {
				side = persians
			}
			return g.breaks(t, f, side)
		case f.Ambush && f.Round == 2:
			g.pursue(t, f, f.Ambusher.Other()) // nobody goes (P-56)
			return nobody
		case f.Round == mostBattle:
			t.Tell(adjudicator.Event{Rule: "7", Depth: 1, Public: adjudicator.Say("perse.event.parted")})
			return nobody
		}
		first, second := g.askBoth(t, g.askFight(greeks, f), g.askFight(persians, f))
		a, b := first.Verb, second.Verb
		f.Step = fireStep
		switch {
		case a == "break" && b == "break" || a == "part" && b != "fight" || b == "part" && a != "fight":
			t.Tell(adjudicator.Event{Rule: "7", Depth: 1, Public: adjudicator.Say("perse.event.parted")})
			return nobody
		case a == "break":
			return g.breaks(t, f, greeks)
		case b == "break":
			return g.breaks(t, f, persians)
		}
	}
	return g.flee(t, f)
}

// spent reports whether one of the armies is no more.
func (g *Game) spent(f *battle) bool { return len(f.Armies[0].Lots) == 0 || len(f.Armies[1].Lots) == 0 }

// mustBreak reports whether an army has nobody left who fights, or has lost its last leader.
func (g *Game) mustBreak(a *army) bool {
	for _, i := range a.Lots {
		if !a.Shaken.has(i) {
			return a.Leaderless
		}
	}
	return true
}

// askFight asks whether a side goes on with a battle.
func (g *Game) askFight(side adjudicator.Side, f *battle) adjudicator.Question {
	m := order.Menu([]order.Act{{Verb: "fight"}, {Verb: "break"}, {Verb: "part"}}, order.Refuse("no-such-answer", "7"))
	m.Advice = g.adviseFight("fight", m, func() bool { return g.able(side, f) })
	return adjudicator.Question{Kind: "fight", Rule: "7", Prompt: adjudicator.Say("perse.ask.fight", "Zone", g.zone(f.At), "Round", f.Round), Verbs: m.Verbs, Reaction: true, Slight: true, Form: m}
}

// melee is what a counter is worth in melee (7.2, 7.3).
func (g *Game) melee(lot int) int {
	k := g.kind(lot)
	switch k.Arm {
	case data.Hoplite, data.HeavyCavalry:
		return 2 * k.Strength
	case data.Archer:
		return k.Strength / 2
	}
	return k.Strength
}

// missile is what a counter is worth in fire.
func (g *Game) missile(lot int) int {
	if k := g.kind(lot); k.Arm == data.Archer {
		return k.Strength
	}
	return 0
}

// exchange is a phase of a round: both throw, both pay, both test (7.1).
func (g *Game) exchange(t *adjudicator.Table, f *battle, fire bool) {
	worth, paid, rule := g.melee, g.melee, "perse.event.melee"
	if fire {
		worth, rule = g.missile, "perse.event.fire"
		paid = func(i int) int { return g.kind(i).Strength }
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
func (g *Game) throwBlows(t *adjudicator.Table, f *battle, worth func(lot int) int, rule string) {
	for side, a := range f.Armies {
		points := g.employed(a, worth)
		if points == 0 {
			continue
		}
		modifier, column := g.modifier(f, a), g.rules.Combat.ClampColumn(g.column(points)+g.shift(f, a))
		f.Blows[1-side] = g.rules.Combat.At(t.Die()+modifier, column)
		t.Tell(adjudicator.Event{Rule: "7.2", Depth: 1, Public: adjudicator.Phrase{Key: rule, Args: []any{"Side", seat(a.Side), "Points", points, "Column", g.rules.Combat.Columns[column], "Modifier", modifier, "Number", f.Blows[1-side].Points, "Test", yes(f.Blows[1-side].Test), "Ours", ours(g.rules.Combat)}}})
	}
}

// employed are the points with which an army throws: those of its organised counters.
func (g *Game) employed(a *army, worth func(lot int) int) (points int) {
	for _, i := range a.Lots {
		if !a.Shaken.has(i) {
			points += worth(i)
		}
	}
	return points
}

// ours is 1 for a table that the rulebook lacks, whose result is told as such, and 0 for a printed one.
func ours(table interface{ Source() board.Source }) int {
	return yes(table.Source().Reconstructed())
}

// yes is 1 or 0, for texts.
func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// column is the column of the combat table for so many points.
func (g *Game) column(points int) int {
	for i, name := range g.rules.Combat.Columns {
		_, high, ok := strings.Cut(name, "-")
		if most, err := strconv.Atoi(high); !ok || err == nil && points <= most {
			return i
		}
	}
	return 0
}

// shift is how many columns further right an army fights.
func (g *Game) shift(f *battle, a *army) int {
	n := a.Columns
	if a.Side == greeks && g.zoneID(f.At) == "Thermopyles" && !a.Betrayed {
		n += 2 // 5.4
	}
	if other := f.Armies[a.Side.Other()]; other.Inside {
		n -= 2 // 8.1
	}
	if g.rules.Map.Kind(f.At) == board.Mixed && g.supported(a.Side, f.At) {
		n++ // 5.4
	}
	return n
}

// supported reports whether a side has units on land and at sea in a zone that is both.
func (g *Game) supported(side adjudicator.Side, z board.Zone) bool {
	troops := append(g.borne(side, g.ashore(side, z)), g.loose(int(side), z, false)...)
	ships := append(g.borne(side, g.afloat(side, z)), g.loose(int(side), z, true)...)
	for _, i := range troops {
		for _, j := range ships {
			if !g.opt.SameCity || g.kind(i).City == g.kind(j).City {
				return true
			}
		}
	}
	return false
}

// modifier is what an army adds to its dice of fire, melee and pursuit (7.2).
func (g *Game) modifier(f *battle, a *army) int {
	n := g.tactical(a) + a.Oracle
	for _, i := range a.Lots {
		if !a.Shaken.has(i) && g.kind(i).Morale == 5 {
			n++
			break
		}
	}
	if g.rules.Terrain(f.At) == "mountain" {
		n -= 2
	}
	return n
}

// tactical is the value of who commands an army on land: a yellow square counts for nothing (1.1).
func (g *Game) tactical(a *army) int {
	p := g.head(a.Side, a.Names)
	if p == draw.None || g.roster.pieces[a.Side][p].Naval {
		return 0
	}
	return g.roster.pieces[a.Side][p].Tactical
}

// pursue is the phase of pursuit against a side that breaks off (7.6): cavalry, and hoplites of the
// Greeks under No quarter.
func (g *Game) pursue(t *adjudicator.Table, f *battle, side adjudicator.Side) {
	hunter, prey := f.Armies[side.Other()], f.Armies[side]
	paid := func(i int) int { return g.kind(i).Strength }
	if f.Struck {
		g.payBlows(t, f, paid)
		return
	}
	points := 0
	for _, i := range hunter.Lots {
		k := g.kind(i)
		switch {
		case hunter.Shaken.has(i):
		case k.Cavalry():
			points += 3 * k.Strength
		case k.Arm == data.Hoplite && hunter.Side == greeks && g.Quarter:
			points += 2 * k.Strength
		}
	}
	if points == 0 {
		return
	}
	modifier, column := g.modifier(f, hunter), g.rules.Combat.ClampColumn(g.column(points)+g.shift(f, hunter))
	blow := g.rules.Combat.At(t.Die()+modifier, column)
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.pursuit", "Side", seat(hunter.Side), "Points", points, "Column", g.rules.Combat.Columns[column], "Modifier", modifier, "Number", blow.Points, "Ours", ours(g.rules.Combat))})
	f.Blows, f.Struck = [2]data.Blow{}, true
	f.Blows[side].Points = blow.Points
	prey.Shaken = lotSet{} // the whole force pays
	g.payBlows(t, f, paid)
}

// breaks has a side break off: pursuit and retreat, or the end of who is in a city (7.6, 8.1). It
// returns the side.
func (g *Game) breaks(t *adjudicator.Table, f *battle, side adjudicator.Side) adjudicator.Side {
	a := f.Armies[side]
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.breaks", "Side", seat(side))})
	if a.Inside {
		g.wipe(t, a)
		return side
	}
	f.Step, f.Broke = pursueStep, side
	return g.flee(t, f)
}

// flee is the pursuit of who breaks off, and his retreat.
func (g *Game) flee(t *adjudicator.Table, f *battle) adjudicator.Side {
	if f.Step == pursueStep {
		if !f.Armies[f.Broke.Other()].Inside {
			g.pursue(t, f, f.Broke)
		}
		f.Step = retreatStep
	}
	g.retreat(t, f, f.Broke)
	return f.Broke
}

// bothBreak is 7.4 where both are disorganised: no pursuit; who is in a city is eliminated (P-63).
func (g *Game) bothBreak(t *adjudicator.Table, f *battle) {
	came := g.now.Side
	for _, side := range []adjudicator.Side{came.Other() & 1, came & 1} {
		if a := f.Armies[side]; a.Inside {
			g.wipe(t, a)
		} else {
			g.retreat(t, f, side)
		}
	}
}

// wipe eliminates an army.
func (g *Game) wipe(t *adjudicator.Table, a *army) {
	lots := slices.Clone(a.Lots)
	for _, i := range lots {
		g.destroy(i)
	}
	a.Lots = nil
	t.Tell(adjudicator.Event{Rule: "8.1", Depth: 1, Public: adjudicator.Say("perse.event.wiped", "Side", seat(a.Side), "Units", g.units(lots))})
}

// afterwards is what follows a battle: leaders without units fall (4.4), Leonidas dies of his
// sacrifice, a city may be destroyed (8.2).
func (g *Game) afterwards(t *adjudicator.Table, f *battle) {
	if g.Over {
		return
	}
	for _, a := range f.Armies {
		if len(a.Lots) == 0 {
			for pieces := g.Veil[a.Side].Pieces(a.Names); pieces != 0; {
				if p := pieces.Pop(); g.at(a.Side, p) != nowhere {
					g.kill(t, a.Side, p, "4.4")
				}
			}
		}
	}
	if f.Sacrifice {
		if p, ok := g.own(greeks, "Leonidas"); ok && g.at(greeks, p) != nowhere {
			g.fall(t, f.Armies[greeks], p, "11.2")
		}
	}
	g.sacked(t, f)
	for _, a := range f.Armies {
		g.show(a.Side, a.Names&g.onMap(a.Side))
	}
}

// onMap are the names of a side that are on the map.
func (g *Game) onMap(side adjudicator.Side) (names fog.Set) {
	for n := range g.roster.pieces[side] {
		if g.Where[side][n] != nowhere {
			names.Add(fog.Name(n))
		}
	}
	return names
}

// fall has a leader of an army die in a battle. His units go with the next, or stand alone.
func (g *Game) fall(t *adjudicator.Table, a *army, p fog.Piece, rule string) {
	n := g.Veil[a.Side].Goes[p]
	z := g.Where[a.Side][n]
	heir := g.head(a.Side, a.Names&^(1<<n))
	for _, i := range g.load(a.Side, p) {
		g.release(i, z)
		if heir != draw.None {
			g.join(i, a.Side, heir, 1<<g.Veil[a.Side].Goes[heir])
		}
	}
	a.Names &^= 1 << n
	a.Loose = a.Loose || heir == draw.None
	a.Leaderless = heir == draw.None
	g.kill(t, a.Side, p, rule)
}

// retreat has an army go to a zone next to the battle's (7.6), where it may be intercepted again.
func (g *Game) retreat(t *adjudicator.Table, f *battle, side adjudicator.Side) {
	a := f.Armies[side]
	if len(a.Lots) == 0 || g.Over {
		return
	}
	to := g.rules.zones[g.ask(t, side, g.askRetreat(side, f)).Path]
	active := g.mine(side, g.now.Names)&a.Names != 0
	// All have seen who fought, and see him go: names stay.
	for rest := a.Names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	for _, i := range a.Lots {
		if g.Lots[i].At != nowhere {
			g.Lots[i].At = to
		}
	}
	if active {
		g.now.Lost, g.way = true, ""
	}
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.retreats", "Side", seat(side), "Zone", g.zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: side, Zones: []string{g.zoneID(f.At), g.zoneID(to)}}}})
	g.changed(t, f.At)
	g.entered(t, side, to)
	g.desert(t, side, a, to)
	g.hunted(t, force{Side: side, Names: a.Names, Loose: a.Names == 0, At: to})
}

// desert is the attrition of an army without supply that retreats into a scorched zone (12).
func (g *Game) desert(t *adjudicator.Table, side adjudicator.Side, a *army, to board.Zone) {
	switch {
	case !g.Scorched.has(to) || g.supplied(side, to, g.points(a.Lots)):
	case a.Names != 0:
		g.hunger(t, side, a.Names, to)
	default:
		g.starve(t, to, false, g.points(a.Lots), func(n int) { g.payLoose(t, side, to, a.Lots, n, "12") })
	}
}

// hunted has the enemy try to intercept a force that has retreated (7.6).
func (g *Game) hunted(t *adjudicator.Table, f force) {
	enemy := f.Side.Other()
	g.flow.Deep++
	defer func() { g.flow.Deep-- }()
	for g.stands(f) && !g.Over && g.mayTry(enemy, f) {
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
func (g *Game) askRetreat(side adjudicator.Side, f *battle) adjudicator.Question {
	var free, held []order.Act
	near := g.rules.Land[f.At]
	if f.Sea {
		near = g.rules.Sea[f.At]
	}
	for z := range near.All() {
		if g.kept(side, f.Armies[side].Names, f.Armies[side].Lots, z) {
			continue
		}
		a := order.Act{Verb: "retreat", Path: g.zoneID(z)}
		if names, loose := g.enemies(force{Side: side, At: z, Sea: f.Sea}); names != 0 || loose {
			held = append(held, a)
		} else {
			free = append(free, a)
		}
	}
	m := order.Menu(append(free, held...), order.Refuse("no-retreat", "7.6"))
	m.Advice = g.adviseRetreat(m)
	return adjudicator.Question{Kind: "retreat", Rule: "7.6", Prompt: adjudicator.Say("perse.ask.retreat", "Zone", g.zone(f.At)), Verbs: m.Verbs, Reaction: true, Settled: len(free)+len(held) == 1, Form: m}
}
