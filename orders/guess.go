package orders

import "strings"

// Guess is a thing that may have been meant, or one of several that a word can
// mean. Whoever shows it writes it as its reader would: by the kind and the id,
// and as Shown where he has no name for those.
type Guess struct {
	Entry
	Shown string // the thing's first name in the lexicon
	// Namesake tells that several things bear the name, so that its kind says which.
	Namesake bool
}

// String returns the name, with the kind where it takes that to tell.
func (g Guess) String() string {
	if g.Namesake {
		return g.Shown + " (" + g.Kind + ")"
	}
	return g.Shown
}

// Guesses is a list of things that may have been meant, the nearest first.
type Guesses []Guess

// Kinds names kinds of things, as a lexicon has them: "zone", "leader".
type Kinds []string

// Headings lists keywords that begin lines.
type Headings []Heading

// joinedText writes a list of a diagnostic's arguments as one string; false if the
// value is none.
func joinedText(value any) (text string, ok bool) {
	var all []string
	switch value := value.(type) {
	case []string:
		all = value
	case Kinds:
		all = value
	case Guesses:
		for _, g := range value {
			all = append(all, g.String())
		}
	case Headings:
		for _, h := range value {
			all = append(all, string(h))
		}
	case Heading:
		all = []string{string(value)}
	default:
		return "", false
	}
	return strings.Join(all, ", "), true
}
