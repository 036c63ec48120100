package cases_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// tiny is the tiny game with cases.
func tiny() cases.Rules { return ford.Cased{Rules: ford.New("ford", ford.None)} }

// edition is the tiny game under the name of one of two versions.
type edition struct {
	cases.Rules
	name string
}

func (e edition) Info() adjudicator.Info {
	info := e.Rules.Info()
	info.Version = e.name
	return info
}

// Versions implements [cases.Versioned].
func (e edition) Versions() []cases.Rules {
	return []cases.Rules{edition{tiny(), "2+data"}, edition{tiny(), "1"}}
}

// outcomeOf plays the one case of a text.
func outcomeOf(t *testing.T, rules cases.Rules, text string) error {
	t.Helper()
	results, err := cases.Play(rules, strings.NewReader("case X: a title\n"+text))
	if err != nil || len(results) != 1 {
		t.Fatal(len(results), err)
	}
	return results[0].Err
}

// What is not as a line says is said with the line, and so is a line that cannot stand
// where it does.
func TestLinesThatDoNotHold(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"told marched\n", "line 2, told marched: nothing is played yet"},
		{"north:\n  pass\n", "before “play”"},
		{"play C\n", ""},
		{"play E north\n", "no part of the turn"},
		{"play\n", `nothing stands behind "play"`},
		{"paces north\n", "not “paces SIDE NUMBER”"},
		{"paces north 2\nscenario river\n", "the scenario stands behind what hangs on it"},
		{"paces north 2\noption tie south\n", "the option stands behind"},
		{"paces north 2\nversion 1\n", "the version stands behind"},
		{"paces north 2\nstate {}\n", "the state stands behind"},
		{"state {\n", "unexpected end of JSON"},
		{"version 7\n", "no version"},
		{"standing nobody\n", `no side "nobody"`},
		{"play C north\ndice five\n", "five"},
		{"play C north\nasked north bid\n", "asked is act, and of the other side nothing"},
		{"play C north\nasked north act Left=9\n", "asked is ["},
		{"play C north\noffered north swim\n", "offered are pass; march 1; march 2; march 3; shoot"},
		{"play C north\noffered north march 2\nunoffered north march 9\n", ""},
		{"play C north\nunoffered north march 2\n", "offered are pass"},
		{"play C north\noffered south pass\n", "south is asked nothing"},
		{"play C north\noffered nobody pass\n", "no side"},
		{"play C north\nnorth:\n  march 1\nanswered north march 1\n", ""},
		{"play C north\nnorth:\n  march 1\nanswered north march 2\n", `it is "march 1"`},
		{"play C north\nanswered nobody march 2\n", "no side"},
		{"play C north\nnoted north march 1\n", ""},
		{"play C north\nnoted north Points=1 march 1\n", "noted is []"},
		{"play C north\nnoted north march 9\n", "it is not offered"},
		{"play C north\nnoted south march 1\n", "south is asked nothing"},
		{"play C north\nnoted nobody march 1\n", "no side"},
		{"play C north\nway north march 9\n", "offered are"},
		{"play C north\nway south march 1\n", "south is asked nothing"},
		{"play C north\nnoway north swim\n", ""},
		{"amend:\n  paces north 3\n", "a correction before"},
		{"play turn\namend:\n  paces north 3\ntold paced Was=0\npaces north 3\nasked north bid\ndeadline north\ndeadline south\nnorth:\n  march 1\npaces north 4\n", ""},
		{"play turn\namend:\n  paces north 3\npaces north 2\n", "it is"},
		{"play C north\namend:\n  paces north 3\nrefused amended-not-now\n", ""},
		{"play turn\namend:\n  paces north 12\nrefused too-many Limit=9\npaces north 0\n", ""},
		{"play C north\namend:\n  paces nobody 3\nrefused unknown-side\n", "the faults are"},
		{"play C north\namend:\n  swim north\nrefused unknown-ruling\n", ""},
		{"play C north\namend:\n  swim north\n", "an order file was refused"},
		{"play C north\nphase nothing\n", "it is "},
		{"offered north pass\n", "nothing is played yet"},
		{"play C north\nnorth:\n  march 1\ntold marched Depth=7\n", "not told"},
		{"play C north\ndeadline nobody\n", "no side"},
		{"play C north\nresult total north\n", "the game is not over"},
		{"paces north 5\nplay C north\nnorth:\n  march 1\nresult total south\n", `it is "total north"`},
		{"play C north\nweather fine\n", `no line "weather" here`},
		{"play C north\nnorth:\n  march 1\ntold marched Paces=2\n", "told since: marched [Paces 1]"},
		{"play C north\nnorth:\n  march 1\nuntold marched\n", "it was told"},
		{"play C north\nnorth:\n  march 1\ntold marched\ntold marched\n", "not told"},
		{"play C north\nnorth:\n  march 9\nrefused no-chit\n", "the faults are"},
		{"play C north\nnorth:\n  march 9\npaces north 0\n", "the order file before was refused"},
		{"play C north\nnorth:\n  swim\n", "an order file was refused"},
		{"paces south 1\nplay C north\nnorth:\n  shoot\n", "the case gives no die number 1"},
		{"paces north 7\nplay C north\ndeadline north\n", "7 paces ahead"},
		{"play C north\noffered north march 1\n", ""},
		{"play C north\nunoffered north march 1\n", "offered are"},
		{"play C north\noffered south march 1\n", "south is asked nothing"},
		{"play C north\nnorth:\n  march 1\ntold marched Depth=0\nplay C north\nuntold marched\n", ""},
		{"play C north\nnorth:\n  march 1\nplay C north\ntold marched\n", "not told"},
	} {
		err := outcomeOf(t, tiny(), c.text)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", c.text, err, c.says)
		}
	}
}

// A case can be of an older version; data files do not count.
func TestVersion(t *testing.T) {
	newest := edition{tiny(), "2+data"}
	for text, known := range map[string]bool{"version 1\n": true, "version 2\n": true, "version 3\n": false} {
		if err := outcomeOf(t, newest, text+"play C north\n"); (err == nil) != known {
			t.Errorf("%q: %v", text, err)
		}
	}
	turn := played(t, newest, 1)[0]
	for version, line := range map[string]string{"1": "\nversion 1\n", "2": "", "2+data": ""} {
		turn.Start.Version = version
		text, err := cases.Write(newest, "ford-1-1", turn)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "\nversion ") != (line != "") || !strings.Contains(text, line) {
			t.Errorf("a turn of version %s is written as\n%s", version, text)
		}
	}
}

// played plays a game of the tiny game at random, by order files and missed deadlines, and
// returns its turns.
func played(t *testing.T, rules adjudicator.Ruleset, seed uint64) (turns []cases.Turn) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Options: map[string]string{"tie": "south"}})
	if err != nil {
		t.Fatal(err)
	}
	snap.Standing[1] = "reaction: hold"
	for over := false; !over; {
		turn := cases.Turn{Start: snap, Entry: 1, Dice: dice.NewTurn(dice.ByOrders, dice.Secret{byte(seed)}, "ford-1", snap.Turn)}
		s, err := adjudicator.Open(rules, snap, turn.Dice, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; !s.Ended(); n++ {
			in := adjudicator.Input{Entry: n, Head: dice.Head{byte(n)}}
			if s.Asked(0) == nil {
				in.Side = 1
			}
			if r.IntN(5) > 0 { // else the deadline passes
				order := strings.Trim(fmt.Sprint(s.Asked(in.Side).Form.Sample(r).Words()), "[]")
				in.File, _ = orders.Parse("game ford-1\nside north\nanswers K7Q2-9XWM\n\norders\n  " + order + "\n")
			}
			turn.Inputs = append(turn.Inputs, in)
			if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatal(err, out.Faults)
			}
		}
		turns = append(turns, turn)
		snap, over = s.Snapshot(), s.Over()
		s.Close()
	}
	return turns
}

// A played turn written as a case holds, and does not if what came of it is changed.
func TestWrite(t *testing.T) {
	changed := 0
	for seed := range uint64(8) {
		for _, turn := range played(t, tiny(), seed) {
			turn.Title = "a title"
			text, err := cases.Write(tiny(), "ford-1-1", turn)
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(text, "case ford-1-1: a title\n")
			if err := outcomeOf(t, tiny(), body); err != nil {
				t.Fatalf("seed %d: %v in\n%s", seed, err, text)
			}
			for _, old := range []string{"loot north 0", "told marched Paces=1", "traps south 1", "draws 0", "dice 6", "option tie south"} {
				other := strings.Replace(body, "\n"+old+"\n", "\n"+old[:len(old)-1]+"5\n", 1)
				if old == "option tie south" {
					other = strings.Replace(body, old, "option tie north", 1)
				}
				if other != body && outcomeOf(t, tiny(), other) != nil {
					changed++
				}
			}
		}
	}
	if changed < 30 {
		t.Errorf("only %d changed cases were noticed", changed)
	}
	broken := played(t, tiny(), 1)[0]
	broken.Inputs = append(broken.Inputs[:0:0], broken.Inputs...)
	broken.Inputs[0].File, _ = orders.Parse("game ford-1\nside north\nanswers K7Q2-9XWM\n\norders\n  bid 9\n")
	if _, err := cases.Write(tiny(), "ford-1-1", broken); err == nil || !strings.Contains(err.Error(), "ledger entry 2") {
		t.Errorf("a turn that does not play again is written: %v", err)
	}
}

// The cases of a turn cite each rule once, whether with a comma or without, and a list of
// rules knows it either way. A rule in parts may be named, and no case of it is missing.
func TestCoverage(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rules.toml")
	if err := os.WriteFile(name, []byte("[[rule]]\nid = \"7 S1\"\ntitle = \"omens\"\n[[rule]]\nid = \"8\"\ntitle = \"rest\"\nno_limits = \"none\"\n"+
		"[[rule]]\nid = \"9\"\ntitle = \"scale\"\nno_case = \"a word\"\n[[rule]]\nid = \"7\"\ntitle = \"counters\"\nin_parts = true\n"+
		"[[rule]]\nid = \"4\"\ntitle = \"fights\"\nin_parts = true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := cases.ReadCoverage(name)
	if err != nil || list.Len() != 3 {
		t.Fatal(list, err)
	}
	faults := list.Enter([]cases.Result{{ID: "A", Gives: []string{"7, S1", "7"}}, {ID: "B"}, {ID: "C", Ends: []string{"10"}}, {ID: "D", Ends: []string{"9"}}})
	want := []string{"case B names no rule", `case C names the rule "10", which rules.toml does not have`}
	if strings.Join(faults, "\n") != strings.Join(want, "\n") {
		t.Errorf("faults:\n%s", strings.Join(faults, "\n"))
	}
	want = []string{"no case shows where rule 7 S1 (omens) ends", "no case shows what rule 8 (rest) gives",
		"rule 9 has a case, and rules.toml says that none can be"}
	if got := list.Missing(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("missing:\n%s", strings.Join(got, "\n"))
	}
	if table := list.Table("make list"); !strings.Contains(table, "`make list`") || !strings.HasSuffix(table, "| 7 | counters | A |  |\n") || !strings.Contains(table, "| 7 S1 | omens | A |  |\n| 8 | rest |  | none: none |\n") {
		t.Errorf("the page:\n%s", table)
	}
	if _, err := cases.ReadCoverage("nowhere.toml"); err == nil || !strings.Contains(err.Error(), "nowhere.toml") {
		t.Errorf("a list that is missing: %v", err)
	}
}
