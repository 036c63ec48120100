package data

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// printedMix is the number of counters of each class that the scenarios 10.1 to 10.3 use
// at most, the reduced force points that follow from rule 1.2.1, and "a" for those
// without the white band.
var printedMix = [2]string{
	"T20:1/10 T10:2/5 T10a:1/5a T7:1/3 H6+:4/3 H6:4/3 H5+:2/3a H5:2/2a P5+:2/3 P5:6/2a A3:2/1a C5:5/2",
	"H8+:1/4 H5+:4/3 H8+a:2/4a H7:5/3a P6:5/3a P5:5/2a C5:9/2a",
}

func (a *audit) units() {
	total := [2]int{32, 31}
	for side, want := range printedMix {
		var found []string
		n := 0
		for i := range a.g.Units {
			u := &a.g.Units[i]
			if u.Side != Side(side) {
				continue
			}
			n++
			if u.Number == 1 {
				line := fmt.Sprintf("%s:%d/%d", u.Class, a.count(u.Side, u.Class), u.Reduced)
				if u.Ally == Allied {
					line += "a"
				}
				found = append(found, line)
			}
		}
		a.Want("counters of "+SideIDs[side], "rule 1.2.1, 10.1 to 10.3", field.SortedWords(strings.Join(found, " ")), field.SortedWords(want))
		a.Want("number of counters of "+SideIDs[side], "rule 10.1 to 10.3", n, total[side])
	}
	for _, u := range a.g.Units {
		half := u.Full / 2
		if u.Bonus {
			half = (u.Full + 1) / 2
		}
		a.Want("PF of "+u.ID+" weakened", "rule 1.2.1", u.Reduced, half)
		a.Want("bonus of ship "+u.ID, "rule 10", u.Type.Naval() && u.Bonus, false)
	}
	spartiates := 0
	for _, u := range a.g.Units {
		if u.Side == Sparta && u.Type == field.Hoplites && u.Ally == "" {
			spartiates++
		}
	}
	a.Want("Spartan hoplites with a white band", "rule 7, S7", spartiates, 5)
	a.Want("hoplites of 8 PF with a bonus that are allies of Sparta", "rule 1.2, M1", a.count(Sparta, "H8+a"), 2)
	a.mix()
}

// mix asserts that the counters are exactly what the scenarios 10.1 to 10.3 need.
func (a *audit) mix() {
	most := [2]map[string]int{{}, {}}
	for _, id := range []string{"10.1", "10.2", "10.3"} {
		s := a.g.Scenario(id)
		if s == nil {
			continue // scenarios tells of it
		}
		used := [2]map[string]int{{}, {}}
		for _, d := range s.Deployments() {
			for _, u := range d.Units {
				class := a.g.Units[u.Unit].Class
				used[d.Side][class]++
				most[d.Side][class] = max(most[d.Side][class], used[d.Side][class])
			}
		}
	}
	for _, u := range a.g.Units {
		if u.Number == 1 {
			a.Want("counters of class "+u.Class+" that "+SideIDs[u.Side]+" needs", "rule 10.1 to 10.3", most[u.Side][u.Class], a.count(u.Side, u.Class))
		}
	}
}

func (a *audit) leaders() {
	a.Leaders(a.g.Leaders, "rule 10", [2]string{"Autocles Cleon Eucles Nicias Nicostratos Thucydide", "Brasidas Clearidas Pasitelidas Polydamidas"})
	swords := map[int]bool{}
	for _, l := range a.g.Leaders {
		swords[l.Bonus] = true
		switch l.ID {
		case "Clearidas":
			a.Want("bonus of Clearidas", "rule 4.3.1, M13", l.Bonus, 1)
		case "Brasidas":
			a.Want("Brasidas has a bonus", "rule 4.3.2, M15", l.Bonus > 0, true)
		}
	}
	a.Want("some leader has a triple bonus", "rule 1.2.2, 4.3.1", swords[3], true)
	a.Want("some leader has a simple bonus", "rule 1.2.2", swords[1], true)
	a.Want("some leader has none", "rule 1.2.2", swords[0], true)
}

func (a *audit) garrisons() {
	a.Want("number of garrisons", "rule 1.2.3", len(a.g.Garrisons), 9)
	var zones board.Set
	for _, x := range a.g.Garrisons {
		zones.Add(x.Zone)
		for side, va := range x.VA {
			none := x.ID == Citadel && Side(side) == Sparta
			a.Want("the "+SideIDs[side]+" face of "+x.ID+" has an allegiance", "rule 1.2.3", va > 0, !none)
			a.Want("allegiance of "+x.ID+" is one that a blockade knows", "rule 4.3.3", va >= 3 && va <= 6 || va == 0, true)
		}
	}
	a.Want("zones with a garrison", "rule 1.2.3", a.Names(zones), "O1 O2 O3 O4 O5 O6 O7 O8 T12")
	if n := a.g.Garrison(Citadel); n >= 0 {
		a.Want("where the citadel stands", "rule 1.1.1, 4.3.4", a.Map.Name(a.g.Garrisons[n].Zone), "T12")
	}
	for _, c := range []struct {
		name, rule string
		pf, va     int
	}{{"Toronè", "rule 4.3.1, M12, M13", 4, 6}, {"Sanè", "rule 4.3.3, M16, M17", 3, 5}} {
		for _, x := range a.g.Garrisons {
			if x.Names.FR == c.name {
				a.Want("garrison of "+c.name, c.rule, fmt.Sprintf("%d PF, %d", x.PF, x.VA), fmt.Sprintf("%d PF, %d", c.pf, [2]int{c.va, c.va}))
			}
		}
	}
	for _, x := range a.g.Garrisons {
		if x.ID != Citadel {
			a.Want("garrison "+x.ID+" is called as its zone", "rule 1.2.3", x.Names, a.Map.Place(x.Zone).Names)
			a.Want("garrison "+x.ID+" stands in its zone", "rule 1.2.3", a.Map.Name(x.Zone), x.ID)
		}
	}
}

// printedTurns: number, season and year, armistice, dice, change of action points,
// attrition, least throw for walls (rules 2.B.1, 5.1, 6). The seasons follow from three
// months a turn and from the example of B.1.
var printedTurns = []string{
	"0 summer -424 war 2 +1 0 5", "1 autumn -424 war 2 +1 0 5", "2 winter -424 war 2 -1 1 5", "3 spring -423 war 2 +0 0 5",
	"4 summer -423 armistice 1 +1 -1 4", "5 autumn -423 armistice 1 +1 -1 4", "6 winter -423 armistice 1 -1 0 4", "7 spring -422 armistice 1 +0 -1 4",
	"8 summer -422 war 2 +1 0 6", "9 autumn -422 war 2 +1 0 6",
}

func (a *audit) turns() {
	var found []string
	for n, t := range a.g.Turns {
		peace := "war"
		if t.Armistice {
			peace = "armistice"
		}
		found = append(found, fmt.Sprintf("%d %s %d %s %d %+d %d %d", n, t.ID, t.Year, peace, t.Dice, t.PA, t.Attrition, t.Wall))
		for sum := t.Dice; sum <= 6*t.Dice; sum++ {
			want := (sum + 1) / 2
			switch t.ID {
			case "summer", "autumn":
				want++
			case "winter":
				want = max(want-1, min(want, 2))
			}
			a.Want(fmt.Sprintf("action points of turn %d for %d", n, sum), "rule 2.B.1, M3, M19, M20", t.Points(sum), want)
		}
		// The season and the armistice alone decide about attrition (6).
		want := 0
		if t.ID == "winter" {
			want++
		}
		if t.Armistice {
			want--
		}
		a.Want(fmt.Sprintf("attrition of turn %d", n), "rule 6", t.Attrition, want)
	}
	a.Lines("turns", "rule 0.2, 2.B.1, 5.1, 6", found, printedTurns)
}

// printedStratagems says of each text where it is played, whether in a combat, by whom,
// what side it names, whether on the main map only, and whether for good (rule 7).
var printedStratagems = []string{
	"S1 D.2 D.4 athens", "S2 B.3 sparta mainmap", "S3 B.2 sparta mainmap permanent", "S4 B.3",
	"S5 B.3 combat attacker defender", "S6 B.3 combat attacker defender", "S7 B.3 combat attacker defender sparta",
	"S8 B.3 combat attacker defender mainmap", "S9 B.3 combat attacker defender", "S10 B.3 combat attacker defender mainmap",
	"S11 B.3 athens mainmap", "S12 D.3", "S13 D.3", "S14 B.2", "S15 B.2", "S16 B.2 sparta", "S17 D.5",
	"S18 B.3 combat attacker defender", "S19 D.5 attacker", "S20 D.5 attacker", "S21 B.3", "S22 any",
}

func (a *audit) stratagems() {
	var found []string
	for _, s := range a.g.Stratagems {
		words := append([]string{s.ID}, s.Phases...)
		for _, flag := range []struct {
			set  bool
			word string
		}{{s.Combat, "combat"}, {s.Attacker, "attacker"}, {s.Defender, "defender"}, {slices.Contains(s.Sides, Athens), "athens"},
			{slices.Contains(s.Sides, Sparta), "sparta"}, {s.MainMap, "mainmap"}, {s.Permanent, "permanent"}} {
			if flag.set {
				words = append(words, flag.word)
			}
		}
		found = append(found, strings.Join(words, " "))
	}
	a.Lines("use of stratagems", "rule 7", found, printedStratagems)
}

func (a *audit) counters() {
	a.Want("number of stratagem counters", "published count", len(a.g.Counters), 21)
	faces := make(map[field.StratagemNo][]field.Colour)
	together := false
	for _, c := range a.g.Counters {
		usable := [2]bool{}
		for i, f := range c.Faces {
			faces[f.Stratagem] = append(faces[f.Stratagem], f.Colour)
			together = together || f.Stratagem == 3 && c.Faces[1-i].Stratagem == 15
			for side := range usable {
				usable[side] = usable[side] || f.Colour.PlayableBy(Side(side))
			}
		}
		a.Want("both sides can use "+c.ID, "rule 7", usable, [2]bool{true, true})
	}
	a.Want("S3 and S15 share a counter", "rule 2.A, M2", together, true)
	for _, s := range a.g.Stratagems {
		colours := faces[s.Number]
		copies := 2
		if s.Number == 3 || s.Number == 16 {
			copies = 1
		}
		a.Want(fmt.Sprintf("faces of %s", s.ID), "published count", len(colours), copies)
		for _, c := range colours {
			for _, side := range s.Sides {
				a.Want(s.ID+" has the colour of the side that it names", "rule 7", c.Of(side), true)
			}
			if s.Number == 4 {
				a.Want("S4 serves Athens, which alone has archers", "rule 7, 10", c.Of(Athens), true)
			}
		}
	}
}

// count returns how many counters of a class a side has.
func (a *audit) count(s adjudicator.Side, class string) (n int) {
	for _, u := range a.g.Units {
		if u.Side == s && u.Class == class {
			n++
		}
	}
	return n
}
