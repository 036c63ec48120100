package orders

import (
	"cmp"
	"slices"
	"strings"
)

// maxSuggestions bounds a "did you mean": more is a list, not a hint.
const maxSuggestions = 3

// maxSuggestWord bounds the words that are compared, in bytes: no name is as
// long, and the comparison is quadratic.
const maxSuggestWord = 40

// suggest returns the things of the wanted kinds one of whose names a slip of the
// pen turns into fold: of several the nearest alone, and several only if none is
// nearer than the others.
func (l *Lexicon) suggest(fold string, kinds []string) Guesses {
	if len(fold) < 2 || len(fold) > maxSuggestWord {
		return nil
	}
	type near struct {
		name     lexName
		distance int
	}
	var hits []near
	for _, n := range l.names {
		if !wanted(n.entry.Kind, kinds) {
			continue
		}
		if d, ok := slip(fold, n.fold); ok {
			hits = append(hits, near{n, d})
		}
	}
	slices.SortStableFunc(hits, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var guesses Guesses
	seen := make(map[Entry]bool)
	for _, h := range hits {
		if h.distance == hits[0].distance && len(guesses) < maxSuggestions && !seen[h.name.entry] {
			guesses = append(guesses, Guess{Entry: h.name.entry, Shown: l.first[h.name.entry]})
			seen[h.name.entry] = true
		}
	}
	return guesses
}

// Nearest returns the word of a list that a slip turns into word, all of them folded; the first of
// those that are as near.
func Nearest(word string, list []string) (best string, ok bool) {
	least := 0
	for _, w := range list {
		if d, near := slip(word, w); near && (!ok || d < least) {
			best, least, ok = w, d, true
		}
	}
	return best, ok
}

// slip returns the edit distance of two folded words if it is small enough
// for one to be meant by the other, 1 for the beginning of a name. Names with
// a digit are near only with one change behind the first letter: T12 is not a
// slip for T27, nor T3 one for B3.
func slip(word, name string) (int, bool) {
	limit := min(1+(len(word)-1)/4, 3)
	if strings.ContainsAny(name, "0123456789") {
		if word == "" || word[0] != name[0] {
			return 0, false
		}
		limit = 1
	} else if len(word) >= 2 && strings.HasPrefix(name, word) {
		return 1, true
	}
	if diff := len(word) - len(name); diff > limit || -diff > limit {
		return 0, false
	}
	d := distance(word, name)
	return d, d <= limit && d < len(name)
}

// distance counts the insertions, deletions, changes and swaps of neighbours
// that turn a into b (optimal string alignment). Folded words are ASCII but
// for stray characters, so bytes do.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
