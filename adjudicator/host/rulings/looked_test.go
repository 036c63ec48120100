package rulings_test

import (
	"errors"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/rulings"
	"keryx/store"
)

// Who has looked at a game as its referee takes no seat in the game that the same players play
// with sides swapped; and it is told which games nobody may rule in.
func TestLookedAtTheTwin(t *testing.T) {
	c := hosttest.Overseen(t)
	first := c.Game
	if all, err := c.Claims.MayRule(t.Context(), first); err != nil || len(all) != 1 || all[0].Address != hosttest.ThirdAt {
		t.Errorf("who may rule: %v, %v", all, err)
	}
	c.Rule("preview / extend north until 2026-12-20 / reason x", store.Command)
	twin := c.NewGame()
	if all, err := c.Claims.MayRule(t.Context(), twin); err != nil || len(all) != 0 {
		t.Errorf("who may rule in the twin: %v, %v", all, err)
	}
	c.Joins("mallory")
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.People()["mallory"].Address, twin))
	c.Game = twin
	said := decidesIn(c, "mallory", "replace north by Third")
	if !strings.Contains(said, "has played the other side of this game") && !strings.Contains(said, "looked") {
		t.Errorf("the one who has looked at the twin:\n%s", said)
	}
}

func decidesIn(c *hosttest.Club, name, act string) (said string) {
	c.T.Helper()
	c.Sent()
	c.Mails(name, "game "+c.Game+"\nruling\nreason x\n"+act+"\n")
	return c.Everybody()
}

// sees checks whether somebody counts as one who has looked at the game, by whether he could take a seat.
func sees(c *hosttest.Club, who string, want bool) {
	c.T.Helper()
	hosttest.Check(c.T, c.Store.View(c.T.Context(), func(tx store.ReadTx) error {
		player, err := tx.Player(who)
		if got := strings.Contains(string(player.Prefs), c.Game); err == nil && got != want {
			c.T.Errorf("%s has looked: %v, want %v (%s)", who, got, want, player.Prefs)
		}
		return err
	}))
}

// What is wrong with a ruling may tell of the true position: who has read it has looked, by a command
// as by mail.
func TestWrongRulingIsALook(t *testing.T) {
	c := hosttest.Overseen(t)
	sees(c, hosttest.ThirdAt, false)
	_, err := c.Rulings.Rule(t.Context(), c.Game, "", "ruling\nreason x\ncorrect nonsense\n")
	if !errors.As(err, new(*rulings.RulingError)) {
		t.Fatalf("a wrong ruling: %v", err)
	}
	sees(c, hosttest.ThirdAt, true)
	c = hosttest.Overseen(t)
	c.Rule("ruling / reason x / correct nonsense", store.Faulty)
	sees(c, hosttest.ThirdAt, true)
}

// A claim is one side's word: who has read it as a referee cannot play in the game, even when he is
// no referee any more; who becomes one while it waits reads it too.
func TestClaimIsALook(t *testing.T) {
	c := hosttest.Judged(t)
	sees(c, hosttest.SecondAt(), false)
	c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nreferee: my army is at A1\n")
	sees(c, hosttest.SecondAt(), true)
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "late@example.org", Name: "Late", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), "late@example.org", c.Game))
	hosttest.Check(t, c.Claims.RemoveReferee(t.Context(), "late@example.org", c.Game))
	sees(c, "late@example.org", true)
}
