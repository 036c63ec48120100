package hosttest

import (
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// CloseKey puts a player's SSH key into a state.
func CloseKey(c *Club, name string, state store.KeyState, expires *time.Time) {
	c.T.Helper()
	c.Change(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(People()[name].SSH.Public().Fingerprint)
		if err != nil {
			return err
		}
		k.State, k.Changed, k.Expires = state, c.Time, expires
		return tx.UpdateKey(k)
	})
}

// Turn is the turn that is played.
func (c *Club) Turn() (turn int) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		g, err := tx.Game(c.Game)
		turn = g.Turn
		return err
	})
	return turn
}

// AgainstMachine is a game between north and the machine.
func AgainstMachine(t *testing.T, ruleset string, sides ...string) *Club {
	t.Helper()
	c := OpenClub(t)
	Check(t, Enrol(c.Host))
	id, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: ruleset, AnswerTime: AnswerTime, Language: "en",
		Seats: map[string]string{sides[0]: NorthAt, sides[1]: "Machine"}})
	Check(t, err)
	c.Game = id
	return c
}

// Stored puts a mail into the inbox without working on it.
func (c *Club) Stored(raw []byte) {
	c.T.Helper()
	f := c.Fetched(raw)
	c.CutOff(hostclub.StepFetched, func() { _, _ = c.Intake.Receive(c.T.Context(), f) })
}
