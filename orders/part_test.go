package orders

import (
	"fmt"
	"strings"
	"testing"
)

// testKnown knows the words of testLexicon, and reads what begins with one of its verbs and goes on
// with a name of its.
func testKnown() *Known {
	l := testLexicon()
	l.Add("side", "athens")
	return &Known{Lexicon: l, Reads: func(line string) bool {
		s, fault := ParseStatement(line)
		return fault == nil && l.Has(s.Verb, VerbKind) && len(s.Args) == 1 && l.Has(s.Args[0])
	}}
}

// TestPart takes texts apart. A line that is set aside stands behind "-", one that is quoted behind
// ">", and one that is kept behind "=".
func TestPart(t *testing.T) {
	file := "=game hel-7\n=side athens\n=answers K7Q2-9XWM\n=\n=orders\n=  act T10\n"
	for _, c := range []struct{ name, text, faults string }{
		{"a file alone", file, ""},
		{"comments are of the file", "=# mine\n" + file + "=\n=# done\n", ""},
		{"its header in any order", "=answers K7Q2-9XWM\n=side athens\n=\n=game hel-7\n=orders\n=  act T10\n", ""},
		{"a greeting", "-Hello,\n=\n" + file, ""},
		{"what begins as a header does", "-Game on!\n-Partie intéressante !\n-Turn of the tide\n=\n" + file, ""},
		{"closing words", file + "=\n-Cheers,\n-Anna\n", ""},
		{"closing words right below", file + "=Cheers,\n", ""},
		{"below dashes", file + "=--\n-Cheers\n", ""},
		{"below one dash", file + "=—\n-Cheers\n=\n-# and no comment of the file\n", ""},
		{"a quotation", file + "=\n>On 11/27/26, Keryx wrote:\n>> orders\n>>   act T11\n", ""},
		{"a quotation right below", file + ">Le 27/11/2026, Keryx a écrit :\n>> act T11\n", ""},
		{"a quotation above", ">On 11/27/26, Keryx <keryx@club.example>\n>wrote:\n>> act T11\n=\n" + file, ""},
		{"a quotation within", "=game hel-7\n=side athens\n=answers K7Q2-9XWM\n=orders\n=> act T11\n=  act T10\n", ""},
		{"a quotation that may be the file", "=game hel-7\n=side athens\n=answers K7Q2-9XWM\n=orders\n=> act T11\n", ""},
		{"an order above", "-act T11\n=\n" + file, "order-outside 1"},
		{"a slip for one above", "-atc T11\n=\n" + file, "order-outside 1"},
		{"an order on a list", "-* activate T11\n=\n" + file, "order-outside 1"},
		{"an order as good as written", "-activte T11\n=\n" + file, "order-outside 1"},
		{"a word of orders alone", "-Orders:\n=\n" + file, "order-outside 1"},
		{"an order below", file + "=\n=  act T11\n", ""},
		{"an order below closing words", file + "=\n=Cheers\n=\n=act T11\n", ""},
		{"an order below dashes", file + "=--\n-act T11\n", "order-after-end 8"},
		{"a heading below dashes", file + "=--\n-standing\n", "section-after-end 8"},
		{"press", file + "=\n=press\n=Hello enemy\n=  act T11\n", ""},
		{"a quotation in press", file + "=\n=press\n=Hello\n=\n>On 11/27/26, Keryx wrote:\n>> act T11\n=\n=Bye\n", ""},
		{"an old letter", file + "=\n-From: Keryx\n-Sent: today\n=\n-act T11\n", "old-letter 8"},
		{"an old letter in French", file + "=\n-*De :* Keryx\n-Objet : x\n", "old-letter 8"},
		{"an old letter in press", file + "=press\n=Hello\n-From: Keryx\n-Subject: x\n-secret\n", "old-letter 9"},
		{"somebody's own word in press", file + "=press\n=From: Athens, with love\n=To the end!\n", ""},
		{"no file", "=status\n=\n=Thanks\n", ""},
	} {
		var text strings.Builder
		want := map[int]string{}
		for i, line := range strings.SplitAfter(c.text, "\n") {
			if line != "" {
				want[i+1] = line[:1]
				text.WriteString(line[1:])
			}
		}
		p := Part(text.String(), testKnown())
		got := map[int]string{}
		for _, run := range p.Aside {
			for i := range run.Lines {
				if got[run.Line+i] = "-"; run.Quoted {
					got[run.Line+i] = ">"
				}
			}
		}
		kept := strings.Split(p.Text, "\n")
		for i, line := range strings.Split(text.String(), "\n") {
			is := got[i+1]
			if is == "" && kept[i] == line {
				is = "="
			}
			if w := want[i+1]; w != "" && w != is && !(w == "-" && strings.HasPrefix(line, "#") && kept[i] == "") {
				t.Errorf("%s: line %d, %q: %q, want %q", c.name, i+1, line, is, w)
			}
		}
		var faults []string
		for _, d := range p.Faults {
			faults = append(faults, fmt.Sprint(d.Code, " ", d.Span.Line))
		}
		if told := strings.Join(faults, ", "); told != c.faults {
			t.Errorf("%s: faults %q, want %q", c.name, told, c.faults)
		}
	}
}

// TestServerLine reads and writes the line of a header that names the server.
func TestServerLine(t *testing.T) {
	for _, line := range []string{"at keryx@club.example", "chez: <keryx@club.example>", "Server keryx@club.example # mine"} {
		f, faults := Parse(header + line + "\norders\n")
		if len(faults) > 0 || f.Header.At.Value != "keryx@club.example" {
			t.Errorf("%q: %q, %v", line, f.Header.At.Value, faults)
		}
		if again := FormatIn(f, French); !strings.Contains(again, "\nchez    keryx@club.example\n") {
			t.Errorf("%q was written as %q", line, again)
		}
		if !IsHeaderLine(line) {
			t.Errorf("%q is no line of a header", line)
		}
	}
	if _, faults := Parse(header + "at a@x.example\nat b@x.example\norders\n"); len(faults) != 1 || faults[0].Code != CodeDoubledHeader {
		t.Errorf("two servers: %v", faults)
	}
}
