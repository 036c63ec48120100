package adjudicator_test

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
)

// digestOf plays a game of the ford and returns its digest.
func digestOf(t *testing.T, p adjudicator.Selfplay) adjudicator.Digest {
	t.Helper()
	p.Digest = true
	played, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	return played.Digest
}

// renamed is a ruleset that calls itself otherwise, in a newer version: its games are
// the same.
type renamed struct{ *ford.Rules }

func (r renamed) Info() adjudicator.Info {
	info := r.Rules.Info()
	info.Version = "9"
	return info
}

// TestDigest: equal games have equal digests, whatever else is looked at; other games,
// and games in which other things are said, have others.
func TestDigest(t *testing.T) {
	first := digestOf(t, selfplay(ford.None, 1))
	if first == (adjudicator.Digest{}) {
		t.Fatal("no digest")
	}
	bare := selfplay(ford.None, 1)
	bare.Check, bare.Replay = false, false
	if again := digestOf(t, bare); again != first {
		t.Errorf("the same game: %s and %s", first, again)
	}
	newer := selfplay(ford.None, 1)
	newer.Rules = renamed{ford.New("ford", ford.None)}
	if again := digestOf(t, newer); again != first {
		t.Errorf("the same game under another version: %s and %s", first, again)
	}
	if other := digestOf(t, selfplay(ford.None, 2)); other.Play == first.Play || other.Words == first.Words {
		t.Errorf("another game: %s and %s", first, other)
	}
	reworded := selfplay(ford.None, 1)
	reworded.Rules = wordy{ford.New("ford", ford.None), "ford.goal"}
	if other := digestOf(t, reworded); other.Play != first.Play || other.Words == first.Words {
		t.Errorf("the same game in other words: %s and %s", first, other)
	}
}

// TestDigestOfTexts: who owns a text is left out of the digest, what it is called is not.
func TestDigestOfTexts(t *testing.T) {
	of := func(key string) adjudicator.Digest {
		p := selfplay(ford.None, 1)
		p.Rules = wordy{ford.New("ford", ford.None), key}
		return digestOf(t, p)
	}
	own := of("ford.goal.near")
	if moved := of("river.goal.near"); moved != own {
		t.Errorf("the text has another owner: %s and %s", own, moved)
	}
	if other := of("ford.goal.far"); other == own {
		t.Errorf("another text, and the digest is %s again", other)
	}
}

// wordy is the ford with another text in its views.
type wordy struct {
	*ford.Rules
	key string
}

type wordyGame struct {
	adjudicator.Game
	key string
}

func (r wordy) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	return wordyGame{g, r.key}, err
}

func (g wordyGame) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	v.Goals = append(v.Goals, adjudicator.Say(g.key))
	return v
}

// TestDigestOfGames: the digest of many games hangs on each, and on their order.
func TestDigestOfGames(t *testing.T) {
	sum := func(games ...byte) (d adjudicator.Digest) {
		for _, n := range games {
			d.Add(adjudicator.Digest{Play: [6]byte{n}, Words: [6]byte{n}})
		}
		return d
	}
	all := map[adjudicator.Digest]bool{sum(1): true, sum(1, 2): true, sum(2, 1): true, sum(1, 1): true, sum(): true}
	if len(all) != 5 || !all[sum(1, 2)] {
		t.Errorf("%d digests, want 5, that of two games among them again", len(all))
	}
}
