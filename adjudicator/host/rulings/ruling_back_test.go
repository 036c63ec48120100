package rulings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
)

// A game goes back, again and again and over the ends of turns, is played to its end, is
// opened again, and ends once more: all of it replays and verifies, and the dice of a line
// that was given up are not those of the line that goes on.
func TestBackByRuling(t *testing.T) {
	for _, lines := range []int{3, 6, 9} {
		t.Run(fmt.Sprint(lines), func(t *testing.T) {
			c := hosttest.Overseen(t)
			c.Known = 0
			var mails []store.OutboxMail
			rule := func(act string) {
				t.Helper()
				c.Keep(&mails)
				c.Time = c.Time.Add(time.Hour)
				file := "game " + c.Game + "\nruling\n" + act + "\nreason Try " + fmt.Sprint(len(c.Ledger())) + "\n"
				if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
					t.Fatalf("%s: %s (%s)", act, row.State, row.Reason)
				}
				c.Keep(&mails)
				c.Replays()
			}
			c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:lines], "\n"), func(int) {})
			at := c.OrderEntries()
			rule(fmt.Sprintf("back to %d", at[0]))
			secret := secretAtEnd(c)
			if secret != hosttest.SecretOf(c).Next() {
				t.Error("the secret does not follow from the one before")
			}
			c.Play(1)
			c.Keep(&mails)
			if c.Status() != store.Ended {
				t.Fatal("the game has not ended")
			}
			hosttest.Verifies(t, mails)
			c.Replays()
			at = c.OrderEntries()
			rule(fmt.Sprintf("back to entry %d", at[len(at)-2]))
			if c.Status() != store.Running {
				t.Fatal("the game was not opened again")
			}
			if s := secretAtEnd(c); s == secret.Next() {
				t.Error("the secret of a game that was over foretells that of the game that goes on")
			}
			hosttest.Verifies(t, mails)
			c.Play(2)
			c.Keep(&mails)
			v := hosttest.Verifies(t, mails)
			if v.TakenBack != 2 || !v.Ended || v.Rolls == 0 || v.GivenUp == 0 || v.Restored != 0 {
				t.Errorf("%+v", v)
			}
			c.Replays()
		})
	}
}

// secretAtEnd is the secret that the end of the ledger hangs on.
func secretAtEnd(c *hosttest.Club) (secret dice.Secret) {
	c.View(func(tx store.ReadTx) error {
		game, err := tx.Game(c.Game)
		secret = dice.Secret(game.Secret)
		for _, later := range game.Later {
			secret = dice.Secret(later.Secret)
		}
		return err
	})
	return secret
}

// The letter says which reports are void; an answer to one of them gets a reply of its own,
// and who is asked has the whole time anew.
func TestVoidReports(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Order("north", "bid 2")
	c.Order("south", "bid 1")
	void := c.Seat("north").Answers
	old := c.Orders("north", "pass")
	c.Time = c.Time.Add(48 * time.Hour)
	at := c.OrderEntries()
	said := c.Rule(fmt.Sprintf("ruling / back to %d / reason South erred.", at[0]), store.Command)
	hosttest.Wants(t, said, "has made these reports to you void: "+void, "South erred.", "goes back to an earlier point")
	if d := c.Seat("south").Deadline; d == nil || !d.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("deadline %v", d)
	}
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", old))); row.State != store.Stale {
		t.Fatalf("an answer to a void report: %s", row.State)
	}
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, c.Sent()[0])), "that a ruling of the referee has made void")
	hosttest.Wants(t, c.Rule(fmt.Sprintf("ruling / back to %d / reason x", at[1]), store.Faulty), "was itself undone")
	hosttest.Wants(t, c.Rule("ruling / back to 999 / reason x", store.Faulty), "has no entry 999", fmt.Sprint(at[0]))
	hosttest.Wants(t, c.Rule(fmt.Sprintf("ruling / back to %d / reason x", at[0]), store.Faulty), "Nothing has been played since")
	c.Order("south", "bid 3")
	c.Replays()
	register, err := c.Claims.Precedents(t.Context(), "ford")
	hosttest.Check(t, err)
	if len(register) != 1 || register[0].Act != "back" || register[0].Reason != "South erred." {
		t.Errorf("the register: %+v", register)
	}
}

// The last orders are thrown again under the signature that they came with, and others are
// not.
func TestThrowAgain(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Known = 0
	var mails []store.OutboxMail
	c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:8], "\n"), func(int) {})
	c.Keep(&mails)
	at := c.OrderEntries()
	hosttest.Wants(t, c.Rule(fmt.Sprintf("ruling / throw %d again / reason x", at[0]), store.Faulty), "cannot be done with entry")
	mails = append(mails[:len(mails):len(mails)], c.Sent()...)
	last := at[len(at)-1]
	file := fmt.Sprintf("game %s\nruling\nthrow %d again\nreason The dice were read wrongly.\n", c.Game, last)
	if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	c.Keep(&mails)
	all := c.Ledger()
	again := slices.IndexFunc(all, func(e store.Entry) bool { return e.Seq > last && e.Kind == string(adjudicator.Ordered) })
	if again < 0 || string(all[again].Body) != string(all[last-1].Body) || all[again].Fingerprint != all[last-1].Fingerprint || len(all[again].Raw) == 0 {
		t.Fatalf("the orders do not stand in the ledger again: %+v", all[last:])
	}
	c.Replays()
	c.Play(3)
	c.Keep(&mails)
	hosttest.Verifies(t, mails)
	c.Replays()
	hosttest.Wants(t, c.Rule(fmt.Sprintf("ruling / throw %d again / reason x", last), store.Faulty), "is over", "“back to” and the entry before those orders")
}
