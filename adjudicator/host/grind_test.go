package host_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
)

// throwsOf are all the dice that the players of a game were told, and the hands of both.
func throwsOf(c *hosttest.Club) (all []string) {
	c.T.Helper()
	for _, p := range hosttest.Proofs(c.T.(*testing.T), c.Sent(), hosttest.NorthAt) {
		for _, r := range p.Rolls {
			all = append(all, fmt.Sprint(r.Turn, " ", r.Index, " ", r.Faces))
		}
	}
	for side := range 2 {
		view, err := viewOf(c.T.Context(), c.Host, c.Game, adjudicator.Side(side))
		hosttest.Check(c.T, err)
		all = append(all, fmt.Sprint(view.Data))
	}
	return all
}

// seededClub is a club whose games all have the same secret.
func seededClub(t *testing.T) *hosttest.Club {
	c := hosttest.OpenClub(t)
	c.Random = rand.NewChaCha8([32]byte{1, 2, 3})
	hosttest.Check(t, hosttest.Enrol(c.Host))
	c.Game = c.NewGame()
	return c
}

// TestDiceHangOnSignedTexts plays the same signed texts in two clubs with one secret,
// whose servers differ in all that a server can choose: when it takes a mail, what else
// it enters in its ledger. Throws and hidden draws are the same.
func TestDiceHangOnSignedTexts(t *testing.T) {
	first, second := seededClub(t), hosttest.OpenClub(t)
	second.Random = rand.NewChaCha8([32]byte{1, 2, 3})
	hosttest.Check(t, hosttest.Enrol(second.Host))
	second.Time = second.Time.Add(90 * time.Minute)
	second.Game = second.NewGame(func(n *post.NewGame) { n.AnswerTime, n.Contract = time.Hour, post.Defaults })
	first.PlayScript(hosttest.Shooting, func(int) {})
	second.PlayScript(hosttest.Shooting, func(line int) {
		second.Time = second.Time.Add(time.Duration(line*line+1) * time.Millisecond)
	})
	want := throwsOf(first)
	if len(want) < 6 {
		t.Fatalf("hardly a throw: %q", want)
	}
	if d := cmp.Diff(want, throwsOf(second)); d != "" {
		t.Errorf("the server's choice makes other dice (-first +second):\n%s", d)
	}
}

// TestDiceHangOnBothTexts: a comment of either player makes other throws and draws.
func TestDiceHangOnBothTexts(t *testing.T) {
	plain := seededClub(t)
	plain.PlayScript(hosttest.Shooting, func(int) {})
	want := strings.Join(throwsOf(plain), "\n")
	for _, line := range []int{0, 1} {
		c := seededClub(t)
		lines := strings.Split(hosttest.Shooting, "\n")
		lines[line] += " # nonce 5L2VX"
		c.PlayScript(strings.Join(lines, "\n"), func(int) {})
		if got := strings.Join(throwsOf(c), "\n"); got == want {
			t.Errorf("a comment in %q changes nothing:\n%s", lines[line], got)
		}
	}
}
