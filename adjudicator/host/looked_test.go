package host_test

import (
	"errors"
	"strings"
	"testing"

	"keryx/adjudicator/host/rulings"
	"keryx/store"
)

// Who has looked at a game as its referee takes no seat in the game that the same players play
// with sides swapped; and it is told which games nobody may rule in.
func TestLookedAtTheTwin(t *testing.T) {
	c := overseen(t)
	first := c.game
	if all, err := c.Claims.MayRule(t.Context(), first); err != nil || len(all) != 1 || all[0].Address != thirdAt {
		t.Errorf("who may rule: %v, %v", all, err)
	}
	c.rules("preview / extend north until 2026-12-20 / reason x", store.Command)
	twin := c.found()
	if all, err := c.Claims.MayRule(t.Context(), twin); err != nil || len(all) != 0 {
		t.Errorf("who may rule in the twin: %v, %v", all, err)
	}
	c.joins("mallory")
	check(t, c.Claims.AddReferee(t.Context(), people()["mallory"].address, twin))
	c.game = twin
	said := c.decidesIn("mallory", "replace north by Third")
	if !strings.Contains(said, "has played the other side of this game") && !strings.Contains(said, "looked") {
		t.Errorf("the one who has looked at the twin:\n%s", said)
	}
}

func (c *club) decidesIn(name, act string) (said string) {
	c.t.Helper()
	c.sent()
	c.says(name, "game "+c.game+"\nruling\nreason x\n"+act+"\n")
	return c.everybody()
}

// sees checks whether somebody counts as one who has looked at the game, by whether he could take a seat.
func (c *club) sees(who string, want bool) {
	c.t.Helper()
	check(c.t, c.Store.View(c.t.Context(), func(tx store.ReadTx) error {
		player, err := tx.Player(who)
		if got := strings.Contains(string(player.Prefs), c.game); err == nil && got != want {
			c.t.Errorf("%s has looked: %v, want %v (%s)", who, got, want, player.Prefs)
		}
		return err
	}))
}

// What is wrong with a ruling may tell of the true position: who has read it has looked, by a command
// as by mail.
func TestWrongRulingIsALook(t *testing.T) {
	c := overseen(t)
	c.sees(thirdAt, false)
	_, err := c.Rulings.Rule(t.Context(), c.game, "", "ruling\nreason x\ncorrect nonsense\n")
	if !errors.As(err, new(*rulings.RulingError)) {
		t.Fatalf("a wrong ruling: %v", err)
	}
	c.sees(thirdAt, true)
	c = overseen(t)
	c.rules("ruling / reason x / correct nonsense", store.Faulty)
	c.sees(thirdAt, true)
}

// A claim is one side's word: who has read it as a referee cannot play in the game, even when he is
// no referee any more; who becomes one while it waits reads it too.
func TestClaimIsALook(t *testing.T) {
	c := judged(t)
	c.sees(secondAt(), false)
	c.requests("north", northAt, "game "+c.game+"\nreferee: my army is at A1\n")
	c.sees(secondAt(), true)
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "late@example.org", Name: "Late", Language: "en", TimeZone: "UTC"}))
	check(t, c.Claims.AddReferee(t.Context(), "late@example.org", c.game))
	check(t, c.Claims.RemoveReferee(t.Context(), "late@example.org", c.game))
	c.sees("late@example.org", true)
}
