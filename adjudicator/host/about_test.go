package host_test

import (
	"mime"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"
)

// TestRefusalsNameTheGame: a refused mail in the name of a player is answered with the game in the subject, so that it
// is filed with the others of that game; who has two that wait for him is told of none.
func TestRefusalsNameTheGame(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	subject := func() string {
		t.Helper()
		c.Receive(hosttest.Letter(hosttest.NorthAt, "pass\n"))
		got := c.Sent()
		if len(got) != 1 {
			t.Fatalf("it is answered by %q", hosttest.KindsOf(got))
		}
		for line := range strings.Lines(string(got[0].Raw)) {
			if s, ok := strings.CutPrefix(line, "Subject: "); ok {
				decoded, err := new(mime.WordDecoder).DecodeHeader(strings.TrimSpace(s))
				if err != nil {
					t.Fatal(err)
				}
				return decoded
			}
		}
		t.Fatal("the answer has no subject")
		return ""
	}
	if got := subject(); !strings.HasPrefix(got, "["+c.Game+"] ") {
		t.Errorf("with one game that waits the subject is %q", got)
	}
	first := c.Game
	second := c.NewGame()
	c.Sent()
	c.Time = c.Time.Add(24 * time.Hour)
	if got := subject(); strings.Contains(got, first) || strings.Contains(got, second) {
		t.Errorf("with two games that wait the subject is %q", got)
	}
}
