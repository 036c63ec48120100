package post

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Claim is a call for the referee that waits.
type Claim struct {
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

// HoldsUp reports whether the claim holds the deadline of a seat, which an entry asked.
func (c Claim) HoldsUp(seat store.Seat, question int) bool {
	return c.Side == seat.Side && seat.Deadline != nil &&
		(c.Asked > 0 && c.Asked == question || c.Holds != "" && c.Holds == seat.Answers)
}

// Release ends what the claim holds; it goes on waiting for its answer.
func (c *Claim) Release() { c.Asked, c.Holds = 0, "" }

// ClaimPrefix begins the names of the settings that keep the claims of games.
const ClaimPrefix = "claim/"

// claimsOf lists the claims that wait in a game; the last one's number is kept when it ends.
type Claims struct {
	Last int      `json:"last"`
	Open []Claim  `json:"open,omitempty"`
	Held []string `json:"held,omitempty"` // the questions that a claim has held the deadline of
}

// ClaimsOf reads the claims of a game.
func ClaimsOf(tx store.ReadTx, game string) (c Claims, err error) {
	text, err := tx.Setting(ClaimPrefix + game)
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

// Save keeps the claims of a game.
func (c Claims) Save(tx club.Tx, game string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return tx.SetSetting(ClaimPrefix+game, text)
}

// HeldSince is since when a claim holds the deadline of a seat; nil if none does.
func HeldSince(tx store.ReadTx, seat store.Seat) (since *time.Time, err error) {
	c, err := ClaimsOf(tx, seat.Game)
	if err != nil || len(c.Open) == 0 {
		return nil, err
	}
	question, err := QuestionOf(tx, seat)
	if err != nil {
		return nil, err
	}
	for _, open := range c.Open {
		if open.HoldsUp(seat, question) {
			since = first(since, &open.At)
		}
	}
	return since, nil
}
