package data

import (
	"fmt"
	"slices"

	"keryx/adjudicator/board"
)

// Check compares the data with every fact that the rulebook fixes about them, in its order. It
// returns nothing for data that contradict nothing.
func Check(g *Game) []board.Finding {
	a := &audit{g: g}
	a.zones()
	a.leaders()
	a.counters()
	a.actions()
	a.tables()
	a.scenarios()
	return a.found
}

// audit holds the data against the rulebook.
type audit struct {
	g     *Game
	found []board.Finding
}

// want notes a fact that is found otherwise.
func (a *audit) want(fact, rule string, found, want any) {
	if fmt.Sprint(found) != fmt.Sprint(want) {
		a.found = append(a.found, board.Finding{Fact: fact, Rule: "rule " + rule, Found: fmt.Sprint(found), Want: fmt.Sprint(want)})
	}
}

// zone returns a zone that the rulebook names.
func (a *audit) zone(id, rule string) board.Zone {
	z, ok := a.g.Map.Zone(id)
	a.want("there is a zone "+id, rule, ok, true)
	return z
}

func (a *audit) zones() {
	for _, id := range []string{"Eubee", "Attique", "Hellespont", "Chalcidique"} {
		a.want(id+" is land and sea at once", "5.4", a.g.Map.Kind(a.zone(id, "5.4")), board.Mixed)
	}
	a.want("four zones are land and sea at once", "5.4", a.g.Map.OfKind(board.Mixed).Len(), 4)
	thermopylae := a.zone("Thermopyles", "5.4")
	a.want("Thermopylae is a mountain", "5.4", a.g.Terrain(thermopylae), "mountain")
	for _, id := range []string{"Lesbos", "Chios", "Samos", "Cos"} {
		z := a.zone(id, "14.1")
		a.want(id+" is a sea", "14.1", a.g.Map.Kind(z), board.Sea)
	}
	pindus := 0
	for z := range board.Zone(a.g.Map.Len()) {
		pindus += a.g.Pindus[z].Len()
		a.want("the way over the Pindus from "+a.g.Map.Name(z)+" is a way on land", "5.4", a.g.Pindus[z].Within(a.g.Land[z]), true)
	}
	a.want("the Pindus parts zones", "5.4", pindus > 0, true)
	for _, id := range []string{"Corinthe", "Argolide"} {
		a.want(id+" is in the Peloponnese", "11.2", a.g.Map.Tagged("peloponnese").Has(a.zone(id, "11.2")), true)
	}
	a.way("Troade", "Thessalie", 5)
	a.way("Laconie", "Thermopyles", 6)
	a.way("Thrace", "Eolide", 3)
}

// way wants a zone within so many of another on land.
func (a *audit) way(from, to string, steps int) {
	at := board.SetOf(a.zone(from, "5.1"))
	target := a.zone(to, "5.1")
	for n := 0; ; n++ {
		if at.Has(target) {
			a.want(from+" - "+to+" is a march of one turn", "5.1", n <= steps, true)
			return
		}
		next := at
		for z := range at.All() {
			next = next.Union(a.g.Land[z])
		}
		if next == at {
			a.want(from+" and "+to+" are joined by land", "5.1", false, true)
			return
		}
		at = next
	}
}

func (a *audit) leaders() {
	sides := [2]int{}
	for _, l := range a.g.Leaders {
		sides[l.Side]++
		a.want(l.ID+" has from one to five stars", "1.1", l.Stars >= 1 && l.Stars <= 5, true)
	}
	a.want("leaders of the Greeks", "14", sides[Greeks], 12)
	a.want("leaders of the Persians", "14", sides[Persians], 10)
}

func (a *audit) counters() {
	afloat := [2]int{}
	for i := range a.g.Kinds {
		k := &a.g.Kinds[i]
		if !k.Afloat() {
			a.want(k.ID+": the label has the strength and the class of morale", "1.2", k.Strength, int(k.Label[0]-'0'))
			continue
		}
		a.want(k.ID+" has 1 to 5 naval points", "9", k.Strength >= 1 && k.Strength <= 5, true)
		if k.City == "" {
			afloat[Persians] += k.Strength * k.Count
		} else {
			afloat[Greeks] += k.Strength * k.Count
		}
	}
	a.want("naval points of the Persians", "14.3", afloat[Persians], 39)
	a.want("naval points of the Greeks", "14", afloat[Greeks], 22)
	for id, n := range map[string]int{"4A-Athens": 4, "4A-Sparta": 5, "3A": 3, "3B": 3, "5C": 6, "6*D": 10} {
		k := a.g.kind(id)
		a.want("counters "+id, "14.3", k >= 0 && a.g.Kinds[k].Count == n, true)
	}
}

func (a *audit) actions() {
	c := a.g.Cost
	a.want("an interception costs 1", "6", c.Interception, 1)
	a.want("a voyage costs 1", "9.1", c.Voyage, 1)
	a.want("going aboard or ashore costs 1", "9.4", c.Embark, 1)
	a.want("entering Thermopylae costs 4 more", "5.4", c.Thermopylae, 4)
	a.want("crossing the Pindus costs 5 more", "5.4", c.Pindus, 5)
	counts, total := []int{}, 0
	for i, s := range a.g.Stratagems {
		a.want(s.ID+" is stratagem", "11.2", s.Number, i+1)
		counts = append(counts, s.Count)
		total += s.Count
	}
	a.want("how many of each stratagem there are", "11.2", counts, []int{2, 2, 1, 2, 1, 2, 1, 1, 1, 2, 1, 1})
	a.want("stratagems", "11.2", total, 17)
}

// tables holds the reconstructed tables against what the text says of the printed ones.
func (a *audit) tables() {
	most := 0
	for die := 2; die <= 9; die++ {
		for c := range len(a.g.Combat.Columns) {
			most = max(most, a.g.Combat.At(die, c).Points)
			a.want("the combat table gives no less further right", "7.7", c == 0 || a.g.Combat.At(die, c).Points >= a.g.Combat.At(die, c-1).Points, true)
		}
	}
	a.want("results of 10 and more can be reached", "7.3", most >= 10, true)
	for die := 1; die <= 7; die++ {
		for c := 1; c < len(a.g.Interception.Columns); c++ {
			a.want("an interception is no harder further right", "11.2", a.g.Interception.At(die, c) >= a.g.Interception.At(die, c-1), true)
		}
	}
	for zones := 2; zones <= 6; zones++ {
		for die := range 6 {
			a.want("the sixth column of naval attrition is the worst", "11.2", a.g.SeaWear.At(zones, die) >= a.g.SeaWear.At(zones-1, die), true)
		}
	}
}

func (a *audit) scenarios() {
	want := []struct {
		id                  string
		turns, year, cup    int
		land, afloat        [2]int // counters ashore and naval points
		decoys, fleets      [2]int
		phantoms            [2]int
		leaders, neutralLot [2]int
	}{
		{"14.1", 5, -495, 7, [2]int{14, 20}, [2]int{9, 10}, [2]int{1, 1}, [2]int{1, 1}, [2]int{1, 1}, [2]int{3, 3}, [2]int{0, 0}},
		{"14.2", 4, -490, 10, [2]int{16, 13}, [2]int{5, 20}, [2]int{1, 1}, [2]int{1, 2}, [2]int{1, 1}, [2]int{5, 3}, [2]int{0, 0}},
		{"14.3", 8, -480, 16, [2]int{28, 36}, [2]int{21, 39}, [2]int{2, 2}, [2]int{2, 2}, [2]int{2, 1}, [2]int{7, 8}, [2]int{11, 0}},
	}
	for _, w := range want {
		s := a.g.Scenario(w.id)
		if s == nil {
			a.want("there is a scenario", w.id, "none", w.id)
			continue
		}
		a.want("turns", w.id, s.Turns, w.turns)
		a.want("year", w.id, s.Year, w.year)
		a.want("stratagems in the cup", w.id, len(s.Cup), w.cup)
		a.want("decoys", w.id, s.Decoys, w.decoys)
		a.want("fleets", w.id, s.Fleets, w.fleets)
		a.want("decoy fleets", w.id, s.Phantoms, w.phantoms)
		var land, afloat, leaders [3]int
		for _, p := range s.Places {
			leaders[p.Side] += len(p.Leaders)
			for _, k := range p.Counters {
				if a.g.Kinds[k].Afloat() {
					afloat[p.Side] += a.g.Kinds[k].Strength
				} else {
					land[p.Side]++
				}
			}
		}
		a.want("counters ashore", w.id, [2]int(land[:2]), w.land)
		a.want("naval points", w.id, [2]int(afloat[:2]), w.afloat)
		a.want("leaders", w.id, [2]int(leaders[:2]), w.leaders)
		a.want("neutral counters", w.id, land[Neutral], w.neutralLot[0])
	}
}

// Origins says topic by topic how much of the data is reconstructed.
func Origins(g *Game) (lines []string) {
	topics := make([]string, 0, len(g.sources))
	for topic := range g.sources {
		topics = append(topics, topic)
	}
	slices.Sort(topics)
	for _, topic := range topics {
		all, ours := g.sources[topic], 0
		for _, s := range all {
			if s.Reconstructed() {
				ours++
			}
		}
		lines = append(lines, fmt.Sprintf("%s: %d of %d reconstructed", topic, ours, len(all)))
	}
	return lines
}
