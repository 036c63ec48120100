package orders

import (
	"cmp"
	"maps"
	"slices"
)

// Outline is what a program in another language must know of a game's words, so that it parts a text
// as [Part] does but for what takes the rules of the game. See [Spellings].
type Outline struct {
	// Names are the things that bear a name, by each of its spellings, folded. Things are numbers; the
	// first Verbs of them are verbs.
	Names map[string][]int `json:"names"`
	Verbs int              `json:"verbs"`
	Words []string         `json:"words"` // the words of orders that name no thing
	Alone []string         `json:"alone"` // the spellings of verbs that are an order by themselves
}

// Outline returns what a lexicon knows, but for the verbs that are an order by themselves.
func (l *Lexicon) Outline() Outline {
	verb := func(e Entry) int {
		if e.Kind == VerbKind {
			return 0
		}
		return 1
	}
	all := slices.SortedFunc(maps.Keys(l.first), func(a, b Entry) int {
		return cmp.Or(cmp.Compare(verb(a), verb(b)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	number, out := make(map[Entry]int), Outline{Names: map[string][]int{}}
	for i, e := range all {
		number[e] = i
		out.Verbs += 1 - verb(e)
	}
	for _, table := range []map[string][]Entry{l.exact, l.glued} {
		for fold, entries := range table {
			for _, e := range entries {
				if !slices.Contains(out.Names[fold], number[e]) {
					out.Names[fold] = append(out.Names[fold], number[e])
				}
			}
			slices.Sort(out.Names[fold])
		}
	}
	words := map[string]bool{}
	for _, spellings := range l.keywords {
		for _, word := range spellings {
			words[word] = true
		}
	}
	for word := range innerKeywords {
		words[word] = true
	}
	out.Words = slices.Sorted(maps.Keys(words))
	return out
}
