package amphipolis

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
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
//	turn 8                        else the first of the scenario
//	setup yes                     the counters of the scenario stand on the board
//	garrison sparta O4 citadel    these show that side's face, the others as the scenario says
//	wall none                     or standing, or destroyed with the turn of S11: destroyed 2
//	flotilla yes                  S3 has been played
//	made athens 3                 victory points made for good
//	lost athens Thucydide         a leader who has been killed
//	awaited sparta yes            its optional reinforcements were called for and found no base
//	late sparta 2                 S14 has delayed Sparta's reinforcements of turn 2 by a turn
//
// The parts of the turn are "turn", "A", "B.1", "B.2", "B.3" (all action phases), "B.3
// sparta" (one of them), "C", "D", "D.1 athens" to "D.6 athens", and "D.7". What is expected
// besides garrison, wall, flotilla, made and awaited:
//
//	stock sparta P: 4xP6 5xP5     what of some types a side has not in play
//	scores athens 11              victory points if it ended now (9.2)
type caseStage struct {
	*game
	family stage.Stage
}

// Prepare implements [cases.Stage].
func (c caseStage) Prepare(l cases.Line) (bool, error) {
	g := c.game
	switch l.Word {
	case "turn":
		n, err := strconv.Atoi(l.Rest)
		if err != nil || n < 0 || n >= len(g.Turns) {
			return true, fmt.Errorf("no such turn")
		}
		g.TurnNo = n - g.Playing.First
	case "setup":
		for _, d := range g.Playing.Setup {
			g.war().Put(d, g.Playing.First)
		}
	case "lost":
		_, name, _ := strings.Cut(l.Rest, " ")
		i := g.Leader(name)
		if i < 0 {
			return true, fmt.Errorf("no such leader")
		}
		g.LeaderFate[i] = field.Eliminated
	case "wall":
		return true, c.setWall(l.Rest)
	case "flotilla":
		g.flotilla = l.Rest == "yes"
	case "garrison", "made", "awaited", "late":
		side, value, err := c.family.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		switch l.Word {
		case "garrison":
			return true, c.eachGarrison(value, func(i int) error { g.faces[i] = side; return nil })
		case "awaited":
			_, bit := g.optional(side)
			if g.awaited &^= bit; value == "yes" {
				g.awaited |= bit
			}
			return true, nil
		}
		n, err := strconv.Atoi(value)
		if l.Word == "late" {
			return true, errors.Join(err, c.delay(side, n))
		}
		g.given[side] += n - g.scored(side).points()
		return true, err
	default:
		return c.family.Prepare(l)
	}
	return true, nil
}

// delay makes the reinforcements of a side that come in a turn come a turn later.
func (c caseStage) delay(side adjudicator.Side, turn int) error {
	found := false
	for i, a := range c.setting.Arrivals {
		if a.Side == side && a.Turn == turn {
			c.Late[i]++
			found = true
		}
	}
	if !found {
		return fmt.Errorf("%s has no reinforcements in turn %d", sideIDs[side], turn)
	}
	return nil
}

// setWall reads "destroyed 2".
func (c caseStage) setWall(text string) error {
	state, turn, sapped := strings.Cut(text, " ")
	i := slices.Index(wallIDs[:], state)
	if i < 0 {
		return fmt.Errorf("no state of the walls %q", state)
	}
	c.walls = data.WallState(i)
	if !sapped {
		return nil
	}
	n, err := strconv.Atoi(turn)
	c.game.sapped = n
	return err
}

// eachGarrison goes through garrisons that are named.
func (c caseStage) eachGarrison(names string, do func(i int) error) error {
	for _, id := range strings.Fields(names) {
		i := c.own.Garrison(id)
		if i < 0 {
			return fmt.Errorf("no garrison %q", id)
		}
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// Expect implements [cases.Stage].
func (c caseStage) Expect(l cases.Line) (bool, error) {
	switch l.Word {
	case "wall":
		return true, cases.Same([]string{l.Rest}, []string{c.wallWritten(strings.Contains(l.Rest, " "))})
	case "flotilla":
		return true, cases.Same([]string{l.Rest}, []string{cases.YesNo(c.flotilla)})
	case "garrison", "made", "awaited", "scores", "stock":
		side, want, err := c.family.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		return true, c.expectOf(l.Word, side, want)
	}
	return c.family.Expect(l)
}

// wallWritten is the state of the walls, with the turn of S11 if that is wanted.
func (c caseStage) wallWritten(turn bool) string {
	if turn {
		return fmt.Sprintf("%s %d", wallIDs[c.walls], c.sapped)
	}
	return wallIDs[c.walls]
}

// expectOf compares what is counted of a side.
func (c caseStage) expectOf(word string, side adjudicator.Side, want string) error {
	switch word {
	case "garrison":
		return c.eachGarrison(want, func(i int) error {
			if c.faces[i] != side {
				return fmt.Errorf("%s is of %s", c.own.Garrisons[i].ID, sideIDs[c.faces[i]])
			}
			return nil
		})
	case "made":
		return stage.Count(want, c.scored(side).points())
	case "awaited":
		_, bit := c.optional(side)
		return cases.Same([]string{want}, []string{cases.YesNo(c.awaited&bit != 0)})
	case "stock":
		types, list, _ := strings.Cut(want, ":")
		var left field.UnitSet
		for rest := c.stock(side); !rest.Empty(); {
			if u := rest.Pop(); strings.Contains(types, c.Units[u].Type.String()) {
				left.Add(u)
			}
		}
		return cases.Same(strings.Fields(list), stage.IDs(c.Terms(left, 0)))
	}
	points, _ := c.victoryPoints()
	return stage.Count(want, points[side])
}

// Part implements [cases.Stage].
func (c caseStage) Part(name string) (adjudicator.Game, bool) {
	g := c.game
	return c.family.Part(g, name, stage.Parts{Turn: g.sequence(), Action: g.actions().Take, Lose: g.lose})
}

// Position implements [cases.Stage].
func (c caseStage) Position() []cases.Line {
	all := c.family.Position(func(s adjudicator.Side) []cases.Line {
		held := []string{sideIDs[s]}
		for i, side := range c.faces {
			if side == s {
				held = append(held, c.own.Garrisons[i].ID)
			}
		}
		return []cases.Line{{Word: "garrison", Rest: strings.Join(held, " ")},
			{Word: "made", Rest: fmt.Sprintf("%s %d", sideIDs[s], c.scored(s).points())}}
	})
	return append(all, cases.Line{Word: "wall", Rest: wallIDs[c.walls]}, cases.Line{Word: "flotilla", Rest: cases.YesNo(c.flotilla)})
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
