package hellespont

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// expect compares the game with what a line says of it.
func (run *caseRun) expect(l CaseLine) error {
	g, err := run.position()
	if err != nil {
		return err
	}
	switch l.Word {
	case "dice", "draws":
		return run.load(l)
	case "told", "untold", "asked", "refused":
		if run.session == nil {
			return fmt.Errorf("nothing is played yet")
		}
	}
	switch l.Word {
	case "refused":
		return run.expectFault(l.Rest)
	case "told":
		return run.expectTold(l.Rest)
	case "untold":
		for _, e := range run.session.Events() {
			if run.matches(e, l.Rest) {
				return fmt.Errorf("it was told")
			}
		}
		return nil
	case "asked":
		return run.expectAsked(l.Rest)
	case "stands":
		side, z, want, err := run.stack(g, l.Rest)
		if err != nil {
			return err
		}
		return same(want, ids(g.present(side, z)))
	case "near", "entries":
		return run.expectNear(g, l)
	case "fate":
		return run.expectFate(g, l.Rest)
	case "hand":
		id, want, _ := strings.Cut(l.Rest, " ")
		side, err := sideWritten(id)
		if err != nil {
			return err
		}
		return same(strings.Fields(want), g.chitIDs(g.hand[side]))
	case "ill", "well":
		return expectHealth(g, l)
	case "points", "supply", "shortage", "advantage", "initiative":
		return expectMarker(g, l)
	case "scores":
		id, want, _ := strings.Cut(l.Rest, " ")
		side, err := sideWritten(id)
		if err != nil {
			return err
		}
		points, _ := g.victoryPoints()
		return same([]string{want}, []string{fmt.Sprint(points[side])})
	case "result":
		if g.result == nil {
			return fmt.Errorf("the game is not over")
		}
		got := g.result.Level
		if g.result.Winner != adjudicator.Observer {
			got += " " + sideIDs[g.result.Winner]
		}
		return same([]string{l.Rest}, []string{got})
	}
	return fmt.Errorf("a case has no line %q here", l.Word)
}

// same compares lists, the order aside.
func same(want, got []string) error {
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("it is %q", strings.Join(got, " "))
	}
	return nil
}

func ids(terms adjudicator.Terms) []string {
	var all []string
	for _, t := range terms {
		all = append(all, t.ID)
	}
	return all
}

// expectMarker compares a marker by setting a copy as the line says.
func expectMarker(g *game, l CaseLine) error {
	want := *g
	if err := setMarker(&want, l); err != nil {
		return err
	}
	if want.points != g.points || want.supply != g.supply || want.shortage != g.shortage ||
		want.advantage != g.advantage || want.initiative != g.initiative {
		return fmt.Errorf("points %v, supply %v, shortage %v, advantage %s, initiative %s",
			g.points, g.supply, g.shortage, sideIDs[g.advantage], sideIDs[g.initiative])
	}
	return nil
}

// expectHealth compares whether a leader is ill (7, S20).
func expectHealth(g *game, l CaseLine) error {
	i := g.Leader(l.Rest)
	if i < 0 {
		return fmt.Errorf("no leader %q", l.Rest)
	}
	if g.ill.has(leader(i)) != (l.Word == "ill") {
		return fmt.Errorf("it is the other way round")
	}
	return nil
}

func (run *caseRun) expectFault(text string) error {
	words := strings.Fields(text)
	for i, d := range run.faults {
		if d.Code == words[0] && holdArgs(d.Args, words[1:]) {
			run.faults = slices.Delete(slices.Clone(run.faults), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("the faults are %v", run.faults)
}

// expectTold finds an event after those that told lines have found before.
func (run *caseRun) expectTold(text string) error {
	events := run.session.Events()
	for i := run.seen; i < len(events); i++ {
		if run.matches(events[i], text) {
			run.seen = i + 1
			return nil
		}
	}
	var rest []string
	for _, e := range events[run.seen:] {
		rest = append(rest, fmt.Sprintf("%s %v", strings.TrimPrefix(e.Public.Key, "hellespont.event."), e.Public.Args))
	}
	return fmt.Errorf("not told; told since: %s", strings.Join(rest, "; "))
}

// matches compares an event, or what it tells one side, with "KEY Name=value".
func (run *caseRun) matches(e adjudicator.Event, text string) bool {
	words := strings.Fields(text)
	for _, p := range [...]adjudicator.Phrase{e.Public, e.Private[athens], e.Private[sparta]} {
		key := strings.TrimPrefix(p.Key, "hellespont.event.")
		if key == words[0] && holdArgs(p.Args, words[1:]) {
			return true
		}
	}
	return false
}

// holdArgs reports whether arguments of a text hold all of "Name=value", lists
// written with commas.
func holdArgs(args []any, want []string) bool {
	for _, w := range want {
		name, value, _ := strings.Cut(w, "=")
		found := false
		for i := 0; i+1 < len(args); i += 2 {
			found = found || args[i] == name && written(args[i+1]) == value
		}
		if !found {
			return false
		}
	}
	return true
}

// written is an argument as a case writes it.
func written(v any) string {
	switch v := v.(type) {
	case adjudicator.Term:
		return v.ID
	case adjudicator.Terms:
		return strings.Join(ids(v), ",")
	case adjudicator.Either:
		return strings.Join(ids(adjudicator.Terms(v)), ",")
	case adjudicator.Path:
		return strings.Join(ids(adjudicator.Terms(v)), ",")
	case adjudicator.Phrase:
		var parts []string
		for i := 1; i < len(v.Args); i += 2 {
			parts = append(parts, written(v.Args[i]))
		}
		return strings.Join(parts, ":")
	case []adjudicator.Phrase:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = written(v[i])
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

func (run *caseRun) expectAsked(text string) error {
	id, kind, _ := strings.Cut(text, " ")
	side := slices.Index(sideIDs[:], id)
	if side < 0 {
		return fmt.Errorf("no side %q", id)
	}
	asked := func(s adjudicator.Side) string {
		if q := run.session.Asked(s); q != nil {
			return q.Kind
		}
		return "nothing"
	}
	s := adjudicator.Side(side)
	if got := asked(s); got != kind {
		return fmt.Errorf("asked is %s, and of the other side %s", got, asked(s.Other()))
	}
	return nil
}

func (run *caseRun) expectNear(g *game, l CaseLine) error {
	name, want, _ := strings.Cut(l.Rest, ":")
	z, ok := g.board.Zone(name)
	if !ok {
		return fmt.Errorf("no zone %q", name)
	}
	way := board.Any
	if l.Word == "entries" {
		way = board.BySea
	}
	return same(strings.Fields(want), ids(g.zoneTerms(g.board.Near(z, way))))
}

func (run *caseRun) expectFate(g *game, text string) error {
	name, want, _ := strings.Cut(text, " ")
	got := ""
	if i := g.Leader(name); i >= 0 {
		got = fateIDs[g.leaderFate[i]]
	}
	for i := range g.Units {
		if g.Units[i].ID == name {
			got = fateIDs[g.unitFate[i]]
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
