package perse

import (
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// segment is a side's segment (2). It reports whether the side has passed: nothing was spent
// in it (P-18).
func (g *Game) segment(t *adjudicator.Table, side adjudicator.Side) (passed bool) {
	t.Phase("segment", side)
	g.flow = flow{Segment: side, Began: g.Spent[side], Passes: g.flow.Passes}
	g.window(t, side.Other())
	return g.goOn(t)
}

// mostActs is how many actions a segment has at most: those that cost nothing could go on for ever.
const mostActs = 200

// goOn goes on with a segment at its next action.
func (g *Game) goOn(t *adjudicator.Table) (passed bool) {
	side := g.flow.Segment
	for !g.Over && g.mayHave(side) && g.flow.Acts < mostActs {
		a := g.ask(t, side, g.askAct(side))
		if a.Verb == "pass" {
			break
		}
		g.flow.Verb = a.Verb
		g.do(t, side, a)
		g.acted(t)
	}
	end := g.within("rest")
	g.rest(t)
	end()
	return g.passed(t)
}

// passed reports whether a side has passed with the segment that ends: nothing was spent in it (P-18).
func (g *Game) passed(t *adjudicator.Table) bool {
	side := g.flow.Segment
	passed := g.Spent[side] == g.flow.Began
	if passed && !g.Over {
		t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.passed", "Side", seat(side))})
	}
	return passed
}

// acted is the end of an action: where somebody has moved the enemy may play a stratagem.
func (g *Game) acted(t *adjudicator.Table) {
	switch g.flow.Verb {
	case "move", "sail", "embark", "land":
		g.window(t, g.flow.Segment.Other())
	}
	g.flow.Verb = ""
	g.flow.Acts++
}

// do is one action of a segment.
func (g *Game) do(t *adjudicator.Table, side adjudicator.Side, a Act) {
	switch a.Verb {
	case "activate":
		g.activate(t, side, a)
	case "move":
		g.march(t, side, a)
	case "drop":
		g.dropHere(t, side, a.Units, a.Piece)
	case "take":
		g.takeHere(t, side, a.Units, a.Piece)
	case "sail":
		g.sail(t, side, a)
	case "embark":
		g.embark(t, side, a)
	case "land":
		g.land(t, side, a)
	case "intercept":
		g.strike(t, side, a)
	case "scorch":
		g.scorch(t, side)
	case "court":
		g.court(t, side, a)
	case "group":
		g.group(t, side, a)
	case "play":
		g.play(t, side, a)
	}
}

// askAct asks for the next action of a segment. Who has neither points nor a stratagem has nothing to do in it (2).
func (g *Game) askAct(side adjudicator.Side) adjudicator.Question {
	f := &form{verbs: []string{"pass", "activate", "move", "drop", "take", "sail", "embark", "land", "intercept", "scorch", "court", "group", "play"}}
	f.plain = func(a Act) (Act, *fault) { return g.plainAct(side, a) }
	f.wrong = func(a Act) *fault { return g.wrongAct(side, a) }
	f.raw = func(into []Act) []Act { return g.acts(side, into) }
	f.open = func() []Act { return f.legal(f.raw(nil)) }
	f.wide = func(r *rand.Rand, raw []Act) Act { return g.wideAct(r, side, raw) }
	f.note = func(a Act) adjudicator.Phrase { return g.price(side, a) }
	return adjudicator.Question{Kind: "act", Rule: "2", Prompt: adjudicator.Say("perse.ask.act", "Left", g.left(side)), Verbs: f.verbs, Free: true,
		Settled: g.left(side) <= 0 && g.Pool.Hand[side] == 0, Form: f}
}

// price is what an action costs, and what an attempt to win a city over needs.
func (g *Game) price(side adjudicator.Side, a Act) adjudicator.Phrase {
	points := 0
	switch a.Verb {
	case "move":
		at := g.here(side)
		for _, id := range strings.Fields(a.Path) {
			to := g.rules.zones[id]
			points += g.toll(at, to)
			at = to
		}
	case "sail":
		points = g.rules.Cost.Voyage
		if _, ships := g.fleet(side, a); a.Piece == "" {
			points *= len(ships)
		}
	case "embark":
		points = g.rules.Cost.Embark
	case "land":
		points = g.landing(g.rules.zones[a.Path])
	case "scorch":
		points = g.rules.Cost.Scorch
	case "intercept":
		points = g.rules.Cost.Interception
	case "court":
		return adjudicator.Say("perse.note.court", "Need", courting[a.Path][side], "Points", a.Number, "Present", yes(g.present(side, g.rules.zones[a.Path])), "Presence", presence[side],
			"Oracle", yes(a.Play == "oracle"), "Manoeuvre", yes(a.Play == "manoeuvre"), "Favour", favour)
	}
	if points == 0 {
		return adjudicator.Phrase{}
	}
	return adjudicator.Say("perse.note.cost", "Points", points)
}

// plainAct writes an order as the answer that it means.
func (g *Game) plainAct(side adjudicator.Side, a Act) (Act, *fault) {
	var why *fault
	switch a.Verb {
	case "group":
		return g.plainGroup(side, a)
	case "sail":
		return g.plainSail(side, a)
	case "embark":
		if p, ok := g.own(side, a.Piece); ok {
			return g.plainUnits(side, a, g.load(side, p))
		}
	case "drop":
		return g.plainUnits(side, a, g.borne(side, g.group4(side)))
	case "take":
		if z := g.here(side); z != nowhere {
			return g.plainUnits(side, a, g.loose(int(side), z, false))
		}
	case "move":
		if a.Units, why = g.plainLabels(a.Units, g.borne(side, g.group4(side))); why != nil {
			return a, why
		}
		if z, ok := g.rules.zones[a.TakenAt]; ok && a.Taken != "" {
			if a.Taken == "all" {
				a.Taken = g.rules.write(g.sum(g.loose(int(side), z, false)))
			}
			a.Taken, why = g.plainLabels(a.Taken, g.loose(int(side), z, false))
		}
	}
	return a, why
}

// group4 are the names of the force that is active (4.2), if it is the side's.
func (g *Game) group4(side adjudicator.Side) fog.Set {
	if g.now.Side != side {
		return 0
	}
	return g.now.Names
}

// here is the zone of the active force.
func (g *Game) here(side adjudicator.Side) board.Zone {
	if names := g.group4(side); names != 0 {
		return g.Where[side][names.Nth(0)]
	}
	return nowhere
}

// wrongAct says what is wrong with an action.
func (g *Game) wrongAct(side adjudicator.Side, a Act) *fault {
	switch a.Verb {
	case "activate":
		return g.wrongActivation(side, a)
	case "move":
		return g.wrongMarch(side, a)
	case "drop", "take":
		return g.wrongLeft(side, a)
	case "sail":
		return g.wrongSail(side, a)
	case "embark":
		return g.wrongEmbark(side, a)
	case "land":
		return g.wrongLand(side, a)
	case "intercept":
		return g.wrongStrike(side, a)
	case "scorch":
		return g.wrongScorch(side)
	case "court":
		return g.wrongCourt(side, a)
	case "group":
		p, ok := g.own(side, a.Piece)
		if !ok {
			return &fault{"not-yours", "4", []any{"Piece", term("piece", a.Piece)}}
		}
		return g.wrongGroup(side, p, a)
	case "play":
		return g.wrongPlay(side, a)
	}
	return nil
}

// acts lists actions to choose from, the pass first.
func (g *Game) acts(side adjudicator.Side, all []Act) []Act {
	all = append(all, Act{Verb: "pass"})
	if here := g.here(side); here != nowhere {
		for z := range g.rules.Land[here].All() {
			all = append(all, Act{Verb: "move", Path: g.zoneID(z)})
		}
		all = append(all, Act{Verb: "scorch"}, Act{Verb: "take", Units: "all"}, Act{Verb: "drop", Units: "all"})
		for pieces := g.Veil[side].Pieces(g.ashore(side, here)); pieces != 0; {
			p := pieces.Pop()
			verb := "take"
			if g.now.Names.Has(g.Veil[side].Goes[p]) {
				verb = "drop"
			}
			all = append(all, Act{Verb: verb, Piece: g.roster.pieces[side][p].id})
		}
	}
	for i, p := range g.roster.pieces[side] {
		at := g.at(side, fog.Piece(i))
		if at == nowhere {
			continue
		}
		switch p.sort {
		case aLeader, aDecoy:
			all = g.leaderActs(all, side, fog.Piece(i), at)
		default:
			for z := range g.rules.Sea[at].All() {
				all = append(all, Act{Verb: "sail", Piece: p.id, Path: g.zoneID(z)})
			}
		}
	}
	all = g.strikes(side, g.shipActs(side, all))
	return g.plays(side, g.courts(side, all))
}

// leaderActs adds what a leader can do.
func (g *Game) leaderActs(all []Act, side adjudicator.Side, p fog.Piece, at board.Zone) []Act {
	id := g.roster.pieces[side][p].id
	if g.Aboard[side][g.Veil[side].Goes[p]] != 0 {
		for z := range g.rules.Coast[at].All() {
			all = append(all, Act{Verb: "land", Piece: id, Path: g.zoneID(z)})
		}
		return all
	}
	all = append(all, Act{Verb: "activate", Piece: id})
	var lower []string
	for pieces := g.Veil[side].Pieces(g.ashore(side, at)); pieces != 0; {
		if q := pieces.Pop(); g.stars(side, q) < g.stars(side, p) && !g.Done[side].Has(g.Veil[side].Goes[q]) {
			lower = append(lower, g.roster.pieces[side][q].id)
		}
	}
	if len(lower) > 0 {
		all = append(all, Act{Verb: "activate", Piece: id, With: strings.Join(lower, " ")})
	}
	for i, f := range g.roster.pieces[side] {
		if f.sort == aFleet && g.at(side, fog.Piece(i)) != nowhere {
			all = append(all, Act{Verb: "embark", Piece: id, Units: "all", With: f.id}, Act{Verb: "embark", Piece: id, With: f.id})
		}
	}
	return all
}

// shipActs lists what ships without a fleet can do.
func (g *Game) shipActs(side adjudicator.Side, all []Act) []Act {
	open := g.adrift(side)
	for z := range board.Zone(g.rules.Map.Len()) {
		if !open.has(z) {
			continue
		}
		lots := g.loose(int(side), z, true)
		one := g.kind(lots[0]).ID
		for to := range g.rules.Sea[z].All() {
			all = append(all, Act{Verb: "sail", Units: one, From: g.zoneID(z), Path: g.zoneID(to)})
		}
		for _, p := range g.roster.pieces[side] {
			if p.sort == aFleet {
				all = append(all, Act{Verb: "group", Units: "all", At: g.zoneID(z), Piece: p.id})
			}
		}
	}
	return all
}

// wideAct makes a march of several zones, or leaves something on the way.
func (g *Game) wideAct(r *rand.Rand, side adjudicator.Side, all []Act) Act {
	a := all[r.IntN(len(all))]
	switch a.Verb {
	case "move":
		g.lengthen(r, &a, g.rules.Land)
		if zones := strings.Fields(a.Path); r.IntN(3) == 0 {
			a.At, a.Units = zones[r.IntN(len(zones))], g.some(r, g.rules.write(g.sum(g.borne(side, g.group4(side)))))
			if a.Units == "" {
				a.At = ""
			}
		}
		if zones := strings.Fields(a.Path); r.IntN(3) == 0 {
			a.TakenAt, a.Taken = zones[r.IntN(len(zones))], "all"
		}
	case "sail":
		g.lengthen(r, &a, g.rules.Sea)
	case "embark", "drop", "group":
		if b, why := g.plainAct(side, a); why == nil {
			b.Units = g.some(r, b.Units)
			return b
		}
	case "court":
		a.Number = r.IntN(max(1, g.left(side)+1))
	}
	return a
}

// lengthen goes on with a way at random.
func (g *Game) lengthen(r *rand.Rand, a *Act, near []board.Set) {
	at := g.rules.zones[a.Path]
	for n := r.IntN(6); n > 0; n-- {
		next := near[at]
		at = next.Nth(r.IntN(next.Len()))
		a.Path += " " + g.zoneID(at)
	}
}
