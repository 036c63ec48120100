package host

import (
	"context"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/store"
)

// A game is broken when it cannot be brought to where its ledger ends: the ruleset has
// changed under it, or the ledger or a snapshot is damaged. Until it is mended its mails
// are set aside, all of them and nothing of them lost; its referee is told once.

// isBroken reports whether an error says that a game is broken.
func isBroken(err error) bool {
	return errors.Is(err, ErrReplay) || errors.Is(err, adjudicator.ErrChain) || errors.Is(err, store.ErrNotFound)
}

// rebuild is replay, but that a panic of the ruleset is an error: it concerns this
// game alone.
func (p *position) rebuild(snap store.Snapshot, entries []store.Entry) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrReplay, r)
		}
	}()
	return p.replay(snap, entries)
}

// brokenReason begins the reason of the messages that were set aside.
const brokenReason = "the game is broken: "

// setAside keeps the mail of a broken game for the time when it is mended, and tells
// the game's referee and, once a day, the mail's author.
func (h *Host) setAside(tx store.Tx, s *submission, seat store.Seat, v verdict, broken error) (verdict, error) {
	if !isBroken(broken) {
		return v, broken
	}
	h.Log.Error("a mail was set aside, because its game is broken", "game", seat.Game, "message", s.row.ID, "error", broken)
	v.state, v.reason = store.Poison, brokenReason+broken.Error()
	if err := h.tellBroken(tx, seat.Game, broken); err != nil {
		return v, err
	}
	if ok, err := tx.SpendAnswer("broken:"+s.player.Address, h.Now(), 1); err != nil || !ok {
		return v, err
	}
	return v, h.tellPlayer(tx, s.player, seat, "set-aside", fmt.Sprint(s.row.ID), "Game", seat.Game, "Received", s.row.Receipt)
}

// brokenSetting and the id of a game name the setting that says why it was last found to be
// broken; empty once it is whole.
const brokenSetting = "broken/"

// tellBroken notes that a game is broken and tells its referee, once for each point at
// which it breaks.
func (h *Host) tellBroken(tx store.Tx, id string, broken error) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := tx.SetSetting(brokenSetting+id, []byte(broken.Error())); err != nil {
		return err
	}
	return h.tellReferee(tx, game, notice{key: "broken", once: fmt.Sprint(head.Seq, " ", game.RulesetVersion),
		args: []any{"Game", game.ID, "Reason", broken.Error()}})
}

// reportBroken is tellBroken where what failed has been undone already. An error that
// does not say that the game is broken is left to the log.
func (h *Host) reportBroken(ctx context.Context, id string, broken error) {
	if !isBroken(broken) {
		return
	}
	err := h.Store.Update(ctx, func(tx store.Tx) error { return h.tellBroken(tx, id, broken) })
	if err != nil {
		h.Log.Error("the referee cannot be told that a game is broken", "game", id, "error", err)
	}
}
