package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/verify"
	"keryx/store"
)

// after returns the mails since a club was looked at, and keeps them.
func (c *club) keep(all *[]store.OutboxMail) {
	c.t.Helper()
	*all = append(*all, c.sent()...)
}

// orderEntries are the entries of orders, in their order.
func (c *club) orderEntries() (all []int) {
	for _, e := range c.entries() {
		if e.Kind == string(adjudicator.Ordered) {
			all = append(all, e.Seq)
		}
	}
	return all
}

// verifies checks the proofs of all reports to both players.
func verifies(t *testing.T, mails []store.OutboxMail) verify.Verification {
	t.Helper()
	all := proofs(t, reports(mails), northAt)
	all = append(all, proofs(t, reports(mails), southAt)...)
	v, err := verify.Verify(all)
	check(t, err)
	for _, at := range []string{northAt, southAt} {
		_, err := verify.Verify(proofs(t, reports(mails), at))
		check(t, err)
	}
	var texts []string
	for _, p := range all {
		texts = append(texts, p.String())
	}
	if said, holds := otherHand(t, texts); !holds || !strings.Contains(said, "all hold") {
		t.Errorf("the second verifier: %s", said)
	}
	return v
}

// A game goes back, again and again and over the ends of turns, is played to its end, is
// opened again, and ends once more: all of it replays and verifies, and the dice of a line
// that was given up are not those of the line that goes on.
func TestBackByRuling(t *testing.T) {
	for _, lines := range []int{3, 6, 9} {
		t.Run(fmt.Sprint(lines), func(t *testing.T) {
			c := overseen(t)
			c.known = 0
			var mails []store.OutboxMail
			rule := func(act string) {
				t.Helper()
				c.keep(&mails)
				c.now = c.now.Add(time.Hour)
				file := "game " + c.game + "\nruling\n" + act + "\nreason Try " + fmt.Sprint(len(c.entries())) + "\n"
				if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
					t.Fatalf("%s: %s (%s)", act, row.State, row.Reason)
				}
				c.keep(&mails)
				c.replays()
			}
			c.playScript(strings.Join(strings.Split(shooting, "\n")[:lines], "\n"), func(int) {})
			at := c.orderEntries()
			rule(fmt.Sprintf("back to %d", at[0]))
			secret := secretAtEnd(c)
			if secret != secretOf(c).Next() {
				t.Error("the secret does not follow from the one before")
			}
			c.play(1)
			c.keep(&mails)
			if c.status() != store.Ended {
				t.Fatal("the game has not ended")
			}
			verifies(t, mails)
			c.replays()
			at = c.orderEntries()
			rule(fmt.Sprintf("back to entry %d", at[len(at)-2]))
			if c.status() != store.Running {
				t.Fatal("the game was not opened again")
			}
			if s := secretAtEnd(c); s == secret.Next() {
				t.Error("the secret of a game that was over foretells that of the game that goes on")
			}
			verifies(t, mails)
			c.play(2)
			c.keep(&mails)
			v := verifies(t, mails)
			if v.TakenBack != 2 || !v.Ended || v.Rolls == 0 || v.GivenUp == 0 || v.Restored != 0 {
				t.Errorf("%+v", v)
			}
			c.replays()
		})
	}
}

// secretAtEnd is the secret that the end of the ledger hangs on.
func secretAtEnd(c *club) (secret dice.Secret) {
	c.view(func(tx store.ReadTx) error {
		game, err := tx.Game(c.game)
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
	c := overseen(t)
	c.order("north", "bid 2")
	c.order("south", "bid 1")
	void := c.seat("north").Answers
	old := c.orders("north", "pass")
	c.now = c.now.Add(48 * time.Hour)
	at := c.orderEntries()
	said := c.rules(fmt.Sprintf("ruling / back to %d / reason South erred.", at[0]), store.Command)
	wants(t, said, "has made these reports to you void: "+void, "South erred.", "goes back to an earlier point")
	if d := c.seat("south").Deadline; d == nil || !d.Equal(c.now.Add(answerTime)) {
		t.Errorf("deadline %v", d)
	}
	if row := c.receive(letter(northAt, c.signed("north", old))); row.State != store.Stale {
		t.Fatalf("an answer to a void report: %s", row.State)
	}
	wants(t, flat(text(t, c.sent()[0])), "that a ruling of the referee has made void")
	wants(t, c.rules(fmt.Sprintf("ruling / back to %d / reason x", at[1]), store.Faulty), "was itself undone")
	wants(t, c.rules("ruling / back to 999 / reason x", store.Faulty), "has no entry 999", fmt.Sprint(at[0]))
	wants(t, c.rules(fmt.Sprintf("ruling / back to %d / reason x", at[0]), store.Faulty), "Nothing has been played since")
	c.order("south", "bid 3")
	c.replays()
	register, err := c.Claims.Precedents(t.Context(), "ford")
	check(t, err)
	if len(register) != 1 || register[0].Act != "back" || register[0].Reason != "South erred." {
		t.Errorf("the register: %+v", register)
	}
}

// The last orders are thrown again under the signature that they came with, and others are
// not.
func TestThrowAgain(t *testing.T) {
	c := overseen(t)
	c.known = 0
	var mails []store.OutboxMail
	c.playScript(strings.Join(strings.Split(shooting, "\n")[:8], "\n"), func(int) {})
	c.keep(&mails)
	at := c.orderEntries()
	wants(t, c.rules(fmt.Sprintf("ruling / throw %d again / reason x", at[0]), store.Faulty), "cannot be done with entry")
	mails = append(mails[:len(mails):len(mails)], c.sent()...)
	last := at[len(at)-1]
	file := fmt.Sprintf("game %s\nruling\nthrow %d again\nreason The dice were read wrongly.\n", c.game, last)
	if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	c.keep(&mails)
	all := c.entries()
	again := slices.IndexFunc(all, func(e store.Entry) bool { return e.Seq > last && e.Kind == string(adjudicator.Ordered) })
	if again < 0 || string(all[again].Body) != string(all[last-1].Body) || all[again].Fingerprint != all[last-1].Fingerprint || len(all[again].Raw) == 0 {
		t.Fatalf("the orders do not stand in the ledger again: %+v", all[last:])
	}
	c.replays()
	c.play(3)
	c.keep(&mails)
	verifies(t, mails)
	c.replays()
	wants(t, c.rules(fmt.Sprintf("ruling / throw %d again / reason x", last), store.Faulty), "is over", "“back to” and the entry before those orders")
}
