package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Combats is B.3.3: the active player fights wherever units of both sides stand
// in a zone, for one action point in all (4).
func (g Battles) Combats(t *adjudicator.Table, active adjudicator.Side) {
	due := g.Contested()
	if due.Empty() {
		return
	}
	if g.Phase.Spend == 0 {
		g.Recoil(t, active, due)
		return
	}
	g.Pay(1)
	g.fightAll(t, active, due)
}

// CombatsOn are the combats from the one on whose beginning is the juncture.
func (g Battles) CombatsOn(t *adjudicator.Table, j field.Juncture) {
	g.fightAll(t, j.Side, g.fightAt(t, j))
}

// fightAll resolves the combats that are due.
func (g Battles) fightAll(t *adjudicator.Table, active adjudicator.Side, due board.Set) {
	for !due.Empty() {
		z := g.nextCombat(t, active, due)
		if z == board.NoZone {
			return
		}
		due = g.fightAt(t, field.Juncture{At: field.AtCombat, Side: active, Zone: z, Open: due, First: adjudicator.Observer})
	}
}

// fightAt resolves one combat, and returns those that are due behind it.
func (g Battles) fightAt(t *adjudicator.Table, j field.Juncture) board.Set {
	g.Pass(t, j)
	g.Fight(t, &Battle{Zone: j.Zone, Attacker: j.Side, Naval: g.Seas.Has(j.Zone)})
	due := j.Open
	due.Remove(j.Zone)
	return due.Intersect(g.Contested()) // what is played meanwhile can empty a zone
}

// nextCombat returns the combat that the attacker wants resolved next (4.2). What he has
// said of the order so far is a secret of his, and stands in the game.
func (g Battles) nextCombat(t *adjudicator.Table, active adjudicator.Side, due board.Set) board.Zone {
	queue := &g.Phase.First
	for queue.N > 0 {
		z := queue.Zones[0]
		queue.N = copy(queue.Zones[:], queue.Zones[1:queue.N])
		if due.Has(z) {
			return z
		}
	}
	q := adjudicator.Question{Kind: "combat-order", Rule: "4.2", Verbs: order.VerbsFight, Reaction: true,
		Form: g.NextFight(due), Settled: due.Len() == 1}
	if t.Heard() && !q.Settled {
		q.Prompt = adjudicator.Say("bey.ask.combat-order", "Zones", g.ZoneTerms(due))
	}
	switch a := t.Ask(active, q).(type) {
	case *chit.Play:
		g.PlayNow(t, a)
		due = due.Intersect(g.Contested())
		if due.Empty() {
			return board.NoZone
		}
	case FightAnswer:
		g.Phase.First = a.order
	}
	return g.nextCombat(t, active, due)
}

// Clash reckons a combat, throws its die and takes the losses. It returns who is beaten.
func (g Battles) Clash(t *adjudicator.Table, b *Battle) (loser adjudicator.Side) {
	r := g.Reckon(b)
	g.tellReckoning(t, b, &r)
	cell := g.throw(t, b, &r)
	loser = b.Attacker
	if cell.Winner == bey.Attacker {
		loser = loser.Other()
	}
	g.ApplyResults(t, b, cell) // 4.2.3
	return loser
}

// throw rolls the die of a combat and reads the table. The holder of the
// Advantage may have it rolled once more (8).
func (g Battles) throw(t *adjudicator.Table, b *Battle, r *Reckoning) bey.Cell {
	cell := g.throwOnce(t, b, r)
	own, lost := cell.Attacker, cell.Winner == bey.Defender
	if g.Advantage != b.Attacker {
		own, lost = cell.Defender, !lost
	}
	if g.Reroll(t, CombatThrown{g, b, own, lost}, func() adjudicator.Phrase {
		return adjudicator.Say("bey.reroll.combat", "Zone", g.ZoneTerm(b.Zone), "Result", g.cellPhrase(b, cell))
	}) {
		cell = g.throwOnce(t, b, r)
	}
	return cell
}

func (g Battles) throwOnce(t *adjudicator.Table, b *Battle, r *Reckoning) bey.Cell {
	die := t.At(g.Board.Name(b.Zone)).Die()
	cell := g.CRT.At(die+r.Die.Sum(), r.Column)
	if t.Heard() {
		g.Tell(t, g.Sections.Reckoning, 1, "combat-die", "Die", die, "Modifier", r.Die.Sum(), "Total", die+r.Die.Sum(),
			"Column", g.CRT.ColumnName(r.Column), "Result", g.cellPhrase(b, cell))
	}
	return cell
}

var resultKeys = [...]string{bey.NoLoss: "none", bey.Quarter: "quarter", bey.Half: "half",
	bey.ThreeQuarters: "three-quarters", bey.AllWeakened: "all-weakened", bey.AllEliminated: "all-eliminated"}

// resultPhrase says what a result of the table does.
func resultPhrase(r bey.Result) adjudicator.Phrase {
	return adjudicator.Say("bey.result." + resultKeys[r])
}

// cellPhrase says what a cell of the table means for both sides.
func (g Battles) cellPhrase(b *Battle, cell bey.Cell) adjudicator.Phrase {
	winner := b.Attacker
	if cell.Winner == bey.Defender {
		winner = winner.Other()
	}
	return adjudicator.Say("bey.result.cell", "Winner", g.SideTerm(winner),
		"Attacker", g.SideTerm(b.Attacker), "AttackerResult", resultPhrase(cell.Attacker),
		"Defender", g.SideTerm(b.Attacker.Other()), "DefenderResult", resultPhrase(cell.Defender))
}
