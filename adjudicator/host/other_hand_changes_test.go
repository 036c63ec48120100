package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"
)

// proofChange is one that somebody could make to the letters of a game.
type proofChange struct {
	what  string
	texts []string
	mute  bool // nothing false is said by it, and what is left proves the same
}

// spared are the kinds of lines without which a letter says less, and nothing that is false: what other letters, or other
// lines of it, say too. A throw is said again, as a roll, when its turn has ended, and a salt of zeros is none.
var spared = []string{"secret", "after", "head", "throw", "opening", "salt"}

// proofChanges are all changes of some kinds to the proofs of a game: of each kind of line, in the first, the middle and
// the last letter that has it, the first, the middle and the last line is taken out, doubled, and has each of its words
// changed in the middle.
func proofChanges(texts []string) (all []proofChange) {
	at := map[string][][2]int{} // of each kind of line: letter and line
	var kinds []string
	for n, text := range texts {
		for i, line := range strings.Split(text, "\n") {
			kind, _, _ := strings.Cut(line, " ")
			if kind == "" || i == 0 {
				continue
			}
			if at[kind] == nil {
				kinds = append(kinds, kind)
			}
			at[kind] = append(at[kind], [2]int{n, i})
		}
	}
	for _, kind := range kinds {
		places := at[kind]
		for _, k := range slices.Compact([]int{0, len(places) / 2, len(places) - 1}) {
			n, i := places[k][0], places[k][1]
			add := func(what string, mute bool, change func(lines []string) []string) {
				altered := slices.Clone(texts)
				altered[n] = strings.Join(change(strings.Split(texts[n], "\n")), "\n")
				all = append(all, proofChange{fmt.Sprintf("letter %d, line %d, %q: %s", n, i, strings.Split(texts[n], "\n")[i], what), altered, mute})
			}
			add("taken out", slices.Contains(spared, kind), func(lines []string) []string { return slices.Delete(lines, i, i+1) })
			add("twice", true, func(lines []string) []string { return slices.Insert(lines, i, lines[i]) })
			for w := 1; w < len(strings.Fields(strings.Split(texts[n], "\n")[i])); w++ {
				add(fmt.Sprintf("word %d changed", w), false, func(lines []string) []string {
					words := strings.Fields(lines[i])
					words[w] = turnedWord(words[w])
					lines[i] = strings.Join(words, " ")
					return lines
				})
			}
		}
	}
	return all
}

// turnedWord is a word with one character changed in its middle.
func turnedWord(word string) string {
	i := len(word) / 2
	c := byte('0')
	if word[i] == '0' {
		c = '1'
	}
	return word[:i] + string(c) + word[i+1:]
}

// TestVerifiersFindEveryChange: every generated change to the letters of a game is found by our verifier and by the one
// in another language; where nothing false is said, because a letter says less or the same thing twice, both agree.
func TestVerifiersFindEveryChange(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	texts := hosttest.AsText(hosttest.Proofs(t, mails, hosttest.NorthAt))
	if err := hosttest.OurVerdict(texts); err != nil {
		t.Fatal(err)
	}
	changes, found := proofChanges(texts), 0
	for i, c := range changes {
		ours := hosttest.OurVerdict(c.texts)
		if ours == nil && !c.mute {
			t.Errorf("not seen by ours: %s", c.what)
		}
		if ours != nil {
			found++
		}
		if hosttest.Sampled(len(changes), 15) < len(changes) && i%(len(changes)/15+1) != 0 {
			continue
		}
		if said, holds := hosttest.OtherHand(t, c.texts); holds != (ours == nil) {
			t.Errorf("%s: our verdict %v, the other's: %s", c.what, ours, said)
		}
	}
	if found < 100 {
		t.Errorf("%d of %d changes are found", found, len(changes))
	}
	t.Logf("%d changes, of which %d are found", len(changes), found)
}
