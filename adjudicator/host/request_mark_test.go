package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// A mark that nobody sees, with which some editors begin a text, changes nothing about what is asked.
func TestRequestsBehindAByteOrderMark(t *testing.T) {
	for name, want := range map[string]string{"bom-status.txt": "1 requests", "bom-check.txt": "check"} {
		text, err := os.ReadFile(filepath.Join("testdata", "requests", name))
		hosttest.Check(t, err)
		c := hosttest.NewClub(t)
		c.Sent()
		text = []byte(strings.NewReplacer("hel-1", c.Game, "athens", "north").Replace(string(text)))
		// Clear-signed, since what keryx sign writes has no such mark.
		block, err := hosttest.People()["north"].PGP.Sign(string(text), c.Time)
		hosttest.Check(t, err)
		c.Receive(hosttest.Letter(hosttest.NorthAt, string(block), "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		row := c.LastReceived()
		if row.State != store.Command || !strings.HasPrefix(row.Reason, want) {
			t.Errorf("%s is taken as %s (%s)", name, row.State, row.Reason)
		}
		if turn := c.Turn(); turn != 1 {
			t.Errorf("the game is in turn %d", turn)
		}
	}
}
