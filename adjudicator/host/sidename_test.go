package host_test

import (
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
	"keryx/templates"
)

// TestSideAsLettersWriteIt: the header that a letter writes is taken as it stands, in every
// language, from a game whose orders never name a side.
func TestSideAsLettersWriteIt(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		c := hosttest.NewClub(t)
		name := templates.For(lang, "ford").Say("ford.side.north")
		row := c.Receive(hosttest.Letter(hosttest.People()["north"].Address, c.Signed("north", hosttest.OrderFile(c.Game, name, c.Seat("north").Answers, "bid 1"))))
		if row.State != store.Accepted {
			t.Errorf("“side %s” of a letter (%s): %s: %s", name, lang, row.State, row.Reason)
		}
		other := templates.For(lang, "ford").Say("ford.side.south")
		row = c.Receive(hosttest.Letter(hosttest.People()["north"].Address, c.Signed("north", hosttest.OrderFile(c.Game, other, c.Seat("north").Answers, "bid 1"))))
		if row.State == store.Accepted {
			t.Errorf("north's file for “%s” is accepted", other)
		}
	}
}
