package written

import "testing"

// TestEveryVerbHasItsGuard: what is asked for by mail is known to be harmless when it comes again, or guarded. A
// kind of a verb without a guard of its own counts as one that changes something.
func TestEveryVerbHasItsGuard(t *testing.T) {
	for _, v := range Verbs() {
		if len(v.Guards) == 0 {
			t.Errorf("%q has no guards", v.Name)
		}
		for _, ofLeague := range []bool{false, true} {
			kind := kindOf(Request{Verb: v.Name, Words: []Word{{Text: v.Name}}}, ofLeague)
			if _, ok := RequestGuards[kind]; !ok {
				t.Errorf("%q has no guard: a request of that kind is refused unless it names this server and a day", kind)
			}
		}
	}
}

// TestSpellingsAreOfOneVerb: no word begins two requests, but one about a game and one about a league.
func TestSpellingsAreOfOneVerb(t *testing.T) {
	for _, verbs := range [][]Verb{requestVerbs, leagueVerbs} {
		words := 0
		for _, v := range verbs {
			words += len(spelt([]Verb{v}))
		}
		if all := len(spelt(verbs)); all != words {
			t.Errorf("%d spellings for %d words: one stands with two verbs, or twice", words, all)
		}
	}
}
