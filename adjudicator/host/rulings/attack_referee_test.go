package rulings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// Who stands in for one of two players in the game that they play with sides swapped rules in none
// of the two, nor reads what is written to the referees of the other.
func TestPartInTheTwinIsAnInterest(t *testing.T) {
	c := hosttest.Judged(t)
	first := c.Game
	hosttest.Check(t, c.Claims.RemoveReferee(t.Context(), hosttest.ThirdAt, first))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.ThirdAt, "")) // of the club
	c.Game = c.NewGame(func(n *post.NewGame) {
		n.Seats["north"], n.Seats["south"] = n.Seats["south"], n.Seats["north"]
	})
	hosttest.Check(t, c.Claims.RemoveReferee(t.Context(), hosttest.ThirdAt, ""))
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.ThirdAt, seating.ByRuling)) // against the player of north in the first
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.ThirdAt, ""))
	c.Game = first
	said := c.Rule("preview / extend north until 2026-12-20 / reason x", store.Faulty)
	hosttest.Wants(t, said, "or in another game of its players")
	c.Time = c.Time.Add(time.Minute)
	if said := c.Requests("north", hosttest.NorthAt, "game "+first+"\nreferee: my plan is the ford\n"); strings.Contains(said, hosttest.ThirdAt+": ") || !strings.Contains(said, hosttest.SecondAt()+": ") {
		t.Errorf("who plays against him in the twin reads:\n%s", said)
	}
	all, err := c.Claims.MayRule(t.Context(), first)
	if err != nil || len(all) != 1 || all[0].Address != hosttest.SecondAt() {
		t.Errorf("who may rule: %v, %v", all, err)
	}
}

// A referee has the dice of the same orders thrown again once, and not until they please him; on
// appeal another one may.
func TestThrownAgainOnce(t *testing.T) {
	c := hosttest.Judged(t)
	c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:8], "\n"), func(int) {})
	throw := func(want store.InboxState, more string) string {
		t.Helper()
		at := c.OrderEntries()
		c.Time = c.Time.Add(time.Minute)
		return c.Rule(fmt.Sprintf("ruling / throw %d again / reason x%s", at[len(at)-1], more), want)
	}
	throw(store.Command, "")
	entries := len(c.Ledger())
	hosttest.Wants(t, throw(store.Faulty, ""), "have already been re-rolled", "appeal")
	if n := len(c.Ledger()); n != entries {
		t.Errorf("%d entries more", n-entries)
	}
	ruled := 0
	for _, e := range c.Ledger() {
		if e.Kind == "ruling" {
			ruled = e.Seq
		}
	}
	c.Time = c.Time.Add(time.Minute)
	c.Requests("north", hosttest.NorthAt, fmt.Sprintf("game %s\nappeal %d: the dice were right\n", c.Game, ruled))
	at := c.OrderEntries()
	c.SecondRules(fmt.Sprintf("ruling / throw %d again / on appeal 1 / reason x", at[len(at)-1]), store.Command)
	c.Replays()
}

// A command that does not say whose ruling it is, is told the option that says so, and who may rule.
func TestWhoseRuling(t *testing.T) {
	c := hosttest.Judged(t)
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.SecondAt(), c.Game))
	text := "ruling\nreason x\npause until 2026-11-28\n"
	_, err := c.Rulings.Rule(t.Context(), c.Game, "", text)
	if err == nil || !strings.Contains(err.Error(), "--as") || !strings.Contains(err.Error(), hosttest.ThirdAt) || !strings.Contains(err.Error(), hosttest.SecondAt()) {
		t.Errorf("whose it is: %v", err)
	}
	alone := hosttest.NewClub(t)
	if _, err = alone.Rulings.Rule(t.Context(), alone.Game, "", text); err == nil || !strings.Contains(err.Error(), "keryx referee add ADDRESS --game "+alone.Game) {
		t.Errorf("where nobody may rule: %v", err)
	}
}

// How long a pause may last is said in the language of the referee.
func TestPauseTooLongInFrench(t *testing.T) {
	c := hosttest.Overseen(t)
	french := "fr"
	_, err := c.Seats.ChangePlayer(t.Context(), hosttest.ThirdAt, seating.PlayerChange{Language: &french})
	hosttest.Check(t, err)
	hosttest.Wants(t, c.Rule("ruling / pause until 2027-11-01 / reason x", store.Faulty), "Une suspension dure au plus 60 jours.")
}
