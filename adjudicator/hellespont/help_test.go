package hellespont

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// The page of help shows every kind of chances that can be asked for.
func TestHelpShowsEveryKindOfChances(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		odds := len(copied(lang, orderPage)) - len(orderExamples(lang))
		if kinds := (*game)(nil).Throws(); odds < len(kinds) {
			t.Errorf("%s: %d examples of chances, want one of each of %d", lang, odds, len(kinds))
		}
	}
}

// reckon asks for chances in words.
func reckon(t *testing.T, line string) (adjudicator.Reckoning, *orders.Diagnostic) {
	t.Helper()
	file, faults := orders.Parse("game x-1\nside x\nanswers AAAA-AAAA\norders\n" + line + "\n")
	if len(faults) > 0 {
		return adjudicator.Reckoning{}, faults[0]
	}
	answer, faults, err := Default().(adjudicator.Reckoner).Reckon(adjudicator.Position{}, &file.Groups[0].Statements[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) > 0 {
		return answer, faults[0]
	}
	return answer, nil
}

// What is asked in words has the same answer as what is asked of the table.
func TestOddsInWords(t *testing.T) {
	for line, want := range map[string]string{
		"odds land in T22 H4+ H4 P2 Alcibiades against P4 A2, from T21, amphibious, month september": "5/6 83.3%",
		"odds siege of Abydos T20 3xT10 H4 Thrasybulus against T10 H3, also athens in T22 P2":        "51.8%",
		"odds evasion in M12 T10 against T4 Mindarus":                                                "50.0%",
		"odds attrition in M12 T20 2xT10, month january":                                             "66.7%",
		"chances hellespont passage en M8 2xT20 T10 contre T20":                                      "50.0%",
	} {
		answer, fault := reckon(t, line)
		if fault != nil {
			t.Errorf("%q: %v", line, fault)
			continue
		}
		var all []string
		p := templates.For("en", "hellespont")
		for _, fact := range answer.Told() {
			all = append(all, p.Phrase(fact))
		}
		percent := want[strings.LastIndex(strings.TrimSuffix(want, "%"), " ")+1:]
		if text := strings.Join(all, "\n"); !strings.Contains(text, percent) {
			t.Errorf("%q is answered without %q:\n%s", line, percent, text)
		}
	}
}

// TestOddsByNounOrAdjective: French asks for the chances of a combat at sea by the noun and by the adjective,
// in either gender, and has the same answer.
func TestOddsByNounOrAdjective(t *testing.T) {
	p := templates.For("fr", "hellespont")
	for _, words := range [][]string{{"naval en M4 2xT10 contre T20", "mer", "navale", "navales"}, {"terre en T22 H4 contre P2", "terrestre", "terrestres"}} {
		first, rest, _ := strings.Cut(words[0], " ")
		var want string
		for _, word := range append([]string{first}, words[1:]...) {
			answer, fault := reckon(t, "chances "+word+" "+rest)
			if fault != nil {
				t.Errorf("%s: %v", word, fault)
				continue
			}
			got := ""
			for _, fact := range answer.Told() {
				got += p.Phrase(fact) + "\n"
			}
			if want == "" {
				want = got
			}
			if got != want || got == "" {
				t.Errorf("%s: %q, want %q", word, got, want)
			}
		}
	}
}

// A question that cannot be answered is a fault with a place, never a guess.
func TestOddsInWordsRefused(t *testing.T) {
	for line, code := range map[string]string{
		"odds":                                               "odds-kind",
		"odds weather in T22":                                "odds-kind",
		"odds land in Nowhere H4 against P2":                 orders.CodeUnknownName,
		"odds land in T22 T10 against P2":                    "odds-ships-ashore",
		"odds land in M4 T10 against T4":                     "odds-no-land",
		"odds land in T22 H4":                                "odds-no-land",
		"odds naval in T22 H4 against P2":                    "odds-no-naval",
		"odds naval in M4 9xT20 against T4":                  "odds-no-counter",
		"odds naval in M4 all against T4":                    "odds-all",
		"odds naval in M4 T20 Mindarus against T10 Mindarus": "odds-wrong-leader",
		"odds naval in M4 T20 against T10, play S8":          "odds-help-from",
		"odds naval in M4 T20 against T10, month july":       orders.CodeUnknownName,
		"odds naval in M4 T20 against T10, sing":             "odds-clause",
		"odds naval in M4 T20 against T10 quickly":           orders.CodeLeftOver,
		"odds siege of T22 T10":                              "odds-no-siege",
		"odds evasion in M12 T10":                            "odds-no-evasion",
		"odds attrition in Sestos H4, month september":       "odds-no-attrition",
		"odds run in M8 T10":                                 "odds-no-run",
	} {
		if _, fault := reckon(t, line); fault == nil || fault.Code != code || fault.Span.Column == 0 {
			t.Errorf("%q: %v, want %s", line, fault, code)
		}
	}
}

// Whatever words a player puts together, the answer is chances that add up, or a
// fault; never a panic.
func TestOddsOfAnyWords(t *testing.T) {
	words := strings.Fields("land naval siege evasion attrition run in of against , from amphibious play counter side advantage month also " +
		"T22 T21 T28 M4 M5 M12 Sestos Abydos Byzantium Athens Sparta B3 H4 H4w P2 A2 C1 T10 2xT10 9xT4 T20w 3xT20 Alcibiades Mindarus Thrasybulus all " +
		"S1 S8 S10 S22 M8 january september may")
	kinds := []string{"land in T22", "naval in M4", "siege of Abydos", "evasion in M12", "attrition in M12", "run in M8", "siege of Sestos", "land in Abydos"}
	r := rand.New(rand.NewPCG(4, 2))
	answered := 0
	for range 20000 {
		line := "odds " + kinds[r.IntN(len(kinds))]
		for range 1 + r.IntN(12) {
			line += " " + words[r.IntN(len(words))]
		}
		answer, fault := reckon(t, line)
		if fault != nil {
			continue
		}
		answered++
		if answer.Title.IsZero() || len(answer.Facts) == 0 {
			t.Errorf("%q has no answer and no fault", line)
		}
	}
	if answered < 20 {
		t.Errorf("only %d questions had an answer", answered)
	}
}

// A question of chances that cannot be answered says how it is put right, in every
// language.
func TestOddsInWordsMend(t *testing.T) {
	for line, code := range map[string]string{
		"odds naval in M4 T10 against T10, play S1":         "odds-ruse",
		"odds naval in M4 T10 against T10, counter S10":     "odds-ruse",
		"odds naval in M4 T10 against T10, counter discard": "odds-ruse",
		"odds siege of Abydos T20 H4 against H3, play S10":  "odds-ruse",
		"odds evasion in M8 T10 against T10, play S1":       "odds-no-ruse",
		"odds in M4 T10 against T10":                        "odds-kind",
		"odds naval in M4 T10 against T10, at noon":         "odds-clause",
		"odds naval in M4 T10 vs T10":                       "",
		"odds siege of Abydos T20 H4 against H3, discard":   "",
	} {
		_, fault := reckon(t, line)
		if code == "" && fault != nil || code != "" && (fault == nil || fault.Code != code) {
			t.Errorf("%q: %v, want %q", line, fault, code)
			continue
		}
		for _, lang := range []string{"en", "fr"} {
			if fault == nil {
				break
			}
			if text := templates.For(lang, "hellespont").Diagnostic(fault); strings.ContainsAny(text, "‹›") || strings.Count(text, "\n") < 3 {
				t.Errorf("%q in %s:\n%s", line, lang, text)
			}
		}
	}
}
