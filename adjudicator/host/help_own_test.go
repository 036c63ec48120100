package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/templates"
)

// A page of help tells of the games that its reader plays, and of all of them to who plays none.
func TestHelpOfOwnGames(t *testing.T) {
	c := newGoldenGame(t, "hellespont", "")
	c.Sent()
	asks := func(p goldenPlayer, lines string) string {
		c.Receive(hosttest.Letter(p.address(), hosttest.Sign(t, p.signer(t), lines, c.Time), "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		return hosttest.Texts(t, c.Sent())
	}
	for _, topic := range []string{"help standing", "help stratagems", "help readings"} {
		said := asks(goldenPlayers[0], topic+"\n")
		for _, name := range adjudicator.Rulesets() {
			title := strings.ToUpper(templates.For("en", name).Say(name + ".name"))
			if own := name == "hellespont"; strings.Contains(said, title) && !own || own && !strings.Contains(said, "HELLESPONT") {
				t.Errorf("%s to a player of Hellespont: what it says of %s:\n%.800s", topic, name, said)
			}
		}
	}
	for _, name := range []string{"hellenes", "perse", "amphipolis"} {
		title := strings.ToUpper(templates.For("en", name).Say(name + ".name"))
		for _, words := range []string{"help readings " + name, "help " + name + " readings"} {
			if said := asks(goldenPlayers[0], words+"\n"); !strings.Contains(said, title+": READINGS OF UNCLEAR RULES") || !strings.Contains(said, "Here: ") || strings.Contains(said, "HELLESPONT") {
				t.Errorf("%s: %.600s", words, said)
			}
		}
	}
	if said := asks(goldenPlayers[0], "help readings chess\n"); !strings.Contains(said, "chess") {
		t.Errorf("help readings of a game that there is not: %.600s", said)
	}
	if said := asks(goldenPlayers[0], "help amphipolis\n"); !strings.Contains(strings.ToLower(said), "amphipolis") {
		t.Errorf("help of a game by its name: %s", said)
	}
}
