package written

import (
	"slices"
	"strings"

	"keryx/orders"
)

// ActCorrect is a correction of the position, actCorrectPart those lines of it that only one
// side may read.
const (
	ActCorrect     = "correct"
	ActCorrectPart = "correct-part"
)

// forceWords are the spellings of the line that lets a correction break a rule, folded.
var forceWords = []string{"force", "forcer"}

// Corrections are the lines of a text that correct the position, each on its own line so that
// faults have the numbers of the text; and whether force is asked for.
func (r Ruling) Corrections() (text string, force, any bool) {
	lines := strings.Split(r.Text, "\n")
	out := make([]string, len(lines))
	for _, act := range r.Acts {
		switch {
		case act.Verb == ActCorrect && len(act.Words) == 1:
		case len(act.Words) == 1 && slices.Contains(forceWords, orders.Fold(act.Words[0].Text)):
			force = true
		case act.Line <= len(out):
			out[act.Line-1], any = act.Text, true
		}
	}
	return strings.Join(out, "\n"), force, any
}

// Corrects reports whether a text corrects the position: its first line does not begin as
// another ruling does.
func (r Ruling) Corrects() bool {
	return len(r.Acts) > 0 && (r.Acts[0].Verb == "" || r.Acts[0].Verb == ActCorrect)
}
