package orders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// blockLexicon names blocks by numbers and counters by labels that begin with a digit.
func blockLexicon() *Lexicon {
	l := NewLexicon()
	for n := range 60 {
		id := fmt.Sprint(n + 1)
		l.Add("block", id, "b-"+id, "block "+id)
	}
	l.Add("counter", "hoplites", "4A")
	l.Add("counter", "elite", "4*D")
	l.Add("counter", "triremes", "5PN")
	l.Add("marker", "fleet-1", "Fleet 1", "Flotte 1")
	l.Add("city", "corinth", "Corinth", "Corinthe")
	l.Add("city", "sparta", "Sparta", "Sparte")
	l.Add(VerbKind, "move", "move")
	l.AddKeyword("to", "to", "vers")
	return l
}

// TestLabelsBehindQuantities: a label that begins with a digit is read directly behind a
// quantity, and what was a fault there for another reason stays one.
func TestLabelsBehindQuantities(t *testing.T) {
	for order, want := range map[string]string{
		"go 5x4A":           "5× 4a",
		"go 4x4*D, 2X5PN":   "4× 4*d , 2× 5pn",
		"go 5×4A 5 x 4A":    "5× 4a 5× 4a",
		"go 12x10b-2":       "12× 10b-2",
		"go 5x 4A 2xT10":    "5× 4a 2× t10",
		"go 2x14* 3x5é 4xx": "2× 14* 3× 5e 4× x",
	} {
		if got := brief(one(t, order).Args); got != want {
			t.Errorf("%s reads as %q, want %q", order, got, want)
		}
		checkText(t, header+"orders\n"+order)
	}
	for _, order := range []string{"go 2x3", "go 0x10", "go 2x1e9", "go 2x3x4A", "go 2x18:00", "go 2x+4A", "go 0x4A", "go 2x007"} {
		if _, faults := Parse(header + "orders\n" + order); len(faults) != 1 {
			t.Errorf("%s: %v", order, faults)
		}
	}
}

// TestList: names, quantities, ranges and commas up to what is none of them.
func TestList(t *testing.T) {
	l := blockLexicon()
	for order, want := range map[string]string{
		"move 1 3 to":             "1 3 | to",
		"move 14-16, 20 to":       "14 15 16 20 | to",
		"move b14 B-14 block 14":  "14 14 14 |",
		"move b14-16":             "14 15 16 |",
		"move b14-b16 to":         "14 15 16 | to",
		"move 14–15":              "14 15 |",
		"move 1, 3, to":           "1 3 | , to",
		"move 2x4A 4x4*D":         "2:hoplites 4:elite |",
		"move 5x4A, 3 to":         "5:hoplites 3 | to",
		"move Fleet1 fleet-1":     "fleet-1 fleet-1 |",
		"move Flotte 1":           "fleet-1 |",
		"move 1 2x to":            "1 | 2x to",
		"move 16-14":              "| 16-14 range-order",
		"move 58-1000000":         "58 59 60 | 58-1000000 unknown-name",
		"move to":                 "| to unknown-name",
		"move 61":                 "| 61 unknown-name",
		"move 014-15":             "| 014-15 unknown-name",
		"move a1-b3":              "| a1-b3 unknown-name",
		"move b1-16-b20 b1b2-b1b": "| b1-16-b20 b1b2-b1b unknown-name",
	} {
		s := one(t, order)
		c := NewCursor(&s)
		things, fault := c.TakeList(l, "block", "counter", "marker")
		var got []string
		for _, x := range things {
			text := x.ID
			if x.N != 1 {
				text = fmt.Sprintf("%d:%s", x.N, x.ID)
			}
			got = append(got, text)
		}
		got = append(got, "|")
		for !c.Done() {
			next, _ := c.Next()
			got = append(got, next.Text)
		}
		if fault != nil {
			got = append(got, fault.Code)
			checkDiagnostic(t, fault)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", order, diff)
		}
	}
}

// TestParts: an order in parts reads, keeps its marks in its canonical form, and is
// refused for a verb that takes none with the faults that a colon always had.
func TestParts(t *testing.T) {
	l := blockLexicon()
	s := one(t, "move Sparta:1 3 to Corinth;\n 5 to Sparta")
	if got := s.Canonical(); got != "move Sparta: 1 3 to Corinth; 5 to Sparta" {
		t.Errorf("it is written %q", got)
	}
	stray := l.StrayMarks("move", &s)
	if len(stray) != 2 || stray[0].Code != CodeStrayColon || stray[1].Code != CodeStraySemicolon || stray[1].Span.Line != 5 {
		t.Errorf("a verb without parts gives %v", stray)
	}
	for _, d := range stray {
		checkDiagnostic(t, d)
	}
	if l.TakesParts("move"); l.StrayMarks("move", &s) != nil || !s.InParts() {
		t.Error("a verb with parts is refused")
	}
	c := NewCursor(&s)
	from, _ := c.TakeName(l, "city")
	got := from.ID
	for more := c.TakeColon(); more; more = c.TakePartEnd() {
		things, fault := c.TakeList(l, "block")
		if fault != nil || !c.TakeWord(l, "to") {
			t.Fatal(fault)
		}
		to, fault := c.TakeName(l, "city")
		if fault != nil {
			t.Fatal(fault)
		}
		got += fmt.Sprint(" ", len(things), " ", to.ID)
	}
	if fault := c.End(); fault != nil || got != "sparta 2 corinth 1 sparta" {
		t.Errorf("%q, %v", got, fault)
	}
	if _, fault := ParseStatement("move Sparta: 1 to Corinth"); fault == nil || fault.Code != CodeStrayColon {
		t.Errorf("outside of a file it gives %v", fault)
	}
}

// TestPhaseNames: a number of the sequence of play is kept in upper case, a word in lower.
func TestPhaseNames(t *testing.T) {
	f, faults := Parse(header + "orders\nphase b.3\n go\nphase First\n go\nphase PREMIÈRE again\n go\nphase c\n go\nphase b3\n go\nphase 2\n")
	var got []string
	for _, g := range f.Groups {
		got = append(got, g.Phase)
	}
	if diff := cmp.Diff([]string{"B.3", "first", "premiere", "C", "B3", "2"}, got); diff != "" || len(faults) > 0 {
		t.Errorf("%v (-want +got):\n%s", faults, diff)
	}
}

// bigLexicon has 900 names: provinces, seas, blocks, cards, in two languages.
func bigLexicon() *Lexicon {
	l := NewLexicon()
	begin := []string{"Ath", "Cor", "Spart", "Thess", "Mess", "Argol", "Boeot", "Eub", "Plat", "Naup"}
	middle := []string{"al", "in", "on", "er", "op", "ic", "yl", "ak", "est"}
	end := []string{"ia", "os", "is", "e", "ae"}
	for _, a := range begin {
		for _, b := range middle {
			for _, c := range end {
				l.Add("zone", a+b+c, a+b+c, a+b+"aeum")
			}
		}
	}
	return l
}

// BenchmarkUnknownName asks for a name that there is not among 900, one letter from two
// of them.
func BenchmarkUnknownName(b *testing.B) {
	l := bigLexicon()
	if n := len(l.names); n < 900 {
		b.Fatalf("%d names", n)
	}
	for _, word := range []string{"Corinthia", "Messopid", "xyzzy"} {
		tok := Token{Kind: Word, Text: word, Fold: Fold(word)}
		b.Run(word, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, fault := l.Lookup(tok, "zone"); fault == nil {
					b.Fatal("it is known")
				}
			}
		})
	}
}

// TestWholeFiles: files for games with labels, phases with names and lists read without a
// fault, and the two languages of each give the same file but for its words.
func TestWholeFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*-english.orders")
	if err != nil || len(names) < 4 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		var shape [2]string
		for i, name := range []string{name, strings.Replace(name, "english", "french", 1)} {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, faults := Parse(string(text))
			if len(faults) > 0 {
				t.Fatalf("%s: %v", name, faults)
			}
			checkText(t, string(text))
			for _, g := range f.Groups {
				shape[i] += fmt.Sprintf("%v %d; ", g.Phase != "", len(g.Statements))
			}
			shape[i] += fmt.Sprint(len(f.Standing))
		}
		if shape[0] != shape[1] {
			t.Errorf("%s: %s in English, %s in French", name, shape[0], shape[1])
		}
	}
}
