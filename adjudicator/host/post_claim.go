package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

// claim is a call for the referee that waits.
type claim struct {
	N    int       `json:"n"`
	Side string    `json:"side"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
	Told bool      `json:"told,omitempty"` // that nobody has answered
	// Over tells that nobody has answered for so long that it holds no deadline any more.
	Over bool `json:"over,omitempty"`

	// Asked is the ledger entry that asked the question whose deadline it holds; 0 if it holds
	// none. Of claims from before that was kept, Holds is the code of a report that asked it.
	Asked int    `json:"asked,omitempty"`
	Holds string `json:"holds,omitempty"`

	Ruling int `json:"ruling,omitempty"` // the ledger entry that an appeal is against; 0 of a claim
	Entry  int `json:"entry,omitempty"`  // the ledger entry of the appeal
}

// holds reports whether the claim holds the deadline of a seat, which an entry asked.
func (c claim) holds(seat store.Seat, question int) bool {
	return c.Side == seat.Side && seat.Deadline != nil &&
		(c.Asked > 0 && c.Asked == question || c.Holds != "" && c.Holds == seat.Answers)
}

// release ends what the claim holds; it goes on waiting for its answer.
func (c *claim) release() { c.Asked, c.Holds = 0, "" }

// claimPrefix begins the names of the settings that keep the claims of games.
const claimPrefix = "claim/"

// claimsOf lists the claims that wait in a game; the last one's number is kept when it ends.
type claims struct {
	Last int      `json:"last"`
	Open []claim  `json:"open,omitempty"`
	Held []string `json:"held,omitempty"` // the questions that a claim has held the deadline of
}

// claimsOf reads the claims of a game.
func claimsOf(tx store.ReadTx, game string) (c claims, err error) {
	text, err := tx.Setting(claimPrefix + game)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("the claims of %s: %w", game, err)
	}
	return c, nil
}

// save keeps the claims of a game.
func (c claims) save(tx store.Tx, game string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return tx.SetSetting(claimPrefix+game, text)
}

// heldSince is since when a claim holds the deadline of a seat; nil if none does.
func heldSince(tx store.ReadTx, seat store.Seat) (since *time.Time, err error) {
	c, err := claimsOf(tx, seat.Game)
	if err != nil || len(c.Open) == 0 {
		return nil, err
	}
	question, err := questionOf(tx, seat)
	if err != nil {
		return nil, err
	}
	for _, open := range c.Open {
		if open.holds(seat, question) {
			since = first(since, &open.At)
		}
	}
	return since, nil
}
