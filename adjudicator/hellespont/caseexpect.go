package hellespont

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
	case "near", "entries":
		return true, expectNear(g, l)
	case "fate":
		return true, expectFate(g, l.Rest)
	case "ill", "well":
		return true, expectHealth(g, l)
	case "points", "supply", "shortage", "advantage", "initiative":
		return true, expectMarker(g, l)
	case "hand", "scores":
		id, want, _ := strings.Cut(l.Rest, " ")
		side, err := sideWritten(id)
		if err != nil {
			return true, err
		}
		if l.Word == "hand" {
			return true, cases.Same(strings.Fields(want), g.ChitIDs(g.Pool.Hand[side]))
		}
		points, _ := g.victoryPoints()
		return true, cases.Same([]string{want}, []string{fmt.Sprint(points[side])})
	}
	return false, nil
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
	if want.Points != g.Points || want.supply != g.supply || want.shortage != g.shortage ||
		want.Advantage != g.Advantage || want.Initiative != g.Initiative {
		return fmt.Errorf("points %v, supply %v, shortage %v, advantage %s, initiative %s",
			g.Points, g.supply, g.shortage, sideIDs[g.Advantage], sideIDs[g.Initiative])
	}
	return nil
}

// expectHealth compares whether a leader is ill (7, S20).
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
	way := board.Any
	if l.Word == "entries" {
		way = board.BySea
	}
	return cases.Same(strings.Fields(want), ids(g.ZoneTerms(g.Board.Near(z, way))))
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
		add("supply", fmt.Sprintf("%s %d", sideIDs[s], g.supply[s]))
		add("hand", strings.Join(append([]string{sideIDs[s]}, g.ChitIDs(g.Pool.Hand[s])...), " "))
	}
	add("advantage", sideIDs[g.Advantage])
	return all
}
