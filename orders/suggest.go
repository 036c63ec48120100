package orders

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// maxSuggestions bounds a "did you mean": more is a list, not a hint.
const maxSuggestions = 3

// maxSuggestWord bounds the words that are compared, in bytes: no name is as
// long, and the comparison is quadratic.
const maxSuggestWord = 40

// A short word at the beginning of an order is seldom a slip for a verb that is far from it: "leave" is none for "levy".
const (
	shortWord = 2
	shortVerb = 5
)

// suggest returns the things of the wanted kinds one of whose names a slip of the
// pen turns into fold: of several the nearest alone, and several only if none is
// nearer than the others.
func (l *Lexicon) suggest(fold string, kinds []string) Guesses {
	if len(fold) < 2 || len(fold) > maxSuggestWord || usualWords[fold] {
		return nil
	}
	type near struct {
		name     lexName
		distance int
	}
	var hits []near
	letters, limit := letterSet(fold), slipLimit(fold)
	if len(kinds) == 1 && kinds[0] == VerbKind {
		if len(fold) <= shortWord {
			return nil // "je" and "on" begin sentences, not orders
		}
		if len(fold) <= shortVerb {
			limit = 1
		}
	}
	for i := range l.names {
		n := &l.names[i]
		if !wanted(n.entry.Kind, kinds) || tooFar(fold, letters, limit, n) {
			continue
		}
		if d, ok := slip(fold, n.fold, limit); ok {
			hits = append(hits, near{*n, d})
			limit = d // what is farther is not told beside it
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
// those that are as near. A word of greetings is no slip.
func Nearest(word string, list []string) (best string, ok bool) {
	least := 0
	if usualWords[word] {
		return "", false
	}
	for _, w := range list {
		if d, near := slip(word, w, slipLimit(word)); near && (!ok || d < least) {
			best, least, ok = w, d, true
		}
	}
	return best, ok
}

// letterSet has a bit for each letter and digit of a folded word, and one for all else.
func letterSet(fold string) (set uint64) {
	for i := range len(fold) {
		switch c := fold[i]; {
		case 'a' <= c && c <= 'z':
			set |= 1 << (c - 'a')
		case isDigit(rune(c)):
			set |= 1 << (26 + c - '0')
		default:
			set |= 1 << 36
		}
	}
	return set
}

// tooFar reports, without comparing it letter by letter, that no slip of so many changes turns a name into
// a word: each letter that one has and the other lacks takes a change of its own. An
// order file may hold two thousand unknown words, and a game a thousand names.
func tooFar(word string, letters uint64, limit int, n *lexName) bool {
	longer := len(n.fold) - len(word)
	return (longer > limit || -longer > limit ||
		bits.OnesCount64(letters&^n.letters) > limit || bits.OnesCount64(n.letters&^letters) > limit) &&
		!strings.HasPrefix(n.fold, word)
}

// slipLimit is how many changes turn a name into a word that is meant for it.
func slipLimit(word string) int { return min(1+(len(word)-1)/4, 3) }

// slip returns the edit distance of two folded words if it is within a limit of changes, by which
// one is meant by the other; 1 for the beginning of a name. Names with
// a digit are near only with one change behind the first letter: T12 is not a
// slip for T27, nor T3 one for B3.
func slip(word, name string, limit int) (int, bool) {
	if strings.ContainsAny(name, "0123456789") {
		if word == "" || word[0] != name[0] {
			return 0, false
		}
		limit = min(limit, 1)
	} else if len(word) >= 2 && strings.HasPrefix(name, word) {
		return 1, true
	}
	if diff := len(word) - len(name); diff > limit || -diff > limit {
		return 0, false
	}
	d := distance(word, name, limit)
	return d, d <= limit && d < len(name)
}

// distance counts the insertions, deletions, changes and swaps of neighbours
// that turn a into b (optimal string alignment), up to a limit: it is more than
// the limit where they are more. Folded words are ASCII but for stray
// characters, so bytes do.
func distance(a, b string, limit int) int {
	var room [3 * (maxSuggestWord + 8)]int // of the usual words, so that nothing is allocated
	rows, n := room[:], len(b)+1
	if 3*n > len(rows) {
		rows = make([]int, 3*n)
	}
	before, row, last := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		// What is farther from the diagonal than the limit is farther than that.
		from, to := max(1, i-limit), min(len(b), i+limit)
		row[0] = i
		least := i
		if from > 1 {
			row[from-1] = limit + 1
		}
		for j := from; j <= to; j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d := min(row[j-1]+1, change)
			if j < i+limit {
				d = min(d, last[j]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return least // no way on gets nearer; a swap only where it was at hand
		}
	}
	return row[len(b)]
}
