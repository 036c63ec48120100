package amphipolis

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
)

// Expect implements [cases.Stage].
func (c caseStage) Expect(l cases.Line) (bool, error) {
	g := c.game
	switch l.Word {
	case "stands":
		side, z, want, err := g.stackWritten(l.Rest)
		if err != nil {
			return true, err
		}
		return true, cases.Same(want, ids(g.war().Present(side, z)))
	case "near":
		return true, expectNear(g, l)
	case "fate":
		return true, expectFate(g, l.Rest)
	case "ill", "well":
		return true, expectHealth(g, l)
	case "counter":
		return true, expectCounter(g, l.Rest)
	case "points", "advantage", "initiative", "garrison", "wall", "flotilla", "awaited":
		return true, expectMarker(g, l)
	case "hand", "scores", "made", "stock":
		id, want, _ := strings.Cut(l.Rest, " ")
		side, err := sideWritten(id)
		if err != nil {
			return true, err
		}
		return true, expectOf(g, l.Word, side, want)
	}
	return false, nil
}

// expectOf compares what is counted of a side.
func expectOf(g *game, word string, side adjudicator.Side, want string) error {
	switch word {
	case "hand":
		return cases.Same(strings.Fields(want), g.ChitIDs(g.Pool.Hand[side]))
	case "made":
		return cases.Same([]string{want}, []string{fmt.Sprint(g.scored(side).points())})
	case "stock":
		types, list, _ := strings.Cut(want, ":")
		var left field.UnitSet
		for rest := g.stock(side); !rest.Empty(); {
			if u := rest.Pop(); strings.Contains(types, g.Units[u].Type.String()) {
				left.Add(u)
			}
		}
		return cases.Same(strings.Fields(list), ids(g.Terms(left, 0)))
	}
	points, _ := g.victoryPoints()
	return cases.Same([]string{want}, []string{fmt.Sprint(points[side])})
}

func ids(terms adjudicator.Terms) []string {
	var all []string
	for _, t := range terms {
		all = append(all, t.ID)
	}
	return all
}

// expectMarker compares a marker by setting a copy as the line says.
func expectMarker(g *game, l cases.Line) error {
	want := *g
	if err := setMarker(&want, l); err != nil {
		return err
	}
	if want.Points != g.Points || want.faces != g.faces || want.walls != g.walls || want.sapped != g.sapped ||
		want.flotilla != g.flotilla || want.awaited != g.awaited || want.Advantage != g.Advantage || want.Initiative != g.Initiative {
		return fmt.Errorf("points %v, garrisons %v, walls %s (%d), flotilla %t, awaited %b, advantage %s, initiative %s",
			g.Points, g.faces, wallIDs[g.walls], g.sapped, g.flotilla, g.awaited, sideIDs[g.Advantage], sideIDs[g.Initiative])
	}
	return nil
}

// expectCounter compares where a stratagem counter is.
func expectCounter(g *game, text string) error {
	id, want, _ := strings.Cut(text, " ")
	c, err := g.Chit(id)
	if err != nil {
		return err
	}
	got := "out"
	for s, name := range sideIDs {
		if g.Pool.Hand[s].Has(c) {
			got = name
		}
	}
	if g.Pool.Cup.Has(c) {
		got = "bowl"
	}
	return cases.Same([]string{want}, []string{got})
}

// expectHealth compares whether a leader is ill (7, S21).
func expectHealth(g *game, l cases.Line) error {
	i := g.Leader(l.Rest)
	if i < 0 {
		return fmt.Errorf("no leader %q", l.Rest)
	}
	if g.Ill.Has(field.LeaderNo(i)) != (l.Word == "ill") {
		return fmt.Errorf("it is the other way round")
	}
	return nil
}

// expectNear compares the neighbours of a zone.
func expectNear(g *game, l cases.Line) error {
	name, want, _ := strings.Cut(l.Rest, ":")
	z, ok := g.Board.Zone(name)
	if !ok {
		return fmt.Errorf("no zone %q", name)
	}
	return cases.Same(strings.Fields(want), ids(g.ZoneTerms(g.Board.Near(z, board.Any))))
}

// expectFate compares what became of a leader or a unit.
func expectFate(g *game, text string) error {
	name, want, _ := strings.Cut(text, " ")
	got := ""
	if i := g.Leader(name); i >= 0 {
		got = g.LeaderFate[i].ID()
	}
	for i := range g.Units {
		if g.Units[i].ID == name {
			got = g.UnitFate[i].ID()
		}
	}
	if got == "" {
		got = "in-play"
	}
	if got != want {
		return fmt.Errorf("the fate is %s", got)
	}
	return nil
}

// Position implements [cases.Stage].
func (c caseStage) Position() (all []cases.Line) {
	g := c.game
	add := func(word, rest string) { all = append(all, cases.Line{Word: word, Rest: rest}) }
	for s := athens; s <= sparta; s++ {
		for z := range g.Board.All().All() {
			if here := ids(g.war().Present(s, z)); len(here) > 0 {
				add("stands", sideIDs[s]+" "+g.ZoneTerm(z).ID+": "+strings.Join(here, " "))
			}
		}
		held := []string{sideIDs[s]}
		for i, side := range g.faces {
			if side == s {
				held = append(held, g.own.Garrisons[i].ID)
			}
		}
		add("garrison", strings.Join(held, " "))
		add("made", fmt.Sprintf("%s %d", sideIDs[s], g.scored(s).points()))
		add("hand", strings.Join(append([]string{sideIDs[s]}, g.ChitIDs(g.Pool.Hand[s])...), " "))
	}
	add("wall", wallIDs[g.walls])
	add("flotilla", map[bool]string{true: "yes", false: "no"}[g.flotilla])
	add("advantage", sideIDs[g.Advantage])
	return all
}
