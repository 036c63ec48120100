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
	for !due.Empty() {
		z := g.nextCombat(t, active, due)
		if z == board.NoZone {
			return
		}
		g.fight(t, &battle{zone: z, attacker: active, naval: g.seas.Has(z)})
		due.Remove(z)
		due = due.Intersect(g.contested()) // what is played meanwhile can empty a zone
	}
}

// nextCombat returns the combat that the attacker wants resolved next (4.2). What he has
// said of the order so far is a secret of his, and stands in the game.
func (g *game) nextCombat(t *adjudicator.Table, active adjudicator.Side, due board.Set) board.Zone {
	queue := &g.phase.first
	for queue.n > 0 {
		z := queue.zones[0]
		queue.n = copy(queue.zones[:], queue.zones[1:queue.n])
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
		g.phase.first = a.order
	}
	return g.nextCombat(t, active, due)
}

// fight resolves one combat (4.2).
func (g *game) fight(t *adjudicator.Table, b *battle) {
	g.tellBattle(t, b)
	if g.beforeBattle(t, b) { // 4.2.1
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
	g.applyResults(t, b, cell) // 4.2.3
	g.afterBattle(t, b, loser.Other())
	g.retreat(t, b, loser) // 4.2.4
	g.changed(t)           // 6
}

// throw rolls the die of a combat and reads the table. The holder of the
// Advantage may have it rolled once more (8).
func (g *game) throw(t *adjudicator.Table, b *battle, r *reckoning) bey.Cell {
	cell := g.throwOnce(t, b, r)
	own, lost := cell.Attacker, cell.Winner == bey.Defender
	if g.advantage != b.attacker {
		own, lost = cell.Defender, !lost
	}
	if g.reroll(t, combatThrown{g, b, own, lost}, func() adjudicator.Phrase {
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
	return adjudicator.Say("hellespont.result.cell", "Winner", g.sideTerm(winner),
		"Attacker", g.sideTerm(b.attacker), "AttackerResult", resultPhrase(cell.Attacker),
		"Defender", g.sideTerm(b.attacker.Other()), "DefenderResult", resultPhrase(cell.Defender))
}
