package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// Between is where a game stands that was given to another club, or came from one, and is not simply
// this club's.
type Between struct {
	Game  string
	Where Where
	Club  string    // mail address of the other club
	Since time.Time // when it was closed or loaded here; zero of what an older program gave away
	// Until is when a game that was loaded here is withdrawn unless it is released; zero otherwise.
	Until time.Time
}

// Where is a place on the way of a game from one club to another.
type Where string

// Where a game can stand.
const (
	Given     Where = "given"     // closed here; no receipt has come, and a ruling can open it again
	Released  Where = "released"  // the other club has it, for good
	Held      Where = "held"      // loaded here; the other club has not released it
	Withdrawn Where = "withdrawn" // loaded here; no release came in time
	Void      Where = "void"      // loaded here; the other club has opened it again
	Closed    Where = "closed"    // closed in a copy of the database that was put back; a ruling opens it again
)

// places are the states of a transfer as they are told.
var places = map[string]Where{StateGiven: Given, StateReleased: Released, StateHeld: Held, StateBack: Withdrawn, StateVoid: Void, StateKept: Closed}

// BetweenClubs tells where a game stands between two clubs; nil if it is this club's.
func (g *Games) BetweenClubs(tx store.ReadTx, game string) (*Between, error) {
	t, err := TransferOf(tx, game)
	if err != nil || t == nil || t.State == StateHere {
		return nil, err
	}
	b := Between{Game: game, Where: places[t.State], Club: t.Other(g.Post.Address), Since: t.Since}
	if b.Since.IsZero() {
		if b.Since, err = closedAt(tx, game); err != nil {
			return nil, err
		}
	}
	if b.Where == Held {
		b.Until = t.Since.Add(TransferWait)
	}
	return &b, nil
}

// closedAt is when the ledger of a game was closed for another club; zero if it does not say so.
func closedAt(tx store.ReadTx, game string) (at time.Time, err error) {
	head, err := tx.Head(game)
	if errors.Is(err, store.ErrNotFound) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	last, err := tx.Entries(game, head.Seq)
	if err == nil && len(last) == 1 && last[0].Kind == string(adjudicator.Moved) {
		at = last[0].Time
	}
	return at, err
}

// AllBetween lists all games that are not simply this club's, by their names.
func (g *Games) AllBetween(tx store.ReadTx) (all []Between, err error) {
	moved, err := tx.SettingsUnder(MovedSetting(""))
	if err != nil {
		return nil, err
	}
	for name := range moved {
		id := strings.TrimPrefix(name, MovedSetting(""))
		if _, err := tx.Game(id); errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		b, err := g.BetweenClubs(tx, id)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", id, err)
		}
		if b != nil {
			all = append(all, *b)
		}
	}
	slices.SortFunc(all, func(a, b Between) int { return strings.Compare(a.Game, b.Game) })
	return all, nil
}
