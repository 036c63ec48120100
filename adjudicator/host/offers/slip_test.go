package offers_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// Who mistypes what he asks for is told what he may have meant, and not what an order file lacks. Words that are
// no slip, and orders without their head, are answered as before.
func TestMisspeltRequests(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	for text, says := range map[string]string{
		"statsu\n":                   "Did you mean “status”?",
		"refere: he moved twice\n":   "write “referee:”",
		"pres\nhello\n":              "put “press” on a line of its own",
		"calendrer\n":                "Did you mean “calendrier”?",
		"bonjour tout le monde\n":    "",
		"bid 1\n":                    "",
		"the quick brown fox runs\n": "",
	} {
		row := c.Mails("north", text)
		said := hosttest.Flat(c.Said()[hosttest.NorthAt])
		if row.State == store.Command || row.State == store.Accepted {
			t.Errorf("%q is %s", text, row.State)
		}
		if says == "" && strings.Contains(said, "nothing that can be asked for") || !strings.Contains(said, says) {
			t.Errorf("%q: %s", text, said)
		}
	}
}

// An adjournment is not offered, nor accepted, while the game stands still; what is withdrawn may be named by its kind.
func TestOffersOfAPausedGame(t *testing.T) {
	c := hosttest.NewClub(t)
	line := c.Offered("north", "south", "adjourn until 2027-01-10")
	first := c.Offered("south", "north", "a draw")
	if row := c.Mails("south", line+"\n"); row.State != store.Command || c.Status() != store.Paused {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.Status())
	}
	c.Sent()
	if row := c.Mails("north", "offer adjourn until 2027-01-12\n"); row.State != store.Faulty {
		t.Errorf("an adjournment of a game that stands still: %s", row.State)
	}
	if row := c.Mails("south", "withdraw spring-fair\n"); row.State != store.Faulty {
		t.Errorf("withdraw of nothing that is: %s", row.State)
	}
	if row := c.Mails("south", "withdraw draw\n"); row.State != store.Command {
		t.Errorf("withdraw draw: %s %s", row.State, row.Reason)
	}
	if row := c.Mails("north", first+"\n"); row.State != store.Faulty || c.Status() == store.Ended {
		t.Errorf("a draw that was withdrawn is accepted: %s", row.State)
	}
}
