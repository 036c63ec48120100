package moor

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Turn implements [adjudicator.Game]: one day.
func (g *Game) Turn(t *adjudicator.Table) (over bool) {
	at := g.at
	g.at = Moment{}
	if at.Kind == "" {
		g.Day++
	}
	if at.Kind != "march" {
		g.ready(t)
		at.Side = adjudicator.Side(1 - g.Day%2)
	}
	first := adjudicator.Side(1 - g.Day%2)
	g.marches(t, at.Side)
	if at.Side == first {
		g.marches(t, first.Other())
	}
	g.evening(t)
	return g.Over
}

// ready lets both sides make ready, each for itself.
func (g *Game) ready(t *adjudicator.Table) {
	t.Phase("1", adjudicator.Observer)
	for side := range adjudicator.Side(2) {
		g.mayChange(side)
	}
	g.now, g.Readying = Moment{Kind: "hold", Side: adjudicator.Observer}, true
	t.Apart(g.prepare, g.prepare)
	g.now, g.Readying, g.Deeds = Moment{}, false, [2]int{}
	if !g.Named {
		g.dealNames(t)
	}
	t.Tell(adjudicator.Event{Rule: "1", Public: adjudicator.Say("moor.event.ready")})
}

// mayChange has nobody know any longer what a side could be changing unseen: who of a zone has its
// chest, and how hurt those in the camp are.
func (g *Game) mayChange(side adjudicator.Side) {
	for z := range board.Zone(g.rules.board.Len()) {
		g.Loads[side].Part(g.names(side, z))
	}
	g.Veil[side].Fade(g.in(side, camp[side]))
}

// prepare is one side's row of questions: it changes only what is hidden from the other.
func (g *Game) prepare(d *adjudicator.Desk) {
	side := d.Side()
	g.Held[side] = d.Ask(g.askHold(side)).(Act).Number
	for g.Deeds[side] = 1; g.Deeds[side] <= deeds; g.Deeds[side]++ {
		a := d.Ask(g.askDeed(side)).(Act)
		switch a.Verb {
		case "give":
			g.Loads[side].With[a.Number-1] = a.Pieces.Nth(0)
		case "rest":
			g.Steps[side][a.Pieces.Nth(0)]++
		case "done":
			return
		}
	}
}

// dealNames gives all pieces their names, after the first orders of both.
func (g *Game) dealNames(t *adjudicator.Table) {
	for side := range g.Veil {
		v, l := &g.Veil[side], &g.Loads[side]
		*v = fog.New(len(pieces), t.Deal)
		for chest := range l.N {
			l.Put(chest, l.With[chest], all)
		}
	}
	g.Named = true
}

// marches is a side's part of the day.
func (g *Game) marches(t *adjudicator.Table, side adjudicator.Side) {
	t.Phase("2", side)
	for g.Marches[side]+g.Tried[side] < efforts {
		g.now = Moment{Kind: "march", Side: side}
		a := t.Ask(side, g.askMarch(side)).(Act)
		g.now = Moment{}
		switch a.Verb {
		case "march":
			g.march(t, side, a)
		case "scout":
			g.scout(t, side, a)
		case "end":
			t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("moor.event.ended", "Side", seat(side))})
			return
		}
	}
}

// march moves some pieces, of which the enemy sees the names alone.
func (g *Game) march(t *adjudicator.Table, side adjudicator.Side, a Act) {
	from := g.place(side, a.Pieces.Nth(0))
	g.Marches[side]++
	g.depart(t, side, a.Pieces, from, a.Zone)
	switch enemy := side.Other(); {
	case g.names(enemy, a.Zone) != 0:
		g.fight(t, a.Zone, side)
	case g.asked(enemy, a.Zone):
		g.intercept(t, enemy, a.Zone)
	}
}

// depart is the movement itself: first the names of those that look alike are dealt anew, then
// names move, then everybody draws his conclusions of what they did.
func (g *Game) depart(t *adjudicator.Table, side adjudicator.Side, who fog.Set, from, to board.Zone) {
	v := &g.Veil[side]
	group := g.unmoved(side, from)
	g.part(t, side, group, who)
	names := v.Names(who)
	for rest := names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	g.Moved[side] |= names
	if !g.rules.board.Adjacent(from, to) {
		for rest := who; rest != 0; {
			v.Narrow(rest.Pop(), riders)
		}
	}
	if who.Len() >= 3 {
		g.Needs[side] = append(g.Needs[side], fog.Need{Names: names, Of: riders, Least: 1})
	}
	t.Tell(g.told(adjudicator.Event{Rule: "2"}, side, names, from, to))
}

// told says of a movement what the enemy sees, and to its owner who it was.
func (g *Game) told(e adjudicator.Event, side adjudicator.Side, names fog.Set, from, to board.Zone) adjudicator.Event {
	e.Marks = []adjudicator.Mark{{Kind: "move", Side: side, Zones: []string{g.zone(from).ID, g.zone(to).ID}}}
	who := called(g.Veil[side].Pieces(names))
	e.Public = adjudicator.Say("moor.event.marched", "Side", seat(side), "Names", markers(side, names), "From", g.zone(from), "To", g.zone(to))
	if g.rules.leak == namedInEvent {
		e.Public.Args[3] = who
	}
	e.Private[side] = adjudicator.Say("moor.event.went", "Pieces", who, "Names", markers(side, names), "From", g.zone(from), "To", g.zone(to))
	return e
}

// part deals the names of a group anew if some of it leave it. What is known of several names,
// and of what goes with them, follows.
func (g *Game) part(t *adjudicator.Table, side adjudicator.Side, group, leave fog.Set) {
	names := g.Veil[side].Names(group)
	if !g.Veil[side].Part(group, leave, g.rules.leak.lots(t.Deal, leave)) {
		return
	}
	g.Loads[side].Part(names)
	for i := range g.Needs[side] {
		g.Needs[side][i].Part(names)
	}
}

// asked reports whether a side is asked to intercept: that hangs on what everybody sees, not
// on what it has held back.
func (g *Game) asked(side adjudicator.Side, at board.Zone) bool {
	if g.rules.leak == askedByEfforts && g.Held[side] <= g.Tried[side] {
		return false
	}
	if g.Marches[side]+g.Tried[side] >= efforts {
		return false
	}
	for _, z := range g.rules.board.Neighbours(at, board.Any) {
		if g.names(side, z)&^g.Moved[side] != 0 {
			return true
		}
	}
	return false
}

// intercept asks a side whether some of its pieces fall upon those that have come.
func (g *Game) intercept(t *adjudicator.Table, side adjudicator.Side, at board.Zone) {
	a := t.Ask(side, g.askIntercept(side, at)).(Act)
	if a.Verb == "let" {
		t.Tell(adjudicator.Event{Rule: "2.1", Depth: 1, Public: adjudicator.Say("moor.event.let", "Side", seat(side))})
		return
	}
	g.Tried[side]++
	g.depart(t, side, a.Pieces, g.place(side, a.Pieces.Nth(0)), at)
	g.fight(t, at, side.Other())
}

// scout tells a side alone what one of the enemy's pieces is. A scarecrow that is found vanishes.
func (g *Game) scout(t *adjudicator.Table, side adjudicator.Side, a Act) {
	enemy := side.Other()
	n := fog.Name(a.Number % len(pieces))
	p := g.Veil[enemy].Of(n)
	g.Scouted[side] = true
	t.Disclose()
	g.Veil[enemy].Peek(p, g.Steps[enemy][p])
	e := adjudicator.Event{Rule: "2.2", Public: adjudicator.Say("moor.event.scouted", "Side", seat(side), "Name", marker(enemy, n))}
	e.Private[side] = adjudicator.Say("moor.event.found", "Name", marker(enemy, n), "Piece", piece(p), "Steps", int(g.Steps[enemy][p]))
	t.Tell(e)
	if scarecrows.Has(p) {
		g.vanish(t, enemy, p)
	}
}

// vanish takes a scarecrow from the moor that was seen for what it is.
func (g *Game) vanish(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	v := &g.Veil[side]
	v.Show(p, 0)
	g.Loads[side].Show(v, p)
	g.Where[side][v.Goes[p]] = vanished
	t.Tell(adjudicator.Event{Rule: "3", Depth: 1, Public: adjudicator.Say("moor.event.vanished", "Side", seat(side), "Name", marker(side, v.Goes[p]))})
}
