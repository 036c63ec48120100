package leagues_test

import (
	"testing"

	"keryx/adjudicator/host/hosttest"
)

// Every request about a league that cannot be granted is answered with what is wrong: nothing is
// done by half, whoever writes.
func TestLeagueWrongRequests(t *testing.T) {
	c := hosttest.Duel(t, "")
	before := len(hosttest.Season(c, "spring").Entries)
	for _, tt := range []struct{ who, ask, want string }{
		{"north", "join spring", "entered in spring already"},
		{"third", "join spring", "does not take entries by email now"},
		{"third", "join spring at most one", "is not a number of games"},
		{"third", "join spring at most 1", "at least 2"},
		{"third", "join spring at most 100", "is not a number of games"},
		{"third", "join summer", "No league is called"},
		{"third", "withdraw spring", "You are not in spring"},
		{"north", "withdraw spring tomorrow", "tomorrow"},
		{"third", "confirm spring", "You are not in spring"},
		{"north", "confirm spring", "no confirmation now"},
		{"north", "bid spring", "is no fixture of yours"},
		{"north", "bid spring 1-1-1 north 3", "is no fixture of yours"},
		{"third", "bid spring 1-1-1 north 3", "You are not in spring"},
		{"north", "standings spring please", "please"},
		{"north", "fixtures autumn", "No league is called"},
		{"third", "fixtures spring", "Nothing is to be played"},
		{"north", "results spring", "No game has ended yet"},
		{"north", "rules spring 3", "3"},
		{"north", "ratings chess", "No league is called"},
		{"north", "ratings", "No game has been rated yet"},
		{"north", "agree", "not one of your unfinished games"},
		{"north", "agree 7-7-7-7 draw", "not one of your unfinished games"},
		{"north", "agree 1-1-1-1 draw", "only once the season has ended"},
		{"third", "agree 1-1-1-1 draw", "not one of your unfinished games"},
		{"north", "verdict", "is not asked for"},
		{"third", "verdict 1-1-1-1 draw because so", "is not asked for"},
	} {
		if got := c.Ask(tt.who, tt.ask); len(got) != 1 || !hosttest.Says(t, got[0], tt.want) {
			t.Errorf("%s writes %q, want %q:\n%s", tt.who, tt.ask, tt.want, hosttest.Texts(t, got))
		}
	}
	if now := len(hosttest.Season(c, "spring").Entries); now != before {
		t.Errorf("%d entries in the ledger, %d before", now, before)
	}
	// A mail that nobody has signed is no request of a member's.
	c.Receive(hosttest.Letter(hosttest.NorthAt, "withdraw spring\n"))
	if now := len(hosttest.Season(c, "spring").Entries); now != before {
		t.Errorf("a mail without a signature changed the league: %d entries, %d before", now, before)
	}
}
