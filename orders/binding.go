package orders

import (
	"cmp"
	"slices"
	"strings"

	"keryx/orders/pattern"
)

// A signed text that changes something says which server it is for and when it was written, so
// that nobody who has seen it can have it count elsewhere, or at another time:
//
//	at keryx@club.example
//	dated 2026-11-21
//
// Both may stand on one line, "at keryx@club.example dated 2026-11-21", above the rest of the text
// or below it. In the place of the day the code of a letter may stand, "dated K7Q2-9XWM".

// Binding is what such lines say.
type Binding struct {
	At    string // the address of the server, as it was written; empty if none is named
	Dated string // the day, or the code, as it was written, folded; empty if none is named
}

// Binds reports whether a text has a line of a binding at all.
func (b Binding) Binds() bool { return b.At != "" || b.Dated != "" }

// The spellings of the words that begin the parts of a binding, folded; the words that may stand
// between them and what follows; and those of "dated" that nothing else begins with.
var (
	atWords     = []string{"at", "server", "chez", "serveur"}
	datedWords  = []string{"dated", "date", "datee"}
	datedJoins  = []string{"the", "on", "du", "le"}
	plainlyDate = []string{"dated", "datee"}
)

// The form of a day and of the code of a letter, folded.
var (
	bindingDay  = pattern.New(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$`)
	bindingCode = pattern.New(`^[a-z2-9]{4}-[a-z2-9]{4}$`)
)

// BindingDay reports whether what a binding is dated by has the form of a day, and not of a code.
func BindingDay(dated string) bool { return bindingDay.MatchString(dated) }

// BindingCode reports whether what a binding is dated by has the form of the code of a letter.
func BindingCode(dated string) bool { return bindingCode.MatchString(dated) }

// ReadBinding reads a line as one of a binding. Strict wants an address, and a day or a code, of
// the right form; otherwise a line that begins so is one even if what follows "dated" is neither.
func ReadBinding(line string, strict bool) (b Binding, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(strings.Trim(line, "\ufeff \t\r\n\"“”«»\u00a0\u202f"))
	if len(words) == 0 || len(words) > 5 {
		return b, false
	}
	first := func() string { return Fold(strings.TrimRight(words[0], ":=")) }
	if len(words) > 1 && slices.Contains(atWords, first()) && strings.Contains(words[1], "@") {
		b.At = strings.TrimPrefix(strings.TrimRight(strings.Trim(words[1], "<>"), ".,;>"), "mailto:")
		words = words[2:]
	}
	if len(words) == 0 {
		return b, true
	}
	head := first()
	if len(words) < 2 || !slices.Contains(datedWords, head) {
		return b, false
	}
	if words = words[1:]; len(words) > 1 && slices.Contains(datedJoins, Fold(words[0])) {
		words = words[1:]
	}
	b.Dated = Fold(strings.TrimRight(words[0], ".,;"))
	sound := BindingDay(b.Dated) || BindingCode(b.Dated)
	return b, len(words) == 1 && (sound || !strict && slices.Contains(plainlyDate, head))
}

// CutBinding takes the lines of a binding out of a text: those above its first line that says
// something else than which game it is about, those below its last, and any that says both. What
// is left keeps the numbers of its lines. Nothing is looked for below a line of hyphens alone, or
// from the first quoted line on. Of what is said twice the first counts, and a line that says
// otherwise stays where it is.
func CutBinding(text string) (b Binding, rest string) {
	lines := strings.SplitAfter(text, "\n")
	end := len(lines)
	for i, line := range lines {
		if bare := strings.TrimSpace(line); strings.HasPrefix(bare, ">") || bare != "" && strings.Trim(bare, "-\u2013\u2014") == "" {
			end = i
			break
		}
	}
	take := func(i int, strict bool) bool {
		found, ok := ReadBinding(lines[i], strict)
		if !ok || !b.admits(found) {
			return false
		}
		b.At, b.Dated = cmp.Or(b.At, found.At), cmp.Or(b.Dated, found.Dated)
		lines[i] = "\n"
		return true
	}
	for i := 0; i < end; i++ {
		if !take(i, false) && !introduces(lines[i]) {
			break
		}
	}
	for i := end - 1; i >= 0 && (take(i, true) || strings.TrimSpace(lines[i]) == ""); i-- {
	}
	for i := range lines[:end] {
		if found, ok := ReadBinding(lines[i], true); ok && found.At != "" && found.Dated != "" {
			take(i, true)
		}
	}
	return b, strings.Join(lines, "")
}

// admits reports whether another line says nothing else than what was said.
func (b Binding) admits(other Binding) bool {
	return (b.At == "" || other.At == "" || Fold(b.At) == Fold(other.At)) && (b.Dated == "" || other.Dated == "" || b.Dated == other.Dated)
}

// introductions are the words of lines that say what a text is about, folded.
var introductions = []string{"keryx", "game", "partie", "side", "camp", "league", "championnat", "ligue"}

// introduces reports whether a line asks for nothing yet: the lines of a binding may stand below it.
func introduces(line string) bool {
	line, _, _ = strings.Cut(strings.Trim(line, "\ufeff \t\r\n"), "#")
	words := strings.Fields(line)
	return len(words) == 0 || len(words) > 1 && slices.Contains(introductions, Fold(strings.TrimRight(words[0], ":=")))
}
