package ford

import (
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
)

// Cased is the ruleset with cases.
type Cased struct{ *Rules }

// Bare implements [cases.Rules].
func (r Cased) Bare(s adjudicator.Setup) (adjudicator.Game, error) { return r.New(s) }

// Stage implements [cases.Rules].
func (r Cased) Stage(g adjudicator.Game) cases.Stage { return stage{g.(*Game)} }

// stage is a game as cases write it: "paces north 2", "loot south 1", "traps north 1",
// "blanks north 2" and "turns 3" are position and expectation. The parts of the turn are
// "turn", and "A", "C" and "D" with a side.
type stage struct{ *Game }

// Prepare implements [cases.Stage].
func (s stage) Prepare(l cases.Line) (bool, error) {
	m, n, err := s.marker(l)
	if m == nil || err != nil {
		return m != nil, err
	}
	m.set(n)
	return true, nil
}

// Expect implements [cases.Stage].
func (s stage) Expect(l cases.Line) (bool, error) {
	m, n, err := s.marker(l)
	if m == nil || err != nil {
		return m != nil, err
	}
	return true, cases.Same([]string{strconv.Itoa(n)}, []string{strconv.Itoa(m.get())})
}

// marker is a number of the game that a case can set and see.
type marker struct {
	get func() int
	set func(int)
}

// marker finds the number that a line names, and the value that it gives it; nil if it
// names none.
func (s stage) marker(l cases.Line) (*marker, int, error) {
	words := strings.Fields(l.Rest)
	value := func() (int, error) { return strconv.Atoi(words[len(words)-1]) }
	if l.Word == "turns" {
		n, err := value()
		return of(&s.Turns), n, err
	}
	kinds := map[string]func(side int) *marker{
		"paces":  func(side int) *marker { return of(&s.Paces[side]) },
		"loot":   func(side int) *marker { return of(&s.Loot[side]) },
		"traps":  func(side int) *marker { return s.chits(side, true) },
		"blanks": func(side int) *marker { return s.chits(side, false) },
	}
	kind := kinds[l.Word]
	if kind == nil {
		return nil, 0, nil
	}
	side := map[string]int{"north": 0, "south": 1}
	i, ok := side[words[0]]
	if !ok || len(words) != 2 {
		return &marker{}, 0, fmt.Errorf("not “%s SIDE NUMBER”", l.Word)
	}
	n, err := value()
	return kind(i), n, err
}

func of(n *int) *marker { return &marker{func() int { return *n }, func(v int) { *n = v }} }

// chits are the traps in a hand, or the blanks.
func (s stage) chits(side int, trap bool) *marker {
	return &marker{
		get: func() (n int) {
			for _, t := range s.Hands[side] {
				if t == trap {
					n++
				}
			}
			return n
		},
		set: func(n int) {
			for range n {
				s.Hands[side] = append(s.Hands[side], trap)
			}
		},
	}
}

// Part implements [cases.Stage].
func (s stage) Part(name string) (adjudicator.Game, bool) {
	name, who, _ := strings.Cut(name, " ")
	side := map[string]adjudicator.Side{"north": 0, "south": 1}[who]
	part, ok := map[string]func(*adjudicator.Table, adjudicator.Side){
		"A": s.draw, "C": s.act, "D": s.loot,
		"turn": func(t *adjudicator.Table, _ adjudicator.Side) { s.Turn(t) },
	}[name]
	return cases.Partly(s.Game, func(t *adjudicator.Table) bool { part(t, side); return s.result() != nil }), ok
}

// Position implements [cases.Stage].
func (s stage) Position() []cases.Line {
	all := []cases.Line{{Word: "turns", Rest: strconv.Itoa(s.Turns)}}
	for _, id := range []string{"north", "south"} {
		for _, word := range []string{"paces", "loot", "traps", "blanks"} {
			m, _, err := s.marker(cases.Line{Word: word, Rest: id + " 0"})
			if err != nil {
				panic(err) // the line is well formed
			}
			all = append(all, cases.Line{Word: word, Rest: fmt.Sprintf("%s %d", id, m.get())})
		}
	}
	return all
}

var _ cases.Rules = Cased{}
