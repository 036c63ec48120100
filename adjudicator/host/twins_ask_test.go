package host_test

import (
	"testing"

	"keryx/store"
)

// TestTwinsAskedWhenAble: the enemy of who is asked only when he can act, and whoever watches, are
// sent the same as in the twin game where he has another standing order, byte for byte, whatever
// either holds: the order shows in nothing but in when he answers.
func TestTwinsAskedWhenAble(t *testing.T) {
	compared := 0
	for _, game := range []string{"hellespont", "amphipolis"} {
		for seed := range uint64(3) {
			tw := newTwins(t, game, seed)
			tw.apart = true
			enemy := tw.blind.Other()
			tw.envelope++
			same := true
			for i, c := range tw.clubs {
				before := tw.progress(c)
				text := []string{"standing/ask: when I can act", "standing/advantage: keep"}[i]
				got := tw.receive(c, tw.letter(tw.envelope, enemy, tw.file(c, enemy, text, "")))
				if got.State != store.Accepted {
					t.Fatalf("%s, seed %d: %q is %s", game, seed, text, got.State)
				}
				same = same && tw.progress(c) == before
			}
			if !same {
				continue // it has answered at once, and the time of that may tell
			}
			compared++
			if err := tw.compare("a standing order of the enemy"); err != nil {
				t.Errorf("%s, seed %d: %v", game, seed, err)
			}
		}
	}
	if compared == 0 {
		t.Error("no twins were compared")
	}
}
