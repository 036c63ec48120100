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
		"one in the header":   {"nonce mine\n" + file, "nonce mine\n" + file},
		"a line that waits":   {"game hel-7\nnonce\norders\n", "game hel-7\nnonce XYZ\norders\n"},
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
		after, _ := Parse(got)
		before.Header.Nonce, after.Header.Nonce = Field{}, Field{}
		if Format(before) != Format(after) {
			t.Errorf("%s: it reads as another:\n%s", name, got)
		}
	}
}

// TestToSign signs what is no comment, with the nonce in the header.
func TestToSign(t *testing.T) {
	const head, tail = "game hel-7\nside athens\n", "\norders\n  spend 3 # all\n"
	for name, c := range map[string][2]string{
		"a file":            {head + tail, head + "\nnonce XYZ\norders\n  spend 3 # all\n"},
		"a template":        {"# above\n" + head + "# nonce\n# choices\n" + tail + "  # move T10 T4\n", head + "\nnonce XYZ\norders\n  spend 3 # all\n"},
		"one that has it":   {"# nonce mine\n" + head + tail, head + "\nnonce mine\norders\n  spend 3 # all\n"},
		"a line of its own": {head + "nonce: mine # kept\n" + tail, head + "\nnonce mine\norders\n  spend 3 # all\n"},
		"words":             {head + "orders\n# x\npress\n# 1 of all\n", head + "nonce XYZ\norders\npress\n# 1 of all\n"},
		"an end mark":       {head + "orders\n--\n# Anna\n", head + "nonce XYZ\norders\n--\n# Anna\n"},
		"a request":         {"keryx request 1\n# and\nstatus\n", "keryx request 1\n# and\nstatus\n"},
	} {
		got := ToSign(c[0], "XYZ")
		if got != c[1] {
			t.Errorf("%s: %q, want %q", name, got, c[1])
		}
		if again := ToSign(got, "ABC"); again != got {
			t.Errorf("%s: signed twice it is another: %q", name, again)
		}
		if WithNonce(got, "ABC") != got {
			t.Errorf("%s: its nonce is not known", name)
		}
	}
}
