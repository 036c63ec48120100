package perse

import (
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// segment is a side's segment (2). It reports whether the side has passed: nothing was spent
// in it (P-18).
func (g *Game) segment(t *adjudicator.Table, side adjudicator.Side) (passed bool) {
	t.Phase("segment", side)
	g.Flow = field.Flow{Segment: side, Began: g.Spent[side], Passes: g.Flow.Passes, Had: g.Flow.Had}
	g.window(t, side.Other())
	return g.goOn(t)
}

// mostActs is how many actions a segment has at most: those that cost nothing could go on for ever.
const mostActs = 200

// goOn goes on with a segment at its next action.
func (g *Game) goOn(t *adjudicator.Table) (passed bool) {
	side := g.Flow.Segment
	for !g.Over && g.MayHave(side) && g.Flow.Acts < mostActs {
		a := g.ask(t, side, g.askAct(side))
		if a.Verb == "pass" {
			break
		}
		g.Flow.Verb = a.Verb
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
	side := g.Flow.Segment
	g.Flow.Had[side] = true
	passed := g.Spent[side] == g.Flow.Began
	if passed && !g.Over {
		t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.passed", "Side", field.Seat(side))})
	}
	return passed
}

// acted is the end of an action: where somebody has moved the enemy may play a stratagem.
func (g *Game) acted(t *adjudicator.Table) {
	switch g.Flow.Verb {
	case "move", "sail", "embark", "land":
		g.window(t, g.Flow.Segment.Other())
	}
	g.Flow.Verb = ""
	g.Flow.Acts++
}

// do is one action of a segment.
func (g *Game) do(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
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

// askAct asks for the next action of a segment. Who has neither points nor a stratagem can only pass, and is asked all the
// same as long as he could have points for all that his enemy knows: else the wait would tell what his chit is worth, and
// whether he holds a stratagem.
func (g *Game) askAct(side adjudicator.Side) adjudicator.Question {
	f := &order.Form{Verbs: []string{"pass", "activate", "move", "drop", "take", "sail", "embark", "land", "intercept", "scorch", "court", "group", "play"}}
	f.Plain = func(a order.Act) (order.Act, *order.Fault) { return g.plainAct(side, a) }
	f.Wrong = func(a order.Act) *order.Fault { return g.wrongAct(side, a) }
	f.Raw = func(into []order.Act) []order.Act { return g.acts(side, into) }
	f.Open = func() []order.Act { return f.Legal(f.Raw(nil)) }
	f.Wide = func(r *rand.Rand, raw []order.Act) order.Act { return g.wideAct(r, side, raw) }
	f.Note = func(a order.Act) adjudicator.Phrase { return g.price(side, a) }
	f.Offered = func(legal []order.Act) []adjudicator.Offer { return g.offered(side, legal) }
	f.Led = []string{"sail", "land"}
	f.Advice = g.adviseAct(side)
	return adjudicator.Question{Kind: "act", Rule: "2", Prompt: adjudicator.Say("perse.ask.act", "Left", g.Left(side)), Verbs: f.Verbs, Free: true,
		Settled: g.Rules.Unasked && g.Left(side) <= 0 && g.Pool.Hand[side] == 0, Form: f}
}

// price is what an action costs, and what an attempt to win a city over needs.
func (g *Game) price(side adjudicator.Side, a order.Act) adjudicator.Phrase {
	points := 0
	switch a.Verb {
	case "activate":
		return g.behind(side, a)
	case "move":
		at := g.Here(side)
		for _, id := range strings.Fields(a.Path) {
			to := g.Rules.Zones[id]
			points += g.Toll(at, to)
			at = to
		}
	case "sail":
		points = g.Rules.Cost.Voyage
		if _, ships := g.fleet(side, a); a.Piece == "" {
			points *= len(ships)
		}
	case "embark":
		points = g.Rules.Cost.Embark
	case "land":
		points = g.landing(g.Rules.Zones[a.Path])
	case "scorch":
		points = g.Rules.Cost.Scorch
	case "intercept":
		points = g.Rules.Cost.Interception
	case "court":
		return adjudicator.Say("perse.note.court", "Need", field.Courting[a.Path][side], "Points", a.Number, "Present", field.Yes(g.Present(side, g.Rules.Zones[a.Path])), "Presence", field.Presence[side],
			"Oracle", field.Yes(a.Play == "oracle"), "Manoeuvre", field.Yes(a.Play == "manoeuvre"), "Favour", field.Favour)
	}
	if points == 0 {
		return adjudicator.Phrase{}
	}
	return adjudicator.Say("perse.note.cost", "Points", points)
}

// behind shows by an example what follows the activation of who leads a stack: a march is an order of its own.
func (g *Game) behind(side adjudicator.Side, a order.Act) adjudicator.Phrase {
	p, _ := g.Own(side, a.Piece)
	at := g.At(side, p)
	names := g.Ashore(side, at)
	if g.Head(side, names) != p || a.With == "" && names.Len() > 1 || g.Rules.Land[at].Empty() {
		return adjudicator.Phrase{}
	}
	return adjudicator.Say("perse.note.activate", "Zone", g.Zone(g.Rules.Land[at].First()))
}

// plainAct writes an order as the answer that it means.
func (g *Game) plainAct(side adjudicator.Side, a order.Act) (order.Act, *order.Fault) {
	var why *order.Fault
	switch a.Verb {
	case "group":
		return g.plainGroup(side, a)
	case "sail":
		return g.plainSail(side, a)
	case "embark":
		if p, ok := g.Own(side, a.Piece); ok {
			return g.plainUnits(side, a, g.Load(side, p))
		}
	case "drop":
		return g.plainUnits(side, a, g.Borne(side, g.Acting(side)))
	case "take":
		if z := g.Here(side); z != field.Nowhere {
			return g.plainUnits(side, a, g.Loose(int(side), z, false))
		}
	case "move":
		if a.Units, why = g.PlainLabels(a.Units, g.Borne(side, g.Acting(side))); why != nil {
			return a, why
		}
		if z, ok := g.Rules.Zones[a.TakenAt]; ok && a.Taken != "" {
			if a.Taken == "all" {
				a.Taken = g.Rules.Write(g.Sum(g.Loose(int(side), z, false)))
			}
			a.Taken, why = g.PlainLabels(a.Taken, g.Loose(int(side), z, false))
		}
	}
	return a, why
}

// wrongAct says what is wrong with an action.
func (g *Game) wrongAct(side adjudicator.Side, a order.Act) *order.Fault {
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
		p, ok := g.Own(side, a.Piece)
		if !ok {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
		}
		return g.wrongGroup(side, p, a)
	case "play":
		return g.wrongPlay(side, a)
	}
	return nil
}

// acts lists actions to choose from, the pass first.
func (g *Game) acts(side adjudicator.Side, all []order.Act) []order.Act {
	all = append(all, order.Act{Verb: "pass"})
	if here := g.Here(side); here != field.Nowhere {
		for z := range g.Rules.Land[here].All() {
			all = append(all, order.Act{Verb: "move", Path: g.ZoneID(z)})
		}
		all = append(all, order.Act{Verb: "scorch"}, order.Act{Verb: "take", Units: "all"}, order.Act{Verb: "drop", Units: "all"})
		for pieces := g.Veil[side].Pieces(g.Ashore(side, here)); pieces != 0; {
			p := pieces.Pop()
			verb := "take"
			if g.Now.Names.Has(g.Veil[side].Goes[p]) {
				verb = "drop"
			}
			all = append(all, order.Act{Verb: verb, Piece: g.Roster.Pieces[side][p].ID})
		}
	}
	for i, p := range g.Roster.Pieces[side] {
		at := g.At(side, fog.Piece(i))
		if at == field.Nowhere {
			continue
		}
		switch p.Sort {
		case field.Leader, field.Decoy:
			all = g.leaderActs(all, side, fog.Piece(i), at)
		default:
			for z := range g.Rules.Sea[at].All() {
				all = append(all, order.Act{Verb: "sail", Piece: p.ID, Path: g.ZoneID(z)})
			}
		}
	}
	all = g.strikes(side, g.shipActs(side, all))
	return g.Plays(side, g.courts(side, all))
}

// leaderActs adds what a leader can do.
func (g *Game) leaderActs(all []order.Act, side adjudicator.Side, p fog.Piece, at board.Zone) []order.Act {
	id := g.Roster.Pieces[side][p].ID
	if g.Aboard[side][g.Veil[side].Goes[p]] != 0 {
		for z := range g.Rules.Coast[at].All() {
			all = append(all, order.Act{Verb: "land", Piece: id, Path: g.ZoneID(z)})
		}
		return all
	}
	all = append(all, order.Act{Verb: "activate", Piece: id})
	var lower []string
	for pieces := g.Veil[side].Pieces(g.Ashore(side, at)); pieces != 0; {
		if q := pieces.Pop(); g.Stars(side, q) < g.Stars(side, p) && !g.Done[side].Has(g.Veil[side].Goes[q]) {
			lower = append(lower, g.Roster.Pieces[side][q].ID)
		}
	}
	if len(lower) > 0 {
		all = append(all, order.Act{Verb: "activate", Piece: id, With: strings.Join(lower, " ")})
	}
	for i, f := range g.Roster.Pieces[side] {
		if f.Sort == field.Fleet && g.At(side, fog.Piece(i)) != field.Nowhere {
			all = append(all, order.Act{Verb: "embark", Piece: id, Units: "all", With: f.ID}, order.Act{Verb: "embark", Piece: id, With: f.ID})
		}
	}
	return all
}

// shipActs lists what ships without a fleet can do.
func (g *Game) shipActs(side adjudicator.Side, all []order.Act) []order.Act {
	open := g.Adrift(side)
	for z := range board.Zone(g.Rules.Map.Len()) {
		if !open.Has(z) {
			continue
		}
		lots := g.Loose(int(side), z, true)
		one := g.Kind(lots[0]).ID
		for to := range g.Rules.Sea[z].All() {
			all = append(all, order.Act{Verb: "sail", Units: one, From: g.ZoneID(z), Path: g.ZoneID(to)})
		}
		for _, p := range g.Roster.Pieces[side] {
			if p.Sort == field.Fleet {
				all = append(all, order.Act{Verb: "group", Units: "all", At: g.ZoneID(z), Piece: p.ID})
			}
		}
	}
	return all
}

// wideAct makes a march of several zones, or leaves something on the way.
func (g *Game) wideAct(r *rand.Rand, side adjudicator.Side, all []order.Act) order.Act {
	a := all[r.IntN(len(all))]
	switch a.Verb {
	case "move":
		g.lengthen(r, &a, g.Rules.Land)
		if zones := strings.Fields(a.Path); r.IntN(3) == 0 {
			a.At, a.Units = zones[r.IntN(len(zones))], g.some(r, g.Rules.Write(g.Sum(g.Borne(side, g.Acting(side)))))
			if a.Units == "" {
				a.At = ""
			}
		}
		if zones := strings.Fields(a.Path); r.IntN(3) == 0 {
			a.TakenAt, a.Taken = zones[r.IntN(len(zones))], "all"
		}
	case "sail":
		g.lengthen(r, &a, g.Rules.Sea)
	case "embark", "drop", "group":
		if b, why := g.plainAct(side, a); why == nil {
			b.Units = g.some(r, b.Units)
			return b
		}
	case "court":
		a.Number = r.IntN(max(1, g.Left(side)+1))
	}
	return a
}

// lengthen goes on with a way at random.
func (g *Game) lengthen(r *rand.Rand, a *order.Act, near []board.Set) {
	at := g.Rules.Zones[a.Path]
	for n := r.IntN(6); n > 0; n-- {
		next := near[at]
		at = next.Nth(r.IntN(next.Len()))
		a.Path += " " + g.ZoneID(at)
	}
}
