package host

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
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

// watched is who watches a game, and who may where invitations are needed.
type watched struct {
	Invited   []string  `json:"invited,omitempty"` // addresses
	Observers []watcher `json:"observers,omitempty"`
}

// watcher is one who watches a game, and how far he has been told of it.
type watcher struct {
	Address string     `json:"address"`
	Since   time.Time  `json:"since"`
	Told    []toldTurn `json:"told,omitempty"` // turns, oldest first
	Over    int        `json:"over,omitempty"` // the entry at which the game ended, once he was told
	Thread  string     `json:"thread,omitempty"`
}

// toldTurn is a turn that an observer was told of, by the entry that ended it.
type toldTurn struct {
	Turn  int `json:"turn"`
	Entry int `json:"entry"`
}

const (
	watchedPrefix  = "watched/"   // who watches a game
	watchDuePrefix = "watch-due/" // the moment at which observers of a game may be told more
)

// watchedBy reads who watches a game.
func watchedBy(tx store.ReadTx, game string) (w watched, err error) {
	err = readSetting(tx, watchedPrefix+game, &w)
	return w, err
}

// save stores who watches a game.
func (w watched) save(tx store.Tx, game string) error {
	if len(w.Invited)+len(w.Observers) == 0 {
		return tx.SetSetting(watchedPrefix+game, nil)
	}
	return writeSetting(tx, watchedPrefix+game, w)
}

// find is the place of an address among the observers, or -1.
func (w watched) find(address string) int {
	return slices.IndexFunc(w.Observers, func(o watcher) bool { return o.Address == address })
}

// watchable reads who may watch a game, and after which delay. Of a game that others are shown
// nothing of, nobody may.
func watchable(tx store.ReadTx, game string) (s Showing, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil || len(entries) == 0 {
		return s, fmt.Errorf("game %s: its ledger: %w", game, errors.Join(err, adjudicator.ErrChain))
	}
	s, ever, err := showingOf(entries[0])
	if !ever || s.Observers == "" {
		s.Observers = ObservedByNone
	}
	return s, err
}
