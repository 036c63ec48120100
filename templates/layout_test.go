package templates

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/orders"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want []string
	}{
		{"", 20, nil},
		{"one two three", 20, []string{"one two three"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"éééé éééé", 9, []string{"éééé éééé"}}, // columns, not bytes
		{"éééé éééé", 8, []string{"éééé", "éééé"}},
		{"e\u0301e\u0301e\u0301e\u0301 abc", 8, []string{"e\u0301e\u0301e\u0301e\u0301 abc"}}, // accents take no room
		{"海海海海 海海", 8, []string{"海海海海", "海海"}},
		{"no\u00a0break here", 9, []string{"no\u00a0break", "here"}},
		{"abcdefghijkl", 8, []string{"abcdefgh", "ijkl"}},
		{" a \n b\t c ", 8, []string{"a b c"}},
	} {
		if diff := cmp.Diff(tt.want, wrap(tt.in, tt.n)); diff != "" {
			t.Errorf("wrap(%q, %d) (-want +got)\n%s", tt.in, tt.n, diff)
		}
	}
}

func TestTextTable(t *testing.T) {
	p := testCatalog(t).For("en", "tiny")
	got := textTable(p.newTable([]string{"Zone", "Ships"}, [][]any{{zone("Z1"), 7}, {"Z", 12}, {"nothing"}}))
	want := `
  Zone       Ships
  ---------  -----
  Gull Rock      7
  Z             12
  nothing`
	if diff := cmp.Diff(want[1:], got); diff != "" {
		t.Error(diff)
	}
	long := strings.Repeat("word ", 40) + strings.Repeat("x", 200)
	for _, line := range strings.Split(textTable(p.newTable(nil, [][]any{{long, long, 1, long}})), "\n") {
		if width(line) > columns {
			t.Errorf("a line of %d columns: %s", width(line), line)
		}
	}
}

func TestDiagnostic(t *testing.T) {
	p := testCatalog(t).For("en", "tiny")
	d := adjacency()
	want := `
line 7: Gull Rock is not adjacent to Z9 (rule 3.2).
        sail Z1, Z9 by Gull Rock
                 ^^
        From Gull Rock you can reach Gull Rock, Ferry and Z3.`
	if diff := cmp.Diff(want[1:], p.Diagnostic(d)); diff != "" {
		t.Error(diff)
	}
	parts := Parts{Code: d.Code, Span: d.Span, Rule: "3.2", Sentence: "Gull Rock is not adjacent to Z9.", Mend: "From Gull Rock you can reach Gull Rock, Ferry and Z3."}
	if diff := cmp.Diff(parts, p.Parts(d)); diff != "" {
		t.Error(diff)
	}
	bare := &orders.Diagnostic{Code: "no-such-phase", Args: []any{"Phase", "Q", "Phases", []string{"B.2", "B.3"}}}
	want = `
The game has no phase Q in which orders are asked for.
        Orders go under B.2 or B.3, or under no phase heading at all.`
	if diff := cmp.Diff(want[1:], p.Diagnostic(bare)); diff != "" {
		t.Error(diff)
	}
	if got := p.Diagnostics([]*orders.Diagnostic{d, bare}); got != p.Diagnostic(d)+"\n\n"+p.Diagnostic(bare) {
		t.Errorf("both together:\n%s", got)
	}
	d.Text = strings.Repeat("sail Z1 ", 100)
	d.Span = orders.Span{Line: 7, Column: 401, End: 405}
	for _, line := range strings.Split(p.Diagnostic(d), "\n") {
		if width(line) > columns+1 { // a source line keeps a blank before it, whatever its length
			t.Errorf("a line of %d columns: %s", width(line), line)
		}
	}
}

// TestOrderTemplate checks that an order file to fill in is an order file,
// untouched and with a choice taken.
func TestOrderTemplate(t *testing.T) {
	r := tinyReport(t)
	for _, lang := range []string{"en", "fr"} {
		p := testCatalog(t).For(lang, "tiny")
		text := p.OrderTemplate(Template{Game: "tin-7", Side: "west", Turn: "May of the year 12", Answers: "K7Q2-9XWM",
			Question: r.Question, Waiting: r.Waiting, Standing: r.Standing})
		f, faults := orders.Parse(text)
		if len(faults) > 0 || len(f.Groups) > 0 || f.HasStanding {
			t.Errorf("%s: the template reads as %+v with faults %v\n%s", lang, f, faults, text)
		}
		if !f.Header.Game.Is("tin-7") || !f.Header.Side.Is("west") || !f.Header.Turn.Is("May of the year 12") || !f.Header.Answers.Is("K7Q2-9XWM") {
			t.Errorf("%s: header %+v", lang, f.Header)
		}
		chosen := strings.ReplaceAll(strings.ReplaceAll(text, "  # ", "  "), "\n# ", "\n")
		chosen = strings.ReplaceAll(chosen, "\n#  ", "\n  ")
		f, faults = orders.Parse(chosen)
		if len(faults) > 0 || len(f.Groups) != 1 || len(f.Groups[0].Statements) != 4 || len(f.Standing) != 3 {
			t.Errorf("%s: with everything chosen it reads as %+v with faults %v\n%s", lang, f, faults, chosen)
		}
	}
}

func TestOrderTemplateHeaderCannotBreakOut(t *testing.T) {
	text := testCatalog(t).For("en", "tiny").OrderTemplate(Template{Game: "tin-7\norders\n  sail Z1", Side: "west # x", Answers: "A",
		Question: &adjudicator.Question{Prompt: adjudicator.Say("tiny.event.wind", "from", "x\n  sail Z2"), Form: moveForm{}}})
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "  sail") || strings.HasPrefix(line, "sail") {
			t.Errorf("an order that nobody wrote:\n%s", text)
		}
	}
}

func TestEmptyColumnsAreLeftOut(t *testing.T) {
	p := For("en", "")
	table := p.newTable([]string{"Zone", "Leaders", "PF", "Note"}, [][]any{{"", "", 0, ""}, {"M5", "", 12, ""}}).withoutEmpty()
	if diff := cmp.Diff([]string{"Zone", "PF"}, table.Columns); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]string{{"", "0"}, {"M5", "12"}}, table.Rows); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]bool{false, true}, table.Numeric); diff != "" {
		t.Error(diff)
	}
}
