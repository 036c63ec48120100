package perse

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// meet has the enemies of a zone intercept who has come there, and then who has come them (6.1). It
// reports whether the force can go on.
func (g *Game) meet(t *adjudicator.Table, came field.Force) bool {
	if g.Over || !g.Stands(came) {
		return false
	}
	g.Flow.Meeting = field.Meeting{Came: came}
	return g.meetOn(t)
}

// meetOn goes on where somebody has come: with the tries of the enemy, those of who came, or the offer.
func (g *Game) meetOn(t *adjudicator.Table) bool {
	m := &g.Flow.Meeting
	came := m.Came
	for ; m.Turn < 2; m.Turn++ {
		who := [2]adjudicator.Side{came.Side.Other(), came.Side}[m.Turn]
		for g.Stands(came) && !g.Over && g.mayTry(who, came) {
			a := g.ask(t, who, g.askIntercept(who, came))
			if a.Verb == "let" {
				break
			}
			m.Tries[who]++
			if !g.try(t, who, came, a) {
				return false
			}
		}
	}
	if m.Turn == 2 && m.Tries[0] > 0 && m.Tries[1] > 0 && g.Stands(came) && !came.Sea && !g.Over {
		return g.offer(t, came)
	}
	return g.Stands(came) && !g.Over
}

// parties are who tries and what is tried against: who has come, and the enemies there.
func (g *Game) targets(who adjudicator.Side, came field.Force) (names fog.Set, loose bool) {
	if who == came.Side {
		return g.Enemies(came)
	}
	return g.remaining(came), came.Loose
}

// remaining are the names of a force that still stand where it came to.
func (g *Game) remaining(f field.Force) (names fog.Set) {
	for rest := f.Names; rest != 0; {
		if n := rest.Pop(); g.Where[f.Side][n] == f.At && (f.Sea || g.Aboard[f.Side][n] == 0) {
			names.Add(n)
		}
	}
	return names
}

// triers are the names of a side that could try where somebody has come, and whether it has units without a marker there. Who
// has fallen on the way leads nobody.
func (g *Game) triers(who adjudicator.Side, came field.Force) (mine fog.Set, units bool) {
	switch {
	case who != came.Side:
		return g.Enemies(came)
	case g.Rules.Second:
		return came.Names, came.Loose
	}
	return g.remaining(came), came.Loose
}

// mayTry reports whether a side could try to intercept, for all that both know: it could have a point, a
// leader or ships there, and somebody that it has not tried against.
func (g *Game) mayTry(who adjudicator.Side, came field.Force) bool {
	if !g.MayHave(who) {
		return false
	}
	names, loose := g.targets(who, came)
	if names == 0 && !loose {
		return false
	}
	mine := came
	mine.Names = g.remaining(came)
	if who != came.Side {
		mine.Names, mine.Loose = g.Enemies(came)
	}
	for rest := mine.Names; rest != 0; {
		n := rest.Pop()
		if g.MayAct(who, 1<<n) && (names&^g.Tried[who][n] != 0 || loose && !g.Tried[who][n].Has(field.Crowd(came.At))) {
			return true
		}
	}
	tried := g.Tried[who][field.Crowd(came.At)]
	return came.Sea && mine.Loose && (names&^tried != 0 || loose && !tried.Has(field.Crowd(came.At)))
}

// askIntercept asks whether a side tries to intercept: who stands in the zone whoever has come, or
// the other way round.
func (g *Game) askIntercept(who adjudicator.Side, came field.Force) adjudicator.Question {
	f := &order.Form{Verbs: []string{"let", "intercept"}}
	f.Wrong = func(a order.Act) *order.Fault {
		if a.Verb == "let" {
			return nil
		}
		return g.wrongIntercept(who, came, a)
	}
	f.Raw = func(into []order.Act) []order.Act {
		return g.intercepts(who, came, append(into, order.Act{Verb: "let"}))
	}
	f.Open = func() []order.Act { return f.Legal(f.Raw(nil)) }
	f.Note = func(a order.Act) adjudicator.Phrase { return g.price(who, a) }
	f.Offered = func(legal []order.Act) []adjudicator.Offer { return g.attacks(who, came.At, legal) }
	f.Advice = g.adviseIntercept(who, f)
	key := "perse.ask.intercept"
	if who == came.Side {
		key = "perse.ask.counter"
	}
	names, _ := g.targets(who, came)
	rule := "6.1"
	if came.Sea {
		rule = "9.2"
	}
	return adjudicator.Question{Kind: "intercept", Rule: rule, Prompt: adjudicator.Phrase{Key: key, Args: []any{"Zone", g.Zone(came.At), "Names", g.Markers(who.Other(), names), "Sea", field.Yes(came.Sea)}},
		Verbs: f.Verbs, Reaction: true, Free: true, Form: f}
}

// intercepts lists interceptions: each force alone, and all together.
func (g *Game) intercepts(who adjudicator.Side, came field.Force, all []order.Act) []order.Act {
	names, loose := g.targets(who, came)
	var aims []string
	for rest := names; rest != 0; {
		aims = append(aims, g.Roster.Marker(who.Other(), rest.Pop()))
	}
	if loose {
		aims = append(aims, "units")
	}
	mine, _ := g.triers(who, came)
	var with []string
	var lead, rest string
	for pieces := g.Veil[who].Pieces(mine); pieces != 0; {
		p := pieces.Pop()
		id := g.Roster.Pieces[who][p].ID
		with = append(with, id)
		if p == g.Head(who, mine) {
			lead = id
		} else if g.Roster.Actors[who].Has(p) {
			rest += " " + id
		}
	}
	if lead != "" && rest != "" && !came.Sea {
		with = append(with, lead+rest)
	}
	if came.Sea {
		with = append(with, "")
	}
	for _, aim := range aims {
		for _, w := range with {
			all = append(all, order.Act{Verb: "intercept", Target: aim, With: w}, order.Act{Verb: "intercept", Target: aim, With: w, Play: "reconnaissance"},
				order.Act{Verb: "intercept", Target: aim, With: w, Play: "oracle"})
		}
	}
	return all
}

// aimed is the name that an interception in a zone is aimed at; that of [crowd] for units without a marker.
func (g *Game) aimed(enemy adjudicator.Side, z board.Zone, a order.Act) (fog.Name, bool) {
	if a.Target == order.Loose || a.Target == order.Neutrals {
		return field.Crowd(z), true
	}
	return g.Roster.Named(enemy, a.Target)
}

// wrongIntercept judges a try.
func (g *Game) wrongIntercept(who adjudicator.Side, came field.Force, a order.Act) *order.Fault {
	names, open := g.targets(who, came)
	target, ok := g.aimed(who.Other(), came.At, a)
	if open = open || a.Target == order.Neutrals; !ok || field.IsCrowd(target) && !open || !field.IsCrowd(target) && !names.Has(target) {
		return order.Refuse("nobody-there", "6.1", "Zone", g.Zone(came.At))
	}
	if g.trial.wrong != nil && g.trial.wrong(g, who.Other(), target) {
		return order.Refuse("nobody-there", "6.1", "Zone", g.Zone(came.At))
	}
	mine, units := g.triers(who, came)
	if a.With == "" {
		switch {
		case !came.Sea || !units:
			return order.Refuse("needs-leader", "6.1")
		case g.Tried[who][field.Crowd(came.At)].Has(target):
			return order.Refuse("has-tried", "6.1")
		}
	}
	troops, stars, top := 0, -1, 0
	for _, id := range strings.Fields(a.With) {
		p, known := g.Own(who, id)
		if !known {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
		n := g.Veil[who].Goes[p]
		switch {
		case !mine.Has(n):
			return order.Refuse("not-here", "6.1", "Piece", order.Term("piece", id), "Zone", g.Zone(came.At))
		case !g.Roster.Actors[who].Has(p):
			return order.Refuse("decoys-do-not", "11.1", "Piece", order.Term("piece", id))
		case g.Tried[who][n].Has(target):
			return order.Refuse("has-tried", "6.1")
		}
		troops += len(g.Load(who, p))
		if s := g.Stars(who, p); s > stars {
			stars, top = s, 1
		} else if s == stars {
			top++
		}
	}
	switch {
	case a.With != "" && troops == 0:
		return order.Refuse("needs-troops", "6.1")
	case a.With != "" && top > 1 && !came.Sea:
		return order.Refuse("two-of-a-rank", "4.2")
	case g.Left(who) < g.Rules.Cost.Interception:
		return order.Refuse("no-points", "6", "Points", g.Rules.Cost.Interception, "Left", g.Left(who))
	case a.Play != "" && (a.Play != "reconnaissance" && a.Play != "oracle" || g.Holds(who, a.Play) == draw.None):
		return order.Refuse("not-in-hand", "11.2", "Stratagem", order.Term("stratagem", a.Play))
	case a.Play == "reconnaissance" && came.Sea:
		return order.Refuse("on-land-only", "11.2")
	}
	return nil
}

// try is an interception: its die, and the fight if it succeeds. It reports whether the force that
// came can go on.
func (g *Game) try(t *adjudicator.Table, who adjudicator.Side, came field.Force, a order.Act) bool {
	enemy := who.Other()
	target, _ := g.aimed(enemy, came.At, a)
	g.Spend(who, g.Rules.Cost.Interception)
	mine := field.Force{Side: who, Names: g.Veil[who].Names(g.Set(who, a.With)), Loose: a.With == "", At: came.At, Sea: came.Sea}
	theirs := field.Force{Side: enemy, Names: 1 << target, At: came.At, Sea: came.Sea}
	switch {
	case field.IsCrowd(target):
		theirs.Names, theirs.Loose = 0, true
	case enemy == came.Side:
		theirs.Names = g.remaining(came) // who goes together is one force (4.2)
	}
	for rest := mine.Names; rest != 0; {
		n := rest.Pop()
		g.Tried[who][n] |= theirs.Names | 1<<target
		g.Veil[who].Narrow(g.Veil[who].Of(n), g.Roster.Actors[who])
	}
	if mine.Loose {
		g.Tried[who][field.Crowd(came.At)] |= theirs.Names | 1<<target
	}
	rule := "6.1"
	if came.Sea {
		rule = "9.2"
	}
	e := adjudicator.Event{Rule: rule, Public: adjudicator.Say("perse.event.tries", "Side", field.Seat(who), "Names", g.Markers(who, mine.Names), "Targets", g.Markers(enemy, theirs.Names), "Zone", g.Zone(came.At))}
	t.Tell(e)
	result := g.throw(t, mine, theirs, a.Play, who != came.Side)
	if result == data.Fails {
		return true
	}
	return g.caught(t, came, mine, theirs, result)
}

// throw is the throw for an interception (6.2, 9.2). At Thermopylae it succeeds by itself for who
// was there first (P-20).
func (g *Game) throw(t *adjudicator.Table, mine, theirs field.Force, play string, there bool) data.Fight {
	if there && !mine.Sea && g.ZoneID(mine.At) == "Thermopyles" {
		t.Tell(adjudicator.Event{Rule: "5.4", Depth: 1, Public: adjudicator.Say("perse.event.automatic")})
		return data.Pitched
	}
	bonus, columns := 0, 0
	if play != "" {
		bonus, columns = g.helped(t, mine.Side, play)
	}
	if mine.Sea {
		dice := t.Roll(2)
		result := g.AtSea(mine, dice[0]+dice[1]+bonus)
		g.tellTry(t, "9.2", result, 0)
		return result
	}
	result := g.OnLand(mine, theirs, t.Die()+bonus, columns)
	g.tellTry(t, "6.2", result, field.Ours(g.Rules.Interception))
	return result
}

// tellTry tells die and result alone (P-66).
func (g *Game) tellTry(t *adjudicator.Table, rule string, result data.Fight, ours int) {
	key := [...]string{"perse.event.fails", "perse.event.pitched", "perse.event.ambush"}[result]
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Phrase{Key: key, Args: []any{"Ours", ours}}})
}

// helped plays Reconnaissance or Oracle with an interception: what it adds to the die, and the
// columns.
func (g *Game) helped(t *adjudicator.Table, side adjudicator.Side, play string) (bonus, columns int) {
	g.discard(t, side, play)
	if play == "reconnaissance" {
		return 0, 2
	}
	return g.oracle(t, 2), 0
}

// caught is what follows a success: decoys go, a leader alone dies, else there is a fight. It
// reports whether the force that came can go on.
func (g *Game) caught(t *adjudicator.Table, came, mine, theirs field.Force, result data.Fight) bool {
	mine.Names, theirs.Names = g.remaining(mine), g.remaining(theirs)
	if !theirs.Loose {
		for pieces := g.Veil[theirs.Side].Pieces(theirs.Names) & g.Roster.Feints[theirs.Side]; pieces != 0; {
			theirs.Names &^= 1 << g.unmask(t, theirs.Side, pieces.Pop())
		}
		if theirs.Names == 0 {
			return g.Stands(came) && !g.Over
		}
	}
	if active := g.Mine(mine.Side, g.Now.Names)&mine.Names | g.Mine(theirs.Side, g.Now.Names)&theirs.Names; !came.Sea && active != 0 {
		g.halt(t) // before the fight (5.3), of a part of the active force as well
		g.Now.Fixed = true
		mine.Names, theirs.Names = g.remaining(mine), g.remaining(theirs)
	}
	if came.Sea {
		return g.seaFight(t, came, mine, theirs)
	}
	g.Show(mine.Side, mine.Names)
	g.Show(theirs.Side, theirs.Names)
	if len(g.LotsOf(theirs)) == 0 {
		held := g.Keeper[came.At] == int8(theirs.Side) && len(g.LotsOf(mine)) > 0
		for pieces := g.Veil[theirs.Side].Pieces(theirs.Names); pieces != 0; {
			g.kill(t, theirs.Side, pieces.Pop(), "4.4")
		}
		if held && !g.Over && g.City(came.At) && !g.defended(theirs.Side, came.At) {
			g.sack(t, came.At, mine.Side)
		}
		g.changed(t, came.At)
		return g.Stands(came) && !g.Over
	}
	if len(g.LotsOf(mine)) == 0 {
		return g.Stands(came) && !g.Over
	}
	return g.landFight(t, came, mine, theirs, result == data.Ambush)
}

// unmask takes a decoy from the map that was intercepted (11.1), and returns the name that it had.
func (g *Game) unmask(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) fog.Name {
	n := g.Veil[side].Goes[p]
	z := g.Where[side][n]
	g.Remove(side, p)
	t.Tell(adjudicator.Event{Rule: "11.1", Depth: 1, Public: adjudicator.Say("perse.event.unmasked", "Side", field.Seat(side), "Name", order.Term("marker", g.Roster.Marker(side, n)), "Zone", g.Zone(z))})
	g.changed(t, z)
	return n
}

// offer has both agree on a pitched battle, where both have tried and failed (6.1).
func (g *Game) offer(t *adjudicator.Table, came field.Force) bool {
	names, units := g.Enemies(came)
	if !g.MayAct(came.Side, came.Names) || !g.MayAct(came.Side.Other(), names) && !units {
		return true
	}
	q := func(side adjudicator.Side) adjudicator.Question {
		own := came.Names
		if side != came.Side {
			own = names
		}
		f := order.Lasting([]string{"decline", "agree"}, func() []order.Act {
			open := []order.Act{{Verb: "decline"}}
			if len(g.Borne(side, own)) > 0 {
				open = append(open, order.Act{Verb: "agree"})
			}
			return open
		}, order.Refuse("needs-troops", "6.1"))
		f.Advice = g.adviseOffer(f)
		return adjudicator.Question{Kind: "offer", Rule: "6.1", Prompt: adjudicator.Say("perse.ask.offer", "Zone", g.Zone(came.At)), Verbs: f.Verbs, Reaction: true, Free: true, Form: f}
	}
	first, second := g.askBoth(t, q(0), q(1))
	g.Flow.Meeting.Turn++ // all has been tried
	if first.Verb != "agree" || second.Verb != "agree" {
		return true
	}
	t.Tell(adjudicator.Event{Rule: "6.1", Public: adjudicator.Say("perse.event.agreed", "Zone", g.Zone(came.At))})
	theirs := field.Force{Side: came.Side.Other(), At: came.At}
	for rest := names; rest != 0; {
		if n := rest.Pop(); len(g.Borne(theirs.Side, 1<<n)) > 0 {
			theirs.Names.Add(n)
		}
	}
	theirs.Loose = theirs.Names == 0 && units
	return g.caught(t, came, theirs, came, data.Pitched)
}
