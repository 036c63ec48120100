package data

import (
	"fmt"
	"slices"
	"strings"
)

// printedMonths: name, year, change of action points, free activation, rising
// supply, siege dice, attrition die (rules 2.B.1, 2.B.3.2, 6, 5.1, 6.4).
var printedMonths = []string{
	"august -411 +1 free rises 0 0", "september -411 +1 free rises 0 0", "october -411 +1 free rises 0 0",
	"november -411 +0 paid stays -1 0", "december -411 -1 paid stays -1 1", "january -410 -1 paid stays -1 1",
	"february -410 -1 paid stays -1 1", "march -410 +0 paid stays -1 0",
	"april -410 +1 free rises 0 0", "may -410 +1 free rises 0 0",
}

func (a *audit) months() {
	a.Want("number of months", "rule 10.1", len(a.g.Months), len(printedMonths))
	for i, want := range printedMonths {
		if i >= len(a.g.Months) {
			return
		}
		m := a.g.Months[i]
		activation, supply := "paid", "stays"
		if m.FreeActivation {
			activation = "free"
		}
		if m.SupplyRises {
			supply = "rises"
		}
		found := fmt.Sprintf("%s %d %+d %s %s %d %d", m.ID, m.Year, m.PA, activation, supply, m.Siege, m.Attrition)
		a.Want(fmt.Sprintf("month %d", i+1), "rules 2.B, 5.1, 6, 6.4", found, want)
		for total := 1; total <= 6; total++ {
			a.Want(fmt.Sprintf("action points of %s for a total of %d", m.ID, total), "rule 2.B.1",
				m.AdjustPA(total), printedPA(want, total))
		}
	}
}

// printedPA returns the action points of a line of printedMonths for a total:
// one more unless it is 5 or 6 already, one less unless it is 1 or 2.
func printedPA(month string, total int) int {
	switch strings.Fields(month)[2] {
	case "+1":
		return min(total+1, max(total, 5))
	case "-1":
		return max(total-1, min(total, 2))
	}
	return total
}

// printed101 is rule 10.1, printed102 what it becomes by rule 10.2. An
// underlined unit (T10_) starts weakened.
var printed101 = []string{
	"setup athens Sestos: T10 T4 T2 T2 H3 P2",
	"setup athens Cardia: P2",
	"setup sparta B1: T4 T4",
	"setup sparta Abydos: T10 T4 T2 H3 P2",
	"setup sparta Cyzique: P4",
	"september athens B3: Thrasybule Thrasyillos Chereas T20 T10 T10 T10 T10_ H4+ H4 H4 P4+ A2",
	"september sparta B3: Mindaros Hermocrate Hyppocrate T20 T10 T10 T10 T10 T10 T10_ H4+ H4 H3 P2 A2",
	"october athens B2: Alcibiade T10 T4 T4 H4+ A3+",
	"october athens B3: Tymochares T10 T10",
	"october sparta B3: Doreius T10 T4 T4 H3 A2",
	"october sparta T29: Pharnabaze C5+ P5",
	"november removes Thrasyillos",
	"february athens B3: Theramene T20 H3",
	"february athens B2: T4 T4 T2 T2 A2",
	"february sparta B3: Epicles T20 T2 T2 T2 H4+ A2",
	"february sparta T29: C5+",
	"optional athens B3: T20",
	"optional athens B2: T10",
	"optional sparta B3: T20",
	"optional sparta B1: T10",
	"from august to may, supply 3, choice S1 to S10 by athens then sparta, first draw 1",
}

var exchanges102 = strings.NewReplacer(
	"september athens B3: Thrasybule", "september athens B3: Alcibiade",
	"october athens B2: Alcibiade", "october athens B2: Theramene",
	"february athens B3: Theramene", "february athens B3: Thrasyillos",
)

func (a *audit) scenarios() {
	var printed102 []string
	for _, line := range printed101 {
		printed102 = append(printed102, exchanges102.Replace(line))
	}
	a.scenario("10.1", "rule 10.1", append(slices.Clone(printed101), "advantage sparta", "withdrawn:"))
	a.scenario("10.2", "rule 10.2", append(printed102, "advantage athens", "withdrawn: S1 S16 S17 S18 S23"))
}

func (a *audit) scenario(id, rule string, want []string) {
	s := a.g.Scenario(id)
	if s == nil {
		a.Want("scenario "+id+" exists", rule, false, true)
		return
	}
	a.Listed("scenario "+id, rule, a.g.describe(s), want)
	used := make([]int, len(a.g.Units))
	for _, d := range s.Deployments() {
		for _, u := range d.Units {
			used[u.Unit]++
		}
	}
	for i, n := range used {
		a.Want("scenario "+id+" uses "+a.g.Units[i].ID, rule, n, 1)
	}
}

// describe writes a scenario in the form of printed101.
func (g *Game) describe(s *Scenario) []string {
	var lines []string
	for _, d := range s.Setup {
		lines = append(lines, "setup "+g.Describe(d))
	}
	for _, d := range s.Arrivals {
		lines = append(lines, g.Months[d.Turn].ID+" "+g.Describe(d))
	}
	for _, r := range s.Removals {
		lines = append(lines, g.Months[r.Month].ID+" removes "+g.Leaders[r.Leader].ID)
	}
	for _, d := range s.Optional {
		lines = append(lines, "optional "+g.Describe(d))
	}
	var order []string
	for _, side := range s.StartChoice.Order {
		order = append(order, SideIDs[side])
	}
	lines = append(lines, fmt.Sprintf("from %s to %s, supply %d, choice S%d to S%d by %s, first draw %d",
		g.Months[s.First].ID, g.Months[s.Last].ID, s.Supply, s.StartChoice.From, s.StartChoice.To,
		strings.Join(order, " then "), s.StartChoice.FirstDraw))
	withdrawn := "withdrawn:"
	for _, n := range s.Withdrawn {
		withdrawn += fmt.Sprintf(" S%d", n)
	}
	return append(lines, "advantage "+SideIDs[s.Advantage], withdrawn)
}
