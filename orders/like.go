package orders

import (
	"slices"
	"strings"
	"sync"

	"keryx/orders/pattern"
)

// A line outside a file is like an order if the game reads it as one, or if its first word is a word
// that orders begin with, or one letter away from one, and stands alone or before something that the
// game knows. Whoever wrote such a line may have meant it as an order: his file is refused, and no
// order is ever dropped.

// leadWords are the words of the language that begin a line, and the headings of words to people.
var leadWords = sync.OnceValue(func() []string {
	var all []string
	for word := range lineKeywords {
		all = append(all, word)
	}
	for word := range wordHeadings {
		all = append(all, word)
	}
	slices.Sort(all)
	return all
})

// numbering is what a list puts before its items.
var numbering = pattern.New(`^[0-9]{1,3}[.)][ \t]+`)

// like reports whether a line, with those that continue it and without its comment, is like an order.
func (p *parting) like(line string) bool {
	if p.known == nil {
		return false
	}
	line = strings.TrimLeft(line, " \t*+-–—•·\"'“”«»‘’([{_~=\u00a0\u202f\uFEFF")
	line = numbering.ReplaceAllString(line, "")
	if line == "" {
		return false
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,;:=!?\"“”«»()[]\u00a0\u202f\uFEFF", r) })
	for i := range words {
		words[i] = strings.TrimRight(words[i], ".…'’*_-–—\\")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return false
	}
	first := Fold(words[0])
	if k, heading := headWord(first); k != noKeyword || heading {
		if len(words) == 1 && k != kwTurn || IsHeading(line) {
			return true
		}
		return !heading && p.setsField(k, words[1:])
	}
	verbs, exactly := p.verbs(first)
	switch {
	case len(verbs) == 0:
	case len(words) == 1 && (exactly || strings.HasSuffix(line, `\`)):
		return true
	case len(words) == 1 && givenNames[first] && isName(words[0]):
		return false
	case len(words) == 1 && !usualWords[first]:
		// A slip alone is like an order if what was meant is one, alone.
		if slices.ContainsFunc(verbs, func(verb string) bool { return slices.Contains(leadWords(), verb) || p.known.Reads(verb) }) {
			return true
		}
	case len(words) > 1 && p.knows(words[1], exactly):
		return true
	}
	return IsHeading(line) || p.known.Reads(line)
}

// headWord reports whether a word is exactly one that begins a line of the header or a phase, or the
// heading of a section, which says nothing else.
func headWord(first string) (k keyword, heading bool) {
	k = lineKeywords[first]
	return k, k == kwOrders || k == kwStanding || k == noKeyword && wordHeadings[first] != ""
}

// isName reports whether a word is written as people write their names: a capital, and small letters.
func isName(word string) bool { return word[1:] == Fold(word)[1:] && word != Fold(word) }

// setsField reports whether words behind one of the header, or of a phase, are a value of it: "game
// hel-7", and not "Game 7 was fun". The turn's line may be dropped, as it may be left out.
func (p *parting) setsField(k keyword, value []string) bool {
	fold := Fold(value[0])
	switch k {
	case kwGame:
		return gameID.MatchString(fold)
	case kwAnswers:
		return answered.MatchString(Fold(strings.Join(value, "")))
	case kwPhase:
		return p.knows(value[0], true) && (len(value) == 1 || len(value) == 2 && innerKeywords[Fold(value[1])] == kwAgain)
	case kwSide, kwNonce:
		return len(value) == 1 && p.knows(value[0], true)
	}
	return false
}

// verbs returns the words that begin orders, headings or lines of a header which a word is, or is one
// letter away from; and whether it is exactly such a word.
func (p *parting) verbs(first string) (found []string, exactly bool) {
	if p.known.Lexicon.has(first, VerbKind) {
		return []string{first}, true
	}
	if len(first) < 3 || len(first) > maxSuggestWord {
		return nil, false
	}
	near := func(word string) {
		if d := len(word) - len(first); d <= 1 && d >= -1 && len(word) > 2 && distance(first, word, 1) <= 1 {
			found = append(found, word)
		}
	}
	for _, word := range leadWords() {
		near(word)
	}
	for i := range p.known.Lexicon.names {
		if n := &p.known.Lexicon.names[i]; n.entry.Kind == VerbKind {
			near(n.fold)
		}
	}
	if _, fault := p.known.Lexicon.LookupString(first, VerbKind); fault == nil {
		found = append(found, first)
	}
	return found, false
}

// markForm is the form of what counters, zones, chits and phases are called by: "T24", "S8", "B.3".
var markForm = pattern.New(`^[a-z]{1,2}[-.]?[0-9]{1,3}$`)

// codeForm is the form of the code of a letter, folded.
var codeForm = pattern.New(`^[a-z2-9]{4}-[a-z2-9]{4}$`)

// knows reports whether a word is a name, a number or a code that the game knows. Behind a word that
// is exactly that of an order the beginning of a name is enough.
func (p *parting) knows(word string, exactly bool) bool {
	fold := Fold(word)
	switch {
	case fold[0] >= '0' && fold[0] <= '9', gameID.MatchString(fold):
		return true
	case markForm.MatchString(fold):
		return true
	case codeForm.MatchString(fold) && strings.ContainsAny(fold, "23456789"):
		return true
	}
	tok := Token{Kind: Word, Text: word, Fold: fold}
	for _, e := range p.known.Lexicon.whole(tok) {
		// "Passer l'hiver au chaud" is prose; an order with such a name reads as one.
		if len(fold) > 1 && elided(fold) == "" && e.Kind != VerbKind {
			return true
		}
	}
	if !exactly || len(fold) < 4 {
		return false
	}
	hits := p.known.Lexicon.prefixed(tok, nil)
	return len(hits) == 1 && hits[0].entry.Kind != VerbKind
}
