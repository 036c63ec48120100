package amphipolis

import (
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/stage"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/ruletest"
)

// bare is a game with nothing on the map but the garrisons, of which Acanthus and Stagirus
// are Sparta's, and what the lines place: "athens T12: H6 2xP5w Cleon".
func bare(t *testing.T, options map[string]string, places ...string) *game {
	t.Helper()
	g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: "10.4", Options: options})
	if err != nil {
		t.Fatal(err)
	}
	g.Pool = draw.New(len(g.Counters))
	for _, id := range []string{"O7", "O8"} {
		g.faces[g.own.Garrison(id)] = sparta
	}
	for _, line := range places {
		if err := (stage.Stage{Battles: g.war()}).Place(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	g.beginPhase(athens)
	g.Phase.Acting = true
	return g
}

// names lists zones by their identifiers.
func names(g *game, zones board.Set) string {
	var ids []string
	for z := range zones.All() {
		ids = append(ids, g.Board.Name(z))
	}
	return strings.Join(ids, " ")
}

// Which walls shift the column, by the state of the marker: against who comes inwards, and
// between T7 and T12 without the marker by an option alone (5.1).
func TestWallsThatCountInCombat(t *testing.T) {
	for _, c := range []struct {
		way      string // from the outside to the inside
		columns  [3]int // without the marker, with it, destroyed
		optional [3]int // by the option
	}{
		{"T7 T12", [3]int{0, 2, 0}, [3]int{2, 2, 2}},
		{"T17 T11", [3]int{2, 2, 2}, [3]int{2, 2, 2}},
		{"T11 T12", [3]int{0, 2, 0}, [3]int{0, 2, 0}},
		{"T9 T11", [3]int{0, 2, 0}, [3]int{0, 2, 0}},
		{"T13 T11", [3]int{0, 2, 0}, [3]int{0, 2, 0}},
		{"T15 T11", [3]int{}, [3]int{}},
		{"T9 T10", [3]int{}, [3]int{}},
	} {
		for _, always := range []bool{false, true} {
			g := bare(t, nil)
			g.options.WallAlways = always
			from, to, _ := strings.Cut(c.way, " ")
			in, out := field.Entry{From: g.Board.MustZone(from)}, field.Entry{From: g.Board.MustZone(to)}
			for state := data.NoWall; state <= data.WallDestroyed; state++ {
				g.walls = state
				want := c.columns[state]
				if always {
					want = c.optional[state]
				}
				if got := g.wallPassed(in, g.Board.MustZone(to)); got != want {
					t.Errorf("%s, marker %d, option %v: %d columns, want %d", c.way, state, always, got, want)
				}
				if got := g.wallPassed(out, g.Board.MustZone(from)); got != 0 {
					t.Errorf("%s outwards, marker %d, option %v: %d columns", c.way, state, always, got)
				}
			}
		}
	}
}

// Where the beaten can go (4.2.2): over borders that a movement of theirs can cross, to rear
// bases beside the zone, from Eion to Thasos; on the map of operations to garrisons of their
// own and to rear bases.
func TestRefuges(t *testing.T) {
	for _, c := range []struct {
		side     adjudicator.Side
		from     string
		ships    bool
		places   []string
		options  map[string]string
		flotilla bool
		want     string
	}{
		{side: sparta, from: "T13", want: "T9 T10 T11 T14"},
		{side: sparta, from: "T13", flotilla: true, want: "T9 T10 T11 T14 T15"},
		{side: athens, from: "T13", flotilla: true, want: "T9 T10 T11 T14"},
		{side: sparta, from: "T11", want: "T9 T12 T13 T15 T17"},
		{side: sparta, from: "T11", places: []string{"athens T9: P5", "athens T13: Cleon"}, want: "T12 T13 T15 T17"},
		{side: sparta, from: "T23", want: "T22 T24 Macedonia"},
		{side: athens, from: "T23", want: "T22 T24"},
		{side: sparta, from: "T23", options: map[string]string{"retreat-to-base": "no"}, want: "T22 T24"},
		{side: athens, from: "T2", want: "T1 T3 T4 Thrace"},
		{side: athens, from: "T2", places: []string{"sparta Thrace: H7"}, want: "T1 T3 T4"},
		{side: athens, from: "T5", want: "T4 T10 T14"},
		{side: athens, from: "T5", places: []string{"athens M1: T7w"}, want: "T4 T10 T14 Thasos"},
		{side: athens, from: "T5", places: []string{"athens M2: T20"}, want: "T4 T10 T14"},
		{side: athens, from: "T5", places: []string{"athens M1: T7"}, options: map[string]string{"retreat-to-base": "no"}, want: "T4 T10 T14 Thasos"},
		{side: sparta, from: "O1", want: "O7 O8 Macedonia Thrace"},
		{side: sparta, from: "O7", want: "O8 Macedonia Thrace"},
		{side: sparta, from: "O1", places: []string{"athens O7: T10", "athens Thrace: P5"}, want: "O8 Macedonia"},
		{side: athens, from: "O1", want: "O2 O3 O4 O5 O6 Thasos Thrace"},
		{side: athens, from: "O1", ships: true, places: []string{"sparta O3: P5", "sparta O4: Brasidas"}, want: "O2 O4 O5 O6 Thasos"},
	} {
		g := bare(t, c.options, c.places...)
		g.flotilla = c.flotilla
		class := field.Land
		if c.ships {
			class = field.Naval
		}
		if got := names(g, g.Refuges(c.side, g.Board.MustZone(c.from), class)); got != c.want {
			t.Errorf("%s from %s, %v: %q, want %q", sideIDs[c.side], c.from, c.places, got, c.want)
		}
	}
}

// offered lists what a side can play in a combat with any counter in hand, as orders name it.
func offered(g *game, s adjudicator.Side, z board.Zone, attacker adjudicator.Side) (all []string) {
	b := &battle.Battle{Zone: z, Attacker: attacker}
	f := &chit.RuseForm{G: g.war().Chits, Side: s, In: battle.CombatSetting{G: g.war(), Battle: b}}
	g.OfferRuses(b, f)
	for _, r := range f.Offered {
		all = append(all, strings.TrimPrefix(ruletest.Written(chit.RuseAnswer{G: g.war().Chits, Ruse: r}.Words()), "play "))
	}
	return all
}

// What each side can play in a combat is a matter of the units that are there and next
// door, and of the map (7).
func TestRusesOfCombats(t *testing.T) {
	for _, c := range []struct {
		name     string
		places   []string
		zone     string
		side     adjudicator.Side
		flotilla bool
		want     string
	}{
		{"nothing", []string{"sparta T7: H7", "athens T7: H6"}, "T7", sparta, false, ""},
		{"arms", []string{"sparta T7: C5 P6w", "athens T7: H6"}, "T7", sparta, false, "S5,S6"},
		{"Spartans", []string{"sparta T7: H5+w", "athens T7: H6"}, "T7", sparta, false, "S7"},
		{"allies", []string{"sparta T7: H8+a 3xH7", "athens T7: H6"}, "T7", sparta, false, ""},
		{"no Spartans of Athens", []string{"sparta T7: H5+", "athens T7: 2xH6+"}, "T7", athens, false, ""},
		{"three enemies", []string{"sparta T7: H7", "athens T7: 2xH6 P5w"}, "T7", sparta, false, "S9 on H6 at T7,S9 on P5w at T7"},
		{"leaders and ships are none", []string{"sparta O2: H7", "athens O2: H6 P5 T10"}, "O2", sparta, false, ""},
		{"next door", []string{"sparta T7: H7", "sparta T12: 2xP6 H7w", "athens T7: H6"}, "T7", sparta, false,
			"S8 from T12,S10 P6 from T12,S10 H7w from T12"},
		{"over the river", []string{"sparta T17: H7", "sparta T16: P6", "athens T17: H6"}, "T17", sparta, false, "S8 from T16"},
		{"after S3", []string{"sparta T17: H7", "sparta T16: P6", "athens T17: H6"}, "T17", sparta, true, "S8 from T16,S10 P6 from T16"},
		{"S3 is Sparta's", []string{"athens T17: H6", "athens T16: A3", "sparta T17: H7"}, "T17", athens, true, "S8 from T16"},
		{"the bridge", []string{"sparta T11: H7", "sparta T15: P6", "athens T11: H6"}, "T11", sparta, false, "S8 from T15,S10 P6 from T15"},
		{"no zones next door", []string{"sparta O1: H7", "sparta O2: H7", "athens O1: H6"}, "O1", sparta, false, ""},
		{"rear bases", []string{"sparta T23: H7", "sparta Macedonia: H7", "athens T23: H6"}, "T23", sparta, false, ""},
		{"leaders", []string{"athens T7: H6 Cleon", "sparta T7: H7 Brasidas Polydamidas"}, "T7", athens, false, "S18 on Brasidas,S18 on Polydamidas"},
	} {
		g := bare(t, nil, c.places...)
		g.flotilla = c.flotilla
		got := offered(g, c.side, g.Board.MustZone(c.zone), athens)
		want := strings.FieldsFunc(c.want, func(r rune) bool { return r == ',' })
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// A zone that archers have closed to the active side is none that a surprise comes into,
// nor one to retreat to (7, S4).
func TestClosedByArchers(t *testing.T) {
	g := bare(t, nil, "athens T7: 2xH6", "athens T12: P5", "sparta T7: H7", "sparta T9: P6")
	g.Phase.Barred.Add(g.Board.MustZone("T7"))
	if got := offered(g, athens, g.Board.MustZone("T7"), athens); slices.Contains(got, "S10 P5 from T12") {
		t.Errorf("offered into a closed zone: %q", got)
	}
	if got := offered(g, sparta, g.Board.MustZone("T7"), athens); !slices.Contains(got, "S10 P6 from T9") {
		t.Errorf("closed to who does not move: %q", got)
	}
	if g.Refuges(athens, g.Board.MustZone("T12"), field.Land).Has(g.Board.MustZone("T7")) {
		t.Error("a retreat into a closed zone")
	}
}

// Ships and leaders who look on change nothing in the reckoning of a combat, and E strikes
// land units alone; of the two who fight each other neither (4.1, table).
func TestWhoIsDoomed(t *testing.T) {
	g := bare(t, nil, "athens O2: H6 T20 Cleon Nicias", "sparta O2: 2xH7 Brasidas Clearidas")
	b := &battle.Battle{Zone: g.Board.MustZone("O2"), Attacker: sparta}
	if r := g.war().Reckon(b); r.Strength != [2]int{6, 14} {
		t.Errorf("strengths %v", r.Strength)
	}
	for s, want := range [2][2]string{athens: {"H6", "Nicias"}, sparta: {"2xH7", "Clearidas"}} {
		units, men := g.Doomed(b, adjudicator.Side(s))
		if got := ruletest.Written(g.Naming(units, men)); got != strings.Join(want[:], " ") {
			t.Errorf("%s loses %q, want %v", sideIDs[s], got, want)
		}
	}
	g.Dismiss(g.champion[athens], field.Captured)
	if _, men := g.Doomed(b, sparta); !men.Has(g.champion[sparta]) {
		t.Error("without Cleon Brasidas lives")
	}
}
