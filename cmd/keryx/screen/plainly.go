package screen

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Plainly writes text so that a terminal does nothing but show it: characters that move the
// cursor, change the colours, or turn the order of others round are written as escapes. All that
// a command prints goes through one, since names, subjects and reasons come from outside.
type Plainly struct {
	To io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of a character whose end was not written yet
}

// Write implements [io.Writer].
func (p *Plainly) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	whole := append(p.rest, text...)
	p.rest = nil
	if cut := len(whole) - unfinished(whole); cut < len(whole) {
		p.rest = append([]byte(nil), whole[cut:]...)
		whole = whole[:cut]
	}
	if _, err := io.WriteString(p.To, shown(string(whole))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what is left of a character that never ended.
func (p *Plainly) Flush() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	rest := p.rest
	p.rest = nil
	_, err := io.WriteString(p.To, shown(string(rest)))
	if c, is := p.To.(*coloured); is && err == nil {
		return c.flush()
	}
	return err
}

// unfinished is how many bytes at the end of a text begin a character that may go on.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// shown is a text as a terminal may have it.
func shown(text string) string {
	if !strings.ContainsFunc(text, acts) && utf8.ValidString(text) && !strings.Contains(text, "\r") {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, "\\x%02x", text[i])
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
			b.WriteRune(r)
		case r == '\r' || acts(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// acts reports a character that does something to a terminal, or to the characters around it.
func acts(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return false
	case unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp):
		return true
	}
	return false
}

// Visible makes text from outside fit for one line: it cannot even begin another, and what does
// not show is written as an escape.
func Visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// IsTerminal reports whether what is written is shown to a person at once.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
