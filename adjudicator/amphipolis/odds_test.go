package amphipolis

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/stage"
	"keryx/orders"
	"keryx/templates"
)

// The chances of the family's combats and attrition are told of this game too, by its own
// modifiers and its own table.
func TestChancesOfTheFamily(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for line, want := range map[string][]string{
		"odds land in T11 2xH6 against P5 P6":    {"Column 1:1, shifted to 2:1", "12 PF fight"},
		"odds land in T11 2xP5 against H7":       {"Column 1:1, shifted to 2:3"},
		"odds attrition in T7 2xH6, turn 6":      {"No loss", "One unit is weakened", "Half of the units are weakened", "All units are weakened"},
		"odds land in T11 H6 against P5, turn 5": {"Column 1:1"},
	} {
		rs := Default().(*ruleset)
		g, err := rs.empty(adjudicator.Setup{Scenario: "10.4"})
		if err != nil {
			t.Fatal(err)
		}
		st, fault := orders.ParseStatement(line)
		if fault != nil {
			t.Fatal(fault)
		}
		answer, faults := odds.Ask(model{g, true}, rs.Lexicon(), adjudicator.Position{}, st)
		if len(faults) > 0 {
			t.Errorf("%q: %s", line, p.Diagnostic(faults[0]))
			continue
		}
		var told []string
		for _, phrase := range answer.Told() {
			told = append(told, p.Phrase(phrase))
		}
		all := strings.Join(told, "\n")
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("%q is answered without %q:\n%s", line, w, all)
			}
		}
		sum := 0.0
		for _, c := range answer.Chances {
			sum += c.Value
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("%q: the chances add up to %v", line, sum)
		}
	}
}

// chancesOf answers a question as it is sent, and returns the chances in their order and what
// is said.
func chancesOf(t *testing.T, p *templates.Printer, at adjudicator.Position, line string) (values []float64, all string, faults []*orders.Diagnostic) {
	t.Helper()
	st, fault := orders.ParseStatement(line)
	if fault != nil {
		t.Fatal(fault)
	}
	answer, faults, err := Default().(*ruleset).Reckon(at, st)
	if err != nil {
		t.Fatal(err)
	}
	told := []string{p.Phrase(answer.Title)}
	for _, phrase := range answer.Told() {
		told = append(told, p.Phrase(phrase))
	}
	for _, c := range answer.Chances {
		values = append(values, c.Value*6)
	}
	return values, strings.Join(told, "\n"), faults
}

// Chances worked out by hand with the rulebook, in sixths, in the order in which they are
// told: the success of sieges and works first, and for attrition no loss, one, half, all.
func TestOddsByHand(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for _, c := range []struct {
		line string
		want []float64
		says string
	}{
		// M27: Clearidas' 1 and the 2 of S19 bring a three to the 6 of Torone.
		{"odds negotiate Torone P5 Clearidas, play S19", []float64{4, 2}, "Diplomacy of Sparta: Torone"},
		{"odds negotiate Torone P5 Clearidas", []float64{2, 4}, ""},
		// M28: eleven units to Torone's four are 2 to 1, which the die must not exceed; Brasidas
		// takes 1 from it and S20 another.
		{"odds assault O4 H8+ 2xH8+a 4xH5+ 4xH7 Brasidas, play S20", []float64{4, 2}, "Assault of Sparta: Torone"},
		{"odds assault O4 H8+ 2xH8+a 4xH5+ 4xH7 Brasidas", []float64{3, 3}, ""},
		// M17, M17c, M29b: a six at Sane, five at Acanthus, and one less with S20.
		{"odds blockade Sane H6 A3", []float64{1, 5}, "Blockade of Athens: Sane"},
		{"odds blockade Acanthus H6 A3", []float64{2, 4}, ""},
		{"odds blockade Acanthus H6 A3, play S20", []float64{3, 3}, ""},
		// A1, M31, M31b: clear ground, thirty PF, winter in the armistice are +2.
		{"odds attrition in T7 6xP5 C5w, turn 6", []float64{2, 1, 1, 2}, "Half of the units"},
	} {
		got, all, faults := chancesOf(t, p, adjudicator.Position{}, c.line)
		if len(faults) > 0 {
			t.Errorf("%q: %s", c.line, p.Diagnostic(faults[0]))
			continue
		}
		if len(got) != len(c.want) || !strings.Contains(all, c.says) {
			t.Errorf("%q: %v, want %v with %q:\n%s", c.line, got, c.want, c.says, all)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-9 {
				t.Errorf("%q: %v sixths, want %v:\n%s", c.line, got, c.want, all)
				break
			}
		}
	}
}

// What a rule forbids is not answered with chances but with the rule.
func TestOddsRefused(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for line, code := range map[string]string{
		"odds blockade Acanthus H6":                              "siege-ring",          // M29
		"odds negotiate citadel H6 Cleon":                        "citadel-no-talks",    // 4.3.4
		"odds blockade citadel 3xH6":                             "citadel-no-blockade", // 4.3.4
		"odds assault Torone 4xH5+ 3xH7 Brasidas, play S19":      "odds-ruse",           // M27c
		"odds assault Torone 4xH5+ 3xH7 Brasidas, counter S20":   "odds-ruse",
		"odds negotiate T7 H8+ Clearidas":                        "odds-no-siege",
		"odds works, turn 17":                                    "odds-no-turn",
		"odds works, play S3":                                    "odds-no-ruse",
		"odds works, wall painted":                               "keyword-expected",
		"odds land in T12 4xH6+ against H7, play S9 on H6w":      "odds-ruse",
		"odds land in M1 H6 against H7":                          "odds-no-land",
		"odds attrition in Thasos H6":                            "odds-no-attrition",
		"odds nothing":                                           "odds-kind",
		"odds land in T12 4xH6+ against H7 2xP5, wall built now": "left-over",
		"odds land in T12 4xH6+ against H7 2xP5, from T21":       "not-adjacent",
	} {
		if _, all, faults := chancesOf(t, p, adjudicator.Position{}, line); len(faults) != 1 || faults[0].Code != code {
			t.Errorf("%q: %v, want %s: %s", line, faults, code, all)
		} else if text := p.Diagnostic(faults[0]); strings.ContainsAny(text, "‹›") {
			t.Errorf("%q: %s", line, text)
		}
	}
}

// Works, walls, surprises and the dice of Brasidas and Cleon count in what is told.
func TestOddsOfThisGameAlone(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for line, says := range map[string]string{
		"odds works, turn 5": "Works of Sparta, turn 5",
		"odds land in T11 H6 against H7 2xP5, also athens in T9 H6, play S10 H6 from T9":        "12 PF fight",
		"odds land in T12 H6 Cleon against H7 Brasidas":                                         "Cleon dies in 21 of 216 cases: 9.7%",
		"odds land in T11 2xH6 against H7 2xP5, also athens in T9 H6, play S8 from T9":          "15 PF fight",
		"odds land in T11 3xH6 against H7 2xP5, also sparta in T9 P5, counter S9 on H6, turn 2": "12 PF fight",
	} {
		_, all, faults := chancesOf(t, p, adjudicator.Position{}, line)
		if len(faults) > 0 {
			t.Errorf("%q: %s", line, p.Diagnostic(faults[0]))
		} else if !strings.Contains(all, says) {
			t.Errorf("%q is answered without %q:\n%s", line, says, all)
		}
	}
}

// In a situation the garrisons, the walls, the turn and the besiegers are those that it has.
func TestOddsInASituation(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	rs := Default().(*ruleset)
	setup := adjudicator.Setup{Scenario: "10.4"}
	g, err := rs.empty(setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, stack := range []string{"sparta O4: H8+ 4xH5+ 3xH7 Brasidas", "athens O7: H6 A3", "athens T7: 2xH6", "sparta T12: H7"} {
		if err := (stage.Stage{Battles: g.war()}).Place(stack); err != nil {
			t.Fatal(err)
		}
	}
	g.Advantage, g.walls = athens, data.WallStanding
	known, err := json.Marshal(g.situation(sparta))
	if err != nil {
		t.Fatal(err)
	}
	at := func(s adjudicator.Side) adjudicator.Position {
		return adjudicator.Position{Setup: setup, Data: known, Side: s}
	}
	for _, c := range []struct {
		side   adjudicator.Side
		line   string
		want   float64 // sixths of the first chance
		refuse string
	}{
		{side: sparta, line: "odds assault Torone", want: 3}, // M15: eight units to four, and Brasidas
		{side: sparta, line: "odds assault Torone, play S20", want: 4},
		{side: athens, line: "odds blockade Acanthus", refuse: "odds-no-siege"}, // Athens holds it
		{side: sparta, line: "odds assault Torone 4xH5+", refuse: "odds-situation-siege"},
		{side: athens, line: "odds land in T12, from T7, wall built"},
	} {
		got, all, faults := chancesOf(t, p, at(c.side), c.line)
		switch {
		case c.refuse != "":
			if len(faults) != 1 || faults[0].Code != c.refuse {
				t.Errorf("%q: %v, want %s: %s", c.line, faults, c.refuse, all)
			}
		case len(faults) > 0:
			t.Errorf("%q: %s", c.line, p.Diagnostic(faults[0]))
		case c.want > 0 && math.Abs(got[0]-c.want) > 1e-9:
			t.Errorf("%q: %v sixths, want %v:\n%s", c.line, got, c.want, all)
		}
	}
}

// TestWrongMomentWords: a stratagem that is refused in the phase that it is for, since its
// moment there is over, is not said to be playable in that phase at any time.
func TestWrongMomentWords(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	s, bad := orders.ParseStatement("play S14")
	if bad != nil {
		t.Fatal(bad)
	}
	d := orders.IllegalAt(s, s.Verb.Span, "stratagem-not-now", "7 S14", "Stratagem", adjudicator.Term{Kind: "stratagem", ID: "S14"}, "Phases", []string{"B.2"})
	for lang, want := range map[string]string{"en": "It belongs to B.2 and is asked for there at its moment;", "fr": "Il se joue en B.2 et y est demandé à son moment\u00a0;"} {
		if text := strings.Join(strings.FieldsFunc(catalog.For(lang, "amphipolis").Diagnostic(d), func(r rune) bool { return r == ' ' || r == '\n' }), " "); !strings.Contains(text, want) {
			t.Errorf("%s: want %q in %s", lang, want, text)
		}
	}
}

// TestOddsKnowWhoseCountersTheyAre: who asks is first, then whoever has the counters that are
// named; a garrison is besieged by its enemy, and whoever names a leader is told of him.
func TestOddsKnowWhoseCountersTheyAre(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for line, want := range map[string]string{
		"odds land in T12 3xP6 against 2xH5":        "Sparta: 3xP6",
		"odds blockade of Torone 3xH6":              "Blockade of Athens: Torone",
		"odds blockade of Torone 4xP6":              "Blockade of Sparta: Torone",
		"odds negotiate at Torone 3xH6 Nicostratos": "without one: Nicostratus",
	} {
		_, all, faults := chancesOf(t, p, adjudicator.Position{}, line)
		for _, f := range faults {
			all += p.Diagnostic(f)
		}
		if !strings.Contains(all, want) {
			t.Errorf("%q: want %q in:\n%s", line, want, all)
		}
	}
}
