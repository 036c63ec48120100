package orders_test

import (
	"os"
	"path/filepath"
	"testing"

	"keryx/mail"
	"keryx/orders"
)

// Texts as telephones and word processors write them: what a person would not see as an obstacle is
// none, and what is one is told by its name.
func TestTextsAsPeopleWriteThem(t *testing.T) {
	for name, want := range map[string]struct {
		code string // of the first fault; none if empty
		line int
		args map[string]any
	}{
		"em-dash-end.txt": {}, "em-dash-blank-end.txt": {},
		"heart-in-comment.txt": {}, "family-in-comment.txt": {}, "persian-comment.txt": {},
		"em-space.txt":         {},
		"bullet.txt":           {orders.CodeBullet, 6, map[string]any{"Name": "BULLET"}},
		"fullwidth.txt":        {orders.CodeWideCharacter, 6, map[string]any{"Plain": "3"}},
		"ellipsis.txt":         {orders.CodeStrayCharacter, 6, map[string]any{"Character": "."}},
		"two-files-joined.txt": {orders.CodeInvisibleCharacter, 2, map[string]any{"Escape": `\ufeff`}},
	} {
		t.Run(name, func(t *testing.T) {
			file, faults := orders.Parse(read(t, name))
			if want.code == "" {
				if len(faults) > 0 || len(file.Groups) != 1 || len(file.Groups[0].Statements) != 1 {
					t.Errorf("faults %v, groups %v", faults, file.Groups)
				}
				return
			}
			if len(faults) == 0 || faults[0].Code != want.code || faults[0].Span.Line != want.line {
				t.Fatalf("faults %v, want first %s on line %d", faults, want.code, want.line)
			}
			for name, value := range want.args {
				if got := faults[0].Data()[name]; got != value {
					t.Errorf("%s is %v, want %v", name, got, value)
				}
			}
		})
	}
}

// A text is plain or not in the same way, whether it was made canonical before it was signed or not.
func TestTypographyIsReadAsItIsSigned(t *testing.T) {
	for _, name := range []string{"em-space.txt", "angle-quotes.txt", "ellipsis.txt", "em-dash-end.txt", "em-dash-blank-end.txt", "heart-in-comment.txt"} {
		text := read(t, name)
		written, faults := orders.Parse(text)
		signed, others := orders.Parse(mail.Canonical(text))
		if len(faults) != len(others) || len(faults) > 0 && faults[0].Code != others[0].Code {
			t.Errorf("%s: faults %v as written, %v as signed", name, faults, others)
		}
		if len(faults) == 0 && orders.Format(written) != orders.Format(signed) {
			t.Errorf("%s is read as\n%s\nand signed as\n%s", name, orders.Format(written), orders.Format(signed))
		}
	}
	// Every mark that is made canonical is made plain by itself, too.
	for r := rune(0x80); r < 0x3100; r++ {
		if canonical := mail.Canonical("a" + string(r) + "b"); canonical == "a'b\n" || canonical == "a-b\n" || canonical == "a b\n" || canonical == "a\"b\n" {
			if got := orders.Fold("a" + string(r) + "b"); got+"\n" != canonical {
				t.Errorf("%U is signed as %q and read as %q", r, canonical, got)
			}
		}
	}
}

// What hides or turns what a person sees is refused in comments as everywhere, and a joiner that joins
// nothing is such.
func TestWhatHidesIsRefusedInComments(t *testing.T) {
	for _, hidden := range []string{"\u202e", "\u2066", "\u200b", "\u200f", "\U000e0041", " \u200d", "a\u200d ", " \ufe0f", "\u200c", "\ufeff"} {
		if _, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\norders\n  choose S1 # x " + hidden + " y\n"); len(faults) != 1 {
			t.Errorf("%+q in a comment: %v", hidden, faults)
		}
	}
}

// Whoever underlines something with hyphens has ended his orders, and is told where some follow.
func TestALineOfDashesEndsTheOrders(t *testing.T) {
	for _, line := range []string{"-", "--", "-- ", "-----", "—", "– –", "———"} {
		if !orders.IsEnd(line) {
			t.Errorf("%q is no end", line)
		}
		file, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\norders\n  choose S1\n" + line + "\nBest wishes, A.\n")
		if len(faults) > 0 || file.End != 6 || len(file.Trailer) != 1 {
			t.Errorf("%q: faults %v, end in line %d", line, faults, file.End)
		}
	}
	for _, line := range []string{"", " ", "- a", "-1", "="} {
		if orders.IsEnd(line) {
			t.Errorf("%q is an end", line)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "texts", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
