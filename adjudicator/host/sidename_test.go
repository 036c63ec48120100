package host_test

import (
	"testing"

	"keryx/store"
	"keryx/templates"
)

// TestSideAsLettersWriteIt: the header that a letter writes is taken as it stands, in every
// language, from a game whose orders never name a side.
func TestSideAsLettersWriteIt(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		c := newClub(t)
		name := templates.For(lang, "ford").Say("ford.side.north")
		row := c.receive(letter(people()["north"].address, c.signed("north", orderFile(c.game, name, c.seat("north").Answers, "bid 1"))))
		if row.State != store.Accepted {
			t.Errorf("“side %s” of a letter (%s): %s: %s", name, lang, row.State, row.Reason)
		}
		other := templates.For(lang, "ford").Say("ford.side.south")
		row = c.receive(letter(people()["north"].address, c.signed("north", orderFile(c.game, other, c.seat("north").Answers, "bid 1"))))
		if row.State == store.Accepted {
			t.Errorf("north's file for “%s” is accepted", other)
		}
	}
}
