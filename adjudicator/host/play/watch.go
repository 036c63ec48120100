package play

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Observing is who may watch a game by mail.
type Observing string

// Who may watch.
const (
	ObservedByAll     Observing = "open"    // everybody who is registered
	ObservedByInvited Observing = "invited" // whom the club has invited
	ObservedByNone    Observing = "none"    // nobody; so it is where nothing is said
)

// Watched is who watches a game, and who may where invitations are needed.
type Watched struct {
	Invited   []string  `json:"invited,omitempty"` // addresses
	Observers []Watcher `json:"observers,omitempty"`
}

// Watcher is one who watches a game, and how far he has been told of it.
type Watcher struct {
	Address string     `json:"address"`
	Since   time.Time  `json:"since"`
	Told    []ToldTurn `json:"told,omitempty"` // turns, oldest first
	Over    int        `json:"over,omitempty"` // the entry at which the game ended, once he was told
	Thread  string     `json:"thread,omitempty"`
}

// ToldTurn is a turn that an observer was told of, by the entry that ended it.
type ToldTurn struct {
	Turn  int `json:"turn"`
	Entry int `json:"entry"`
}

const (
	WatchedPrefix  = "watched/"   // who watches a game
	WatchDuePrefix = "watch-due/" // the moment at which observers of a game may be told more
)

// WatchedBy reads who watches a game.
func WatchedBy(tx store.ReadTx, game string) (w Watched, err error) {
	err = written.ReadSetting(tx, WatchedPrefix+game, &w)
	return w, err
}

// Save stores who watches a game.
func (w Watched) Save(tx club.Tx, game string) error {
	if len(w.Invited)+len(w.Observers) == 0 {
		return tx.SetSetting(WatchedPrefix+game, nil)
	}
	return written.WriteSetting(tx, WatchedPrefix+game, w)
}

// Find is the place of an address among the observers, or -1.
func (w Watched) Find(address string) int {
	return slices.IndexFunc(w.Observers, func(o Watcher) bool { return o.Address == address })
}

// Watchable reads who may watch a game, and after which delay. Of a game that others are shown
// nothing of, nobody may.
func Watchable(tx store.ReadTx, game string) (s Showing, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil || len(entries) == 0 {
		return s, fmt.Errorf("game %s: its ledger: %w", game, errors.Join(err, adjudicator.ErrChain))
	}
	s, ever, err := ShowingOf(entries[0])
	if !ever || s.Observers == "" {
		s.Observers = ObservedByNone
	}
	return s, err
}
