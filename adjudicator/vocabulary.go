package adjudicator

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"keryx/orders"
)

// Vocabulary are the words of a ruleset's orders, in every language that its texts have:
// lists in the place of texts, under [verb] for its orders, under [heading] for its phases
// that have names, under [ruling] for what a referee corrects, and under [word] for the other
// words that mean one thing. All of them are read, whatever language a file is in.
type Vocabulary struct {
	verbs, words map[string][]string            // by what they mean
	headings     map[string][]string            // by the phase
	rulings      map[string][]string            // likewise, of the lines of a referee
	alone        map[string]map[string]struct{} // language: words of it alone, folded
	texts        []Text                         // those of one form, by language
}

// ReadVocabulary reads the words of texts, the ruleset's own first: where it and a family
// have a list of one language for the same thing, the ruleset's counts. The errors are
// those of [Texts.Read].
func ReadVocabulary(texts ...Texts) (*Vocabulary, error) {
	v := &Vocabulary{verbs: map[string][]string{}, words: map[string][]string{}, headings: map[string][]string{}, rulings: map[string][]string{}, alone: map[string]map[string]struct{}{}}
	type list struct{ key, lang string }
	taken := map[list]bool{}
	for _, owner := range texts {
		read, err := owner.Read()
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(read, func(a, b Text) int { return strings.Compare(a.Lang, b.Lang) })
		for _, t := range read {
			if t.Words == nil && len(t.Forms) == 1 {
				v.texts = append(v.texts, t)
			}
			if t.Words == nil || taken[list{t.Key, t.Lang}] {
				continue
			}
			taken[list{t.Key, t.Lang}] = true
			kind, id, _ := strings.Cut(t.Key, ".")
			switch kind {
			case "verb":
				v.verbs[id] = append(v.verbs[id], t.Words...)
			case "word":
				v.words[id] = append(v.words[id], t.Words...)
			case "heading":
				v.headings[id] = append(v.headings[id], t.Words...)
			case "ruling":
				v.rulings[id] = append(v.rulings[id], t.Words...)
			case "alone":
				if v.alone[t.Lang] == nil {
					v.alone[t.Lang] = map[string]struct{}{}
				}
				for _, word := range t.Words {
					v.alone[t.Lang][orders.Fold(word)] = struct{}{}
				}
			default:
				return nil, &TextError{Owner: owner.Owner, File: t.File, Key: t.Key, Err: fmt.Errorf("a list of words stands under verb, word, heading or ruling")}
			}
		}
	}
	return v, nil
}

// PhaseKind is the kind of the names of phases in a lexicon: what may stand behind "phase".
const PhaseKind = "phase"

// Teach adds the words to a lexicon: the verbs that are named, under their other words in
// the order of the languages, every word that is no verb, and the names of the phases.
func (v *Vocabulary) Teach(l *orders.Lexicon, verbs ...string) {
	for _, id := range verbs {
		also := slices.DeleteFunc(slices.Clone(v.verbs[id]), func(word string) bool { return word == id })
		l.Add(orders.VerbKind, id, also...)
	}
	for _, id := range slices.Sorted(maps.Keys(v.words)) {
		l.AddKeyword(id, v.words[id]...)
	}
	for _, id := range slices.Sorted(maps.Keys(v.headings)) {
		l.Add(PhaseKind, id, v.headings[id]...)
	}
}

// Name adds things of one kind to a lexicon by their identifiers, each under its names in every
// language too, as the texts have them under [KIND].
func (v *Vocabulary) Name(l *orders.Lexicon, kind string, ids ...string) {
	for _, id := range ids {
		var names []string
		for _, t := range v.texts {
			if name := t.Forms["other"]; t.Key == kind+"."+id && name != id && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		l.Add(kind, id, names...)
	}
}

// TeachRulings adds the words of some rulings to a lexicon, as its verbs.
func (v *Vocabulary) TeachRulings(l *orders.Lexicon, verbs ...string) {
	for _, id := range verbs {
		also := slices.DeleteFunc(slices.Clone(v.rulings[id]), func(word string) bool { return word == id })
		l.Add(orders.VerbKind, id, also...)
	}
}

// Tongue returns the language of most of the words among some that are of one language
// alone, as the texts list them under "alone"; false if there is none, or if two have as
// many.
func (v *Vocabulary) Tongue(folded iter.Seq[string]) (lang string, ok bool) {
	count := map[string]int{}
	for word := range folded {
		for lang, alone := range v.alone {
			if _, own := alone[word]; own && v.only(lang, word) {
				count[lang]++
			}
		}
	}
	most := 0
	for _, candidate := range slices.Sorted(maps.Keys(count)) {
		switch n := count[candidate]; {
		case n > most:
			lang, most, ok = candidate, n, true
		case n == most:
			ok = false
		}
	}
	return lang, ok
}

// only reports whether no other language claims a word for its own.
func (v *Vocabulary) only(lang, word string) bool {
	for other, alone := range v.alone {
		if _, claimed := alone[word]; claimed && other != lang {
			return false
		}
	}
	return true
}
