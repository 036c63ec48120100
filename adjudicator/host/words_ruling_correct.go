package host

import (
	"slices"
	"strings"

	"keryx/orders"
)

// actCorrect is a correction of the position, actCorrectPart those lines of it that only one
// side may read.
const (
	actCorrect     = "correct"
	actCorrectPart = "correct-part"
)

// forceWords are the spellings of the line that lets a correction break a rule, folded.
var forceWords = []string{"force", "forcer"}

// corrections are the lines of a text that correct the position, each on its own line so that
// faults have the numbers of the text; and whether force is asked for.
func (r ruling) corrections() (text string, force, any bool) {
	lines := strings.Split(r.text, "\n")
	out := make([]string, len(lines))
	for _, act := range r.acts {
		switch {
		case act.verb == actCorrect && len(act.words) == 1:
		case len(act.words) == 1 && slices.Contains(forceWords, orders.Fold(act.words[0].text)):
			force = true
		case act.line <= len(out):
			out[act.line-1], any = act.text, true
		}
	}
	return strings.Join(out, "\n"), force, any
}

// corrects reports whether a text corrects the position: its first line does not begin as
// another ruling does.
func (r ruling) corrects() bool {
	return len(r.acts) > 0 && (r.acts[0].verb == "" || r.acts[0].verb == actCorrect)
}
