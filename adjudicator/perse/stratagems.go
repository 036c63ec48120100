package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// discard plays a stratagem (11.2): it is out of the game, but for Tempest, which goes back into the
// cup.
func (g *Game) discard(t *adjudicator.Table, side adjudicator.Side, id string) {
	l := g.Holds(side, id)
	if id == "tempest" {
		g.Pool.Return(l, true)
	} else {
		g.Pool.Remove(side, l)
	}
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.played", "Side", field.Seat(side), "Stratagem", order.Term("stratagem", id))})
}

// oracle throws whether an oracle is favourable (11.2, P-27): what it adds.
func (g *Game) oracle(t *adjudicator.Table, n int) int {
	even := t.Die()%2 == 0
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.oracle", "Even", field.Yes(even))})
	if even {
		return n
	}
	return -n
}

// play is a stratagem that is played in one's own segment (11.2).
func (g *Game) play(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	enemy := side.Other()
	g.discard(t, side, a.Play)
	switch a.Play {
	case "reconnaissance":
		n, _ := g.Roster.Named(enemy, a.Target)
		g.reconnoitre(t, side, n)
	case "tempest":
		g.tempest(t, enemy, a)
	case "ostracism":
		p, _ := g.Own(enemy, a.With)
		g.banish(t, enemy, p)
	case "intrigues":
		g.intrigues(t, a)
	case "isolationism":
		g.isolate(t)
	case "panhellenism":
		g.Isolated = false
	case "quarter":
		g.Quarter = true
	}
}

// reconnoitre shows a side alone what a marker is and has (P-28); a decoy goes, for all to see.
func (g *Game) reconnoitre(t *adjudicator.Table, side adjudicator.Side, n fog.Name) {
	enemy := side.Other()
	v := &g.Veil[enemy]
	p := v.Of(n)
	t.Disclose()
	e := adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.scouted", "Name", order.Term("marker", g.Roster.Marker(enemy, n)))}
	e.Private[side] = adjudicator.Say("perse.event.found", "Name", order.Term("marker", g.Roster.Marker(enemy, n)), "Piece", order.Term("piece", g.Roster.Pieces[enemy][p].ID), "Units", g.Units(g.Load(enemy, p)))
	t.Tell(e)
	if g.Roster.Feints[enemy].Has(p) {
		g.unmask(t, enemy, p)
		return
	}
	v.Peek(p, 0)
	for s := range g.Loads[enemy].N { // what others have follows from what he has not
		if may := g.Loads[enemy].May[s]; may.Has(n) && may.Len() > 1 {
			g.Scouted[enemy] |= may
		}
	}
	g.Loads[enemy].Show(v, p)
	for aboard := g.Passengers(enemy, n); aboard != 0; { // who is aboard is of the force
		g.reconnoitre(t, side, aboard.Pop())
	}
}

// tempest has a fleet, or the ships of a zone without one, take the attrition of six zones.
func (g *Game) tempest(t *adjudicator.Table, enemy adjudicator.Side, a order.Act) {
	if n, ok := g.Roster.Named(enemy, a.Target); ok {
		g.wear(t, enemy, 1<<n, field.MostZones, true)
		return
	}
	z := g.Rules.Zones[a.At]
	lots := g.Loose(int(enemy), z, true)
	n := g.Rules.SeaWear.At(field.MostZones, t.Die()-1)
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.storm", "Side", field.Seat(enemy), "Zone", g.Zone(z), "Number", n, "Ours", field.Ours(g.Rules.SeaWear))})
	g.payLoose(t, enemy, z, lots, n, "11.2")
}

// banish takes a leader from the game; his units stay, with another or alone.
func (g *Game) banish(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	g.depart(t, "11.2", side, g.Roster.Pieces[side][p].ID)
	g.Succeed(side)
}

// intrigues takes Xerxes and up to five Persian units that the Greek names by their kinds (P-30).
func (g *Game) intrigues(t *adjudicator.Table, a order.Act) {
	g.depart(t, "11.2", field.Persians, "Xerxes")
	var gone []int
	for k, n := range g.Rules.Tally(a.Units) {
		gone = append(gone, g.giveUp(t, field.Persians, k, int(n))...)
	}
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.intrigues", "Units", g.Units(gone))})
	for z := range board.Zone(g.Rules.Map.Len()) {
		for names := g.Afloat(field.Persians, z); names != 0; {
			g.drown(t, field.Persians, names.Pop())
		}
	}
	g.Succeed(field.Persians)
}

// giveUp has a side take n counters of a kind out of the game, from wherever it likes.
func (g *Game) giveUp(t *adjudicator.Table, side adjudicator.Side, kind, n int) (gone []int) {
	for ; n > 0; n-- {
		lots := g.Living(side, kind)
		if len(lots) == 0 {
			break
		}
		a := g.givable(side, kind)[0]
		if n < len(lots) {
			a = t.Ask(side, g.askGive(side, kind)).(order.Act)
		}
		i := lots[slices.IndexFunc(lots, func(i int) bool { return g.whence(side, i) == a })]
		at := g.Lots[i].At
		g.Destroy(i)
		if gone = append(gone, i); at != field.Nowhere {
			g.changed(t, at)
		}
	}
	return gone
}

// askGive asks which counter of a kind is given up. Which of several markers has any the enemy does not see: who has all of them
// behind one of these is asked all the same.
func (g *Game) askGive(side adjudicator.Side, kind int) adjudicator.Question {
	first := g.givable(side, kind)[0]
	m := order.Lasting([]string{"losses"}, func() []order.Act { return g.givable(side, kind) },
		order.Refuse("no-such-units", "11.2", "Units", order.Counted(first.Units)))
	return adjudicator.Question{Kind: "give", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.give", "Unit", order.Term("unit", first.Units)),
		Verbs: m.Verbs, Reaction: true, Settled: len(g.givable(side, kind)) == 1 && (g.Rules.Unasked || first.Piece == "" || g.bearers(side) == 1), Form: m}
}

// bearers are how many markers of a side on the map could have counters, for all that both know.
func (g *Game) bearers(side adjudicator.Side) (n int) {
	for name := range fog.Name(g.Veil[side].N) {
		if g.Where[side][name] != field.Nowhere && g.MayAct(side, 1<<name) {
			n++
		}
	}
	return n
}

// givable are the counters of a kind that can be given up, each place once.
func (g *Game) givable(side adjudicator.Side, kind int) (all []order.Act) {
	for _, i := range g.Living(side, kind) {
		if a := g.whence(side, i); !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// whence is a counter to be given up, and where it is.
func (g *Game) whence(side adjudicator.Side, lot int) order.Act {
	a := order.Act{Verb: "losses", Units: g.Kind(lot).ID}
	if at := g.Lots[lot].At; at != field.Nowhere {
		a.At = g.ZoneID(at)
	} else {
		a.Piece = g.Roster.Pieces[side][g.Loads[side].With[g.Roster.Lots[lot].Slot[side]]].ID
	}
	return a
}

// wrongPlay judges a stratagem that is played in one's own segment.
func (g *Game) wrongPlay(side adjudicator.Side, a order.Act) *order.Fault {
	enemy := side.Other()
	if g.Holds(side, a.Play) == draw.None || !g.Usable(side, a.Play) {
		return order.Refuse("not-in-hand", "11.2", "Stratagem", order.Term("stratagem", a.Play))
	}
	switch a.Play {
	case "reconnaissance":
		if n, ok := g.Roster.Named(enemy, a.Target); !ok || g.Where[enemy][n] == field.Nowhere {
			return order.Refuse("no-target", "11.2")
		}
	case "tempest":
		n, ok := g.Roster.Named(enemy, a.Target)
		z, at := g.Rules.Zones[a.At]
		if !(ok && g.Roster.Back[enemy][1].Has(n) && g.Where[enemy][n] != field.Nowhere) && !(at && a.Target == "" && len(g.Loose(int(enemy), z, true)) > 0) {
			return order.Refuse("no-target", "11.2")
		}
	case "ostracism":
		if p, ok := g.Own(enemy, a.With); !ok || !g.Athenian(p) || g.Lost(p) {
			return order.Refuse("no-athenian", "11.2")
		}
	case "intrigues":
		return g.wrongIntrigues(a)
	case "isolationism":
		if g.Isolated {
			return order.Refuse("no-target", "11.2")
		}
	case "panhellenism":
		if !g.Isolated {
			return order.Refuse("no-target", "11.2")
		}
	case "quarter":
		if g.Quarter {
			return order.Refuse("no-target", "11.2")
		}
	case "manoeuvre":
		return order.Refuse("plays-with-court", "11.2")
	case "oracle":
		return order.Refuse("plays-with-throw", "11.2")
	default:
		return order.Refuse("plays-in-fight", "11.2", "Stratagem", order.Term("stratagem", a.Play))
	}
	return nil
}

// wrongIntrigues judges the Persian units that are named: five, or all that are left. How many of a kind
// are left everybody has seen, so a name never misses (P-30).
func (g *Game) wrongIntrigues(a order.Act) *order.Fault {
	c, all := g.Rules.Tally(a.Units), 0
	for k := range g.Rules.Kinds {
		n := len(g.Living(field.Persians, k))
		if all += n; int(c[k]) > n {
			return order.Refuse("no-such-units", "11.2", "Units", order.Counted(a.Units))
		}
	}
	if n := min(5, all); field.Total(c) != n {
		return order.Refuse("five-units", "11.2", "Number", n)
	}
	return nil
}

// window has a side play stratagems in the enemy's segment (11.2): it is asked while it holds any,
// whatever they are.
func (g *Game) window(t *adjudicator.Table, side adjudicator.Side) {
	for g.Pool.Hand[side] != 0 && !g.Over {
		a := g.ask(t, side, g.askWindow(side))
		if a.Verb == "none" {
			return
		}
		g.play(t, side, a)
	}
}

// askWindow asks for a stratagem in the enemy's segment.
func (g *Game) askWindow(side adjudicator.Side) adjudicator.Question {
	f := &order.Form{Verbs: []string{"none", "play"}}
	f.Wrong = func(a order.Act) *order.Fault {
		if a.Verb == "none" {
			return nil
		}
		return g.wrongPlay(side, a)
	}
	f.Raw = func(into []order.Act) []order.Act { return g.Plays(side, append(into, order.Act{Verb: "none"})) }
	f.Open = func() []order.Act { return f.Legal(f.Raw(nil)) }
	f.Advice = order.AdvisedBy("window", func(verb string) (order.Act, bool) { return order.Act{Verb: verb}, verb == "none" })
	return adjudicator.Question{Kind: "window", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.window", "Hand", g.Hand(side)), Verbs: f.Verbs, Reaction: true, Free: true, Form: f}
}
