package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// A game is broken when it cannot be brought to where its ledger ends: the ruleset or its
// data have changed under it, or the ledger or a snapshot is damaged. Until it is mended its
// mails are set aside, all of them and nothing of them lost, and its clock stands; its
// referee is told once what can be done, and its players that the game waits. A game that
// no longer replays ends under the rules that it began with, or goes over to others by a
// ruling that both players read.

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
	if err := h.tellBrokenTo(tx, seat.Game, s.player.Address, broken); err != nil {
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

// brokenSinceSetting and the id of a game name the setting that says since when its clock
// has stood; empty once it goes on.
const brokenSinceSetting = "broken-since/"

// tellBroken notes that a game is broken and tells its referee and its players, once for
// each point at which it breaks.
func (h *Host) tellBroken(tx store.Tx, id string, broken error) error {
	return h.tellBrokenTo(tx, id, "", broken)
}

// tellBrokenTo is tellBroken, but for one player, who is told in the answer to his mail.
func (h *Host) tellBrokenTo(tx store.Tx, id, except string, broken error) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	since, err := brokenSince(tx, id)
	if err != nil {
		return err
	}
	if since == nil {
		err = tx.SetSetting(brokenSinceSetting+id, []byte(store.Time(h.Now()).Format(time.RFC3339Nano)))
	}
	if err := errors.Join(err, tx.SetSetting(brokenSetting+id, []byte(broken.Error()))); err != nil {
		return err
	}
	once := fmt.Sprint(head.Seq, " ", game.RulesetVersion)
	if since == nil { // who plays hears it once, however it breaks
		if err := h.tellSeats(tx, game, except, "held-up", once); err != nil {
			return err
		}
	}
	return h.tellReferee(tx, game, notice{key: "broken", once: once,
		args: []any{"Game", game.ID, "Reason", broken.Error(), "Way", wayOut(tx, game, broken)}})
}

// wayOut is what can be done about a game that is broken.
func wayOut(tx store.ReadTx, game store.Game, broken error) adjudicator.Phrase {
	missing := (*adjudicator.VersionError)(nil)
	switch {
	case errors.As(broken, &missing) && len(missing.Known) > 0:
		way := "notice.broken.version"
		if begun, err := turnBegun(tx, game.ID); err == nil && !begun {
			way = "notice.broken.go-over"
		}
		return adjudicator.Say(way, "Game", game.ID, "Version", missing.Version, "Known", missing.Known[0],
			"Command", fmt.Sprintf("keryx game upgrade %s --reason \"...\"", game.ID))
	case errors.Is(broken, adjudicator.ErrChain), errors.Is(broken, store.ErrNotFound):
		return adjudicator.Say("notice.broken.damage")
	}
	return adjudicator.Say("notice.broken.differs", "Version", game.RulesetVersion)
}

// turnBegun reports whether anything has been played in the turn that a game is in.
func turnBegun(tx store.ReadTx, id string) (bool, error) {
	stored, err := tx.LatestSnapshot(id)
	if err != nil {
		return false, fmt.Errorf("game %s: its snapshot: %w", id, err)
	}
	entries, err := tx.Entries(id, stored.Seq)
	return slices.ContainsFunc(entries, func(e store.Entry) bool {
		kind := adjudicator.EntryKind(e.Kind)
		return kind == adjudicator.Ordered || kind == adjudicator.Deadline
	}), err
}

// tellSeats tells all who play in a game, but for one of them, something that is no secret.
func (h *Host) tellSeats(tx store.Tx, game store.Game, except, key, once string, args ...any) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := h.tellReaders(tx, game, seat, except, key, once, args...); err != nil {
			return err
		}
	}
	return nil
}

// tellReaders is tellSeats for one seat.
func (h *Host) tellReaders(tx store.Tx, game store.Game, seat store.Seat, except, key, once string, args ...any) error {
	if seat.Player == "" || isGuest(seat.Player) {
		return nil
	}
	readers, err := readers(tx, game, seat)
	if err != nil {
		return err
	}
	for _, address := range readers {
		if address == except {
			continue
		}
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
		}
		if err := h.tellPlayer(tx, player, seat, key, once, slices.Concat([]any{"Game", game.ID}, args)...); err != nil {
			return err
		}
	}
	return nil
}

// brokenSince returns since when a game that is noted to be broken stands still; nil if
// none is noted.
func brokenSince(tx store.ReadTx, id string) (*time.Time, error) {
	text, err := tx.Setting(brokenSinceSetting + id)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339Nano, string(text))
	if err != nil {
		return nil, fmt.Errorf("since when game %s stands: %w", id, err)
	}
	return &at, nil
}

// mended lets the clock of a game go on that was noted to be broken and is whole again, and
// tells its players.
func (h *Host) mended(tx store.Tx, id string) error {
	since, err := brokenSince(tx, id)
	if err != nil {
		return err
	}
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOf(id)
	if err != nil {
		return err
	}
	h.Log.Info("game recovered", "game", id)
	for _, seat := range seats {
		if since != nil {
			if err := h.goesOn(tx, game, seat, *since); err != nil {
				return err
			}
		}
		if err := tx.LookAgain(id, seat.Side, h.Now()); err != nil {
			return err
		}
	}
	return errors.Join(tx.SetSetting(brokenSetting+id, nil), tx.SetSetting(brokenSinceSetting+id, nil))
}

// afterBroken is the least time to answer that is left once a broken game goes on.
const afterBroken = 24 * time.Hour

// goesOn gives back the time for which a seat's game stood still, never more than the whole
// time of the question, and tells its holder.
func (h *Host) goesOn(tx store.Tx, game store.Game, seat store.Seat, since time.Time) error {
	once := since.UTC().Format(time.RFC3339Nano)
	report, err := tx.ReportByCode(seat.Game, seat.Answers)
	if errors.Is(err, store.ErrNotFound) || err == nil && !report.Created.Before(since) || seat.Deadline == nil {
		return h.tellReaders(tx, game, seat, "", "goes-on", once)
	}
	if err != nil {
		return err
	}
	if err := h.goOnAfter(tx, &seat, since); err != nil {
		return err
	}
	return h.tellReaders(tx, game, seat, "", "goes-on-until", once, "Since", since, "Deadline", *seat.Deadline)
}

// goOnAfter moves the deadline of a seat whose game stood still since a moment, and leaves its
// holder time to read of it.
func (h *Host) goOnAfter(tx store.Tx, seat *store.Seat, since time.Time) error {
	now := h.Now()
	if _, err := h.standStill(tx, seat, since, now); err != nil {
		return err
	}
	c, err := h.timingOf(tx, *seat)
	if err != nil {
		return err
	}
	least := earlier(now.Add(afterBroken), now.Add(max(c.game.AnswerTime, c.Given)))
	if !seat.Deadline.Before(least) {
		return nil
	}
	c.From, c.Lasts = now, least.Sub(now)
	_, err = h.keepTiming(tx, seat, c)
	return err
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

// guestDomain ends the addresses of those.
const guestDomain = "@elsewhere.invalid"

// isGuest reports whether an address stands for somebody who has only played at another club.
func isGuest(address string) bool { return strings.HasSuffix(address, guestDomain) }
