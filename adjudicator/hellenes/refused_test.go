package hellenes

import (
	"fmt"
	"reflect"
	"testing"

	"keryx/orders"
)

// Words that are no order are refused where the reading ends, and none is read as less than what stands there.
func TestWordsThatAreNoOrder(t *testing.T) {
	r := New()
	for line, want := range map[string]string{
		"move 14 to Corinth quickly":        "left-over 20",
		"move 14 Corinth":                   "keyword-expected 9",
		"move to Corinth 14 15 to":          "left-over 17",
		"move Corinth":                      "keyword-expected 13",
		"move Corinth with":                 "name-expected 18",
		"move Corinth with 14, Megara with": "name-expected 34",
		"move 14 with to Corinth":           "unknown-name 14",
		"move 14 to":                        "name-expected 11",
		"move 14 to Nowhere":                "unknown-name 12",
		"move 14 and to Corinth":            "keyword-expected 9",
		"gather 14 Corinth":                 "keyword-expected 11",
		"gather at Corinth":                 "unknown-name 8",
		"take 14 Corinth":                   "keyword-expected 9",
		"sortie 14 Corinth":                 "keyword-expected 11",
		"build 17 thrice":                   "number-expected 10",
		"build 99":                          "unknown-name 7",
		"maintain 14 at":                    "name-expected 15",
		"maintain 14 at Nowhere":            "unknown-name 16",
		"recruit prefer":                    "keyword-expected 15",
		"recruit prefer elephants":          "keyword-expected 16",
		"recruit fleet at":                  "name-expected 17",
		"recruit fleet, elephants":          "keyword-expected 16",
		"card":                              "name-expected 5",
		"card 99":                           "unknown-name 6",
		"card 12 as":                        "keyword-expected 11",
		"card 12 as a present":              "keyword-expected 14",
		"card 12 as sacrifice":              "name-expected 21",
		"card 12 as sacrifice to Odin":      "unknown-name 25",
		"sacrifice 12":                      "name-expected 13",
		"appeal to Odin":                    "unknown-name 11",
		"ostracise Odin":                    "unknown-name 11",
		"fortify everything":                "unknown-name 9",
		"hits":                              "name-expected 5",
		"begin":                             "name-expected 6",
		"begin Nowhere":                     "unknown-name 7",
		"assault":                           "name-expected 8",
		"end now please":                    "left-over 5",
		"pillage Athens":                    "name-expected 15",
		"pillage Athens 1 2":                "keyword-expected 19",
		"let it be":                         "left-over 5",
		"offer war":                         "left-over 7",
		"retreat 14":                        "keyword-expected 11",
		"retreat Corinth":                   "left-over 9",
		"home":                              "who-goes-where 1",
		"go home":                           "who-goes-where 1",
		"attack":                            "attack-whom 1",
		"blockade Potidaea":                 "blockade-by-moves 1",
		"bloquer Potidée":                   "blockade-by-moves 1",
		"hold Nowhere":                      "left-over 6",
	} {
		all, faults := orders.ParseStatements(line)
		if len(faults) > 0 || len(all) != 1 {
			t.Fatalf("%s: %v", line, faults)
		}
		verb, fault := r.Lexicon().Lookup(all[0].Verb, orders.VerbKind)
		if fault != nil {
			t.Errorf("%s: %v", line, fault)
			continue
		}
		_, found := r.ReadOrder(verb.ID, &all[0])
		if len(found) != 1 || fmt.Sprint(found[0].Code, " ", found[0].Span.Column) != want {
			t.Errorf("%q: the faults are %v, want one of %s", line, found, want)
		}
	}
}

// What a line says is read with all its parts: two ways to say it are one order, and lines that differ in one part are two.
func TestEachPartOfAnOrderIsRead(t *testing.T) {
	r := New()
	for line, same := range map[string]string{
		"move Corinth with 1 3, Megara with 2":   "move 1 3 to Corinth, 2 to Megara",
		"move 1, and 3 and 2 to Corinth":         "move 1 2 3 to Corinth",
		"build 17 twice":                         "build 17 2 times",
		"build 17 18 2 times":                    "build 17 18 twice",
		"card 12 as its event":                   "event 12",
		"card 12 as its coins":                   "card 12",
		"card 12 as its sacrifice to Ares":       "sacrifice 12 Ares",
		"recruit fleet at Corinth, hoplites":     "recruit prefer fleet at Corinth, hoplites",
		"move 14 by the Saronic Gulf to Megara":  "move 14 by Saronic Gulf to Megara",
		"maintain 14 at Corinth":                 "maintain 14",
		"move 1 by Corinth and Megara to Athens": "move 1 by Corinth Megara to Athens",
		"move 10 to Argos, attack":               "move 10 to Argos",
	} {
		if a, b := read(t, r, line), read(t, r, same); !reflect.DeepEqual(a, b) {
			t.Errorf("%q is %v, and %q is %v", line, a, same, b)
		}
	}
	for _, two := range [][2]string{
		{"move Corinth with 1 3", "move Corinth with 1"},
		{"move Corinth with 1", "move Megara with 1"},
		{"move 1 to Corinth, 2 to Megara", "move 1 to Corinth"},
		{"move 1 and 3 to Corinth", "move 1 to Corinth"},
		{"move 14 15 with 2 12 to Corinth", "move 14 15 with 12 2 to Corinth"},
		{"move 14 by Megara to Corinth", "move 14 to Corinth"},
		{"move 14 force to Corinth", "move 14 to Corinth"},
		{"move 14 from Megara to Corinth", "move 14 to Corinth"},
		{"hold Corinth", "hold Megara"},
		{"build 17 3 times", "build 17 twice"},
		{"build 17 twice", "build 17"},
		{"recruit fleet at Corinth", "recruit fleet"},
		{"recruit fleet, hoplites", "recruit fleet"},
		{"card 12 as event", "card 12"},
		{"card 12 as sacrifice to Ares", "card 12 as sacrifice to Hera"},
		{"appeal to Hera", "appeal to Zeus"},
		{"begin 14", "begin 15"},
		{"begin Corinth", "begin Megara"},
		{"fortify 14", "fortify"},
		{"gather 14 at Corinth", "gather 14 at Megara"},
		{"pillage Athens 1 to Thebes", "pillage Athens 2 to Thebes"},
	} {
		if a, b := read(t, r, two[0]), read(t, r, two[1]); reflect.DeepEqual(a, b) {
			t.Errorf("%q and %q are one order, %v", two[0], two[1], a)
		}
	}
}
