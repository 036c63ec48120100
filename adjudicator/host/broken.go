package host

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

// tellBroken tells a game's referee that it is broken, once for each point at which
// it breaks.
func (h *Host) tellBroken(tx store.Tx, id string, broken error) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
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

// Inspect brings every running game to where it is, tells the referees of those that
// are broken, and returns how many those are. The mails of games that were broken and
// are whole again wait to be worked on afterwards. A daemon does so when it starts:
// another version of a ruleset may be at fault, or have mended it.
func (h *Host) Inspect(ctx context.Context) (broken int, err error) {
	faults := map[string]error{}
	var whole []string
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, game := range games {
			if game.Status == store.Ended {
				continue
			}
			p, err := load(tx, game.ID)
			if err != nil {
				faults[game.ID] = err
				continue
			}
			p.close()
			whole = append(whole, game.ID)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("looking through the games: %w", err)
	}
	for id, fault := range faults {
		h.Log.Error("a game is broken", "game", id, "error", fault)
		h.reportBroken(ctx, id, fault)
	}
	for _, id := range whole {
		if err := h.retryBroken(ctx, id); err != nil {
			return len(faults), err
		}
	}
	return len(faults), ctx.Err()
}

// retryBroken puts the mails that were set aside while a game was broken back to those
// that wait to be worked on.
func (h *Host) retryBroken(ctx context.Context, game string) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{Game: game, State: store.Poison})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if !strings.HasPrefix(row.Reason, brokenReason) {
				continue
			}
			h.Log.Info("a mail that was set aside is taken up", "game", game, "message", row.ID)
			if err := tx.RetryInbox(row.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
