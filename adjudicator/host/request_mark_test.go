package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/store"
)

// A mark that nobody sees, with which some editors begin a text, changes nothing about what is asked.
func TestRequestsBehindAByteOrderMark(t *testing.T) {
	for name, want := range map[string]string{"bom-status.txt": "1 requests", "bom-check.txt": "check"} {
		text, err := os.ReadFile(filepath.Join("testdata", "requests", name))
		check(t, err)
		c := newClub(t)
		c.sent()
		text = []byte(strings.NewReplacer("hel-1", c.game, "athens", "north").Replace(string(text)))
		// Clear-signed, since what keryx sign writes has no such mark.
		block, err := people()["north"].pgp.Sign(string(text), c.now)
		check(t, err)
		c.receive(letter(northAt, string(block), "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		row := c.lastReceived()
		if row.State != store.Command || !strings.HasPrefix(row.Reason, want) {
			t.Errorf("%s is taken as %s (%s)", name, row.State, row.Reason)
		}
		if turn := c.turn(); turn != 1 {
			t.Errorf("the game is in turn %d", turn)
		}
	}
}
