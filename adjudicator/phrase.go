package adjudicator

import (
	"fmt"
	"strings"

	"keryx/orders"
)

// Phrase is something to be said to a person, in whatever language he reads:
// a key of the message catalogues and the values that the text refers to. The
// catalogues live in package templates; a ruleset never writes prose.
type Phrase struct {
	Key  string // "hellespont.event.moved"
	Args []any  // name, value, name, value ... as in log/slog
}

// Say builds a phrase: Say("hellespont.event.moved", "to", zone). A value is a
// string or number, a [Term], a [Terms], another Phrase or a slice of phrases.
func Say(key string, args ...any) Phrase { return Phrase{key, args} }

// IsZero reports whether there is nothing to say.
func (p Phrase) IsZero() bool { return p.Key == "" }

// Term is a thing with a name of its own: a zone, a leader, a stratagem, a
// kind of unit, a side, a month. Its name in a language stands in the
// catalogues under "RULESET.KIND.ID"; where it has none, the ID is its name.
type Term struct {
	Kind string `json:"kind"` // "zone"
	ID   string `json:"id"`   // "Sestos"
}

// Terms is a list of things, told as "T10, T4 and Alcibiades".
type Terms []Term

// Keyword is a word of the order language that has synonyms in other languages,
// under "RULESET.keyword.WORD" in the catalogues.
type Keyword string

// Path is a list of things in which the order counts, the zones of a route: told as
// "M4, M3, Sestos".
type Path []Term

// Either are the faces of one thing, of which one counts at a time: told as
// "S9 Sappers / S14 Reinforcements".
type Either []Term

// Faces are the faces of dice as they fell: told as "5 5 6".
type Faces []int

// RuleMark names a rule by its number, "4.2", or a table of the rulebook: a mark like
// "table, die a" stands in the catalogues under "RULESET.rule.table-die", with Letter.
type RuleMark string

// Wording is what somebody wrote, with the words of the order language in English and in
// French.
type Wording [2]string

// In is the wording for readers of a language; in English where it has none of that.
func (w Wording) In(language orders.Language) string {
	if int(language) < len(w) {
		return w[language]
	}
	return w[orders.English]
}

// Words is an order in canonical form: keywords, terms, numbers and literal
// strings, in the order in which they are written. It is rendered in the
// player's language and reads back as the same order.
type Words []any

// Canonical is the order as it is written with canonical words and identifiers, which orders in
// every language may be written with.
func (w Words) Canonical() string {
	var all []string
	for _, part := range w {
		switch part := part.(type) {
		case Term:
			all = append(all, part.ID)
		case Terms:
			for _, term := range part {
				all = append(all, term.ID)
			}
		default:
			all = append(all, fmt.Sprint(part))
		}
	}
	return strings.Join(all, " ")
}
