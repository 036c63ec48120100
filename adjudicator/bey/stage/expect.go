package stage

import (
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
)

// Expect implements [cases.Stage].
func (s Stage) Expect(l cases.Line) (bool, error) {
	switch l.Word {
	case "stands":
		side, z, want, err := s.stack(l.Rest)
		if err != nil {
			return true, err
		}
		return true, cases.Same(want, IDs(s.Present(side, z)))
	case "near", "entries":
		return true, s.expectNear(l)
	case "fate":
		return true, s.expectFate(l.Rest)
	case "ill", "well":
		return true, s.expectHealth(l)
	case "counter":
		return true, s.expectCounter(l.Rest)
	case "hand", "points", "advantage", "initiative":
		side, value, err := s.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		return true, s.expectOf(l.Word, side, value)
	}
	return s.say(l, func(w *Word) func(adjudicator.Side, string) error { return w.Is })
}

// IDs are the identifiers of what a text names.
func IDs(terms adjudicator.Terms) (all []string) {
	for _, t := range terms {
		all = append(all, t.ID)
	}
	return all
}

// Count compares a number with what a line says.
func Count(want string, got int) error {
	return cases.Same([]string{want}, []string{strconv.Itoa(got)})
}

// expectOf compares what is known of a side.
func (s Stage) expectOf(word string, side adjudicator.Side, want string) error {
	whose := s.Advantage
	switch word {
	case "hand":
		return cases.Same(strings.Fields(want), s.ChitIDs(s.Pool.Hand[side]))
	case "points":
		return Count(want, s.Points[side])
	case "initiative":
		whose = s.Initiative
	}
	if whose != side {
		return fmt.Errorf("it is of %s", s.Board.Sides()[whose])
	}
	return nil
}

// expectHealth compares whether a leader is ill.
func (s Stage) expectHealth(l cases.Line) error {
	i := s.Leader(l.Rest)
	if i < 0 {
		return fmt.Errorf("no leader %q", l.Rest)
	}
	if s.Ill.Has(field.LeaderNo(i)) != (l.Word == "ill") {
		return fmt.Errorf("it is the other way round")
	}
	return nil
}

// expectNear compares the neighbours of a zone.
func (s Stage) expectNear(l cases.Line) error {
	name, want, _ := strings.Cut(l.Rest, ":")
	z, ok := s.Board.Zone(name)
	if !ok {
		return fmt.Errorf("no zone %q", name)
	}
	way := board.Any
	if l.Word == "entries" {
		way = board.BySea
	}
	return cases.Same(strings.Fields(want), IDs(s.ZoneTerms(s.Board.Near(z, way))))
}

// expectFate compares what became of a leader or a unit.
func (s Stage) expectFate(text string) error {
	name, want, _ := strings.Cut(text, " ")
	got := ""
	if i := s.Leader(name); i >= 0 {
		got = s.LeaderFate[i].ID()
	}
	if u := s.UnitNamed(name); u != field.NoUnit {
		got = s.UnitFate[u].ID()
	}
	if got == "" {
		got = "in-play"
	}
	if got != want {
		return fmt.Errorf("the fate is %s", got)
	}
	return nil
}

// expectCounter compares where a stratagem counter is.
func (s Stage) expectCounter(text string) error {
	id, want, _ := strings.Cut(text, " ")
	c, err := s.Chit(id)
	if err != nil {
		return err
	}
	got := "out"
	for side, name := range s.Board.Sides() {
		if s.Pool.Hand[side].Has(c) {
			got = name
		}
	}
	if s.Pool.Cup.Has(c) {
		got = "bowl"
	}
	return cases.Same([]string{want}, []string{got})
}

// Position implements [cases.Stage].
func (s Stage) Position() (all []cases.Line) {
	add := func(word, rest string) { all = append(all, cases.Line{Word: word, Rest: rest}) }
	for i, id := range s.Board.Sides() {
		side := adjudicator.Side(i)
		for z := range s.Board.All().All() {
			if here := IDs(s.Present(side, z)); len(here) > 0 {
				add("stands", id+" "+s.ZoneTerm(z).ID+": "+strings.Join(here, " "))
			}
		}
		all = append(all, s.written(side)...)
		add("hand", strings.Join(append([]string{id}, s.ChitIDs(s.Pool.Hand[side])...), " "))
	}
	add("advantage", s.Board.Sides()[s.Advantage])
	return append(all, s.written(adjudicator.Observer)...)
}
