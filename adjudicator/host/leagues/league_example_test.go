package leagues_test

import (
	"regexp"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// What letters propose as the words of a result can be sent back as it stands there, by players and by those who judge,
// whatever levels of victory the game has.
func TestProposedResultsAreTaken(t *testing.T) {
	c := hosttest.JudgedClub(t, hosttest.NorthAt, "fourth@example.org", "fifth@example.org", "sixth@example.org")
	proposed := map[string]string{}
	quoted := regexp.MustCompile(`[“«]\s*((?:agree|accord|verdict) spring 1-1-1-1 [^”»]*?)\s*[”»]`)
	for _, m := range c.Sent() {
		if found := quoted.FindStringSubmatch(strings.Join(strings.Fields(strings.ReplaceAll(hosttest.TextOf(t, m), "\u00a0", " ")), " ")); found != nil {
			proposed[m.Recipient] = found[1]
		}
	}
	if proposed[hosttest.NorthAt] == "" || !strings.HasPrefix(proposed["fourth@example.org"], "verdict ") {
		t.Fatalf("proposed are %q", proposed)
	}
	for address, words := range proposed {
		if strings.Contains(words, "tactical") {
			t.Errorf("%s is to write %q, a level that the game does not have", address, words)
		}
	}
	if got := c.Ask("north", proposed[hosttest.NorthAt]); len(got) != 1 || !hosttest.Says(t, got[0], "is noted") {
		t.Errorf("%q is answered with\n%s", proposed[hosttest.NorthAt], hosttest.Texts(t, got))
	}
	c.View(func(tx store.ReadTx) error {
		player, err := tx.Player("fourth@example.org")
		if err == nil && player.Language == "fr" && !strings.Contains(proposed["fourth@example.org"], "Nord victoire totale") {
			t.Errorf("who reads French is to write %q", proposed["fourth@example.org"])
		}
		return err
	})
}
