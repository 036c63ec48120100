package orders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Words keep every sign that was written, and end where the file does.
func TestCutWords(t *testing.T) {
	said := "Cher Bruno,\n\n  « Où êtes-vous ? » 😀 " + strings.Repeat("é", 600) + "\n> go\nphase B.3\nfight"
	for name, tt := range map[string]struct {
		text, rest string
		want       []Words
	}{
		"none":    {header + "orders\ngo\n", header + "orders\ngo\n", nil},
		"a word":  {header + "orders\npress on\n", header + "orders\npress on\n", nil},
		"prose":   {header + "orders\ngo\nPresse :\n\n" + said + "\n\n", header + "orders\ngo\n", []Words{{"press", 6, said, 0}}},
		"ended":   {header + "press\na\n-- \nb\n", header + "\n\n-- \nb\n", []Words{{"press", 4, "a", 0}}},
		"finis":   {"press\r\na\r\nfinis\r\npress\r\n", "\n\nfinis\r\npress\r\n", []Words{{"press", 1, "a", 0}}},
		"below":   {"orders\n--\npress\na\n", "orders\n--\npress\na\n", nil},
		"orders":  {"press\na\norders\nb\n", "", []Words{{"press", 1, "a\norders\nb", 3}}},
		"twice":   {"press\na\npress\nb", "", []Words{{"press", 1, "a", 0}, {"press", 3, "b", 0}}},
		"both":    {header + "orders\ngo\nclaim\na\npress\nb\n", header + "orders\ngo\n", []Words{{"claim", 6, "a", 0}, {"press", 8, "b", 0}}},
		"accents": {header + "Réclamation :\ngo\n", header, []Words{{"claim", 4, "go", 0}}},
		"lines":   {header + "orders\nclaim Sestos\n", header + "orders\nclaim Sestos\n", nil},
		"nothing": {"press\n\n", "", []Words{{"press", 1, "", 0}}},
	} {
		rest, words := CutWords(tt.text)
		if rest != tt.rest {
			t.Errorf("%s: %q is left, want %q", name, rest, tt.rest)
		}
		if d := cmp.Diff(tt.want, words); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A tidied file says the same to people.
func TestTidyKeepsWords(t *testing.T) {
	text := header + "orders\n  go a\npress\nBonjour à vous,  ami # 1\n\n  et merci\n--\nbye\n"
	tidy, found := Tidy(text)
	if len(found) > 0 {
		t.Fatal(found)
	}
	f, found := Parse(tidy)
	if said, ok := f.Said("press"); len(found) > 0 || !ok || said.Text != "Bonjour à vous,  ami # 1\n\n  et merci" || len(f.Trailer) != 1 {
		t.Errorf("%v\n%s", found, tidy)
	}
}
