package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// sections are the numbers of the rules that the family's play cites.
var sections = field.Sections{March: "3.1", Pace: "1.2", Voyage: "3.1", Landing: "3.1.2", AtSea: "3.1.1", Ferry: "3.1.3", Stops: "3.1.4",
	Reckoning: "4.2", Losses: "4.2.1", Retreat: "4.2.2", Stacking: "3.3"}

// Fight implements [battle.Rules]: one combat of land units, from its announcement to the
// retreat and, if the two leaders met, their dice (4.2).
func (g *game) Fight(t *adjudicator.Table, b *battle.Battle) {
	w := g.war()
	w.TellBattle(t, b)
	w.Commit(t, b)
	g.answerCombined(t, b)
	g.carryOutRuses(t, b)
	met := g.championsMeet(b.Zone)
	loser := w.Clash(t, b) // 4.2.1
	g.captureDeserted(t, b.Zone)
	if met {
		g.scoreChampions(t, b, loser.Other())
	}
	w.Retreat(t, b, loser)                 // 4.2.2
	w.SettleZone(t, loser.Other(), b.Zone) // 3.3: a surprise can have brought one too many
	if met {
		g.duel(t)
	}
	g.Changed(t)
}

// lose makes both sides take the losses of a result of the table, and all that follows
// from them (4.2.1).
func (g *game) lose(t *adjudicator.Table, b *battle.Battle, cell bey.Cell) {
	g.war().ApplyResults(t, b, cell)
	g.captureDeserted(t, b.Zone)
}

// captureDeserted takes leaders prisoner whom the losses of a combat have left alone among
// enemy units (4.2.2). Of the two who fight each other he who is beaten withdraws alone,
// and he who has won is alone no more when the enemy has gone.
func (g *game) captureDeserted(t *adjudicator.Table, z board.Zone) {
	if !g.championsMeet(z) {
		g.war().Aftermath(t, z)
		return
	}
	for _, s := range [2]adjudicator.Side{athens, sparta} {
		if g.Holds(s, z) || !g.Enemies(s, z) {
			continue
		}
		for men := g.LeadersOf(s, z) &^ g.champions(); men != 0; {
			g.war().Capture(t, men.Pop())
		}
	}
}
