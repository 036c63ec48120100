package templates

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A notice is read on a telephone and on a terminal: its lines have an end, it says of which game it is and where
// orders go, and what is to be signed or copied stays as it is.
func TestNoticeIsLaidOut(t *testing.T) {
	sign := "keryx confirm 1\nclub keryx@club.example\n\n    gpg --quick-set-expire 0123456789ABCDEF0123456789ABCDEF01234567 2y and more\n\nhttps://club.example/" + strings.Repeat("a", 90) + "?k=1 is copied whole"
	got := For("en", "tiny").Notice(strings.Repeat("some words ", 20)+"\n\n"+sign, "tin-7", "keryx@club.example")
	if !strings.Contains(got, sign) {
		t.Errorf("what is to be signed or copied has changed:\n%s", got)
	}
	for _, line := range strings.Split(got[:strings.Index(got, "keryx confirm")], "\n") {
		if utf8.RuneCountInString(line) > columns {
			t.Errorf("a line of %d letters: %q", utf8.RuneCountInString(line), line)
		}
	}
	if missing := inOrder(got, "tin-7", "keryx@club.example"); missing != "" {
		t.Errorf("no %q in\n%s", missing, got)
	}
}
