package orders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

// sameFile compares files as Format must keep them: without places, without
// the text as it was written, notes and trailer.
var sameFile = cmp.Options{
	cmpopts.IgnoreTypes(Span{}),
	cmpopts.IgnoreFields(File{}, "Folded", "End", "Trailer"),
	cmpopts.IgnoreFields(Statement{}, "Line", "Text", "Source"),
	cmpopts.IgnoreFields(Rule{}, "Line", "Text", "Source"),
	cmpopts.IgnoreFields(Words{}, "Line", "Stray"),
	cmpopts.EquateEmpty(),
}

func TestFormat(t *testing.T) {
	f, faults := Parse(`Camp: athens  # whose
partie  hel-7
répond  K7Q2-9XWM
ordres
spend   3
 phase b.3 encore
  MOVE  2 x T10,3×T4   Alcibiade with H4 by M5 M6 M7 drop H4 at Lampsaque then M8 M9
  note “see rule 3.2 ; page 4”
permanents
quand attaqué en mer : fuir sinon tenir ; jouer S8
losses :weakened first,smallest first
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := `game    hel-7
side    athens
answers K7Q2-9XWM

orders
  spend 3
  phase B.3 again
    MOVE 2x T10, 3× T4 Alcibiade with H4 by M5 M6 M7 drop H4 at \
        Lampsaque then M8 M9
    note "see rule 3.2 ; page 4"

standing
  when attaqué en mer: fuir, else tenir; jouer S8
  losses: weakened first, smallest first
`
	if diff := cmp.Diff(strings.Replace(want, "×", "x", 1), Format(f)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	french := FormatIn(f, French)
	for _, word := range []string{"partie  hel-7", "\nordres\n", "phase B.3 encore", "\nconsignes\n", "répond  K7Q2", "quand attaqué", ", sinon tenir"} {
		if !strings.Contains(french, word) {
			t.Errorf("no %q in\n%s", word, french)
		}
	}
	if again, faults := Parse(french); len(faults) > 0 || !cmp.Equal(f, again, sameFile) {
		t.Errorf("the French form reads differently: %v\n%s", faults, cmp.Diff(f, again, sameFile))
	}
}

func TestCanonical(t *testing.T) {
	s := one(t, "go  a ,b \\\n \"c  d\"")
	if got := s.Canonical(); got != `go a, b "c d"` {
		t.Error(got)
	}
	f, _ := Parse(header + "standing\n si a :b sinon c")
	if got := f.Standing[0].Canonical(French); got != "quand a: b, sinon c" {
		t.Error(got)
	}
}

// checkText asserts the laws of Parse and Format for one text.
func checkText(t interface {
	Fatalf(string, ...any)
	Helper()
}, text string) {
	t.Helper()
	f, faults := Parse(text)
	for _, d := range faults {
		line, marker := d.Caret()
		if d.Error() == "" || strings.ContainsAny(line+marker, "\n\r\x1b") {
			t.Fatalf("fault %v shows %q, %q", d, line, marker)
		}
		if d.Span.Line > 0 && d.Span.Column > 0 && d.Span.End <= d.Span.Column {
			t.Fatalf("fault %v: span %v", d, d.Span)
		}
	}
	if len(faults) > 0 {
		return
	}
	tidy, faults := Tidy(text)
	if len(faults) > 0 {
		t.Fatalf("%q reads, and cannot be tidied: %v", text, faults[0])
	}
	again, faults := Parse(tidy)
	limit := func(d *Diagnostic) bool {
		return d.Code == CodeTextTooLong || d.Code == CodeTooManyLines || d.Code == CodeLineTooLong
	}
	if len(faults) > 0 && !slices.ContainsFunc(faults, limit) {
		t.Fatalf("%q, tidied, is faulty: %v\n%s", text, faults[0], tidy)
	}
	if diff := cmp.Diff(f, again, sameFile); diff != "" && len(faults) == 0 {
		t.Fatalf("%q, tidied, reads differently (-want +got):\n%s\n%s", text, diff, tidy)
	}
	for _, language := range []Language{English, French} {
		formatted := FormatIn(f, language)
		again, faults := Parse(formatted)
		if len(faults) > 0 && faults[0].Code != CodeTextTooLong && faults[0].Code != CodeTooManyLines {
			t.Fatalf("formatted text is faulty: %v\n%s", faults[0], formatted)
		}
		if len(faults) > 0 {
			continue // wrapping can make a text near the limits exceed them
		}
		if diff := cmp.Diff(f, again, sameFile); diff != "" {
			t.Fatalf("formatted text reads differently (-want +got):\n%s\n%s", diff, formatted)
		}
		if twice := FormatIn(again, language); twice != formatted {
			t.Fatalf("not stable:\n%s\n%s", formatted, twice)
		}
		if len(again.Folded) > 0 {
			t.Fatalf("formatted text is folded: %v", again.Folded)
		}
	}
}

// pieces of texts, so that random ones are not all faulty at the first word.
var pieces = []string{
	"game", "partie", "press", "presse", "claim", "réclamation", "side", "turn", "answers", "orders", "standing", "phase", "again", "when", "else", "finis",
	"sinon", "quand", "si", "hel-7", "T10", "2x", "x", "×", "2xT10", "5x4A", "4x4*D", "14-16", "b14", "3", "0", "007", "1e9", "18:00", "H4+", "Éléonte",
	"e\u0301", "d’Athènes", "-411", "Chios/Samos", ",", ";", ":", `"`, `"a b"`, "“", "#", "# note", `\`, "--", ">", "=",
	" ", " ", " ", " ", "\t", "\n", "\n", "\r\n", "\\\n", ",\n", "\uFEFF", "\u00a0", "\u202e", "\u200b", "Т", "K", "\x00", "\xff",
}

func TestRandomTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "text"), "")
		checkText(t, text)
		checkText(t, header+"orders\ngo "+text)
		checkText(t, header+"standing\n"+text)
	})
}

// TestRandomFiles formats files that are right by construction.
func TestRandomFiles(t *testing.T) {
	word := rapid.SampledFrom([]string{"T10", "5x4A", "4*D", "3x14*", "14-16", "2x", "x", "move", "else", "when", "phase", "3", "\"a b\"", "Éléonte", "18:00",
		"orders", "+2", strings.Repeat("w", 60)})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(header + "orders\n")
		for range rapid.IntRange(0, 5).Draw(t, "orders") {
			b.WriteString("go")
			for _, w := range rapid.SliceOfN(word, 0, 30).Draw(t, "words") {
				b.WriteString(rapid.SampledFrom([]string{" ", " \\\n", "  ", "\t\\ # note\n\n"}).Draw(t, "blank") + w)
			}
			for i, part := range rapid.SliceOfN(word, 0, 4).Draw(t, "parts") {
				b.WriteString([]string{" to x: ", ";", " ; ", ";\n x "}[min(i, 3)] + part + " y")
			}
			b.WriteString("\n")
		}
		if _, faults := Parse(b.String()); len(faults) > 0 {
			t.Fatalf("%v\n%s", faults[0], b.String())
		}
		checkText(t, b.String())
	})
}

// TestLongTokens formats the longest tokens, which the limit of a line must
// leave room for.
func TestLongTokens(t *testing.T) {
	word, quoted := strings.Repeat("w", maxWord), `"`+strings.Repeat("é", maxQuoted/2)+`"`
	for _, text := range []string{
		"orders\nphase a\ngo " + word + " " + quoted + ",\n" + quoted + " " + word + ",\n" + word + "\n",
		"standing\nwhen " + quoted + ", \\\n" + word + ": " + word + ";\n" + quoted + " else \\\n" + quoted + "\n",
	} {
		if _, faults := Parse(header + text); len(faults) > 0 {
			t.Fatal(faults[0])
		}
		checkText(t, header+text)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range faultCases {
		if len(c.text) < 2000 {
			f.Add(c.text)
		}
	}
	seeds, err := filepath.Glob("testdata/*.orders")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range seeds {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text) })
}

func FuzzFold(f *testing.F) {
	for _, p := range pieces {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := Fold(s)
		if Fold(folded) != folded {
			t.Errorf("Fold(%q) = %q folds again to %q", s, folded, Fold(folded))
		}
		if utf8.ValidString(s) && !utf8.ValidString(folded) {
			t.Errorf("Fold(%q) = %q", s, folded)
		}
	})
}
