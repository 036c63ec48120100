package data

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Finding is one way in which data differ from what the rulebook fixes.
type Finding = board.Finding

// Check compares the data with every fact that the rulebook fixes about them, in the order
// map, cities, blocks, cards, tables, scenarios. It returns nothing for data that contradict
// nothing.
func Check(g *Game) []Finding {
	a := &audit{Audit: field.Audit{Map: g.Map}, g: g}
	a.theatres()
	a.seas()
	a.regions()
	a.cities()
	a.coasts()
	a.ways()
	a.blocks()
	a.sorts()
	a.events()
	a.cards()
	a.tables()
	a.scenarios()
	return a.Findings
}

// audit holds the data against the rulebook.
type audit struct {
	field.Audit
	g *Game
}

// of returns what stands in a province; a zone that there is not has nothing.
func (a *audit) of(id string) Province {
	if p := a.g.Province(a.Zone(id)); p != nil {
		return *p
	}
	return Province{Nation: None, Region: None, Loyalty: NoCity, Harbour: board.NoZone}
}

// at returns what there is to say of a sea.
func (a *audit) at(id string) Sea {
	if s := a.g.Sea(a.Zone(id)); s != nil {
		return *s
	}
	return Sea{}
}

func (a *audit) theatres() {
	m := a.g.Map
	within := func(t Theatre, k board.Kind) board.Set { return m.Tagged(t.String()).Intersect(m.OfKind(k)) }
	a.Want("the provinces of Persia", "rule 1.0", a.Names(within(Persia, board.Land)), "Lydia Phrygia")
	a.Want("the provinces of Italy", "rule 1.0", a.Names(within(Italy, board.Land)), "Crotona Taras")
	a.Want("the Gulf of Rhegium is of Sicily", "rule 1.0", a.at("RhegianGulf").Theatre, Sicily)
	var beside board.Set
	for _, id := range []string{"Taras", "Crotona"} {
		beside = beside.Union(a.of(id).Coasts)
	}
	a.Want("the seas of Italy lie beside Taras and Crotona", "rule 1.0", a.Names(within(Italy, board.Sea).Minus(beside)), "")
	for _, id := range strings.Fields("Lipara Syracuse Messine Rhegium Agrigente Gela") {
		a.Want(id+" is of Sicily", "rule 15.2", a.of(id).Theatre, Sicily)
	}
}

// seas are those that the rulebook names.
func (a *audit) seas() {
	m := a.g.Map
	for _, c := range [][2]string{{"AmbracianGulf", "rule 1.3"}, {"TyrrhenianSea", "rule 1.3"}, {"RhegianGulf", "rule 1.0"},
		{"TarasGulf", "rule 1.0"}, {"CorinthianGulf", "rule 5.2"}, {"SaronicGulf", "rule 8.22"}, {"Hellespont", "rule 8.22"},
		{"Marmara", "rule 8.22"}, {"ParosSea", "rule 9.21"}, {"AndrosSea", "rule 9.31"}} {
		a.Kind(c[0], c[1], board.Sea)
	}
	a.Want("the seas that feed Athens", "rule 8.22", a.Names(m.Tagged("grain")), "Hellespont Marmara SaronicGulf")
	a.Want("some lines are those of the high sea", "rule 1.2", m.EdgeTag("high") != 0, true)
	a.Want("some lines are straits", "rule 1.2", m.EdgeTag("strait") != 0, true)
	for i := range a.g.Seas {
		s := &a.g.Seas[i]
		a.Want("lines of "+m.Name(s.Zone)+" are either high sea or strait", "rule 1.2", a.Names(s.High.Intersect(s.Straits)), "")
		lands := m.OfKind(board.Land)
		a.Want("thick and double lines of "+m.Name(s.Zone)+" lie between seas", "rule 1.2", a.Names(s.High.Union(s.Straits).Intersect(lands)), "")
	}
}

// printedRegions are the cities of each region with their values, ports by an asterisk.
var printedRegions = []string{
	"Euboea: Chalcis 3* Eretria 2", "Chalcidice: Potidaea 2* Torone 2* Stagira 1", "Thrace: Amphipolis 3* Abdera 1* Maronea 2",
	"Propontis: Byzantium 3* Abydos 2* Cyzicus 1 Sestos 1", "Ionia: Miletus 2* Ephesus 3* Cyme 2 Erythrae 1 Cnidus 1*",
	"Sporades: Samos 3* Rhodes 2*", "Cyclades: Naxos 2* Andros 1*", "WesternIslands: Cephallenia 1 Zacynthos 1",
	"AeolianIsles: Chios 3* Lesbos 2*",
}

func (a *audit) regions() {
	found := make([]string, 0, len(a.g.Regions))
	for _, r := range a.g.Regions {
		a.Want(r.ID+" is a subject region", "rule 1.33", r.Subject, r.ID != "AeolianIsles")
		var cities []string
		for z := range r.Cities.All() {
			p := a.g.Province(z)
			star := ""
			if p.Port() {
				star = "*"
			}
			cities = append(cities, fmt.Sprintf("%s %d%s", a.g.Map.Name(z), p.Value, star))
			a.Want(a.g.Map.Name(z)+" is loyal to Athens", "rule 1.33", p.Loyalty, ToAthens)
		}
		slices.Sort(cities)
		found = append(found, r.ID+": "+strings.Join(cities, ", "))
	}
	want := make([]string, 0, len(printedRegions))
	for _, line := range printedRegions {
		id, list, _ := strings.Cut(line, ": ")
		words := strings.Fields(list)
		var cities []string
		for i := 0; i+1 < len(words); i += 2 {
			cities = append(cities, words[i]+" "+words[i+1])
		}
		slices.Sort(cities)
		want = append(want, id+": "+strings.Join(cities, ", "))
	}
	a.Lines("the cities of a region", "rule 1.33", found, want)
	subjects := a.nation("Subjects")
	for _, r := range a.g.Regions {
		if r.Subject {
			a.Want("the cities of "+r.ID+" are of the nation of subjects", "rule 1.32", r.Cities.Within(subjects.Cities), true)
		}
	}
}

// nation is the nation of that name, empty if there is none.
func (a *audit) nation(id string) Nation {
	if i := a.g.Nation(id); i != None {
		return a.g.Nations[i]
	}
	return Nation{Side: Nobody}
}

func (a *audit) cities() {
	value := func(rule string, want int, ids ...string) {
		sum := 0
		for _, id := range ids {
			sum += a.of(id).Value
		}
		a.Want("the value of "+strings.Join(ids, " and "), rule, sum, want)
	}
	value("rule 12.12", 4, "Thebes")
	value("rule 9.21", 1, "Stratos")
	value("rule 15.2", 4, "Plataea", "Amphipolis")
	value("rule 15.2", 3, "Leucas", "Pylos")
	for _, c := range [][3]string{{"Leucas", "AmbracianGulf", "rule 1.3"}, {"Lipara", "TyrrhenianSea", "rule 1.3"},
		{"Corinth", "CorinthianGulf", "rule 5.2"}, {"Athens", "SaronicGulf", "rule 8.22"}} {
		a.Want("the coastal sea of "+c[0], c[2], a.g.Map.Name(a.of(c[0]).Harbour), c[1])
	}
	for _, c := range [][3]string{{"Attica", "Athens Plataea", "rule 1.32"}, {"AeolianIsles", "Chios Lesbos", "rule 4.22"},
		{"Macedonia", "Pella", "rule 4.22"}} {
		a.Want("the cities of "+c[0], c[2], a.Names(a.nation(c[0]).Cities), c[1])
	}
	for _, c := range [][3]string{{"Leucas", "Ambracia", "rule 1.3"}, {"Corinth", "Corinth", "rule 1.32"}, {"Thebes", "Boeotia", "rule 4.22"},
		{"Corcyra", "Corcyra", "rule 12.0"}, {"Achaea", "Achaea", "rule 15.1"}, {"Odrysia", "Odrysia", "rule 2.27"}} {
		at, want := a.of(c[0]), a.g.Nation(c[1])
		a.Want("the nation of "+c[0], c[2], at.Nation != None && at.Nation == want, true)
	}
	a.Want("Macedonia has towns", "rule 4.22", a.nation("Macedonia").Towns.Empty(), false)
	a.Want("Odrysia has a town", "rule 2.27", a.nation("Odrysia").Towns.Empty(), false)
	a.Want("Achaea has a white city", "rule 15.1", a.of("Achaea").Loyalty, Neutral)
	for _, id := range strings.Fields("Sparta Messenia Pylos Corinth Thebes Leucas Pella Syracuse Gela") {
		a.Want(id+" is loyal to Sparta", "rule 1.31", a.of(id).Loyalty, ToSparta)
	}
	for _, id := range strings.Fields("Athens Plataea Stratos Naupactis Corcyra") {
		a.Want(id+" is loyal to Athens", "rule 1.31", a.of(id).Loyalty, ToAthens)
	}
	for _, n := range a.g.Nations {
		for z := range n.Cities.All() {
			if l := a.g.Province(z).Loyalty; l != Neutral {
				a.Want("the loyalty of "+a.g.Map.Name(z)+" is its nation's", "rule 1.31", l, To(n.Side))
			}
		}
	}
}

// coasts wants every coast to hang together but that of Corinth.
func (a *audit) coasts() {
	m := a.g.Map
	for i := range a.g.Provinces {
		p := &a.g.Provinces[i]
		if p.Coasts.Empty() {
			continue
		}
		one := m.Flood(p.Coasts.First(), board.BySea, p.Coasts) == p.Coasts
		a.Want(m.Name(p.Zone)+" has one coast", "rule 5.2", one, m.Name(p.Zone) != "Corinth")
		a.Want(m.Name(p.Zone)+" has a city or a town, not both", "rule 1.3", p.Town && p.City(), false)
	}
}

// ways are the movements that the examples tell of.
func (a *audit) ways() {
	m := a.g.Map
	a.Adjacent("Leucas", "Stratos", "rule 9.21", true)
	a.Adjacent("Stratos", "Naupactis", "rule 9.21", true)
	a.Want("a fleet goes from Leucas to Stratos along the coast", "rule 9.21", a.of("Leucas").Coasts.Meets(a.of("Stratos").Coasts), true)
	a.Adjacent("Hellespont", "Abydos", "rule 9.21", true)
	a.Adjacent("Samos", "ParosSea", "rule 9.21", true)
	a.Adjacent("Athens", "AndrosSea", "rule 9.31", true)
	a.Adjacent("Athens", "SaronicGulf", "rule 8.22", true)
	a.Adjacent("Corinth", "CorinthianGulf", "rule 5.2", true)
	a.Adjacent("Leucas", "AmbracianGulf", "rule 1.3", true)
	a.Adjacent("Lipara", "TyrrhenianSea", "rule 1.3", true)
	a.Adjacent("Sparta", "Messenia", "rule 4.0", true)
	a.Want("Sparta has a coast", "rule 4.0", a.of("Sparta").Coasts.Empty(), false)
	if from, to, shut := a.Zone("Sparta"), a.Zone("Corinth"), a.Zone("Argos"); from != board.NoZone {
		reached := m.Spread(from, board.ByLand, 2, board.SetOf(shut), board.Set{})
		a.Want("hoplites of Sparta reach Corinth past Argos", "rule 4.0", reached.Has(to), true)
	}
	a.voyage("Hellespont", "Athens", "rule 9.21", 6, 1, false)
	a.voyage("Samos", "Athens", "rule 9.21", 6, 0, true)
	a.voyage("Leucas", "Athens", "rule 9.21", 6, 99, false)
}

// voyage wants it to be possible, or not, that a fleet goes from one zone to another in so
// many moves and across so many lines of the high sea at the most.
func (a *audit) voyage(from, to, rule string, moves, lines int, want bool) {
	start, end := a.Zone(from), a.Zone(to)
	if start == board.NoZone || end == board.NoZone {
		a.Want("there are "+from+" and "+to, rule, false, true)
		return
	}
	m, seas := a.g.Map, a.g.Map.OfKind(board.Sea)
	high := m.EdgeTag("high")
	// fewest is the least number of lines to each zone after so many moves.
	fewest := map[board.Zone]int{start: 0}
	for range moves {
		next := map[board.Zone]int{}
		for z, n := range fewest {
			for _, e := range m.Edges(z) {
				if (z != start && !seas.Has(z)) || (!seas.Has(e.To) && e.To != end) || (!seas.Has(z) && !seas.Has(e.To)) {
					continue
				}
				cost := n
				if e.Tags&high != 0 {
					cost++
				}
				if had, ok := next[e.To]; !ok || cost < had {
					next[e.To] = cost
				}
			}
		}
		for z, n := range fewest {
			if had, ok := next[z]; !ok || n < had {
				next[z] = n
			}
		}
		fewest = next
	}
	n, ok := fewest[end]
	a.Want(fmt.Sprintf("a fleet goes from %s to %s in %d moves across %d lines", from, to, moves, lines), rule, ok && n <= lines, want)
}
