package perse

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
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

// usable reports whether a side can use a stratagem at all.
func (g *Game) usable(side adjudicator.Side, id string) bool {
	for _, s := range g.Rules.Stratagems {
		if s.ID == id {
			return s.For == "both" || s.For == data.SideIDs[side]
		}
	}
	return false
}

// ruses has both play stratagems at the beginning of a fight, who has come first.
func (g *Game) ruses(t *adjudicator.Table, f *field.Battle) {
	for ; f.Turn < 2; f.Turn++ {
		side := [2]adjudicator.Side{f.Came.Side, f.Came.Side.Other()}[f.Turn]
		for g.Pool.Hand[side] != 0 {
			a := g.ask(t, side, g.askRuse(side, f))
			if a.Verb == "none" {
				break
			}
			g.ruse(t, f, f.Armies[side], a.Play)
		}
	}
	f.Turn = 0
}

// ruse is a stratagem that is played at the beginning of a fight.
func (g *Game) ruse(t *adjudicator.Table, f *field.Battle, a *field.Army, id string) {
	g.discard(t, a.Side, id)
	switch id {
	case "treason":
		a.Columns += 2
		f.Armies[a.Side.Other()].Betrayed = true
	case "oracle":
		a.Oracle += g.oracle(t, 2)
	case "panhellenism":
		a.Columns++
	case "genius":
		a.Genius = true
	case "sacrifice":
		f.Sacrifice = true
	case "quarter":
		g.Quarter = true
	}
}

// askRuse asks for a stratagem at the beginning of a fight. It is asked of who holds any, whatever
// they are.
func (g *Game) askRuse(side adjudicator.Side, f *field.Battle) adjudicator.Question {
	open := func() []order.Act {
		all := []order.Act{{Verb: "none"}}
		for _, id := range []string{"treason", "oracle", "panhellenism", "genius", "sacrifice", "quarter"} {
			if g.Holds(side, id) != draw.None && g.usable(side, id) && g.fitting(f.Armies[side], f, id) {
				all = append(all, order.Act{Verb: "play", Play: id})
			}
		}
		return all
	}
	m := order.Lasting([]string{"none", "play"}, open, order.Refuse("not-now", "11.2"))
	m.Advice = g.adviseRuse(m)
	return adjudicator.Question{Kind: "ruse", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.ruse", "Zone", g.Zone(f.At), "Hand", g.Hand(side)), Verbs: m.Verbs, Reaction: true, Free: true, Form: m}
}

// fitting reports whether a stratagem can do anything in a fight.
func (g *Game) fitting(a *field.Army, f *field.Battle, id string) bool {
	switch id {
	case "genius":
		p, ok := g.Own(field.Greeks, "Themistocle")
		if !ok || a.Genius || !f.Sea {
			return false
		}
		for rest := a.Names; rest != 0; {
			if g.Passengers(field.Greeks, rest.Pop()).Has(g.Veil[field.Greeks].Goes[p]) {
				return true
			}
		}
		return false
	case "sacrifice":
		p, ok := g.Own(field.Greeks, "Leonidas")
		return ok && !f.Sea && g.Head(field.Greeks, a.Names) == p
	case "quarter":
		return !g.Quarter
	}
	return true
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

// living are the counters of a kind that a side has in play.
func (g *Game) living(side adjudicator.Side, kind int) (lots []int) {
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; g.Roster.Lots[i].Kind == kind && !c.Out && c.Side == int8(side) {
			lots = append(lots, i)
		}
	}
	return lots
}

// giveUp has a side take n counters of a kind out of the game, from wherever it likes.
func (g *Game) giveUp(t *adjudicator.Table, side adjudicator.Side, kind, n int) (gone []int) {
	for ; n > 0; n-- {
		lots := g.living(side, kind)
		if len(lots) == 0 {
			break
		}
		open := func() (all []order.Act) {
			for _, i := range g.living(side, kind) {
				if a := g.whence(side, i); !slices.Contains(all, a) {
					all = append(all, a)
				}
			}
			return all
		}
		a := open()[0]
		if n < len(lots) {
			m := order.Lasting([]string{"losses"}, open, order.Refuse("no-such-units", "11.2", "Units", order.Counted(a.Units)))
			q := adjudicator.Question{Kind: "give", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.give", "Unit", order.Term("unit", a.Units)),
				Verbs: m.Verbs, Reaction: true, Settled: len(open()) == 1, Form: m}
			a = t.Ask(side, q).(order.Act)
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

// isolate has the Greek redeploy all Spartans, leaders, troops and ships, in the Peloponnese but for
// Corinth and Argolis (11.2, P-34).
func (g *Game) isolate(t *adjudicator.Table) {
	g.Isolated = true
	for p := range fog.Piece(len(g.Roster.Pieces[field.Greeks])) {
		if l := g.Roster.Pieces[field.Greeks][p].Leader; l != nil && l.City == "spartan" && g.At(field.Greeks, p) != field.Nowhere {
			g.recall(t, p)
		}
	}
	var troops, ships []int
	for i := range g.Roster.Lots {
		c := &g.Lots[i]
		switch k := g.Kind(i); {
		case c.Out || k.City != "sparta" || c.Side != int8(field.Greeks):
		case k.Afloat():
			ships = append(ships, i)
		case c.At != field.Nowhere || !g.spartan(g.Loads[field.Greeks].With[g.Roster.Lots[i].Slot[field.Greeks]]):
			troops = append(troops, i)
		}
	}
	g.redeploy(t, troops, g.homes())
	var seas []board.Zone
	for z := range board.Zone(g.Rules.Map.Len()) {
		if g.spartanSea(z) {
			seas = append(seas, z)
		}
	}
	g.redeploy(t, ships, seas)
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.isolated", "Units", g.Units(append(troops, ships...)))})
	for z := range board.Zone(g.Rules.Map.Len()) {
		for names := g.Afloat(field.Greeks, z); names != 0; {
			g.drown(t, field.Greeks, names.Pop())
		}
	}
}

// spartan reports whether a Greek piece is a leader of Sparta.
func (g *Game) spartan(p fog.Piece) bool {
	l := g.Roster.Pieces[field.Greeks][p].Leader
	return l != nil && l.City == "spartan"
}

// homes are the zones in which the Spartans can stay; those with Persians only if all have some.
func (g *Game) homes() (zones []board.Zone) {
	for _, held := range []bool{false, true} {
		for z := range board.Zone(g.Rules.Map.Len()) {
			if g.Peloponnese(z) && g.Present(field.Persians, z) == held {
				zones = append(zones, z)
			}
		}
		if len(zones) > 0 {
			break
		}
	}
	return zones
}

// redeploy has the Greek choose where some Spartan counters go.
func (g *Game) redeploy(t *adjudicator.Table, lots []int, zones []board.Zone) {
	if len(lots) == 0 {
		return
	}
	to := g.goHome(t, order.Act{Verb: "redeploy", Units: g.Rules.Write(g.Sum(lots))}, zones)
	for _, i := range lots {
		from := g.whereabouts(i)
		if g.Lots[i].At == field.Nowhere {
			g.Release(i, from)
		}
		g.Lots[i].At = to
		g.changed(t, from)
	}
	g.entered(t, field.Greeks, to)
}

// goHome asks the Greek where Spartans go.
func (g *Game) goHome(t *adjudicator.Table, a order.Act, zones []board.Zone) board.Zone {
	var open []order.Act
	for _, z := range zones {
		a.Path = g.ZoneID(z)
		open = append(open, a)
	}
	m := order.Menu(open, order.Refuse("no-retreat", "11.2"))
	q := adjudicator.Question{Kind: "redeploy", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.redeploy", "Who", append(order.Each("piece", a.Piece), order.Counted(a.Units)...)),
		Verbs: m.Verbs, Reaction: true, Settled: len(open) == 1, Form: m}
	return g.Rules.Zones[t.Ask(field.Greeks, q).(order.Act).Path]
}

// recall has a Spartan leader go home, with what Spartans he has; others stay where he was.
func (g *Game) recall(t *adjudicator.Table, p fog.Piece) {
	n := g.Veil[field.Greeks].Goes[p]
	at := g.Where[field.Greeks][n]
	g.Show(field.Greeks, 1<<n)
	g.disperse(field.Greeks, p, slices.DeleteFunc(g.Load(field.Greeks, p), func(i int) bool { return g.Kind(i).City == "sparta" }))
	home := g.goHome(t, order.Act{Verb: "redeploy", Piece: g.Roster.Pieces[field.Greeks][p].ID}, g.homes())
	g.Where[field.Greeks][n], g.Aboard[field.Greeks][n] = home, 0
	if at != home && g.Mine(field.Greeks, g.Now.Names).Has(n) {
		g.Dismiss(field.Greeks, n)
		g.Done[field.Greeks].Add(n)
	}
	t.Tell(adjudicator.Event{Rule: "11.2", Depth: 1, Public: adjudicator.Say("perse.event.recalled", "Piece", order.Term("piece", g.Roster.Pieces[field.Greeks][p].ID), "Zone", g.Zone(home))})
	g.changed(t, at)
	g.entered(t, field.Greeks, home)
}

// whereabouts is where a counter is, with a marker or without.
func (g *Game) whereabouts(lot int) board.Zone {
	c := &g.Lots[lot]
	if c.At != field.Nowhere || c.Out || c.Side == data.Neutral {
		return c.At
	}
	side := adjudicator.Side(c.Side)
	return g.At(side, g.Loads[side].With[g.Roster.Lots[lot].Slot[side]])
}

// wrongPlay judges a stratagem that is played in one's own segment.
func (g *Game) wrongPlay(side adjudicator.Side, a order.Act) *order.Fault {
	enemy := side.Other()
	if g.Holds(side, a.Play) == draw.None || !g.usable(side, a.Play) {
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
		if p, ok := g.Own(enemy, a.With); !ok || !g.athenian(p) || g.lost(p) {
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
		n := len(g.living(field.Persians, k))
		if all += n; int(c[k]) > n {
			return order.Refuse("no-such-units", "11.2", "Units", order.Counted(a.Units))
		}
	}
	if n := min(5, all); total(c) != n {
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
	f.Raw = func(into []order.Act) []order.Act { return g.plays(side, append(into, order.Act{Verb: "none"})) }
	f.Open = func() []order.Act { return f.Legal(f.Raw(nil)) }
	f.Advice = order.AdvisedBy("window", func(verb string) (order.Act, bool) { return order.Act{Verb: verb}, verb == "none" })
	return adjudicator.Question{Kind: "window", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.window", "Hand", g.Hand(side)), Verbs: f.Verbs, Reaction: true, Free: true, Form: f}
}

// athenian reports whether a leader is of Athens (P-29): by name, or set up at Athens.
func (g *Game) athenian(p fog.Piece) bool {
	l := g.Roster.Pieces[field.Greeks][p].Leader
	if l == nil {
		return false
	}
	if l.City == "attic" {
		return true
	}
	attica := g.Rules.Map.MustZone("Attique")
	return l.City == "" && strings.HasPrefix(l.ID, "Strategos") && slices.ContainsFunc(g.Roster.Places, func(at data.Place) bool {
		return at.Zone == attica && slices.ContainsFunc(at.Leaders, func(i int) bool { return g.Rules.Leaders[i].ID == l.ID })
	})
}

// lost reports whether a Greek leader is known to be out of the game.
func (g *Game) lost(p fog.Piece) bool { return g.At(field.Greeks, p) == field.Nowhere }

// plays lists the stratagems that a side could play in its segment.
func (g *Game) plays(side adjudicator.Side, all []order.Act) []order.Act {
	enemy := side.Other()
	add := func(a order.Act) {
		a.Verb = "play"
		all = append(all, a)
	}
	for rest := g.Pool.Hand[side]; rest != 0; {
		switch id := g.Stratagem(rest.Pop()); id {
		case "reconnaissance", "tempest":
			for n := range g.Roster.Pieces[enemy] {
				add(order.Act{Play: id, Target: g.Roster.Marker(enemy, fog.Name(n))})
			}
			if id == "tempest" {
				for z := range board.Zone(g.Rules.Map.Len()) {
					add(order.Act{Play: id, At: g.ZoneID(z)})
				}
			}
		case "ostracism":
			for _, p := range g.Roster.Pieces[field.Greeks] {
				add(order.Act{Play: id, With: p.ID})
			}
		case "intrigues":
			var named field.Counts
			for k := range g.Rules.Kinds {
				for n := len(g.living(field.Persians, k)); n > 0 && total(named) < 5; n-- {
					named[k]++
				}
			}
			add(order.Act{Play: id, Units: g.Rules.Write(named)})
		default:
			add(order.Act{Play: id})
		}
	}
	return all
}
