package data

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator/bey/field"
)

// printedMix is the number of counters of each class that rule 10.1 uses: all
// deployments, reinforcements and optional reinforcements together.
var printedMix = [2]string{
	"T20:3 T10:9 T4:5 T2:4 H4+:2 H4:2 H3:2 P4+:1 P2:2 A3+:1 A2:2",
	"T20:3 T10:9 T4:5 T2:4 H4+:2 H4:1 H3:3 P5:1 P4:1 P2:2 A2:3 C5+:2",
}

func (a *audit) units() {
	for side, want := range printedMix {
		var found []string
		pf := 0
		for _, class := range a.classes(Side(side)) {
			found = append(found, fmt.Sprintf("%s:%d", class, a.count(Side(side), class)))
		}
		for _, u := range a.g.Units {
			if u.Side == Side(side) && u.Type.Naval() {
				pf += u.Full
			}
		}
		a.Want("counters of "+SideIDs[side], "rule 10.1", field.SortedWords(strings.Join(found, " ")), field.SortedWords(want))
		a.Want("PF of the navy of "+SideIDs[side], "rule 10.1", pf, 178)
	}
	for i := range a.g.Units {
		a.unit(&a.g.Units[i])
	}
}

// unit checks one counter: no ship has a bonus (rule 1.1), the reduced values
// that examples give, and who is Persian.
func (a *audit) unit(u *field.Unit) {
	a.Want("bonus of ship "+u.ID, "rule 1.1", u.Type.Naval() && u.Bonus, false)
	a.Want("PF of "+u.ID+" weakened are fewer", "rule 1.1", 0 < u.Reduced && u.Reduced < u.Full, true)
	switch u.Class {
	case "T10":
		a.Want("reduced PF of "+u.ID, "rule 10.1", u.Reduced, 5)
	case "T4":
		a.Want("reduced PF of "+u.ID, "rule 4.2.3", u.Reduced, 2)
	case "T2", "H3":
		a.Want("reduced PF of "+u.ID, "rule 4.2.3", u.Reduced, 1)
	}
	a.Want(u.ID+" is Persian", "rule 10.1", u.Ally == Persia, u.Side == Sparta && !u.Type.Naval() && u.Full == 5)
}

// classes returns the classes of counters that a side has, in file order.
func (a *audit) classes(s Side) []string {
	var classes []string
	for _, u := range a.g.Units {
		if u.Side == s && !slices.Contains(classes, u.Class) {
			classes = append(classes, u.Class)
		}
	}
	return classes
}

func (a *audit) count(s Side, class string) int {
	n := 0
	for _, u := range a.g.Units {
		if u.Side == s && u.Class == class {
			n++
		}
	}
	return n
}

func (a *audit) leaders() {
	a.Leaders(a.g.Leaders, "rule 10.1", [2]string{
		"Alcibiade Chereas Theramene Thrasybule Thrasyillos Tymochares",
		"Doreius Epicles Hermocrate Hyppocrate Mindaros Pharnabaze",
	})
	swords := [3]int{}
	for _, l := range a.g.Leaders {
		swords[l.Bonus]++
		ally := map[string]string{"Hermocrate": "syracuse", "Hyppocrate": "syracuse", "Epicles": "syracuse",
			"Doreius": "rhodes", "Pharnabaze": Persia}[l.ID]
		a.Want("origin of "+l.ID, "rule 1.2", strings.TrimSpace(l.Ally), ally)
	}
	a.Want("some leaders have a simple bonus", "rule 1.2", swords[1] > 0, true)
	a.Want("some leaders have a double bonus", "rule 1.2", swords[2] > 0, true)
	a.Want("some leaders have no bonus", "rule 1.2", swords[0] > 0, true)
}

// printedStratagems says of each text where it is played, in which combats, by
// whom, and what else rule 7 fixes about the counter.
var printedStratagems = []string{
	"S1 B.3 naval attacker defender nostraits", "S2 B.3 naval defender", "S3 B.3 naval attacker",
	"S4 B.3 attacker defender", "S5 D.5 attacker defender", "S6 B.3 attacker defender",
	"S7 B.3 land attacker defender", "S8 B.3 land naval attacker defender", "S9 C attacker",
	"S10 B.3 land naval attacker", "S11 D.3 attacker defender", "S12 D.3 attacker defender",
	"S13 B.2 attacker defender", "S14 B.2 attacker defender", "S15 B.3 land naval attacker defender",
	"S16 B.3 attacker defender", "S17 B.2 attacker defender permanent", "S18 B.2 attacker defender permanent",
	"S19 D.4 attacker defender", "S20 B.3 attacker defender", "S22 any attacker defender", "S23 D.5 attacker defender",
}

func (a *audit) stratagems() {
	found := make(map[string]string)
	for _, s := range a.g.Stratagems {
		words := append([]string{s.ID}, s.Phases...)
		for _, flag := range []struct {
			set  bool
			word string
		}{{s.Land, "land"}, {s.Naval, "naval"}, {s.Attacker, "attacker"}, {s.Defender, "defender"},
			{s.NoStraits, "nostraits"}, {s.Permanent, "permanent"}} {
			if flag.set {
				words = append(words, flag.word)
			}
		}
		found[s.ID] = strings.Join(words, " ")
	}
	a.Want("number of stratagem texts", "rule 7", len(a.g.Stratagems), len(printedStratagems))
	for _, want := range printedStratagems {
		id, _, _ := strings.Cut(want, " ")
		a.Want("use of stratagem "+id, "rule 7", found[id], want)
	}
}

func (a *audit) counters() {
	a.Want("number of stratagem counters", "published count", len(a.g.Counters), 21)
	faces := make(map[field.StratagemNo][]field.Colour)
	together := false
	for _, c := range a.g.Counters {
		for i, f := range c.Faces {
			faces[f.Stratagem] = append(faces[f.Stratagem], f.Colour)
			together = together || f.Stratagem == 18 && c.Faces[1-i].Stratagem == 10
		}
	}
	a.Want("S18 and S10 share a counter", "rule 2.A", together, true)
	var own [2]bool
	for _, s := range a.g.Stratagems {
		colours := faces[s.Number]
		a.Want(s.ID+" stands on a counter", "rule 7", len(colours) > 0, true)
		if s.Number > 10 {
			continue
		}
		neutral := s.Number == 4 || s.Number == 6
		for _, c := range colours {
			a.Want(s.ID+" is on a neutral face", "rule 10.1", c == field.Neutral, neutral)
			for side := range own {
				own[side] = own[side] || c.Of(Side(side))
			}
		}
	}
	for side, ok := range own {
		a.Want(SideIDs[side]+" has a coloured stratagem among S1 to S10", "rule 10.1", ok, true)
	}
}
