package orders

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// faultCases holds texts with all the faults they give, as "LINE:COLUMN CODE".
var faultCases = []struct {
	name, text string
	want       []string
}{
	{"empty", "", []string{"0:0 missing-header", "0:0 missing-header", "0:0 missing-header", "0:0 missing-section"}},
	{"all at once", "game a\nside b\nside c\norders\n go (x) 007\n 3 go\n go, a\nstanding\n a\n",
		[]string{"0:0 missing-header", "3:1 doubled-header", "5:5 stray-character", "5:9 number-leading-zero",
			"6:2 verb-expected", "7:4 stray-comma", "9:2 missing-colon"}},
	{"no heading", header + "go a\ngo b\n\ngo c", []string{"0:0 missing-section", "4:1 unknown-header"}},
	{"misspelt heading", header + "odrers\ngo 00", []string{"4:1 unknown-header", "5:4 number-leading-zero"}},
	{"misspelt field", "gane a\nside b\nanswers c\norders", []string{"1:1 unknown-header"}},
	{"no word", header + "= a\norders", []string{"4:1 unknown-header"}},
	{"empty field", "game\nside:\nanswers # c\norders", []string{"1:1 empty-header", "2:1 empty-header", "3:1 empty-header"}},
	{"field form", "game a b\nside \"b\"\nanswers ::c\norders", []string{"1:6 header-form", "2:6 header-form", "3:10 header-form"}},
	{"field characters", "game Кeryx\nside b # Κῆρυξ\nanswers c # \u200b\norders", []string{"1:6 foreign-character", "3:13 invisible-character"}},
	{"late field", header + "orders\ngame b", []string{"5:1 late-header"}},
	{"late field that goes on", header + "orders\ngame\\\nb", []string{"5:1 late-header"}},
	{"doubled sections", header + "orders\nstanding\norders\nordres permanents",
		[]string{"6:1 doubled-section", "7:1 doubled-section"}},
	{"heading extra", header + "orders go north\n go", []string{"4:1 heading-extra"}},
	{"phases", "phase B.1\n" + header + "orders\nphase\nphase B.3 B.4\nphase B.2\nphase b.2\nphase \"B\"\nstanding\nphase B.5",
		[]string{"1:1 phase-outside", "6:1 phase-form", "7:1 phase-form", "9:1 doubled-phase", "10:1 phase-form", "12:1 phase-outside"}},
	{"quoted reply", header + "> a\n >b\n\norders\n> go", []string{"4:1 quoted-reply", "8:1 quoted-reply"}},
	{"armour", header + "orders\n-----BEGIN PGP SIGNATURE-----", []string{"5:1 armour"}},
	{"end", header + "orders\n--\nfinis\nOrders:\nPhase two\nphase 2\n--", []string{"7:1 section-after-end", "9:1 section-after-end"}},
	{"words", header + "orders\n go\npress\n go 0x10 Кeryx\n> a\n ordres\nPresse:\n\nanswers c", []string{"9:1 orders-in-words", "10:1 doubled-words", "12:1 orders-in-words"}},
	{"two claims", header + "orders\n go\nclaim\na\nréclamation\nb\nanswers c", []string{"8:1 doubled-words", "10:1 orders-in-words"}},
	{"nothing but words", header + "press\n Hello", []string{"0:0 missing-section"}},
	{"words behind the end", header + "orders\n--\npress\norders", []string{"7:1 section-after-end"}},
	{"end extra", header + "orders\nfinis go\n<<<", []string{"5:1 heading-extra"}},
	{"numbers", header + "orders\n go 0x10 007 1e9 1000001 99999999999999999999 -0 0b1 0xT 00xT 2x3",
		[]string{"5:5 number-form", "5:10 number-leading-zero", "5:14 number-form", "5:18 number-too-big",
			"5:26 number-too-big", "5:50 number-form", "5:54 quantity-zero", "5:58 number-leading-zero", "5:63 number-form"}},
	{"no quantity", header + "orders\n go 0x T\n go 0 x T", []string{"5:5 quantity-zero", "6:5 quantity-zero"}},
	{"look-alikes", header + "orders\n go Т10 \u212A ı ß ſ Ｔ１ T\u202e10 a\u200bb \u00ad \u2028 x\u0301\n",
		[]string{"5:5 foreign-character", "5:9 foreign-character", "5:11 foreign-character", "5:13 foreign-character",
			"5:15 foreign-character", "5:17 wide-character", "5:21 invisible-character", "5:26 invisible-character",
			"5:29 invisible-character", "5:31 invisible-character", "5:34 foreign-character"}},
	{"bullets", header + "orders\n • go\n go ► T1", []string{"5:2 bullet", "6:5 bullet"}},
	{"controls", header + "orders\n go a\x00 \x1b[1m b\rc \x7f \u0085", []string{"5:6 invisible-character",
		"5:8 invisible-character", "5:14 invisible-character", "5:17 invisible-character", "5:19 invisible-character"}},
	{"hidden in a comment", header + "orders\n # \U0001F600 fine\n # \u2066 not\n go # \U000E0041", []string{"6:4 invisible-character", "7:7 invisible-character"}},
	{"hidden in quotes", header + "orders\n go \"a\u202eb\" \"  \" \"c", []string{"5:7 invisible-character", "5:11 empty-quotes", "5:16 unclosed-quote"}},
	{"stray characters", header + "orders\n go a. b- ! × a#b a \\ b (c) - T×2",
		[]string{"5:6 stray-character", "5:9 stray-character", "5:11 stray-character", "5:13 stray-character",
			"5:16 stray-character", "5:21 stray-character", "5:25 stray-character", "5:29 stray-character", "5:32 stray-character"}},
	{"stray times", header + "orders\n go T×2 ×", []string{"5:6 stray-character"}},
	{"encoding", header + "orders\n go \xff\xfe\n é\xc3(\n \xed\xa0\x80 \xc0\xaf", []string{"5:5 bad-utf8", "6:3 bad-utf8", "7:2 bad-utf8"}},
	{"long word", header + "orders\n go " + strings.Repeat("a", 101) + " \"" + strings.Repeat("b ", 251) + "\"",
		[]string{"5:5 word-too-long", "5:107 word-too-long"}},
	{"long line", header + "orders\n go " + strings.Repeat("a ", 500), []string{"5:0 line-too-long"}},
	{"marks in orders", header + "orders\n go: b\n go a; b\n go ,a,, b,\n\n a\n quand x: y", []string{"5:4 stray-colon",
		"6:6 stray-semicolon", "7:5 stray-comma", "7:7 stray-comma", "10:2 rule-in-orders"}},
	{"marks of parts", header + "orders\n go a: b: c\n go a; b: c\n go a,: b\n go a: ,b\n go a: b;; c\n go a: b, ; c",
		[]string{"5:9 stray-colon", "6:6 stray-semicolon", "7:7 stray-colon", "8:6 stray-colon", "9:9 stray-semicolon",
			"9:10 stray-semicolon", "10:11 stray-semicolon"}},
	{"nothing continued", header + "orders\n go a,\nstanding\n a: b;\n when c: d \\\n\n", []string{"5:2 nothing-continued",
		"7:2 nothing-continued", "8:2 nothing-continued"}},
	{"nothing begun", header + "orders\n \\\n game hel-8\n go\n", []string{"5:2 nothing-continued", "6:2 late-header"}},
	{"rules", header + "standing\n go\n a: b: c\n when: a\n : a\n 3: a\n a:\n a: ;b\n a: b, else\n a: else b\n a; b: c\n a,: b\n a: b,, c",
		[]string{"5:2 missing-colon", "6:6 second-colon", "7:2 empty-condition", "8:2 empty-subject", "9:2 empty-subject",
			"10:3 empty-action", "11:2 empty-action", "12:8 empty-action", "13:5 empty-action", "14:3 stray-semicolon",
			"15:3 stray-comma", "16:6 stray-comma"}},
	{"too long", strings.Repeat("#\n", MaxText/2) + "#", []string{"0:0 text-too-long"}},
	{"too many lines", header + "orders\n" + strings.Repeat("\n", MaxLines), []string{"2001:0 too-many-lines"}},
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		t.Run(c.name, func(t *testing.T) {
			_, faults := Parse(c.text)
			var got []string
			for _, d := range faults {
				got = append(got, fmt.Sprintf("%d:%d %s", d.Span.Line, d.Span.Column, d.Code))
				checkDiagnostic(t, d)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// checkDiagnostic asserts what holds for every fault of this package.
func checkDiagnostic(t *testing.T, d *Diagnostic) {
	t.Helper()
	names := []string{}
	for i := 0; i < len(d.Args); i += 2 {
		names = append(names, d.Args[i].(string))
		switch d.Args[i+1].(type) {
		case string, int, []string, Kinds, Guesses, Heading, Headings:
		default:
			t.Errorf("%v: %s is a %T", d, d.Args[i], d.Args[i+1])
		}
	}
	if !slices.Equal(names, CodeArgs(d.Code)) {
		t.Errorf("%v: args %v, declared are %v", d, names, CodeArgs(d.Code))
	}
	if d.Span.Column > 0 && (d.Text == "" || d.Span.End <= d.Span.Column) {
		t.Errorf("%v: text %q, span %v", d, d.Text, d.Span)
	}
	line, marker := d.Caret()
	if strings.ContainsFunc(line, isInvisible) {
		t.Errorf("%v: the line to show hides something: %q", d, line)
	}
	if (marker != "") != (d.Span.Column > 0) {
		t.Errorf("%v: marker %q", d, marker)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	_, faults := Parse(header + "orders\n" + strings.Repeat("go ! ! ! ! ! ! ! ! !\n", 100))
	last := faults[len(faults)-1]
	if len(faults) != maxFaults+1 || last.Code != CodeTooManyFaults || last.Args[1] != 700 {
		t.Errorf("%d faults, the last %v", len(faults), last)
	}
	_, faults = Parse(strings.Repeat("game a\n", 210) + "!\n!\n") // a run of strays beyond the bound
	if len(faults) != maxFaults+1 {
		t.Errorf("%d faults", len(faults))
	}
}

func TestFaultyFileKeepsTheRest(t *testing.T) {
	f, faults := Parse(header + "orders\n go a\n go (b)\n go c\nstanding\n x\n y: z")
	if len(faults) != 2 || len(f.Groups[0].Statements) != 2 || len(f.Standing) != 1 {
		t.Errorf("%v\n%+v", faults, f)
	}
}

func TestCaret(t *testing.T) {
	long := "move " + strings.Repeat("M10 ", 30) + "M99 " + strings.Repeat("M10 ", 30)
	for _, c := range []struct {
		text         string
		span         Span
		line, marker string
	}{
		{"  move T24 T27 ", Span{7, 12, 15}, "move T24 T27", "         ^^^"},
		{"\tmove\tT24", Span{1, 7, 10}, "move T24", "     ^^^"},
		{"go 日本 x", Span{1, 4, 6}, "go 日本 x", "   ^^^^"},
		{"go e\u0301 x", Span{1, 7, 8}, "go e\u0301 x", "     ^"},
		{"go \u202ex", Span{1, 4, 5}, `go \u202ex`, "   ^^^^^^"},
		{"  go", Span{1, 5, 6}, "go", "  ^"},
		{"go", Span{1, 9, 12}, "go", "        ^^^"},
		{"go on", Span{Line: 3}, "go on", ""},
		{"", Span{3, 1, 2}, "", ""},
		{long, Span{1, 126, 129}, "...M10 M10 M10 M10 M10 M10 M99 M10 M10 M10 M10 M10 M10 M10 M10 M10 M1...",
			strings.Repeat(" ", 27) + "^^^"},
	} {
		line, marker := (&Diagnostic{Text: c.text, Span: c.span}).Caret()
		if line != c.line || marker != c.marker {
			t.Errorf("%q %v:\n got %q\n     %q\nwant %q\n     %q", c.text, c.span, line, marker, c.line, c.marker)
		}
	}
}

func TestDiagnosticText(t *testing.T) {
	d := IllegalAt(nil, Span{7, 24, 27}, "not-adjacent", "3.2", "From", "T24", "Reach", []string{"T20", "T21"})
	if got, want := d.Error(), "line 7, column 24: not-adjacent: From=T24 Reach=[T20 T21] (rule 3.2)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := d.Kind.String() + Unknown.String() + Unreadable.String(); got != "illegalunknownunreadable" {
		t.Error(got)
	}
	want := map[string]any{"Line": 7, "Column": 24, "Rule": "3.2", "From": "T24", "Reach": "T20, T21", "ReachOr": "T20, T21"}
	if diff := cmp.Diff(want, d.Data()); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
}
