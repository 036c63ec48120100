package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// A claim goes to all who may rule, holds the deadline once for a question, and ends with a
// reason that both players read; the time that was left comes back.
func TestClaim(t *testing.T) {
	c := overseen(t)
	check(t, c.AddPlayer(t.Context(), store.Player{Address: people()["mallory"].address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	check(t, c.AddReferee(t.Context(), people()["mallory"].address, ""))
	c.now = c.now.Add(24 * time.Hour)
	said := c.requests("north", northAt, "game "+c.game+"\nreferee: my report lacks a line\nsee entry 3\n")
	wants(t, said, thirdAt+": ", people()["mallory"].address+": ", "my report lacks a line", "see entry 3", "It has the number 1", "Your deadline stands still")
	wants(t, c.requests("north", northAt, "referee: my report lacks a line\nsee entry 3\n"), "You have made this very claim")
	c.now = c.now.Add(4 * 24 * time.Hour)
	c.Operator = "operator@example.org"
	c.sweep()
	said = ""
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(t, m)) + "\n"
	}
	wants(t, said, "operator@example.org: ", "has waited for an answer")
	if c.seat("north").Reminded != nil || c.seat("south").Reminded == nil {
		t.Error("who has called the referee is late, or who has not is not")
	}
	wants(t, c.rules("ruling / dismiss 2 / reason x", store.Faulty), "is the number of no claim")
	wants(t, c.rules("ruling / dismiss 1 / reason The line is there.", store.Command), northAt, southAt, "number 1 of North is dismissed", "The line is there.")
	if at := *c.seat("north").Deadline; !at.Equal(c.now.Add(answerTime - calendar.Day)) {
		t.Errorf("deadline %s", at)
	}
	if said := c.requests("north", northAt, "referee: and another thing\n"); strings.Contains(said, "Your deadline stands still") {
		t.Errorf("a second claim holds the same deadline:\n%s", said)
	}
	c.replays()
}
