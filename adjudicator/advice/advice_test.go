package advice_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/orders"
)

// lexicon has the words of a game that is nobody's.
func lexicon() *orders.Lexicon {
	l := orders.NewLexicon()
	for id, words := range map[string][]string{
		"filler": {"my"}, "subject-losses": {"losses", "pertes"}, "none": {"none"}, "at": {"at"}, "limit": {"limit"},
		"least": {"least"}, "most": {"most"}, "or": {"or"}, "more": {"more"}, "less": {"less"}, "ratio-to": {"to"},
		"rank-article": {"the"}, "rank-first": {"first"}, "rank-last": {"last"}, "next": {"then"}, "to": {"to"},
		"during": {"in"}, "except": {"except"}, "small": {"small"}, "old": {"old"}, "day": {"day"}, "night": {"night"},
	} {
		l.AddKeyword(id, words...)
	}
	return l
}

// rule reads one standing order from a file of nothing else.
func rule(t *testing.T, text string) *orders.Rule {
	t.Helper()
	f, faults := orders.Parse("game: test\nside: north\nanswers: ABCD-EFGH\nstanding\n" + text + "\n")
	if len(faults) > 0 || len(f.Standing) != 1 {
		t.Fatalf("%q: %d rules, faults %v", text, len(f.Standing), faults)
	}
	return &f.Standing[0]
}

// over reads the tokens behind the colon of a rule.
func over(t *testing.T, text string) *adjudicator.Reader {
	r := rule(t, "losses: "+text)
	return &adjudicator.Reader{Cursor: orders.NewCursorOver(r, r.Actions[0].Alternatives[0]), Lex: lexicon()}
}

func TestLimit(t *testing.T) {
	number := func(r *adjudicator.Reader) func() (int, int, bool) {
		return func() (int, int, bool) { n, fault := r.TakeNumber(); return n, 1, fault == nil }
	}
	for _, x := range []struct {
		text    string
		want    advice.Limit
		keeps   [][2]int
		exceeds [][2]int
	}{
		{"3 or more", advice.Limit{Set: true, AtLeast: true, N: 3, Per: 1}, [][2]int{{3, 1}, {7, 2}, {1, 0}}, [][2]int{{2, 1}, {5, 2}}},
		{"at most 3", advice.Limit{Set: true, N: 3, Per: 1}, [][2]int{{3, 1}, {0, 1}, {5, 2}}, [][2]int{{4, 1}, {7, 2}, {1, 0}}},
		{"at least 3", advice.Limit{Set: true, AtLeast: true, N: 3, Per: 1}, nil, nil},
		{"3, or less", advice.Limit{Set: true, N: 3, Per: 1}, nil, nil},
	} {
		r := over(t, x.text)
		got, ok := advice.TakeLimit(r, number(r))
		if !ok || got != x.want || len(r.Faults) > 0 || !r.Done() {
			t.Errorf("%q: %+v, %v, faults %v", x.text, got, ok, r.Faults)
		}
		for _, have := range x.keeps {
			if !got.Allows(have[0], have[1]) {
				t.Errorf("%q does not allow %v", x.text, have)
			}
		}
		for _, have := range x.exceeds {
			if got.Allows(have[0], have[1]) {
				t.Errorf("%q allows %v", x.text, have)
			}
		}
	}
	r := over(t, "3 small")
	if _, ok := advice.TakeLimit(r, number(r)); !ok || len(r.Faults) != 1 {
		t.Errorf("a number without more or less: %v, faults %v", ok, r.Faults)
	}
	r = over(t, "at most small")
	if _, ok := advice.TakeLimit(r, number(r)); ok || r.Mark() != 0 {
		t.Errorf("what is no limit was taken: %v, at %d", ok, r.Mark())
	}
}

func TestLimitContains(t *testing.T) {
	least := func(n, per int) advice.Limit { return advice.Limit{Set: true, AtLeast: true, N: n, Per: per} }
	most := func(n, per int) advice.Limit { return advice.Limit{Set: true, N: n, Per: per} }
	for _, x := range []struct {
		above, below advice.Limit
		want         bool
	}{
		{advice.Limit{}, least(2, 1), true}, {least(2, 1), advice.Limit{}, false}, {advice.Limit{}, advice.Limit{}, true},
		{least(2, 1), least(5, 2), true}, {least(5, 2), least(2, 1), false}, {least(2, 1), least(2, 1), true},
		{most(2, 1), most(3, 2), true}, {most(3, 2), most(2, 1), false}, {least(1, 9), most(9, 1), false},
	} {
		if got := x.above.Contains(x.below); got != x.want {
			t.Errorf("%+v contains %+v: %v", x.above, x.below, got)
		}
	}
}

func TestRatio(t *testing.T) {
	for text, want := range map[string][2]int{"2:1": {2, 1}, "3/2": {3, 2}, "2 to 1": {2, 1}} {
		// A colon ends the head of a rule, so that a ratio with one stands in a condition.
		l := lexicon()
		st := &orders.Statement{Args: tokens(text)}
		r := &adjudicator.Reader{Cursor: orders.NewCursor(st), Lex: l}
		if n, per, ok := advice.TakeRatio(r); !ok || n != want[0] || per != want[1] || !r.Done() {
			t.Errorf("%q: %d for %d, %v", text, n, per, ok)
		}
	}
	for _, text := range []string{"2", "0:1", "2:0", "2:", "small", "0 to 1", "2:1:1"} {
		st := &orders.Statement{Args: tokens(text)}
		if n, per, ok := advice.TakeRatio(&adjudicator.Reader{Cursor: orders.NewCursor(st), Lex: lexicon()}); ok {
			t.Errorf("%q was read as %d for %d", text, n, per)
		}
	}
}

// tokens cuts a text at its blanks.
func tokens(text string) (all []orders.Token) {
	for _, word := range strings.Fields(text) {
		t := orders.Token{Kind: orders.Word, Text: word, Fold: word}
		if strings.Trim(word, "0123456789") == "" {
			t.Kind = orders.Number
			for _, digit := range word {
				t.Number = 10*t.Number + int(digit-'0')
			}
		}
		all = append(all, t)
	}
	return all
}

// rat is what the rankings of this test are of.
type rat struct{ size, age int }

func TestRanking(t *testing.T) {
	r := over(t, "the small first, old last")
	ranking := advice.TakeRanking(r, func() (string, bool) {
		for _, word := range []string{"small", "old"} {
			if r.Take(word) {
				return word, true
			}
		}
		r.Need("small", "old")
		return "", false
	})
	want := advice.Ranking[string]{{By: "small"}, {By: "old", Last: true}}
	if !slices.Equal(ranking, want) || len(r.Faults) > 0 {
		t.Fatalf("ranking %v, faults %v", ranking, r.Faults)
	}
	rats := []rat{{2, 1}, {1, 9}, {1, 3}, {2, 1}}
	advice.Sort(rats, ranking, func(by string, a, b rat) int {
		if by == "small" {
			return cmp.Compare(a.size, b.size)
		}
		return cmp.Compare(b.age, a.age)
	})
	if !slices.Equal(rats, []rat{{1, 3}, {1, 9}, {2, 1}, {2, 1}}) {
		t.Errorf("sorted: %v", rats)
	}
}

func TestParts(t *testing.T) {
	for text, want := range map[string]uint8{"in day": 1, "day, night": 3, "except day": 6, "none": 7} {
		r := over(t, text)
		got := advice.Parts(r, uint8(7), func() uint8 {
			switch {
			case r.Take("day"):
				return 1
			case r.Take("night"):
				return 2
			}
			r.Need("day", "night")
			return 0
		}, func() bool { return r.Take("none") })
		if got != want || len(r.Faults) > 0 {
			t.Errorf("%q: %b, faults %v", text, got, r.Faults)
		}
	}
}

// losses are the sizes given up first, by a standing order of this test.
type losses []string

var kinds = []advice.Kind[*adjudicator.Reader]{{Word: "subject-losses", Read: func(r *adjudicator.Reader, rule *orders.Rule) adjudicator.Standing {
	var all losses
	advice.Each(r, rule, opening(rule), func(sub *adjudicator.Reader) {
		if !sub.Take("small") {
			sub.Require("old")
		}
		all = append(all, strconv.Itoa(sub.Last().Column))
	})
	return all
}}}

func opening(rule *orders.Rule) func([]orders.Token) *adjudicator.Reader {
	l := lexicon()
	return func(tokens []orders.Token) *adjudicator.Reader {
		return &adjudicator.Reader{Cursor: orders.NewCursorOver(rule, tokens), Lex: l}
	}
}

func TestRead(t *testing.T) {
	for _, x := range []struct {
		text, fault string
		n           int
	}{
		{"my losses: small, else old", "", 2},
		{"pertes: small; old", "", 2},
		{"when losses: old", "", 1},
		{"tides: small", "unknown-subject", 0},
		{"losses here: small", orders.CodeLeftOver, 1},
		{"losses: small old", orders.CodeLeftOver, 1},
		{"losses: none", orders.CodeKeywordExpected, 1},
	} {
		r := rule(t, x.text)
		st, faults := advice.Read(r, opening(r), kinds)
		read, _ := st.(losses)
		code := ""
		if len(faults) > 0 {
			code = faults[0].Code
		}
		if len(read) != x.n || code != x.fault {
			t.Errorf("%q: %d alternatives, fault %q, want %d and %q", x.text, len(read), code, x.n, x.fault)
		}
	}
}

func TestFirstAndIdle(t *testing.T) {
	rules := []adjudicator.Standing{"word", losses{"a"}, losses{"b"}, losses{"b"}}
	answer, at, ok := advice.First(rules, func(l losses) (adjudicator.Answer, bool) { return nil, l[0] == "b" })
	if answer != nil || at != 2 || !ok {
		t.Errorf("the first that answers: %d, %v", at, ok)
	}
	if _, _, ok := advice.First(rules, func(int) (adjudicator.Answer, bool) { return nil, true }); ok {
		t.Error("a rule of another sort answered")
	}
	idle := advice.Idle(rules, func(above []adjudicator.Standing, rule adjudicator.Standing) (int, bool) {
		l, _ := rule.(losses)
		return slices.IndexFunc(above, func(st adjudicator.Standing) bool {
			a, ok := st.(losses)
			return ok && l != nil && a[0] == l[0]
		}), false
	})
	if !slices.Equal(idle, []adjudicator.Idle{{Rule: 3, By: 2}}) {
		t.Errorf("idle: %+v", idle)
	}
}

// TestStarters: standing orders to begin with are found by language, or else in English.
func TestStarters(t *testing.T) {
	all := advice.ReadStarters("[en]\nnorth = \"hold\"\nsouth = \"flee\"\n[fr]\nnorth = \"tenir\"\n")
	for _, c := range [][3]string{{"north", "fr", "tenir"}, {"south", "fr", "flee"}, {"north", "eo", "hold"}, {"west", "en", ""}} {
		if got := all.For(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestStartersOfAScenario: lines that begin as a list says are left out in its scenario alone, by the
// list of the language that the text is in.
func TestStartersOfAScenario(t *testing.T) {
	all := advice.ReadStarters("[en]\nnorth = \"hold: all\\nflee: none\\n\"\n\"north without 2.1\" = \"flee\\nmarch\"\n[fr]\nsouth = \"fuir: tous\\n\"\n")
	for _, c := range [][4]string{{"2.1", "north", "en", "hold: all\n"}, {"2.1", "north", "fr", "hold: all\n"}, {"2.2", "north", "en", "hold: all\nflee: none\n"}, {"", "south", "fr", "fuir: tous\n"}} {
		if got := all.In(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%s, %s in %s: %q, want %q", c[0], c[1], c[2], got, c[3])
		}
	}
}
