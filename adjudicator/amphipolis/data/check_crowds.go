package data

import (
	"fmt"
	"strings"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// crowds asserts that what is set up fits where it stands, and what follows from the
// zones that are full (B15, B16, B24), and that 10.2 leaves the main map alone (B22).
func (a *audit) crowds() {
	for i := range a.g.Scenarios {
		s := a.g.Scenarios[i]
		for _, d := range s.Setup {
			n := len(d.Units)
			over, _ := a.Map.Limit(d.Zones[0], board.AllUnits).Over(n, 0)
			a.Want(fmt.Sprintf("scenario %s: %d units of %s fit in %s", s.ID, n, SideIDs[d.Side], a.Map.Name(d.Zones[0])), "rule 3.3, "+s.ID, over, 0)
		}
		if s.WithoutMainMap {
			for _, d := range s.Deployments() {
				for _, z := range d.Zones {
					kind := a.Map.Kind(z)
					a.Want("B22: scenario "+s.ID+" does not use "+a.Map.Name(z), "rule "+s.ID, kind == board.Mixed || kind == board.Base, true)
				}
			}
			var truces int
			for t := s.First; t <= s.Last; t++ {
				if a.g.Turns[t].Armistice {
					truces++
				}
			}
			a.Want("B22: turns of armistice in scenario "+s.ID, "rule "+s.ID, truces, 3)
		}
	}
	for _, c := range []struct {
		fact, zone string
		units      int
		full       bool
	}{{"B15: T20 is not wet, for", "T20", 6, false}, {"B16: T21 is full, for", "T21", 7, true}, {"B16: T12 is full, for", "T12", 8, true}} {
		n := a.standing("10.3", c.zone)
		a.Want(c.fact+" so many units start there", "rule 3.3, 10.3", n, c.units)
		if z := a.Zone(c.zone); z != board.NoZone {
			limit := a.Map.Limit(z, board.AllUnits).Units
			a.Want(c.fact+" they are within its limit, and as many as it holds", "rule 3.3, 10.3", []bool{n <= limit, n == limit}, []bool{true, c.full})
		}
	}
	for _, id := range []string{"10.1", "10.4"} {
		a.Want("B24: units that start in T5, scenario "+id, "rule "+id, a.standing(id, "T5"), 0)
	}
}

// standing is how many units a scenario sets up in a zone.
func (a *audit) standing(scenario, zone string) (n int) {
	s, z := a.g.Scenario(scenario), a.Zone(zone)
	if s == nil {
		return 0
	}
	for _, d := range s.Setup {
		if d.Zones[0] == z {
			n += len(d.Units)
		}
	}
	return n
}

// arrivals plays the arrivals of 10.4 as if nothing were ever lost, and asserts what
// remains for the draws of whole types (B23) and of what the stock of P consists (M38).
func (a *audit) arrivals() {
	s := a.g.Scenario("10.4")
	if s == nil {
		return
	}
	stock := [2]map[string]int{{}, {}}
	for _, u := range a.g.Units {
		stock[u.Side][u.Class]++
	}
	for _, d := range s.Setup {
		for _, u := range d.Units {
			stock[d.Side][a.g.Units[u.Unit].Class]--
		}
	}
	want := map[string]string{"3 sparta": "H7:2 H8+a:1", "4 athens": "H6+:2 H6:1", "7 athens": "H5+:1 H5:2"}
	for _, d := range s.Arrivals {
		if d.Turn == 2 && d.Side == Sparta {
			a.Want("M38: peltasts in the stock of Sparta at turn 2", "rule 10.4", a.left(stock[d.Side], d.Side, Draw{Types: []field.UnitType{field.Peltasts}}), "P5:5 P6:4")
		}
		for _, u := range d.Units {
			stock[d.Side][a.g.Units[u.Unit].Class]--
		}
		for _, x := range d.Stock {
			if !x.Remaining {
				continue
			}
			key := fmt.Sprintf("%d %s", d.Turn, SideIDs[d.Side])
			a.Want("B23: hoplites that come at turn "+key+" when nothing is lost", "rule 10.4", a.left(stock[d.Side], d.Side, x), field.SortedWords(want[key]))
			for _, u := range a.g.Units {
				if a.drawn(&u, d.Side, x) {
					stock[d.Side][u.Class] = 0
				}
			}
		}
	}
	for side := range stock {
		a.Want("B23: hoplites of "+SideIDs[side]+" that have not come by the end", "rule 10.4",
			a.left(stock[side], Side(side), Draw{Types: []field.UnitType{field.Hoplites}}), "")
	}
}

// drawn reports whether a draw of a side may take a unit.
func (a *audit) drawn(u *field.Unit, side Side, x Draw) bool {
	for _, t := range x.Types {
		if u.Side == side && u.Type == t && (u.Ally == "" || !x.Band) {
			return true
		}
	}
	return false
}

// left lists what of a stock a draw may take: "H6:1 H6+:2".
func (a *audit) left(stock map[string]int, side Side, x Draw) string {
	var words []string
	for _, u := range a.g.Units {
		if u.Number == 1 && a.drawn(&u, side, x) && stock[u.Class] > 0 {
			words = append(words, fmt.Sprintf("%s:%d", u.Class, stock[u.Class]))
		}
	}
	return field.SortedWords(strings.Join(words, " "))
}
