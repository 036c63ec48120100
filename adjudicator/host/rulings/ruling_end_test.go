package rulings_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
			c := hosttest.Overseen(t)
			c.Known = 0
			var mails []store.OutboxMail
			c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:6], "\n"), func(int) {})
			c.Keep(&mails)
			file := "game " + c.Game + "\nruling\n" + act + "\nreason It cannot go on.\n"
			if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
				t.Fatalf("%s (%s)", row.State, row.Reason)
			}
			fresh := c.Sent()
			mails = append(mails, fresh...)
			var said string
			for _, m := range fresh {
				said += m.Recipient + " " + hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
			}
			hosttest.Wants(t, said, hosttest.NorthAt, hosttest.SouthAt, want.said, "It cannot go on.")
			if c.Status() != store.Ended || c.Seat("north").Deadline != nil {
				t.Error("the game goes on")
			}
			e := c.Ledger()
			var body struct{ Result *adjudicator.Result }
			hosttest.Check(t, json.Unmarshal(e[len(e)-1].Body, &body))
			if (body.Result != nil) != want.result || body.Result != nil && int(body.Result.Winner) != want.winner {
				t.Errorf("result %+v", body.Result)
			}
			c.Replays()
			if v := hosttest.Verifies(t, mails); !v.Ended || v.Rolls == 0 {
				t.Errorf("%+v", v)
			}
			if told, err := c.Watchers.Whole(t.Context(), c.Game); err != nil || len(told.Turns) == 0 || (told.Result != nil) != want.result {
				t.Errorf("the archive shows %d turns, result %v: %v", len(told.Turns), told.Result, err)
			}
			c.Time = c.Time.Add(time.Hour)
			hosttest.Wants(t, c.Rule("ruling / annul / reason x", store.Faulty), "is over")
			at := c.OrderEntries()
			hosttest.Wants(t, c.Rule(fmt.Sprintf("ruling / back to %d / reason Opened.", at[len(at)-1]), store.Command), "Its result is withdrawn")
			c.Replays()
			c.Play(1)
			c.Replays()
		})
	}
}

// A ruling gives orders for a side: they are played as that side's own, and the other side is
// told what it would be told of them and not how they read.
func TestAnswerByRuling(t *testing.T) {
	c := hosttest.Overseen(t)
	hosttest.Wants(t, c.Rule("ruling / reason x / answer north / dance", store.Faulty), "dance")
	hosttest.Wants(t, c.Rule("ruling / reason x / answer north", store.Faulty), "there are no orders")
	said := c.Rule("ruling / reason North has written by hand. / answer north / bid 3", store.Command)
	hosttest.Wants(t, said, "has given orders for North")
	for _, line := range strings.Split(said, "\n") {
		if strings.HasPrefix(line, hosttest.SouthAt) && strings.Count(line, "bid 3") > 1 {
			t.Errorf("the other side reads the orders:\n%s", line)
		}
	}
	e := c.Ledger()
	last := e[len(e)-1]
	if last.Kind != string(adjudicator.Ordered) || last.Side != "north" || last.Fingerprint != hosttest.People()["third"].SSH.Public().Fingerprint {
		t.Errorf("the entry: %+v", last)
	}
	if strings.Contains(string(e[len(e)-2].Body), "bid 3") {
		t.Error("the ruling, which both may read, holds the orders")
	}
	c.Order("south", "bid 1")
	c.Replays()
}

// A ruling gives a seat to somebody else: he is sent what the side knows and may play, and who
// played before is told so and may not.
func TestReplaceByRuling(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	c.Joins("mallory")
	old := c.Orders("north", "bid 2")
	c.Sent()
	for act, want := range map[string]string{
		"replace north by Nobody": "No registered player", "replace north by South": "plays the other side", "replace north": "who is to play",
		"replace north by North": "plays that side already", "replace north by third@example.org": "is a referee",
	} {
		c.Time = c.Time.Add(time.Minute)
		hosttest.Wants(t, c.Rule("ruling / "+act+" / reason x", store.Faulty), want)
	}
	c.Time = c.Time.Add(24 * time.Hour)
	before := len(c.Ledger())
	said := c.Rule("ruling / replace north by mallory / reason North has moved away.", store.Command)
	packed(c, hosttest.People()["mallory"].Address)
	if e := c.Ledger(); len(e) != before+2 || strings.Contains(string(e[before+1].Body), hosttest.SouthAt) {
		t.Errorf("the ledger has %d entries more, and last\n%s", len(e)-before, e[len(e)-1].Body)
	}
	c.View(func(tx store.ReadTx) error {
		held, err := seating.Holdings(tx, c.Game, "north")
		if other, _ := seating.Holdings(tx, c.Game, "south"); len(other) != 1 || len(held) != 2 || held[1].How != seating.ByRuling {
			t.Errorf("held by %+v, and the other side by %+v", held, other)
		}
		return err
	})
	hosttest.Wants(t, said, hosttest.NorthAt+": ", "Your orders no longer count", "Mallory plays North", hosttest.People()["mallory"].Address+": ", hosttest.SouthAt+": ")
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", old))); row.State == store.Accepted {
		t.Error("who played before still plays")
	}
	c.Sent()
	for _, text := range []string{"game " + c.Game + "\nstatus\nreport\n", "game " + c.Game + "\npress\nhello\n", "back " + c.Game + "\n"} {
		if row := c.Mails("north", text); row.State == store.Command {
			t.Errorf("who played before asks %q", text)
		}
	}
	if s := c.Said(); strings.Contains(s[hosttest.NorthAt], "game status") || s[hosttest.SouthAt] != "" {
		t.Errorf("who played before still reads %v", s)
	}
	if d := c.Seat("north").Deadline; d == nil || !d.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("deadline %v", d)
	}
	c.Receive(hosttest.Letter(hosttest.People()["mallory"].Address, c.Signed("mallory", c.Orders("north", "bid 2"))))
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Errorf("the new player: %s (%s)", row.State, row.Reason)
	}
	c.Replays()
}

// packed fails unless somebody was sent the north's past, once.
func packed(c *hosttest.Club, address string) {
	c.T.Helper()
	n := 0
	for _, m := range c.AllMails() {
		if m.Recipient == address && strings.Contains(string(m.Raw), c.Game+"-north-reports.txt") {
			n++
		}
	}
	if n != 1 {
		c.T.Errorf("%s has the past of the seat in %d mails", address, n)
	}
}

// A ruling gives no side to somebody who has held the other one.
func TestReplaceByTheOtherSidesPast(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	c.Joins("mallory")
	hosttest.Wants(t, c.Rule("ruling / replace north by mallory / reason North has moved away.", store.Command), "Mallory plays North")
	c.Time = c.Time.Add(time.Minute)
	hosttest.Wants(t, c.Rule("ruling / replace south by north / reason South has moved away.", store.Faulty), "has played the other side")
	if c.Seat("south").Player != hosttest.SouthAt {
		t.Error("who knows the north plays the south")
	}
	hosttest.Wants(t, c.Rule("ruling / rearrange / reason x", store.Faulty), "go, replace")
}

// Who has looked as a referee cannot play.
func TestWhoHasLooked(t *testing.T) {
	c := hosttest.Overseen(t)
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.ThirdAt, ""))
	hosttest.Wants(t, c.Rule("preview / annul / reason x", store.Command), "Nothing was changed", "you can no longer play in")
	if c.Status() != store.Running {
		t.Fatal("a preview has ended the game")
	}
	hosttest.Check(t, c.Claims.RemoveReferee(t.Context(), hosttest.ThirdAt, c.Game))
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.People()["mallory"].Address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.People()["mallory"].Address, c.Game))
	_, err := c.Rulings.Rule(t.Context(), c.Game, hosttest.People()["mallory"].Address, "ruling\nreason x\nreplace north by third\n")
	if err == nil || !strings.Contains(err.Error(), "read this game") {
		t.Errorf("who has looked plays: %v", err)
	}
}
