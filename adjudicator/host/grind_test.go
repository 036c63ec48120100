package host_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// throwsOf are all the dice that the players of a game were told, and the hands of both.
func (c *club) throwsOf() (all []string) {
	c.t.Helper()
	for _, p := range proofs(c.t.(*testing.T), c.sent(), northAt) {
		for _, r := range p.Rolls {
			all = append(all, fmt.Sprint(r.Turn, " ", r.Index, " ", r.Faces))
		}
	}
	for side := range 2 {
		view, err := viewOf(c.t.Context(), c.Host, c.game, adjudicator.Side(side))
		check(c.t, err)
		all = append(all, fmt.Sprint(view.Data))
	}
	return all
}

// shooting is a game of three turns with some throws and draws.
const shooting = `north bid 2
south bid 1
north march 1
south hold
south shoot
north shoot
south shoot
north loot 0/loot 0
south loot 0/loot 0
north bid 3
south bid 0
north shoot
south shoot
north shoot
south shoot
north loot 0/loot 0
south loot 0/loot 0`

// playScript sends the orders of each line. The code of each file is asked for by the
// change, which may do something to the club before.
func (c *club) playScript(script string, before func(line int)) {
	c.t.Helper()
	for i, line := range strings.Split(script, "\n") {
		before(i)
		side, text, _ := strings.Cut(line, " ")
		c.order(side, text)
	}
}

// seededClub is a club whose games all have the same secret.
func seededClub(t *testing.T) *club {
	c := openClub(t)
	c.Random = rand.NewChaCha8([32]byte{1, 2, 3})
	check(t, enrol(c.Host))
	c.game = c.found()
	return c
}

// TestDiceHangOnSignedTexts plays the same signed texts in two clubs with one secret,
// whose servers differ in all that a server can choose: when it takes a mail, what else
// it enters in its ledger. Throws and hidden draws are the same.
func TestDiceHangOnSignedTexts(t *testing.T) {
	first, second := seededClub(t), openClub(t)
	second.Random = rand.NewChaCha8([32]byte{1, 2, 3})
	check(t, enrol(second.Host))
	second.now = second.now.Add(90 * time.Minute)
	second.game = second.found(func(n *post.NewGame) { n.AnswerTime, n.Contract = time.Hour, post.Defaults })
	first.playScript(shooting, func(int) {})
	second.playScript(shooting, func(line int) {
		second.now = second.now.Add(time.Duration(line*line+1) * time.Millisecond)
	})
	want := first.throwsOf()
	if len(want) < 6 {
		t.Fatalf("hardly a throw: %q", want)
	}
	if d := cmp.Diff(want, second.throwsOf()); d != "" {
		t.Errorf("the server's choice makes other dice (-first +second):\n%s", d)
	}
}

// TestDiceHangOnBothTexts: a comment of either player makes other throws and draws.
func TestDiceHangOnBothTexts(t *testing.T) {
	plain := seededClub(t)
	plain.playScript(shooting, func(int) {})
	want := strings.Join(plain.throwsOf(), "\n")
	for _, line := range []int{0, 1} {
		c := seededClub(t)
		lines := strings.Split(shooting, "\n")
		lines[line] += " # nonce 5L2VX"
		c.playScript(strings.Join(lines, "\n"), func(int) {})
		if got := strings.Join(c.throwsOf(), "\n"); got == want {
			t.Errorf("a comment in %q changes nothing:\n%s", lines[line], got)
		}
	}
}

// secretOf is the secret of the club's game.
func secretOf(c *club) (secret dice.Secret) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		g, err := tx.Game(c.game)
		secret = dice.Secret(g.Secret)
		return err
	})
	return secret
}
