package hellespont

import (
	"fmt"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/stage"
	"keryx/adjudicator/cases"
)

// Stage implements [cases.Rules].
func (rs *ruleset) Stage(g adjudicator.Game) cases.Stage {
	return caseStage{g.(*game), stage.Stage{Battles: g.(*game).war()}}
}

// Versions implements [cases.Versioned].
func (rs *ruleset) Versions() []cases.Rules {
	return rs.Under(func(under edition.Rules) cases.Rules { return &ruleset{under, rs.landmarks} })
}

// caseStage is a game as cases write it. Besides what package stage knows, the position:
//
//	month september               else the first of the scenario
//	supply athens 3               and shortage (yes, no)
//
// The parts of the turn are "turn", "start" (the choice before the first turn), "A", "B.1",
// "B.2", "B.3 athens" (one action phase), "C", "D" and "D.5 athens". What is expected besides
// supply and shortage:
//
//	scores athens 11              victory points if it ended now (9.2)
type caseStage struct {
	*game
	family stage.Stage
}

// Prepare implements [cases.Stage].
func (c caseStage) Prepare(l cases.Line) (bool, error) {
	g := c.game
	switch l.Word {
	case "month":
		g.TurnNo = g.TurnNamed(l.Rest) - g.Playing.First
		if g.TurnNo < 0 || g.TurnNo > g.Playing.Last {
			return true, fmt.Errorf("no such month in the scenario")
		}
		return true, nil
	case "supply", "shortage":
		side, value, err := c.family.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		if l.Word == "shortage" {
			g.shortage[side] = value == "yes"
			return true, nil
		}
		g.supply[side], err = strconv.Atoi(value)
		return true, err
	}
	return c.family.Prepare(l)
}

// Expect implements [cases.Stage].
func (c caseStage) Expect(l cases.Line) (bool, error) {
	switch l.Word {
	case "supply", "shortage", "scores":
		side, want, err := c.family.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		switch l.Word {
		case "supply":
			return true, stage.Count(want, c.supply[side])
		case "shortage":
			return true, cases.Same([]string{want}, []string{cases.YesNo(c.shortage[side])})
		}
		points, _ := c.victoryPoints()
		return true, stage.Count(want, points[side])
	}
	return c.family.Expect(l)
}

// Part implements [cases.Stage].
func (c caseStage) Part(name string) (adjudicator.Game, bool) {
	g := c.game
	return c.family.Part(g, name, stage.Parts{Turn: g.sequence(), Action: g.actions().Take, Lose: g.lose})
}

// Position implements [cases.Stage].
func (c caseStage) Position() []cases.Line {
	return c.family.Position(func(s adjudicator.Side) []cases.Line {
		return []cases.Line{{Word: "supply", Rest: fmt.Sprintf("%s %d", sideIDs[s], c.supply[s])}}
	})
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
