package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A result that was ruled before anybody had a side stands in the list of fixtures, and a preview
// gives the reason for there being no pairings: before the season that lots are drawn when it begins,
// later the one that "league pair" gives for there being no further round.
func TestLeagueListsAndPreviews(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file, "cup.toml", "id = \"cup\"\nname = \"Cup\"\nformat = \"swiss\"\nruleset = \"hellespont\"\nonce = true\nrounds = 4\n")
	says := func(status int, line string, want ...string) string {
		t.Helper()
		said := c.keryx(t.Context(), status, strings.Fields(line)...)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("keryx %s says nothing of %q:\n%s", line, w, said)
			}
		}
		return said
	}
	says(0, "league new "+filepath.Join(c.dir, "cup.toml"))
	for _, name := range []string{"anna", "bruno", "carla"} {
		says(0, fmt.Sprintf("player add %s@club.example %s", name, name))
		says(0, fmt.Sprintf("league enter cup %s@club.example", name))
	}
	says(0, "league preview cup", "The season has not begun. Entered: 3.", "Cup: not at this point of the season: lots are not drawn")
	says(0, "league preview cup --json", `"begun": false`, `"entered": 3`, `"not": "not at this point of the season: lots are not drawn`)
	says(0, "league pair cup", "has the bye")
	says(0, "league fixtures cup", "bids until")
	for round := 1; round <= 3; round++ {
		says(0, fmt.Sprintf("league rule cup 1-%d-1-1 draw --reason x", round))
		if said := says(0, "league fixtures cup", "2.5 - 2.5 points"); strings.Contains(said, "bids until") {
			t.Errorf("after a ruling the list says:\n%s", said)
		}
		if round < 3 {
			says(0, "league pair cup")
		}
	}
	why := says(1, "league pair cup", "no round is possible")
	i := strings.Index(why, "no round is possible")
	says(0, "league preview cup", strings.TrimSpace(why[i:]))
}
