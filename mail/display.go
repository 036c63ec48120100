package mail

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Display cleans a stranger's words for a terminal, a log or a mail of ours:
// control, format (direction, zero-width) and invalid characters become
// blanks, runs of blanks one, and at most limit characters are left.
func Display(s string, limit int) string {
	var b strings.Builder
	blank, n := false, 0
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) {
			blank = n > 0
			continue
		}
		if n >= limit-1 {
			b.WriteRune('…')
			break
		}
		if blank {
			b.WriteByte(' ')
			n++
			blank = false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// day writes a moment for a refusal's text; nothing for none.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 MST")
}
