package orders

import "testing"

func TestWithNonce(t *testing.T) {
	const file = "game hel-7\nside athens\n\norders\n  spend 3\n"
	for name, c := range map[string][2]string{
		"a file":              {file, "# nonce XYZ\n" + file},
		"a French file":       {"ordres\n  fin\n", "# nonce XYZ\nordres\n  fin\n"},
		"standing orders":     {"game hel-7\nstanding\n", "# nonce XYZ\ngame hel-7\nstanding\n"},
		"a template":          {"## Letters of your own:\n# nonce\n" + file, "## Letters of your own:\n# nonce XYZ\n" + file},
		"blanks and CR LF":    {"  # nonce \t\r\norders\r\nend", "  # nonce XYZ\r\norders\r\nend"},
		"at the end":          {file + "# nonce", file + "# nonce XYZ"},
		"one that has it":     {"# nonce mine\n" + file, "# nonce mine\n" + file},
		"no orders":           {"keryx request 1\nstatus\n", "keryx request 1\nstatus\n"},
		"a request in a game": {"game hel-7\nside athens\ntemplate\n", "game hel-7\nside athens\ntemplate\n"},
		"nothing":             {"", ""},
	} {
		got := WithNonce(c[0], "XYZ")
		if got != c[1] {
			t.Errorf("%s: %q, want %q", name, got, c[1])
		}
		if again := WithNonce(got, "ABC"); again != got {
			t.Errorf("%s: a second nonce: %q", name, again)
		}
		before, _ := Parse(c[0])
		if after, _ := Parse(got); Format(before) != Format(after) {
			t.Errorf("%s: it reads as another:\n%s", name, got)
		}
	}
}
