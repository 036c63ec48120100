package orders

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkParse40Lines reads a realistic file of 40 lines.
func BenchmarkParse40Lines(b *testing.B) {
	text, err := os.ReadFile("testdata/english.orders")
	if err != nil {
		b.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 40 {
		b.Fatalf("%d lines", n)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, faults := Parse(string(text)); len(faults) > 0 {
			b.Fatal(faults[0])
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	l := testLexicon()
	tok := Token{Kind: Word, Text: "Sestos", Fold: "sestos"}
	b.ReportAllocs()
	for b.Loop() {
		if _, fault := l.Lookup(tok, "zone", "port"); fault != nil {
			b.Fatal(fault)
		}
	}
}

// BenchmarkParseHostile reads a text of the greatest size that is all faults.
func BenchmarkParseHostile(b *testing.B) {
	text := strings.Repeat("“Т”! ", MaxText/9)
	text = text[:MaxText-MaxText%9]
	var lines strings.Builder
	for len(text) > 900 {
		lines.WriteString(text[:900] + "\n")
		text = text[900:]
	}
	b.ReportAllocs()
	for b.Loop() {
		_, faults := Parse(lines.String())
		for _, d := range faults {
			d.Caret()
		}
	}
}
