package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// ClubWord is what is signed.
type ClubWord struct {
	Format int       `json:"keryx_club"` // 1
	Says   string    `json:"says"`
	Game   string    `json:"game"`
	Entry  int       `json:"entry"` // of the ledger, that closed the game
	Hash   dice.Head `json:"hash"`  // of that entry
	From   string    `json:"from"`  // mail address of the club that says it
	To     string    `json:"to"`    // of the one that it is said to
	At     time.Time `json:"at"`
}

// Where a game stands between two clubs.
const (
	StateGiven    = "given"    // closed here; nothing heard of the other club
	StateReleased = "released" // the other club's for good
	StateHeld     = "held"     // loaded here; waits for the release of the other club
	StateBack     = "back"     // loaded here and withdrawn, since no release came
	StateVoid     = "void"     // loaded here, and the other club has opened it again
	StateHere     = "here"     // loaded here and released: it runs here
	StateKept     = "kept"     // closed in a copy that was put back; it had been opened again here
)

// TransferWait is how long a club waits for the word of the other.
const TransferWait = 7 * 24 * time.Hour

// receiptPause is how long it waits for a release before the receipt is sent again.
const receiptPause = 24 * time.Hour

// Transfer is where a game stands between two clubs. Of a game that an older release gave away
// only the three fields of the entry are known: it is the other club's.
type Transfer struct {
	MovedBody
	State  string    `json:"state,omitempty"`
	Entry  int       `json:"entry,omitempty"` // that closed it
	Hash   dice.Head `json:"hash"`
	By     string    `json:"by,omitempty"` // fingerprint of the other club's key, of a game that was loaded
	Since  time.Time `json:"since"`
	Silent bool      `json:"silent,omitempty"` // the players were told that nothing was heard
}

// TransferOf returns where a game stands between two clubs; nil of one that never left or came.
func TransferOf(tx store.ReadTx, game string) (*Transfer, error) {
	text, err := tx.Setting(MovedSetting(game))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := Transfer{State: StateReleased}
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("where game %s went: %w", game, err)
	}
	return &t, nil
}

// Save notes where a game stands. What waits for the other club is looked at again in a day.
func (t Transfer) Save(tx club.Tx, game string, now time.Time) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if t.State == StateHeld || t.State == StateGiven && !t.Silent {
		next := now.Add(receiptPause)
		if t.State == StateGiven {
			next = t.Since.Add(TransferWait)
		}
		return tx.SetSettingDue(MovedSetting(game), text, next)
	}
	return tx.SetSetting(MovedSetting(game), text)
}

// Word is what is said of a transfer to the other club.
func (t Transfer) Word(game, says, to string) ClubWord {
	return ClubWord{Says: says, Game: game, Entry: t.Entry, Hash: t.Hash, To: to}
}

// Other is the club that is not this one, which has an address here.
func (t Transfer) Other(here string) string {
	if store.Address(t.From) == store.Address(here) {
		return t.To
	}
	return t.From
}
