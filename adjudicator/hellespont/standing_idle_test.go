package hellespont

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"keryx/adjudicator"
	"keryx/orders"
)

// idleIn lists the standing orders of a text that can never apply: "line 2 by 1", with
// a mark where only their stratagems cannot.
func idleIn(t *testing.T, text string) []string {
	t.Helper()
	rules, faults := orders.ParseStanding(text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var read []adjudicator.Standing
	for i := range rules {
		st, faults := Default().ReadStanding(&rules[i])
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		read = append(read, st)
	}
	var all []string
	for _, x := range Default().(adjudicator.Overseer).Idle(read) {
		line := fmt.Sprintf("line %d by %d", rules[x.Rule].Line, rules[x.By].Line)
		if x.Part {
			line += " plays"
		}
		all = append(all, line)
	}
	return all
}

// TestRulesThatNeverApply: a rule is idle only if one above it answers all that it
// could; what is narrower, later or about something else is not.
func TestRulesThatNeverApply(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"advantage: keep\nwhen result is A or E: use advantage to reroll", []string{"line 2 by 1"}},
		{"when result is A or E: use advantage to reroll\nadvantage: keep", nil},
		{"advantage except combats: keep\nwhen result is A: use advantage to reroll", nil},
		{"advantage except combats: keep\nwhen siege fails: use advantage to reroll", []string{"line 2 by 1"}},
		{"when result is A or E: accept\nwhen result is A: use advantage to reroll", []string{"line 2 by 1"}},
		{"when result is A: accept\nwhen result is A or E: use advantage to reroll", nil},
		{"stratagems: none\nwhen attacking in M8: play S1, else pass", []string{"line 2 by 1"}},
		{"stratagems: none\nwhen attacked in T17: stand; play S8 from T18", []string{"line 2 by 1 plays"}},
		{"stratagems except combats: none\nwhen attacking in M8: play S1, else pass", nil},
		{"stratagems: play S6 at T22\nstratagems: none", nil},
		{"stratagems in winter: none\nstratagems: none", nil},
		{"stratagems: none\nstratagems in winter: none", []string{"line 2 by 1"}},
		{"when attacked at sea: stand\nwhen attacked in M5: evade to port", []string{"line 2 by 1"}},
		{"when attacked in M5: evade to port\nwhen attacked at sea: stand", nil},
		{"when attacked at 2:1 or more: stand\nwhen attacked at 3:1 or more: evade to port", []string{"line 2 by 1"}},
		{"when attacked at 3:1 or more: stand\nwhen attacked at 2:1 or more: evade to port", nil},
		{"when attacked by Alcibiades: stand\nwhen attacked: evade to port", nil},
		{"losses: smallest first\nlosses in Sestos: ships first", []string{"line 2 by 1"}},
		{"losses in Sestos: ships first\nlosses: smallest first", nil},
		{"retreat: Sestos\nretreat: Cardia", nil},
		{"retreat: port, anywhere\nretreat: Cardia", []string{"line 2 by 1"}},
		{"cavalry: stand\ncavalry: withdraw to T28", []string{"line 2 by 1"}},
		{"recover: ships first\nrecover: largest first", []string{"line 2 by 1"}},
		{"keep: S14, S9\nkeep: S9", []string{"line 2 by 1"}},
		{"keep: S9\nkeep: S14, S9", nil},
		{"when initiative is lost: use advantage for initiative\nadvantage: keep", nil},
		{"advantage B.1: keep\nwhen initiative is lost: use advantage for initiative", []string{"line 2 by 1"}},
		{"when defeated at sea: use advantage to reroll\nwhen result is E: accept", nil},
	} {
		if d := cmp.Diff(c.want, idleIn(t, c.text)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, d)
		}
	}
}

// TestManyRulesThatNeverApply: a file of as many rules as can be sent, each forestalled in
// part by all the first and as a whole by others, is looked through while its author waits.
func TestManyRulesThatNeverApply(t *testing.T) {
	const n = 900
	text := strings.Repeat("stratagems: none\n", n) + strings.Repeat("when attacked: stand; play S8, else pass\n", n)
	if len(text) > orders.MaxText {
		t.Fatalf("%d bytes cannot be sent", len(text))
	}
	want := make([]string, 0, 2*n)
	for i := range 2*n - 1 {
		switch line := i + 2; {
		case line <= n:
			want = append(want, fmt.Sprintf("line %d by 1", line))
		case line == n+1:
			want = append(want, fmt.Sprintf("line %d by 1 plays", line))
		default:
			want = append(want, fmt.Sprintf("line %d by %d", line, n+1))
		}
	}
	if d := cmp.Diff(want, idleIn(t, text)); d != "" {
		t.Error(d)
	}
}

// TestRulesAlikeAreToldOnce: of standing orders that say the same and never apply for the
// same reason one is told, with how many others there are.
func TestRulesAlikeAreToldOnce(t *testing.T) {
	f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\nstanding\nstratagems: none\n" +
		strings.Repeat("stratagems in winter: none\n", 99) + "stratagems: none\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var told []string
	for _, d := range adjudicator.VetStanding(Default(), f) {
		told = append(told, fmt.Sprint(d.Code, " ", d.Args[1], " ", d.Args[len(d.Args)-1]))
	}
	if d := cmp.Diff([]string{"rule-never-applies 7 98", "rule-never-applies 106 0"}, told); d != "" {
		t.Error(d)
	}
}

// TestProposedRulesAllApply: nothing that we propose is dead, neither the starter nor the
// first examples of the manual.
func TestProposedRulesAllApply(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for side := range adjudicator.Side(2) {
			if idle := idleIn(t, Default().(adjudicator.Guide).Starter(side, lang)); idle != nil {
				t.Errorf("%s of side %d: %v", lang, side, idle)
			}
		}
	}
	for lang, head := range map[string]string{"en": "standing", "fr": "consignes"} {
		page, err := os.ReadFile(manualPage(lang))
		if err != nil {
			t.Fatal(err)
		}
		_, after, ok := strings.Cut(string(page), "```\n"+head+"\n")
		example, _, closed := strings.Cut(after, "```")
		if !ok || !closed {
			t.Fatalf("%s shows no standing orders", manualPage(lang))
		}
		if idle := idleIn(t, example); idle != nil {
			t.Errorf("%s: %v", manualPage(lang), idle)
		}
	}
}
