package field

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator/board"
)

// Audit gathers the ways in which data differ from what the rulebook fixes.
type Audit struct {
	Findings []board.Finding
	Map      *board.Map
}

// Want notes a finding when found, printed, is not what the rule wants.
func (a *Audit) Want(fact, rule string, found, want any) {
	f, w := fmt.Sprint(found), fmt.Sprint(want)
	if f != w {
		a.Findings = append(a.Findings, board.Finding{Fact: fact, Rule: rule, Found: f, Want: w})
	}
}

// Lines notes a finding for every line that is wanted and not found, and for every one
// that is found and not wanted.
func (a *Audit) Lines(fact, rule string, found, want []string) {
	for _, line := range want {
		if !slices.Contains(found, line) {
			a.Want(fact, rule, "nothing of the kind", line)
		}
	}
	for _, line := range found {
		if !slices.Contains(want, line) {
			a.Want(fact, rule, line, "nothing of the kind")
		}
	}
}

// Listed is Lines of lines in which the order of what stands after a colon does not matter.
func (a *Audit) Listed(fact, rule string, found, want []string) {
	a.Lines(fact, rule, canonical(found), canonical(want))
}

// canonical orders what stands after the colon of each line.
func canonical(lines []string) []string {
	lines = slices.Clone(lines)
	for i, line := range lines {
		if head, tail, ok := strings.Cut(line, ":"); ok {
			lines[i] = strings.TrimSpace(head + ": " + SortedWords(tail))
		}
	}
	return lines
}

// Zone returns the zone, or NoZone for one that the map lacks.
func (a *Audit) Zone(id string) board.Zone {
	z, _ := a.Map.Zone(id)
	return z
}

// Edge returns the edge from one zone to another, or nil.
func (a *Audit) Edge(from, to string) *board.Edge {
	x, y := a.Zone(from), a.Zone(to)
	if x == board.NoZone || y == board.NoZone {
		return nil
	}
	return a.Map.Edge(x, y)
}

// Kind wants a zone to be of a kind.
func (a *Audit) Kind(id, rule string, want board.Kind) {
	found := "no such zone"
	if z := a.Zone(id); z != board.NoZone {
		found = a.Map.Kind(z).String()
	}
	a.Want(fmt.Sprintf("%s is a %s zone", id, want), rule, found, want)
}

// Terrain wants a zone that there is to have a terrain.
func (a *Audit) Terrain(id, rule, want string) {
	if z := a.Zone(id); z != board.NoZone {
		a.Want("terrain of "+id, rule, a.Map.TerrainID(a.Map.Terrain(z)), want)
	}
}

// Adjacent wants two zones to be neighbours, or not to be.
func (a *Audit) Adjacent(from, to, rule string, want bool) {
	not := ""
	if !want {
		not = "not "
	}
	a.Want(from+" is "+not+"adjacent to "+to, rule, a.Edge(from, to) != nil, want)
}

// Users are the identifiers of the sides that may use a zone, in their order.
func (a *Audit) Users(z board.Zone) string {
	var sides []string
	for s, id := range a.Map.Sides() {
		if a.Map.OpenTo(s).Has(z) {
			sides = append(sides, id)
		}
	}
	return strings.Join(sides, " ")
}

// NeverEntered wants no movement to lead into a zone.
func (a *Audit) NeverEntered(z board.Zone, rule string) {
	for other := range a.Map.All().All() {
		if a.Map.Adjacent(other, z) {
			a.Want("no movement enters "+a.Map.Name(z), rule, "entered from "+a.Map.Name(other), "never entered")
		}
	}
}

// Leaders wants the leaders of each side to be those that are named, in alphabetical order.
func (a *Audit) Leaders(all []Leader, rule string, want [2]string) {
	var names [2][]string
	for _, l := range all {
		names[l.Side] = append(names[l.Side], l.ID)
	}
	for s, id := range a.Map.Sides() {
		a.Want("leaders of "+id, rule, SortedWords(strings.Join(names[s], " ")), want[s])
	}
}

// Names lists the zones of a set: "M5 T17", in alphabetical order.
func (a *Audit) Names(s board.Set) string {
	var ids []string
	for z := range s.All() {
		ids = append(ids, a.Map.Name(z))
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// SortedWords returns the words of s in alphabetical order.
func SortedWords(s string) string {
	words := strings.Fields(s)
	slices.Sort(words)
	return strings.Join(words, " ")
}
