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
)

// army is one side of a fight. All of it has been shown, so it goes by pieces and counters.
type army struct {
	force
	lots       []int
	shaken     [mostLots]bool // disorganised (7.4)
	columns    int            // to the right, from stratagems and the kind of fight
	oracle     int            // on its dice of this round
	inside     bool           // in the city (8.1)
	betrayed   bool           // Treason was played against it
	genius     bool
	leaderless bool // its last leader has fallen: it breaks off (7.5)
}

// battle is a fight in play.
type battle struct {
	armies    [2]*army
	at        board.Zone
	sea       bool
	round     int
	ambush    bool
	ambusher  adjudicator.Side
	sacrifice bool
	host      int8 // who holds the city of the zone; -1
}

// muster makes the armies of a fight.
func (g *Game) muster(a, b force) *battle {
	f := &battle{at: a.at, sea: a.sea}
	for _, one := range []force{a, b} {
		f.armies[one.side] = &army{force: one, lots: g.lotsOf(one)}
	}
	return f
}

// landFight is a battle ashore (7): who intercepts is mine. It reports whether the force that came
// can go on.
func (g *Game) landFight(t *adjudicator.Table, came, mine, theirs force, ambush bool) bool {
	f := g.muster(mine, theirs)
	f.ambush, f.ambusher, f.host = ambush, mine.side, g.Keeper[f.at]
	g.fight = f
	t.Tell(adjudicator.Event{Rule: "7", Public: adjudicator.Say("perse.event.battle", "Zone", g.zone(f.at), "Greek", g.roll(f.armies[0]), "Persian", g.roll(f.armies[1])),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: mine.side, Zones: []string{g.zoneID(f.at)}}}})
	if ambush {
		f.armies[mine.side].columns += 2
		f.armies[theirs.side].columns--
	} else {
		g.cityChoice(t, f)
	}
	g.ruses(t, f, came.side)
	broke := g.rounds(t, f)
	g.afterwards(t, f)
	g.fight = nil
	g.changed(t, f.at)
	return g.stands(came) && broke != came.side && !g.Over
}

// roll is who fights on a side.
func (g *Game) roll(a *army) adjudicator.Phrase {
	return adjudicator.Say("perse.army", "Side", seat(a.side), "Names", g.markers(a.side, a.names), "Pieces", g.called(a.side, g.Veil[a.side].Pieces(a.names)), "Units", g.units(a.lots))
}

// rounds fights until a side breaks off, is destroyed, or both agree (7). It returns who has broken
// off; [nobody] if neither.
func (g *Game) rounds(t *adjudicator.Table, f *battle) adjudicator.Side {
	for f.round = 1; ; f.round++ {
		g.exchange(t, f, true)
		if !g.spent(f) && !g.Over {
			g.exchange(t, f, false)
		}
		f.armies[0].oracle, f.armies[1].oracle = 0, 0
		if g.spent(f) || g.Over {
			return nobody
		}
		must := [2]bool{g.mustBreak(f.armies[0]), g.mustBreak(f.armies[1])}
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
		case f.ambush && f.round == 2:
			g.pursue(t, f, f.ambusher.Other()) // nobody goes (P-56)
			return nobody
		}
		first, second := t.AskBoth(g.askFight(greeks, f), g.askFight(persians, f))
		a, b := first.(Act).Verb, second.(Act).Verb
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
}

// spent reports whether one of the armies is no more.
func (g *Game) spent(f *battle) bool { return len(f.armies[0].lots) == 0 || len(f.armies[1].lots) == 0 }

// mustBreak reports whether an army has nobody left who fights, or has lost its last leader.
func (g *Game) mustBreak(a *army) bool {
	for _, i := range a.lots {
		if !a.shaken[i] {
			return a.leaderless
		}
	}
	return true
}

// askFight asks whether a side goes on with a battle.
func (g *Game) askFight(side adjudicator.Side, f *battle) adjudicator.Question {
	m := menu([]Act{{Verb: "fight"}, {Verb: "break"}, {Verb: "part"}}, fault{"no-such-answer", "7", nil})
	m.advise = g.adviseFight(m)
	return adjudicator.Question{Kind: "fight", Rule: "7", Prompt: adjudicator.Say("perse.ask.fight", "Zone", g.zone(f.at), "Round", f.round), Verbs: m.verbs, Reaction: true, Slight: true, Form: m}
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
	var blows [2]data.Blow
	for side, a := range f.armies {
		points := 0
		for _, i := range a.lots {
			if !a.shaken[i] {
				points += worth(i)
			}
		}
		if points == 0 {
			continue
		}
		die := t.Die() + g.modifier(f, a)
		blows[1-side] = g.rules.Combat.At(die, g.column(points)+g.shift(f, a))
		t.Tell(adjudicator.Event{Rule: "7.2", Depth: 1, Public: adjudicator.Phrase{Key: rule, Args: []any{"Side", seat(a.side), "Points", points, "Number", blows[1-side].Points, "Test", yes(blows[1-side].Test), "Ours", ours(g.rules.Combat)}}})
	}
	g.payBlows(t, f, blows, paid)
	for side, b := range blows {
		if b.Test {
			g.test(t, f, f.armies[side])
		}
	}
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
	n := a.columns
	if a.side == greeks && g.zoneID(f.at) == "Thermopyles" && !a.betrayed {
		n += 2 // 5.4
	}
	if other := f.armies[a.side.Other()]; other.inside {
		n -= 2 // 8.1
	}
	if g.rules.Map.Kind(f.at) == board.Mixed && g.supported(a.side, f.at) {
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
	n := g.tactical(a) + a.oracle
	for _, i := range a.lots {
		if !a.shaken[i] && g.kind(i).Morale == 5 {
			n++
			break
		}
	}
	if g.rules.Terrain(f.at) == "mountain" {
		n -= 2
	}
	return n
}

// tactical is the value of who commands an army on land: a yellow square counts for nothing (1.1).
func (g *Game) tactical(a *army) int {
	p := g.head(a.side, a.names)
	if p == draw.None || g.roster.pieces[a.side][p].Naval {
		return 0
	}
	return g.roster.pieces[a.side][p].Tactical
}

// pursue is the phase of pursuit against a side that breaks off (7.6): cavalry, and hoplites of the
// Greeks under No quarter.
func (g *Game) pursue(t *adjudicator.Table, f *battle, side adjudicator.Side) {
	hunter, prey := f.armies[side.Other()], f.armies[side]
	points := 0
	for _, i := range hunter.lots {
		k := g.kind(i)
		switch {
		case hunter.shaken[i]:
		case k.Cavalry():
			points += 3 * k.Strength
		case k.Arm == data.Hoplite && hunter.side == greeks && g.Quarter:
			points += 2 * k.Strength
		}
	}
	if points == 0 {
		return
	}
	blow := g.rules.Combat.At(t.Die()+g.modifier(f, hunter), g.column(points)+g.shift(f, hunter))
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.pursuit", "Side", seat(hunter.side), "Points", points, "Number", blow.Points, "Ours", ours(g.rules.Combat))})
	var blows [2]data.Blow
	blows[side] = data.Blow{Points: blow.Points}
	prey.shaken = [mostLots]bool{} // the whole force pays
	g.payBlows(t, f, blows, func(i int) int { return g.kind(i).Strength })
}

// breaks has a side break off: pursuit and retreat, or the end of who is in a city (7.6, 8.1). It
// returns the side.
func (g *Game) breaks(t *adjudicator.Table, f *battle, side adjudicator.Side) adjudicator.Side {
	a := f.armies[side]
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.breaks", "Side", seat(side))})
	if a.inside {
		g.wipe(t, a)
		return side
	}
	if !f.armies[side.Other()].inside {
		g.pursue(t, f, side)
	}
	g.retreat(t, f, side)
	return side
}

// bothBreak is 7.4 where both are disorganised: no pursuit; who is in a city is eliminated (P-63).
func (g *Game) bothBreak(t *adjudicator.Table, f *battle) {
	came := g.now.Side
	for _, side := range []adjudicator.Side{came.Other() & 1, came & 1} {
		if a := f.armies[side]; a.inside {
			g.wipe(t, a)
		} else {
			g.retreat(t, f, side)
		}
	}
}

// wipe eliminates an army.
func (g *Game) wipe(t *adjudicator.Table, a *army) {
	lots := slices.Clone(a.lots)
	for _, i := range lots {
		g.destroy(i)
	}
	a.lots = nil
	t.Tell(adjudicator.Event{Rule: "8.1", Depth: 1, Public: adjudicator.Say("perse.event.wiped", "Side", seat(a.side), "Units", g.units(lots))})
}

// afterwards is what follows a battle: leaders without units fall (4.4), Leonidas dies of his
// sacrifice, a city may be destroyed (8.2).
func (g *Game) afterwards(t *adjudicator.Table, f *battle) {
	if g.Over {
		return
	}
	for _, a := range f.armies {
		if len(a.lots) == 0 {
			for pieces := g.Veil[a.side].Pieces(a.names); pieces != 0; {
				if p := pieces.Pop(); g.at(a.side, p) != nowhere {
					g.kill(t, a.side, p, "4.4")
				}
			}
		}
	}
	if f.sacrifice {
		if p, ok := g.own(greeks, "Leonidas"); ok && g.at(greeks, p) != nowhere {
			g.fall(t, f.armies[greeks], p, "11.2")
		}
	}
	g.sacked(t, f)
	for _, a := range f.armies {
		g.show(a.side, a.names&g.onMap(a.side))
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
	n := g.Veil[a.side].Goes[p]
	z := g.Where[a.side][n]
	heir := g.head(a.side, a.names&^(1<<n))
	for _, i := range g.load(a.side, p) {
		g.release(i, z)
		if heir != draw.None {
			g.join(i, a.side, heir, 1<<g.Veil[a.side].Goes[heir])
		}
	}
	a.names &^= 1 << n
	a.loose = a.loose || heir == draw.None
	a.leaderless = heir == draw.None
	g.kill(t, a.side, p, rule)
}

// retreat has an army go to a zone next to the battle's (7.6), where it may be intercepted again.
func (g *Game) retreat(t *adjudicator.Table, f *battle, side adjudicator.Side) {
	a := f.armies[side]
	if len(a.lots) == 0 || g.Over {
		return
	}
	to := g.rules.zones[t.Ask(side, g.askRetreat(side, f)).(Act).Path]
	active := g.mine(side, g.now.Names)&a.names != 0
	// All have seen who fought, and see him go: names stay.
	for rest := a.names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	for _, i := range a.lots {
		if g.Lots[i].At != nowhere {
			g.Lots[i].At = to
		}
	}
	if active {
		g.now.Lost, g.way = true, ""
	}
	t.Tell(adjudicator.Event{Rule: "7.6", Depth: 1, Public: adjudicator.Say("perse.event.retreats", "Side", seat(side), "Zone", g.zone(to)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: side, Zones: []string{g.zoneID(f.at), g.zoneID(to)}}}})
	g.changed(t, f.at)
	g.entered(t, side, to)
	g.desert(t, side, a, to)
	g.hunted(t, force{side: side, names: a.names, loose: a.names == 0, at: to})
}

// desert is the attrition of an army without supply that retreats into a scorched zone (12).
func (g *Game) desert(t *adjudicator.Table, side adjudicator.Side, a *army, to board.Zone) {
	switch {
	case !g.Scorched.has(to) || g.supplied(side, to, g.points(a.lots)):
	case a.names != 0:
		g.hunger(t, side, a.names, to)
	default:
		g.starve(t, to, false, g.points(a.lots), func(n int) { g.payLoose(t, side, to, a.lots, n, "12") })
	}
}

// hunted has the enemy try to intercept a force that has retreated (7.6).
func (g *Game) hunted(t *adjudicator.Table, f force) {
	enemy := f.side.Other()
	for g.stands(f) && !g.Over && g.mayTry(enemy, f) {
		a := t.Ask(enemy, g.askIntercept(enemy, f)).(Act)
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
	var free, held []Act
	near := g.rules.Land[f.at]
	if f.sea {
		near = g.rules.Sea[f.at]
	}
	for z := range near.All() {
		if g.kept(side, f.armies[side].names, f.armies[side].lots, z) {
			continue
		}
		a := Act{Verb: "retreat", Path: g.zoneID(z)}
		if names, loose := g.enemies(force{side: side, at: z, sea: f.sea}); names != 0 || loose {
			held = append(held, a)
		} else {
			free = append(free, a)
		}
	}
	m := menu(append(free, held...), fault{"no-retreat", "7.6", nil})
	m.advise = g.adviseRetreat(m)
	return adjudicator.Question{Kind: "retreat", Rule: "7.6", Prompt: adjudicator.Say("perse.ask.retreat", "Zone", g.zone(f.at)), Verbs: m.verbs, Reaction: true, Settled: len(free)+len(held) == 1, Form: m}
}
