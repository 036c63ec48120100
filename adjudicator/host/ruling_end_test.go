package host_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// A ruling ends a game in the middle of a turn, with a result or without one: its dice and its
// secret are published, both read so, and all of it replays and verifies. It can be opened
// again.
func TestEndByRuling(t *testing.T) {
	for act, want := range map[string]struct {
		said   string
		winner int
		result bool
	}{
		"adjudge south strategic": {"South wins, strategic victory", 1, true},
		"adjudge draw":            {"ended as a draw", -1, true},
		"end":                     {"unfinished", -1, true},
		"annul":                   {"counts for nothing", 0, false},
	} {
		t.Run(act, func(t *testing.T) {
			c := overseen(t)
			c.known = 0
			var mails []store.OutboxMail
			c.playScript(strings.Join(strings.Split(shooting, "\n")[:6], "\n"), func(int) {})
			c.keep(&mails)
			file := "game " + c.game + "\nruling\n" + act + "\nreason It cannot go on.\n"
			if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
				t.Fatalf("%s (%s)", row.State, row.Reason)
			}
			fresh := c.sent()
			mails = append(mails, fresh...)
			var said string
			for _, m := range fresh {
				said += m.Recipient + " " + flat(text(t, m)) + "\n"
			}
			wants(t, said, northAt, southAt, want.said, "It cannot go on.")
			if c.status() != store.Ended || c.seat("north").Deadline != nil {
				t.Error("the game goes on")
			}
			e := c.entries()
			var body struct{ Result *adjudicator.Result }
			check(t, json.Unmarshal(e[len(e)-1].Body, &body))
			if (body.Result != nil) != want.result || body.Result != nil && int(body.Result.Winner) != want.winner {
				t.Errorf("result %+v", body.Result)
			}
			c.replays()
			if v := verifies(t, mails); !v.Ended || v.Rolls == 0 {
				t.Errorf("%+v", v)
			}
			if told, err := c.Watchers.Whole(t.Context(), c.game); err != nil || len(told.Turns) == 0 || (told.Result != nil) != want.result {
				t.Errorf("the archive shows %d turns, result %v: %v", len(told.Turns), told.Result, err)
			}
			c.now = c.now.Add(time.Hour)
			wants(t, c.rules("ruling / annul / reason x", store.Faulty), "is over")
			at := c.orderEntries()
			wants(t, c.rules(fmt.Sprintf("ruling / back to %d / reason Opened.", at[len(at)-1]), store.Command), "Its result is withdrawn")
			c.replays()
			c.play(1)
			c.replays()
		})
	}
}

// A ruling gives orders for a side: they are played as that side's own, and the other side is
// told what it would be told of them and not how they read.
func TestAnswerByRuling(t *testing.T) {
	c := overseen(t)
	wants(t, c.rules("ruling / reason x / answer north / dance", store.Faulty), "dance")
	wants(t, c.rules("ruling / reason x / answer north", store.Faulty), "there are no orders")
	said := c.rules("ruling / reason North has written by hand. / answer north / bid 3", store.Command)
	wants(t, said, "has given orders for North")
	for _, line := range strings.Split(said, "\n") {
		if strings.HasPrefix(line, southAt) && strings.Count(line, "bid 3") > 1 {
			t.Errorf("the other side reads the orders:\n%s", line)
		}
	}
	e := c.entries()
	last := e[len(e)-1]
	if last.Kind != string(adjudicator.Ordered) || last.Side != "north" || last.Fingerprint != people()["third"].ssh.Public().Fingerprint {
		t.Errorf("the entry: %+v", last)
	}
	if strings.Contains(string(e[len(e)-2].Body), "bid 3") {
		t.Error("the ruling, which both may read, holds the orders")
	}
	c.order("south", "bid 1")
	c.replays()
}

// A ruling gives a seat to somebody else: he is sent what the side knows and may play, and who
// played before is told so and may not.
func TestReplaceByRuling(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	c.joins("mallory")
	old := c.orders("north", "bid 2")
	c.sent()
	for act, want := range map[string]string{
		"replace north by Nobody": "No registered player", "replace north by South": "plays the other side", "replace north": "who is to play",
		"replace north by North": "plays that side already", "replace north by third@example.org": "is a referee",
	} {
		c.now = c.now.Add(time.Minute)
		wants(t, c.rules("ruling / "+act+" / reason x", store.Faulty), want)
	}
	c.now = c.now.Add(24 * time.Hour)
	before := len(c.entries())
	said := c.rules("ruling / replace north by mallory / reason North has moved away.", store.Command)
	c.packed(people()["mallory"].address)
	if e := c.entries(); len(e) != before+2 || strings.Contains(string(e[before+1].Body), southAt) {
		t.Errorf("the ledger has %d entries more, and last\n%s", len(e)-before, e[len(e)-1].Body)
	}
	c.view(func(tx store.ReadTx) error {
		held, err := seating.Holdings(tx, c.game, "north")
		if other, _ := seating.Holdings(tx, c.game, "south"); len(other) != 1 || len(held) != 2 || held[1].How != seating.ByRuling {
			t.Errorf("held by %+v, and the other side by %+v", held, other)
		}
		return err
	})
	wants(t, said, northAt+": ", "Your orders no longer count", "Mallory plays North", people()["mallory"].address+": ", southAt+": ")
	if row := c.receive(letter(northAt, c.signed("north", old))); row.State == store.Accepted {
		t.Error("who played before still plays")
	}
	c.sent()
	for _, text := range []string{"game " + c.game + "\nstatus\nreport\n", "game " + c.game + "\npress\nhello\n", "back " + c.game + "\n"} {
		if row := c.says("north", text); row.State == store.Command {
			t.Errorf("who played before asks %q", text)
		}
	}
	if s := c.said(); strings.Contains(s[northAt], "game status") || s[southAt] != "" {
		t.Errorf("who played before still reads %v", s)
	}
	if d := c.seat("north").Deadline; d == nil || !d.Equal(c.now.Add(answerTime)) {
		t.Errorf("deadline %v", d)
	}
	c.receive(letter(people()["mallory"].address, c.signed("mallory", c.orders("north", "bid 2"))))
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("the new player: %s (%s)", row.State, row.Reason)
	}
	c.replays()
}

// packed fails unless somebody was sent the north's past, once.
func (c *club) packed(address string) {
	c.t.Helper()
	n := 0
	for _, m := range c.everything() {
		if m.Recipient == address && strings.Contains(string(m.Raw), c.game+"-north-reports.txt") {
			n++
		}
	}
	if n != 1 {
		c.t.Errorf("%s has the past of the seat in %d mails", address, n)
	}
}

// A ruling gives no side to somebody who has held the other one.
func TestReplaceByTheOtherSidesPast(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	c.joins("mallory")
	wants(t, c.rules("ruling / replace north by mallory / reason North has moved away.", store.Command), "Mallory plays North")
	c.now = c.now.Add(time.Minute)
	wants(t, c.rules("ruling / replace south by north / reason South has moved away.", store.Faulty), "has played the other side")
	if c.seat("south").Player != southAt {
		t.Error("who knows the north plays the south")
	}
	wants(t, c.rules("ruling / rearrange / reason x", store.Faulty), "go, replace")
}

// Who has looked as a referee cannot play.
func TestWhoHasLooked(t *testing.T) {
	c := overseen(t)
	check(t, c.Claims.AddReferee(t.Context(), thirdAt, ""))
	wants(t, c.rules("preview / annul / reason x", store.Command), "Nothing was changed", "you can no longer play in")
	if c.status() != store.Running {
		t.Fatal("a preview has ended the game")
	}
	check(t, c.Claims.RemoveReferee(t.Context(), thirdAt, c.game))
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: people()["mallory"].address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	check(t, c.Claims.AddReferee(t.Context(), people()["mallory"].address, c.game))
	_, err := c.Rulings.Rule(t.Context(), c.game, people()["mallory"].address, "ruling\nreason x\nreplace north by third\n")
	if err == nil || !strings.Contains(err.Error(), "read this game") {
		t.Errorf("who has looked plays: %v", err)
	}
}
