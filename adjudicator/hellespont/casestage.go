package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/stage"
	"keryx/adjudicator/cases"
)

// Versions implements [cases.Versioned].
func (rs *ruleset) Versions() []cases.Rules {
	return rs.Under(func(under edition.Rules) cases.Rules { return &ruleset{under, rs.Seats, rs.landmarks} })
}

// Stage implements [cases.Rules].
func (rs *ruleset) Stage(of adjudicator.Game) cases.Stage {
	g := of.(*game)
	return stage.Stage{Battles: g.war(), Game: g, Words: g.caseWords(),
		Parts: stage.Parts{Turn: g.sequence(), Action: g.actions().Take, Lose: g.lose}}
}

// caseWords are the words of cases that only this game has. The parts of its turn are those
// of [game.sequence].
func (g *game) caseWords() []stage.Word {
	shortage := stage.Flag("shortage", func(s adjudicator.Side) bool { return g.shortage[s] },
		func(s adjudicator.Side, yes bool) { g.shortage[s] = yes })
	shortage.Shown = nil
	return []stage.Word{
		// month september: else the first of the scenario
		{Name: "month", Both: true, Put: g.putMonth},
		stage.Amount("supply", func(s adjudicator.Side) int { return g.supply[s] }, func(s adjudicator.Side, n int) { g.supply[s] = n }),
		shortage,
		// scores athens 11: victory points if it ended now (9.2)
		stage.Counted("scores", func(s adjudicator.Side) int { points, _ := g.victoryPoints(); return points[s] }),
	}
}

func (g *game) putMonth(_ adjudicator.Side, id string) error {
	g.TurnNo = g.own.TurnNamed(id) - g.Playing.First
	if g.TurnNo < 0 || g.TurnNo > g.Playing.Last {
		return fmt.Errorf("no such month in the scenario")
	}
	return nil
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
