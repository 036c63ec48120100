package orders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const header = "game hel-7\nside athens\nanswers K7Q2-9XWM\n"

// brief writes tokens so that a test shows their kinds: T10 3# 2x ~text~.
func brief(tokens []Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		switch t.Kind {
		case Number:
			parts[i] = fmt.Sprintf("%d#", t.Number)
		case Quantity:
			parts[i] = fmt.Sprintf("%d×", t.Number)
		case Quoted:
			parts[i] = "~" + t.Text + "~"
		default:
			parts[i] = t.Fold
		}
	}
	return strings.Join(parts, " ")
}

// one parses a file that holds a single statement.
func one(t *testing.T, order string) Statement {
	t.Helper()
	f, faults := Parse(header + "orders\n" + order)
	if len(faults) > 0 {
		t.Fatalf("%q: %v", order, faults[0])
	}
	if len(f.Groups) != 1 || len(f.Groups[0].Statements) != 1 {
		t.Fatalf("%q: not one statement: %+v", order, f.Groups)
	}
	return f.Groups[0].Statements[0]
}

func TestHeader(t *testing.T) {
	want := Header{Game: Field{Value: "hel-7"}, Side: Field{Value: "Athènes"},
		Turn: Field{Value: "septembre -411"}, Answers: Field{Value: "K7Q2-9XWM"}}
	for _, text := range []string{
		"game hel-7\nside Athènes\nturn septembre -411\nanswers K7Q2-9XWM\norders",
		"Partie: hel-7\nCAMP = Athènes\n  tour :septembre\t-411  # note\nrépond K7Q2-9XWM #n\nordres:",
		"\uFEFFanswers K7Q2-9XWM\r\n\r\ngame=hel-7\r\nside Athe\u0300nes\r\nturn septembre –411\r\nStanding Orders\r\n",
	} {
		f, faults := Parse(text)
		if len(faults) > 0 {
			t.Errorf("%q: %v", text, faults)
		}
		if diff := cmp.Diff(want, f.Header, cmpopts.IgnoreTypes(Span{})); diff != "" {
			t.Errorf("%q: header (-want +got):\n%s", text, diff)
		}
	}
}

func TestTokens(t *testing.T) {
	for order, want := range map[string]string{
		"move T10 T4 by M5":                            "move t10 t4 by m5",
		"  MOVE\tH4+ , Éléonte":                        "move h4+ , eleonte",
		"take 2xT10 2X t10 2 x T10":                    "take 2× t10 2× t10 2× t10",
		"take 2×T10 2 × T10":                           "take 2× t10 2× t10",
		"spend 0":                                      "spend 0#",
		"spend 1000000 # all":                          "spend 1000000#",
		"set Chios/Samos +2 -1 1/4 T*":                 "set chios/samos +2 -1 1/4 t*",
		"deadline 2026-11-21 18:00 3:1":                "deadline 2026-11-21 18:00 3:1",
		"go d’Athènes “rule 3.2 (p. 4)”":               "go d'athenes ~rule 3.2 (p. 4)~",
		"say «\u00a0Χαῖρε, друг!\u00a0»":               "say ~Χαῖρε, друг!~",
		"x 3 xenon":                                    "x 3# xenon",
		"go a \\\n\n # on it goes\n 2 \\\nxT10 b,\n c": "go a 2# xt10 b , c",
		"go 2 \\ # cont\n x T10":                       "go 2× t10",
		"go a \\\n orders":                             "go a orders",
		"go a #1, it ends in a comma,":                 "go a",
		"œdipe ÆGEAN":                                  "oedipe aegean",
	} {
		s := one(t, order)
		if got := brief(append([]Token{s.Verb}, s.Args...)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", order, got, want)
		}
	}
}

func TestStatementSource(t *testing.T) {
	s := one(t, "  go a, # first\n   b \\\n\t2 x c  ")
	if s.Text != `go a, b 2 x c` || s.Line != 5 {
		t.Errorf("line %d: %q", s.Line, s.Text)
	}
	want := []SourceLine{{5, "  go a, # first"}, {6, `   b \`}, {7, "\t2 x c"}}
	if diff := cmp.Diff(want, s.Source); diff != "" {
		t.Errorf("source (-want +got):\n%s", diff)
	}
	if got, want := s.Args[3].Span, (Span{7, 2, 5}); got != want {
		t.Errorf("span of 2 x: %v, want %v", got, want)
	}
	if got, want := s.Span(), (Span{5, 3, 8}); got != want {
		t.Errorf("span: %v, want %v", got, want)
	}
}

func TestGroups(t *testing.T) {
	f, faults := Parse(header + `Orders
 a
 Phase b.3:
 b
 c
 phase B.3 again
 phase 4
 d
finis
Tel: 12 # not read
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var got []string
	for _, g := range f.Groups {
		line := fmt.Sprintf("%s %t:", g.Phase, g.Again)
		for _, s := range g.Statements {
			line += " " + s.Verb.Fold
		}
		got = append(got, line)
	}
	want := []string{" false: a", "B.3 false: b c", "B.3 true:", "4 false: d"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if f.End != 12 || len(f.Trailer) != 1 || f.HasStanding || !f.HasOrders {
		t.Errorf("end %d, trailer %v, standing %t, orders %t", f.End, f.Trailer, f.HasStanding, f.HasOrders)
	}
}

func TestStanding(t *testing.T) {
	f, faults := Parse(header + `standing
 when attacked at sea: evade to port, else stand else flee
 Si attaqué, en T17 : tenir; jouer S8,
   sinon tenir
 losses: weakened first, smallest first
 quand cotes 3:1: stand
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var got []string
	for _, r := range f.Standing {
		line := fmt.Sprintf("%d [%s|%s]", r.Line, brief(r.When), brief(r.Subject))
		for _, a := range r.Actions {
			for i, alt := range a.Alternatives {
				line += map[bool]string{true: " / ", false: " => "}[i > 0] + brief(alt)
			}
		}
		got = append(got, line)
	}
	want := []string{
		"5 [attacked at sea|] => evade to port / stand / flee",
		"6 [attaque , en t17|] => tenir => jouer s8 / tenir",
		"8 [|losses] => weakened first , smallest first",
		"9 [cotes 3:1|] => stand",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func TestFolded(t *testing.T) {
	f, faults := Parse("\uFEFFgame hel–7\r\nside d’a\r\nanswers K\u00a0 \r\norders\r\n go e\u0301 e\u0301 # ’’\r\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := []Note{{FoldedMark, 1, 1}, {FoldedLineEnds, 1, 5}, {FoldedDashes, 1, 1},
		{FoldedQuotes, 2, 1}, {FoldedSpaces, 3, 1}, {FoldedTrailing, 3, 1}, {FoldedDecomposed, 5, 2}}
	if diff := cmp.Diff(want, f.Folded); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}
