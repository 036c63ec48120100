package host_test

import (
	"regexp"
	"strings"
	"testing"

	"keryx/store"
)

// What letters propose as the words of a result can be sent back as it stands there, by players and by those who judge,
// whatever levels of victory the game has.
func TestProposedResultsAreTaken(t *testing.T) {
	c := judgedClub(t, northAt, "fourth@example.org", "fifth@example.org", "sixth@example.org")
	proposed := map[string]string{}
	quoted := regexp.MustCompile(`[“«]\s*((?:agree|accord|verdict) spring 1-1-1-1 [^”»]*?)\s*[”»]`)
	for _, m := range c.sent() {
		if found := quoted.FindStringSubmatch(strings.Join(strings.Fields(strings.ReplaceAll(text(t, m), "\u00a0", " ")), " ")); found != nil {
			proposed[m.Recipient] = found[1]
		}
	}
	if proposed[northAt] == "" || !strings.HasPrefix(proposed["fourth@example.org"], "verdict ") {
		t.Fatalf("proposed are %q", proposed)
	}
	for address, words := range proposed {
		if strings.Contains(words, "tactical") {
			t.Errorf("%s is to write %q, a level that the game does not have", address, words)
		}
	}
	if got := c.ask("north", proposed[northAt]); len(got) != 1 || !says(t, got[0], "is noted") {
		t.Errorf("%q is answered with\n%s", proposed[northAt], texts(t, got))
	}
	c.view(func(tx store.ReadTx) error {
		player, err := tx.Player("fourth@example.org")
		if err == nil && player.Language == "fr" && !strings.Contains(proposed["fourth@example.org"], "Nord victoire totale") {
			t.Errorf("who reads French is to write %q", proposed["fourth@example.org"])
		}
		return err
	})
}
