package data

import (
	"fmt"
	"slices"
	"strings"
)

// printedScenarios is rule 10, line by line. A draw on the stock is written "2*P" or, of
// several types, "1*P|A", and "all*H" for what remains, "own" of the side itself.
var printedScenarios = map[string][]string{
	"10.1": {
		"turns 1 to 3, advantage sparta", "initiative of turn 1: sparta",
		"garrisons athens: citadel O6 O3 O1 O5 O2 O4", "garrisons sparta: O7 O8",
		"setup athens T12: Eucles H6 H5+ P5 P5", "setup athens T11: P5",
		"setup athens Thasos: Thucydide T7 H6+ H6+ H6 H6 P5 P5 A3 waits1",
		"turn 2 athens Thrace/Thasos: P5", "optional athens Thasos: Autocles T10 H6+ H6+ H6 P5+ P5+",
		"turn 1 sparta Macedonia: Brasidas Polydamidas H8+ H5+ H5+ H5+ H5+ H8+a H7 H7 H7 P6 C5",
		"turn 2 sparta Macedonia: P6 P6 C5", "optional sparta Macedonia: H7 H7 P5 P5 P5 C5",
	},
	"10.2": {
		"turns 4 to 6, advantage sparta", "main map not used",
		"garrisons athens: O5 O6", "garrisons sparta: O7 O3 O1 O4 O2 O8 citadel",
		"turn 4 athens Thasos: Nicias Nicostratos T20 T10 T10 T10a H6+ H6+ H6+ H6+ H6 H6 H6 H6 A3 A3 P5+ P5 P5 P5 P5",
		"optional athens Thasos: P5+ H5+",
		"setup sparta O1: Polydamidas H7 H7 H7 P6", "setup sparta O2: H7 H7 P6",
		"turn 4 sparta Macedonia: Brasidas H8+ H5+ H5+ H5+ H5+ P6 C5", "optional sparta Macedonia: P6 P6 C5",
		"award sparta 5 citadel:", "award athens 3 eion:", "award athens 5 garrisons: O1 O2",
	},
	"10.3": {
		"turns 7 to 9, advantage athens", "truce on the main map: 7", "withdrawn: S16",
		"garrisons athens: O1 O5 O6", "garrisons sparta: O7 O3 O4 O2 O8 citadel",
		"setup athens O2: P5+ P5+ A3 A3 C5",
		"turn 7 athens Thasos: Cleon Autocles T20 T10 H6+ H6+ H6+ H6+ H6 H6 H6 H6 C5 C5 C5 C5 H5+ H5+ H5 H5 P5 P5 P5 P5 P5 P5",
		"optional athens Thasos: T10 T7",
		"setup sparta T21: Brasidas H8+ H5+ H5+ H5+ H8+a H7 H7", "setup sparta T20: P6 P6 P6 C5 C5 C5",
		"setup sparta T12: Clearidas H5+ H8+a H7 P6 P6 P5 P5 P5", "setup sparta O4: Pasitelidas H7 H7 P5 C5",
		"setup sparta T11: C5 C5 C5 C5", "optional sparta Thrace: P5 C5", "award athens 2 shunned:",
	},
	"10.4": {
		"turns 0 to 9, advantage sparta", "initiative of turn 1: sparta", "truce on the main map: 4 5 6 7", "eliminated units return",
		"garrisons athens: O7 O1 O2 O3 O8 O4 O5 O6 citadel",
		"setup athens T12: Eucles H6 H5+ P5 P5", "setup athens T11: P5",
		"turn 1 athens Thasos: Thucydide T7 H6+ H6+ H6 H6 P5 P5 A3",
		"turn 2 athens Thrace/Thasos: 2*P", "turn 3 athens Thrace/Thasos: 1*P|A",
		"turn 4 athens Thasos: Nicias Nicostratos T20 T10 T10 T10a all*H-own",
		"turn 5 athens Thrace/Thasos: 2*P", "turn 6 athens Thrace/Thasos: 1*P|C",
		"turn 7 athens Thasos: Cleon Autocles C5 C5 C5 C5 all*H", "optional athens Thasos/Thrace: 2*T|H|C|P|A repeated",
		"turn 0 sparta Macedonia: Brasidas Polydamidas H8+ H5+ H5+ H5+ H5+ H8+a H7 H7 H7 P6 C5",
		"turn 2 sparta Macedonia: 2*P", "turn 3 sparta Macedonia: all*H",
		"turn 4 sparta Macedonia/Thrace: 2*P 2*C", "turn 5 sparta Macedonia/Thrace: 2*P 2*C",
		"turn 6 sparta Macedonia: Clearidas Pasitelidas 4*P", "optional sparta Macedonia/Thrace: 2*H|C|P|A repeated",
		"removed at any turn if the citadel is sparta: Eucles", "removed at turn 3 if the citadel is sparta: Thucydide",
		"removed at turn 6: Nicias Nicostratos T10a S16", "award athens 2 shunned:",
	},
}

func (a *audit) scenarios() {
	a.Want("number of scenarios", "rule 10", len(a.g.Scenarios), len(printedScenarios))
	for _, id := range []string{"10.1", "10.2", "10.3", "10.4"} {
		s := a.g.Scenario(id)
		if s == nil {
			a.Want("scenario "+id+" exists", "rule "+id, false, true)
			continue
		}
		a.Listed("scenario "+id, "rule "+id, a.g.describe(s), printedScenarios[id])
	}
}

// describe writes a scenario in the form of printedScenarios.
func (g *Game) describe(s *Scenario) []string {
	lines := []string{fmt.Sprintf("turns %d to %d, advantage %s", s.First, s.Last, SideIDs[s.Advantage])}
	if s.InitiativeTurn >= 0 {
		lines = append(lines, fmt.Sprintf("initiative of turn %d: %s", s.InitiativeTurn, SideIDs[s.Initiative]))
	}
	if s.WithoutMainMap {
		lines = append(lines, "main map not used")
	}
	if s.TruceTurns != nil {
		lines = append(lines, "truce on the main map: "+strings.Trim(fmt.Sprint(s.TruceTurns), "[]"))
	}
	if s.Returns {
		lines = append(lines, "eliminated units return")
	}
	if s.Withdrawn != nil {
		line := "withdrawn:"
		for _, n := range s.Withdrawn {
			line += fmt.Sprintf(" S%d", n)
		}
		lines = append(lines, line)
	}
	for side, id := range SideIDs {
		var held []string
		for i, of := range s.Garrisons {
			if of == Side(side) {
				held = append(held, g.Garrisons[i].ID)
			}
		}
		if held != nil {
			lines = append(lines, "garrisons "+id+": "+strings.Join(held, " "))
		}
	}
	for _, d := range s.Setup {
		lines = append(lines, "setup "+g.describeDeployment(d))
	}
	for _, d := range s.Arrivals {
		lines = append(lines, fmt.Sprintf("turn %d %s", d.Turn, g.describeDeployment(d)))
	}
	for _, d := range s.Optional {
		lines = append(lines, "optional "+g.describeDeployment(d))
	}
	for _, r := range s.Removals {
		lines = append(lines, g.describeRemoval(&r))
	}
	for _, a := range s.Awards {
		lines = append(lines, g.describeAward(&a))
	}
	return lines
}

func (g *Game) describeDeployment(d *Deployment) string {
	words := []string{g.Describe(&d.Deployment)}
	for _, x := range d.Stock {
		var types []string
		for _, t := range x.Types {
			types = append(types, t.String())
		}
		count := fmt.Sprint(x.Count)
		if x.Remaining {
			count = "all"
		}
		word := count + "*" + strings.Join(types, "|")
		if x.Band {
			word += "-own"
		}
		words = append(words, word)
	}
	if d.Waits >= 0 {
		words = append(words, fmt.Sprintf("waits%d", d.Waits))
	}
	if d.Repeated {
		words = append(words, "repeated")
	}
	return strings.Join(words, " ")
}

func shareWords(shares []Share) (words []string) {
	for _, u := range shares {
		words = append(words, slices.Repeat([]string{u.Class}, u.Count)...)
	}
	return words
}

func (g *Game) describeRemoval(r *Removal) string {
	line := "removed at any turn"
	if r.Turn >= 0 {
		line = fmt.Sprintf("removed at turn %d", r.Turn)
	}
	if r.IfCitadel {
		line += " if the citadel is " + SideIDs[r.Citadel]
	}
	line += ":"
	for _, l := range r.Leaders {
		line += " " + g.Leaders[l].ID
	}
	for _, word := range shareWords(r.Units) {
		line += " " + word
	}
	for _, n := range r.Stratagems {
		line += fmt.Sprintf(" S%d", n)
	}
	return line
}

func (g *Game) describeAward(a *Award) string {
	line := fmt.Sprintf("award %s %d %s:", SideIDs[a.Side], a.Points, a.For)
	for _, x := range g.Garrisons {
		if a.Garrisons.Has(x.Zone) {
			line += " " + x.ID
		}
	}
	return line
}
