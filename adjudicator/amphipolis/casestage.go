package amphipolis

import (
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
	awaited := stage.Flag("awaited", g.isAwaited, g.await)
	awaited.Shown = nil
	flotilla := stage.Flag("flotilla", func(adjudicator.Side) bool { return g.flotilla },
		func(_ adjudicator.Side, played bool) { g.flotilla = played })
	flotilla.Both = true
	return []stage.Word{
		// garrison sparta O4 citadel: these show that side's face, the others as the scenario says
		{Name: "garrison", Put: g.putGarrisons, Is: g.areGarrisons, Shown: g.garrisonWords},
		// made athens 3: victory points made for good
		stage.Amount("made", func(s adjudicator.Side) int { return g.pointsMade(s) },
			func(s adjudicator.Side, n int) { g.given[s] += n - g.pointsMade(s) }),
		awaited, // awaited sparta yes: its optional reinforcements were called for and found no base
		// wall none, or standing, or destroyed with the turn of S11: destroyed 2
		{Name: "wall", Both: true, Put: func(_ adjudicator.Side, value string) error { return g.putWall(value) },
			Is: func(_ adjudicator.Side, want string) error {
				return cases.Same([]string{want}, []string{g.wallWritten(strings.Contains(want, " "))})
			},
			Shown: func(adjudicator.Side) string { return g.wallWritten(false) }},
		flotilla, // flotilla yes: S3 has been played
		// stock sparta P: 4xP6 5xP5: what of some types a side has not in play
		{Name: "stock", Is: g.isStock},
		// scores athens 11: victory points if it ended now (9.2)
		stage.Counted("scores", func(s adjudicator.Side) int { points, _ := g.victoryPoints(); return points[s] }),
	}
}

func (g *game) isAwaited(s adjudicator.Side) bool {
	_, bit := g.optional(s)
	return g.awaited&bit != 0
}

func (g *game) await(s adjudicator.Side, yes bool) {
	_, bit := g.optional(s)
	if g.awaited &^= bit; yes {
		g.awaited |= bit
	}
}

// putWall reads "destroyed 2".
func (g *game) putWall(text string) (err error) {
	state, turn, sapped := strings.Cut(text, " ")
	i := slices.Index(wallIDs[:], state)
	if i < 0 {
		return fmt.Errorf("no state of the walls %q", state)
	}
	if g.walls = data.WallState(i); sapped {
		var n int
		n, err = strconv.Atoi(turn)
		g.sapped = &n
	}
	return err
}

// wallWritten is the state of the walls, with the turn of S11 if that is wanted.
func (g *game) wallWritten(turn bool) string {
	if turn && g.sapped != nil {
		return fmt.Sprintf("%s %d", wallIDs[g.walls], *g.sapped)
	}
	return wallIDs[g.walls]
}

func (g *game) putGarrisons(s adjudicator.Side, names string) error {
	return g.eachGarrison(names, func(i int) error { g.faces[i] = s; return nil })
}

func (g *game) areGarrisons(s adjudicator.Side, names string) error {
	return g.eachGarrison(names, func(i int) error {
		if g.faces[i] != s {
			return fmt.Errorf("%s is of %s", g.own.Garrisons[i].ID, sideIDs[g.faces[i]])
		}
		return nil
	})
}

// eachGarrison goes through garrisons that are named.
func (g *game) eachGarrison(names string, do func(i int) error) error {
	for _, id := range strings.Fields(names) {
		i := g.own.Garrison(id)
		if i < 0 {
			return fmt.Errorf("no garrison %q", id)
		}
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) garrisonWords(s adjudicator.Side) string {
	return strings.Join(stage.IDs(g.garrisonTerms(g.garrisonsOf(s))), " ")
}

// isStock compares "P: 4xP6 5xP5" with what a side has not in play.
func (g *game) isStock(s adjudicator.Side, want string) error {
	types, list, _ := strings.Cut(want, ":")
	var left field.UnitSet
	for rest := g.stock(s); !rest.Empty(); {
		if u := rest.Pop(); strings.Contains(types, g.Units[u].Type.String()) {
			left.Add(u)
		}
	}
	return cases.Same(strings.Fields(list), stage.IDs(g.Terms(left, 0)))
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
