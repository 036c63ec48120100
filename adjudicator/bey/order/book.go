package order

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Book is what a ruleset of the family has before any game: what is printed, and the words
// that orders are read by. A ruleset embeds it.
type Book struct {
	*field.Printed
	verbs map[string]*Verb
	words *adjudicator.Vocabulary
}

// NewBook adds the orders of a ruleset, by the words of its texts, and the names of its units
// to the lexicon of the data. It returns an error if two orders are called the same, or if
// the texts cannot be read.
func NewBook(p *field.Printed, verbs []Verb, texts []adjudicator.Texts) (*Book, error) {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		return nil, err
	}
	b := &Book{Printed: p, verbs: map[string]*Verb{}, words: words}
	ids := make([]string, len(verbs))
	for i := range verbs {
		v := &verbs[i]
		if b.verbs[v.Id] != nil {
			return nil, fmt.Errorf("two orders are called %s", v.Id)
		}
		b.verbs[v.Id] = v
		ids[i] = v.Id
	}
	words.Teach(b.Lexicon(), ids...)
	for _, label := range p.Labels {
		b.Lexicon().Add(UnitKind, label)
		b.Lexicon().Add(UnitKind, label+"w")
	}
	return b, nil
}

// Lexicon implements [adjudicator.Ruleset].
func (b *Book) Lexicon() *orders.Lexicon { return b.Facts.Lexicon }

// ReadOrder implements [adjudicator.Ruleset]. It reports every fault that can be found
// without knowing the game's state.
func (b *Book) ReadOrder(id string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return ReadOrder(id, s, b.verbs, b.Printed, b.Lexicon())
}

// Tongue implements [adjudicator.Linguist].
func (b *Book) Tongue(rule *orders.Rule) (orders.Language, bool) { return advice.Tongue(rule, b.words) }

// Chart implements [adjudicator.Charted].
func (b *Book) Chart() (*board.Map, *board.Geometry) { return b.Map, b.Geometry }

// TeachRulings adds the words of some rulings to a lexicon, in every language.
func (b *Book) TeachRulings(l *orders.Lexicon, verbs ...string) { b.words.TeachRulings(l, verbs...) }
