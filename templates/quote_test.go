package templates

import (
	"strings"
	"testing"
)

// Each line of quoted words is marked, and what hides or turns text is not shown.
func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\n\r\n> b\n":                   "> a\n>\n> > b\n",
		"« é » ✓":                          "> « é » ✓\n",
		"a\u202eb\u200bc\x1b[1m\rd\u2028e": "> a b c [1m d e\n",
		strings.Repeat("word ", 20):        "> " + strings.Repeat("word ", 13) + "word\n> " + strings.Repeat("word ", 5) + "word\n",
		strings.Repeat("x", 100):           "> " + strings.Repeat("x", 70) + "\n> " + strings.Repeat("x", 30) + "\n",
		"\xff\xfe":                         "> \ufffd\ufffd\n",
	} {
		if got := Quote(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

// TestQuotedLinesStayLines: words of several lines stand in a phrase line by line.
func TestQuotedLinesStayLines(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		said := For(lang, "").Say("notice.claim", "Player", "Anna", "Game", "hel-1", "Side", "Athens", "N", 1, "Text", Quoted("    | one\n    | two"))
		if !strings.Contains(said, "\n\n    | one\n    | two\n\n") {
			t.Errorf("%s: %q", lang, said)
		}
	}
}
