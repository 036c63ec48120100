package orders

import (
	"strings"
	"testing"
)

// The lines that tie a text to a server and a day are found where people write them, in both
// languages, and nothing else of the text is touched.
func TestCutBinding(t *testing.T) {
	day := Binding{"keryx@club.example", "2026-11-21"}
	for _, tt := range []struct {
		name, text, rest string
		want             Binding
	}{
		{"above", "at keryx@club.example\ndated 2026-11-21\nextend\n", "\n\nextend\n", day},
		{"one line", "at keryx@club.example dated 2026-11-21\nextend", "\nextend", day},
		{"below", "extend\ndated 2026-11-21\nat keryx@club.example\n\n", "extend\n\n\n\n", day},
		{"French", "chez <keryx@club.example>\ndat\u00e9 du 2026-11-21\nprolonger\n", "\n\nprolonger\n", day},
		{"the mark", "keryx request 1\nAt: keryx@club.example\nDated: 2026\u201111\u201121\nextend\n", "keryx request 1\n\n\nextend\n", day},
		{"below the game", "game hel-7\nat keryx@club.example # the club\ndated 2026-11-21\npress\nhello\n", "game hel-7\n\n\npress\nhello\n", day},
		{"above the footer", "extend\nat keryx@club.example dated 2026-11-21\n-- \nAnna\n", "extend\n\n-- \nAnna\n", day},
		{"between", "status\nat keryx@club.example dated 2026-11-21\nextend\n", "status\n\nextend\n", day},
		{"a code", "dated k7q2-9xwm\nextend\n", "\nextend\n", Binding{"", "k7q2-9xwm"}},
		{"no day", "at keryx@club.example\ndated yesterday\nextend\n", "\n\nextend\n", Binding{"keryx@club.example", "yesterday"}},
		{"twice the same", "at keryx@club.example\nextend\nat Keryx@club.example\n", "\nextend\n\n", Binding{"keryx@club.example", ""}},
		{"otherwise below", "at keryx@club.example\nextend\nat other@club.example\n", "\nextend\nat other@club.example\n", Binding{"keryx@club.example", ""}},
		{"words", "press\nWrite to me\nat anna@club.example\nsoon\n", "press\nWrite to me\nat anna@club.example\nsoon\n", Binding{}},
		{"quoted", "extend\n> at keryx@club.example dated 2026-11-21\n", "extend\n> at keryx@club.example dated 2026-11-21\n", Binding{}},
		{"below the end", "extend\n--\nat keryx@club.example dated 2026-11-21\n", "extend\n--\nat keryx@club.example dated 2026-11-21\n", Binding{}},
		{"an order", "at Sestos\nrun\n", "at Sestos\nrun\n", Binding{}},
	} {
		got, rest := CutBinding(tt.text)
		if got != tt.want || rest != tt.rest {
			t.Errorf("%s: %+v, and %q is left; want %+v, and %q", tt.name, got, rest, tt.want, tt.rest)
		}
		if a, b := strings.Count(tt.text, "\n"), strings.Count(rest, "\n"); a != b {
			t.Errorf("%s: the lines have other numbers: %d and %d", tt.name, a, b)
		}
	}
}
