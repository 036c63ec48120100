package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// Who stands in for one of two players in the game that they play with sides swapped rules in none
// of the two, nor reads what is written to the referees of the other.
func TestPartInTheTwinIsAnInterest(t *testing.T) {
	c := judged(t)
	first := c.game
	check(t, c.Claims.RemoveReferee(t.Context(), thirdAt, first))
	check(t, c.Claims.AddReferee(t.Context(), thirdAt, "")) // of the club
	c.game = c.found(func(n *post.NewGame) {
		n.Seats["north"], n.Seats["south"] = n.Seats["south"], n.Seats["north"]
	})
	check(t, c.Claims.RemoveReferee(t.Context(), thirdAt, ""))
	check(t, c.Seats.TakeOver(t.Context(), c.game, "north", thirdAt, seating.ByRuling)) // against the player of north in the first
	check(t, c.Claims.AddReferee(t.Context(), thirdAt, ""))
	c.game = first
	said := c.rules("preview / extend north until 2026-12-20 / reason x", store.Faulty)
	wants(t, said, "or in another game of its players")
	c.now = c.now.Add(time.Minute)
	if said := c.requests("north", northAt, "game "+first+"\nreferee: my plan is the ford\n"); strings.Contains(said, thirdAt+": ") || !strings.Contains(said, secondAt()+": ") {
		t.Errorf("who plays against him in the twin reads:\n%s", said)
	}
	all, err := c.Claims.MayRule(t.Context(), first)
	if err != nil || len(all) != 1 || all[0].Address != secondAt() {
		t.Errorf("who may rule: %v, %v", all, err)
	}
}

// A referee has the dice of the same orders thrown again once, and not until they please him; on
// appeal another one may.
func TestThrownAgainOnce(t *testing.T) {
	c := judged(t)
	c.playScript(strings.Join(strings.Split(shooting, "\n")[:8], "\n"), func(int) {})
	throw := func(want store.InboxState, more string) string {
		t.Helper()
		at := c.orderEntries()
		c.now = c.now.Add(time.Minute)
		return c.rules(fmt.Sprintf("ruling / throw %d again / reason x%s", at[len(at)-1], more), want)
	}
	throw(store.Command, "")
	entries := len(c.entries())
	wants(t, throw(store.Faulty, ""), "have already been re-rolled", "appeal")
	if n := len(c.entries()); n != entries {
		t.Errorf("%d entries more", n-entries)
	}
	ruled := 0
	for _, e := range c.entries() {
		if e.Kind == "ruling" {
			ruled = e.Seq
		}
	}
	c.now = c.now.Add(time.Minute)
	c.requests("north", northAt, fmt.Sprintf("game %s\nappeal %d: the dice were right\n", c.game, ruled))
	at := c.orderEntries()
	c.decides(fmt.Sprintf("ruling / throw %d again / on appeal 1 / reason x", at[len(at)-1]), store.Command)
	c.replays()
}

// A command that does not say whose ruling it is, is told the option that says so, and who may rule.
func TestWhoseRuling(t *testing.T) {
	c := judged(t)
	check(t, c.Claims.AddReferee(t.Context(), secondAt(), c.game))
	text := "ruling\nreason x\npause until 2026-11-28\n"
	_, err := c.Rulings.Rule(t.Context(), c.game, "", text)
	if err == nil || !strings.Contains(err.Error(), "--as") || !strings.Contains(err.Error(), thirdAt) || !strings.Contains(err.Error(), secondAt()) {
		t.Errorf("whose it is: %v", err)
	}
	alone := newClub(t)
	if _, err = alone.Rulings.Rule(t.Context(), alone.game, "", text); err == nil || !strings.Contains(err.Error(), "keryx referee add ADDRESS --game "+alone.game) {
		t.Errorf("where nobody may rule: %v", err)
	}
}

// How long a pause may last is said in the language of the referee.
func TestPauseTooLongInFrench(t *testing.T) {
	c := overseen(t)
	french := "fr"
	_, err := c.Seats.ChangePlayer(t.Context(), thirdAt, seating.PlayerChange{Language: &french})
	check(t, err)
	wants(t, c.rules("ruling / pause until 2027-11-01 / reason x", store.Faulty), "Une suspension dure au plus 60 jours.")
}
