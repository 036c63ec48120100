package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// TestRequestAsPeopleWriteIt asks for something in the midst of a letter, all of it signed.
func TestRequestAsPeopleWriteIt(t *testing.T) {
	c := hosttest.NewClub(t)
	letterOf := func(asked string) string {
		return "Hello Keryx,\n\n" + asked + "\n\nThanks,\ncanary North\n\nOn 11/21/26 10:16, Keryx wrote:\n> status\n> report turn 1\n"
	}
	for _, asked := range []string{"status", "template", "odds naval in M4 2xT10 against T20", "check\n" + c.Orders("north", "bid 1")} {
		c.Sent()
		row := c.Receive(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, letterOf(asked)))
		if row.State != store.Command {
			t.Errorf("%q: %s, %s", asked, row.State, row.Reason)
			continue
		}
		told := ""
		for _, m := range c.Sent() {
			told += hosttest.TextOf(t, m)
		}
		if !strings.Contains(told, "“Hello Keryx,”") || !strings.Contains(told, "“canary North”") {
			t.Errorf("%q: what was set aside is not told back:\n%s", asked, told)
		}
	}
	// A line of hyphens ends the mail, and closing words stand above it.
	c.Sent()
	c.Receive(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, "keryx request 1\nstatus\n\nThanks, North\n-- \nNorth, of the club\n"))
	for _, m := range c.Sent() {
		if hosttest.Says(t, m, "is no request") {
			t.Errorf("closing words are taken for a request:\n%s", hosttest.TextOf(t, m))
		}
	}
	// A word that asks for a check below the file is not passed over: nothing is played.
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, c.Orders("north", "bid 1")+"\ncheck\n"), store.Faulty)
	// What cannot be read between two requests is no closing word.
	c.Sent()
	c.Receive(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, "status\n\nthngs\n\nreport\n"))
	told := ""
	for _, m := range c.Sent() {
		told += hosttest.TextOf(t, m)
	}
	if !strings.Contains(told, "“thngs” is no request") {
		t.Errorf("a line between two requests was passed over:\n%s", told)
	}
}

// TestPressAsPeopleWriteIt sends words to the enemy with the quoted letter below: he reads no word
// of that, nor of the greeting to the server.
func TestPressAsPeopleWriteIt(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	text1 := "Hello Keryx, canary\n\nat " + hosttest.ServerAddress + "\ndated 2026-11-21\ngame " + c.Game + "\nside north\n\npress\nA fine move.\n\nOn 11/21/26 10:16, Keryx wrote:\n> canary of the report\n"
	row := c.Receive(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, text1))
	if row.State != store.Command {
		t.Fatalf("%s, %s", row.State, row.Reason)
	}
	seen := false
	for _, m := range c.Sent() {
		if m.Recipient == hosttest.People()["south"].Address {
			said := hosttest.TextOf(t, m)
			seen = seen || strings.Contains(said, "A fine move.")
			if strings.Contains(said, "canary") {
				t.Errorf("the enemy reads what is not for him:\n%s", said)
			}
		}
	}
	if !seen {
		t.Error("the words did not reach the enemy")
	}
}
