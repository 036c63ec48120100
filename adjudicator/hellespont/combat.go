package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// combats is B.3.3: the active player fights wherever units of both sides stand
// in a zone, for one action point in all (4).
func (g *game) combats(t *adjudicator.Table, active adjudicator.Side) {
	due := g.contested()
	if due.Empty() {
		return
	}
	if g.phase.spend == 0 {
		g.recoil(t, active, due)
		return
	}
	g.pay(1)
	order := g.phase.first // what the attacker has said of the order so far
	for !due.Empty() {
		z := g.nextCombat(t, active, due, &order)
		if z == board.NoZone {
			return
		}
		due.Remove(z)
		g.fight(t, &battle{zone: z, attacker: active, naval: g.seas.Has(z)})
	}
}

// nextCombat returns the combat that the attacker wants resolved next (4.2).
func (g *game) nextCombat(t *adjudicator.Table, active adjudicator.Side, due board.Set, order *zoneList) board.Zone {
	for order.n > 0 {
		z := order.zones[0]
		order.n = copy(order.zones[:], order.zones[1:order.n])
		if due.Has(z) {
			return z
		}
	}
	q := adjudicator.Question{Kind: "combat-order", Rule: "4.2", Verbs: verbsFight, Reaction: true,
		Form: &fightForm{g, due}, Settled: due.Len() == 1}
	if t.Heard() && !q.Settled {
		q.Prompt = adjudicator.Say("hellespont.ask.combat-order", "Zones", g.zoneTerms(due))
	}
	switch a := t.Ask(active, q).(type) {
	case *play:
		g.playNow(t, a)
		due = due.Intersect(g.contested())
		if due.Empty() {
			return board.NoZone
		}
	case fightAnswer:
		*order = a.order
	}
	return g.nextCombat(t, active, due, order)
}

// recoil is the penalty for combats that the active player cannot pay (4.1): his
// units that entered a contested zone in this action phase go back to where they
// started, weakened; those weakened already are eliminated.
func (g *game) recoil(t *adjudicator.Table, active adjudicator.Side, due board.Set) {
	for z := range due.All() {
		g.goBack(t, active, z, &g.phase.origin, g.phase.movedLeaders)
	}
}

// overdue sees to combats that are still due when the points of both sides are
// spent: over zones that both have been in since B.2, which nobody has paid for. The
// units that sailed there in B.2 go back to their base as in 4.1.
func (g *game) overdue(t *adjudicator.Table) {
	for z := range g.contested().All() {
		for _, s := range [2]adjudicator.Side{g.initiative, g.initiative.Other()} {
			g.goBack(t, s, z, &g.berth, g.sailed)
		}
	}
}

// goBack returns the units of a side that came into a zone to where they started,
// weakened; those weakened already are eliminated, and so are those whose start the
// enemy holds alone by then: no unit enters a port of his (3.1), and there is no
// other way. Leaders who came go with them.
func (g *game) goBack(t *adjudicator.Table, s adjudicator.Side, z board.Zone, origin *[maxUnits]board.Zone, came leaderSet) {
	var back unitSet
	for set := g.unitsAt(s, z); !set.empty(); {
		if u := set.pop(); origin[u] != board.NoZone {
			back.add(u)
		}
	}
	if back.empty() {
		return
	}
	if t.Heard() {
		g.show(t, "4.1", 0, g.mark("retreat", s, z), "combat-unpaid", "Side", sideTerm(s),
			"Units", g.terms(back, 0), "Zone", g.zoneTerm(z))
	}
	var home board.Set
	var lost unitSet
	for set := back; !set.empty(); {
		u := set.pop()
		if g.enemies(s, origin[u]) && !g.holds(s, origin[u]) {
			lost.add(u)
			continue
		}
		home.Add(origin[u])
		if !g.weaken(u) {
			g.place(u, origin[u])
		}
	}
	if !lost.empty() && t.Heard() {
		g.tell(t, "4.1", 1, "no-retreat", "Side", sideTerm(s), "Zone", g.zoneTerm(z), "Units", g.terms(lost, 0))
	}
	for !lost.empty() {
		g.eliminate(lost.pop())
	}
	if home.Empty() {
		g.aftermath(t, z)
		return
	}
	for men := g.leadersOf(s, z) & came; men != 0; {
		g.placeLeader(men.pop(), home.First())
	}
	g.aftermath(t, z)
	for h := range home.All() {
		g.settleZone(t, s, h)
		g.strand(t, s, h)
	}
}

// fight resolves one combat (4.2).
func (g *game) fight(t *adjudicator.Table, b *battle) {
	g.tellBattle(t, b)
	if g.evade(t, b) { // 4.2.1
		return
	}
	g.commit(t, b) // 4.2.2
	r := g.reckon(b)
	g.tellReckoning(t, b, &r)
	cell := g.throw(t, b, &r)
	loser := b.attacker
	if cell.Winner == bey.Attacker {
		loser = loser.Other()
	}
	g.applyResults(t, b, cell)      // 4.2.3
	g.rideDown(t, b, loser.Other()) // 7, S7
	g.retreat(t, b, loser)          // 4.2.4
	g.checkSupply(t)                // 6
}

// throw rolls the die of a combat and reads the table. The holder of the
// Advantage may have it rolled once more (8).
func (g *game) throw(t *adjudicator.Table, b *battle, r *reckoning) bey.Cell {
	cell := g.throwOnce(t, b, r)
	own := cell.Attacker
	if g.advantage != b.attacker {
		own = cell.Defender
	}
	if g.reroll(t, &menu{battle: b, thrown: true, result: own}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.combat", "Zone", g.zoneTerm(b.zone), "Result", g.cellPhrase(b, cell))
	}) {
		cell = g.throwOnce(t, b, r)
	}
	return cell
}

func (g *game) throwOnce(t *adjudicator.Table, b *battle, r *reckoning) bey.Cell {
	die := t.Die()
	cell := g.CRT.At(die+r.die.Sum(), r.column)
	if t.Heard() {
		g.tell(t, "4.2.2", 1, "combat-die", "Die", die, "Modifier", r.die.Sum(), "Total", die+r.die.Sum(),
			"Column", g.CRT.ColumnName(r.column), "Result", g.cellPhrase(b, cell))
	}
	return cell
}

var resultKeys = [...]string{bey.NoLoss: "none", bey.Quarter: "quarter", bey.Half: "half",
	bey.ThreeQuarters: "three-quarters", bey.AllWeakened: "all-weakened", bey.AllEliminated: "all-eliminated"}

// resultPhrase says what a result of the table does.
func resultPhrase(r bey.Result) adjudicator.Phrase {
	return adjudicator.Say("hellespont.result." + resultKeys[r])
}

// cellPhrase says what a cell of the table means for both sides.
func (g *game) cellPhrase(b *battle, cell bey.Cell) adjudicator.Phrase {
	winner := b.attacker
	if cell.Winner == bey.Defender {
		winner = winner.Other()
	}
	return adjudicator.Say("hellespont.result.cell", "Winner", sideTerm(winner),
		"Attacker", sideTerm(b.attacker), "AttackerResult", resultPhrase(cell.Attacker),
		"Defender", sideTerm(b.attacker.Other()), "DefenderResult", resultPhrase(cell.Defender))
}
