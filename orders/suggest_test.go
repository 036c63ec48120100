package orders

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// plainDistance is the optimal string alignment by its definition.
func plainDistance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// TestSlips: what spares the comparison of words changes nothing of it.
func TestSlips(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcd-")), 2, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "word"), word.Draw(t, "name")
		limit := slipLimit(a)
		want := plainDistance(a, b)
		if diff := len(a) - len(b); diff <= limit && -diff <= limit {
			if got := distance(a, b, limit); got != want && (got <= limit || want <= limit) {
				t.Fatalf("%q and %q are %d apart, not %d", a, b, want, got)
			}
		}
		n := lexName{fold: b, letters: letterSet(b)}
		if _, near := slip(a, b, limit); near && tooFar(a, letterSet(a), limit, &n) {
			t.Fatalf("%q is not tried for %q", b, a)
		}
	})
}

// TestTheNearestAlone: a search that looks for nothing farther than what it has found tells what one
// over all names tells, whatever the order of the names.
func TestTheNearestAlone(t *testing.T) {
	l := bigLexicon()
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		word := []byte(l.names[r.IntN(len(l.names))].fold)
		for range 1 + r.IntN(3) {
			word[r.IntN(len(word))] = 'a' + byte(r.IntN(26))
		}
		fold, least, want := string(word), 0, map[string]bool{}
		for _, n := range l.names {
			d, near := slip(fold, n.fold, slipLimit(fold))
			switch {
			case !near || len(want) > 0 && d > least:
				continue
			case d < least:
				clear(want)
			}
			least, want[n.entry.ID] = d, true
		}
		for _, g := range l.suggest(fold, []string{"zone"}) {
			if !want[g.ID] {
				t.Fatalf("%s: %s is told, and the nearest are %v", fold, g.ID, want)
			}
		}
		if got := len(l.suggest(fold, []string{"zone"})); got != min(len(want), maxSuggestions) {
			t.Fatalf("%s: %d are told, and the nearest are %v", fold, got, want)
		}
	}
}

// TestVerbsAreNotGuessedFromAfar: a word that begins a sentence, or another verb, is no slip for a verb that looks a little like it.
func TestVerbsAreNotGuessedFromAfar(t *testing.T) {
	l := NewLexicon()
	for id, name := range map[string]string{"discard": "jeter", "recruit": "levy", "let": "non", "activate": "activate", "move": "move"} {
		l.Add(VerbKind, id, name)
	}
	for word, want := range map[string]int{"je": 0, "on": 0, "leave": 0, "actvate": 1, "mvoe": 1, "jete": 1} {
		if got := l.suggest(word, []string{VerbKind}); len(got) != want {
			t.Errorf("%q is taken for %v", word, got)
		}
	}
}
