package host_test

import (
	"strings"
	"testing"

	"keryx/store"
)

// TestRequestAsPeopleWriteIt asks for something in the midst of a letter, all of it signed.
func TestRequestAsPeopleWriteIt(t *testing.T) {
	c := newClub(t)
	letterOf := func(asked string) string {
		return "Hello Keryx,\n\n" + asked + "\n\nThanks,\ncanary North\n\nOn 11/21/26 10:16, Keryx wrote:\n> status\n> report turn 1\n"
	}
	for _, asked := range []string{"status", "template", "odds naval in M4 2xT10 against T20", "check\n" + c.orders("north", "bid 1")} {
		c.sent()
		row := c.receive(c.thunderbird("north", serverAddress, letterOf(asked)))
		if row.State != store.Command {
			t.Errorf("%q: %s, %s", asked, row.State, row.Reason)
			continue
		}
		told := ""
		for _, m := range c.sent() {
			told += text(t, m)
		}
		if !strings.Contains(told, "“Hello Keryx,”") || !strings.Contains(told, "“canary North”") {
			t.Errorf("%q: what was set aside is not told back:\n%s", asked, told)
		}
	}
	// A line of hyphens ends the mail, and closing words stand above it.
	c.sent()
	c.receive(c.thunderbird("north", serverAddress, "keryx request 1\nstatus\n\nThanks, North\n-- \nNorth, of the club\n"))
	for _, m := range c.sent() {
		if says(t, m, "is no request") {
			t.Errorf("closing words are taken for a request:\n%s", text(t, m))
		}
	}
	// A word that asks for a check below the file is not passed over: nothing is played.
	c.wantState(c.thunderbird("north", serverAddress, c.orders("north", "bid 1")+"\ncheck\n"), store.Faulty)
	// What cannot be read between two requests is no closing word.
	c.sent()
	c.receive(c.thunderbird("north", serverAddress, "status\n\nthngs\n\nreport\n"))
	told := ""
	for _, m := range c.sent() {
		told += text(t, m)
	}
	if !strings.Contains(told, "“thngs” is no request") {
		t.Errorf("a line between two requests was passed over:\n%s", told)
	}
}

// TestPressAsPeopleWriteIt sends words to the enemy with the quoted letter below: he reads no word
// of that, nor of the greeting to the server.
func TestPressAsPeopleWriteIt(t *testing.T) {
	c := newClub(t)
	c.sent()
	text1 := "Hello Keryx, canary\n\nat " + serverAddress + "\ndated 2026-11-21\ngame " + c.game + "\nside north\n\npress\nA fine move.\n\nOn 11/21/26 10:16, Keryx wrote:\n> canary of the report\n"
	row := c.receive(c.thunderbird("north", serverAddress, text1))
	if row.State != store.Command {
		t.Fatalf("%s, %s", row.State, row.Reason)
	}
	seen := false
	for _, m := range c.sent() {
		if m.Recipient == people()["south"].address {
			said := text(t, m)
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
