package post

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// A game is broken when it cannot be brought to where its ledger ends: the ruleset or its
// data have changed under it, or the ledger or a snapshot is damaged. Until it is mended its
// mails are set aside, all of them and nothing of them lost, and its clock stands; its
// referee is told once what can be done, and its players that the game waits. A game that
// no longer replays ends under the rules that it began with, or goes over to others by a
// ruling that both players read.

// BrokenReason begins the reason of the messages that were set aside.
const BrokenReason = "the game is broken: "

// SetAside keeps the mail of a broken game for the time when it is mended, and tells
// the game's referee and, once a day, the mail's author.
func (ls *Letters) SetAside(tx club.Tx, s *Submission, seat store.Seat, v Verdict, broken error) (Verdict, error) {
	if !play.IsBroken(broken) {
		return v, broken
	}
	ls.Log.Error("a mail was set aside, because its game is broken", "game", seat.Game, "message", s.Row.ID, "error", broken)
	v.State, v.Reason = store.Poison, BrokenReason+broken.Error()
	if err := ls.tellBrokenTo(tx, seat.Game, s.Player.Address, broken); err != nil {
		return v, err
	}
	if ok, err := tx.SpendAnswer("broken:"+s.Player.Address, ls.Now(), 1); err != nil || !ok {
		return v, err
	}
	return v, ls.TellPlayer(tx, s.Player, seat, "set-aside", fmt.Sprint(s.Row.ID), "Game", seat.Game, "Received", s.Row.Receipt)
}

// BrokenSetting and the id of a game name the setting that says why it was last found to be
// broken; empty once it is whole.
const BrokenSetting = "broken/"

// BrokenSinceSetting and the id of a game name the setting that says since when its clock
// has stood; empty once it goes on.
const BrokenSinceSetting = "broken-since/"

// TellBroken notes that a game is broken and tells its referee and its players, once for
// each point at which it breaks.
func (ls *Letters) TellBroken(tx club.Tx, id string, broken error) error {
	return ls.tellBrokenTo(tx, id, "", broken)
}

// tellBrokenTo is tellBroken, but for one player, who is told in the answer to his mail.
func (ls *Letters) tellBrokenTo(tx club.Tx, id, except string, broken error) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	since, err := BrokenSince(tx, id)
	if err != nil {
		return err
	}
	if since == nil {
		err = tx.SetSetting(BrokenSinceSetting+id, []byte(store.Time(ls.Now()).Format(time.RFC3339Nano)))
	}
	if err := errors.Join(err, tx.SetSetting(BrokenSetting+id, []byte(broken.Error()))); err != nil {
		return err
	}
	once := fmt.Sprint(head.Seq, " ", game.RulesetVersion)
	if since == nil { // who plays hears it once, however it breaks
		if err := ls.TellSeats(tx, game, except, "held-up", once); err != nil {
			return err
		}
	}
	return ls.TellReferee(tx, game, Notice{Key: "broken", Once: once,
		Args: []any{"Game", game.ID, "Reason", broken.Error(), "Way", wayOut(tx, game, broken)}})
}

// wayOut is what can be done about a game that is broken.
func wayOut(tx store.ReadTx, game store.Game, broken error) adjudicator.Phrase {
	missing := (*adjudicator.VersionError)(nil)
	switch {
	case errors.As(broken, &missing) && len(missing.Known) > 0:
		way := "notice.broken.version"
		if begun, err := TurnBegun(tx, game.ID); err == nil && !begun {
			way = "notice.broken.go-over"
		}
		return adjudicator.Say(way, "Game", game.ID, "Version", missing.Version, "Known", missing.Known[0],
			"Command", fmt.Sprintf("keryx game upgrade %s --reason \"...\"", game.ID))
	case errors.Is(broken, adjudicator.ErrChain), errors.Is(broken, store.ErrNotFound):
		return adjudicator.Say("notice.broken.damage")
	}
	return adjudicator.Say("notice.broken.differs", "Version", game.RulesetVersion)
}

// TurnBegun reports whether anything has been played in the turn that a game is in.
func TurnBegun(tx store.ReadTx, id string) (bool, error) {
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

// TellSeats tells all who play in a game, but for one of them, something that is no secret.
func (ls *Letters) TellSeats(tx club.Tx, game store.Game, except, key, once string, args ...any) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := ls.tellReaders(tx, game, seat, except, key, once, args...); err != nil {
			return err
		}
	}
	return nil
}

// tellReaders is tellSeats for one seat.
func (ls *Letters) tellReaders(tx club.Tx, game store.Game, seat store.Seat, except, key, once string, args ...any) error {
	if seat.Player == "" || IsGuest(seat.Player) {
		return nil
	}
	readers, err := Readers(tx, game, seat)
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
		if err := ls.TellPlayer(tx, player, seat, key, once, slices.Concat([]any{"Game", game.ID}, args)...); err != nil {
			return err
		}
	}
	return nil
}

// BrokenSince returns since when a game that is noted to be broken stands still; nil if
// none is noted.
func BrokenSince(tx store.ReadTx, id string) (*time.Time, error) {
	text, err := tx.Setting(BrokenSinceSetting + id)
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

// Mended lets the clock of a game go on that was noted to be broken and is whole again, and
// tells its players.
func (ls *Letters) Mended(tx club.Tx, id string) error {
	since, err := BrokenSince(tx, id)
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
	ls.Log.Info("game recovered", "game", id)
	for _, seat := range seats {
		if since != nil {
			if err := ls.goesOn(tx, game, seat, *since); err != nil {
				return err
			}
		}
		if err := tx.LookAgain(id, seat.Side, ls.Now()); err != nil {
			return err
		}
	}
	return errors.Join(tx.SetSetting(BrokenSetting+id, nil), tx.SetSetting(BrokenSinceSetting+id, nil))
}

// afterBroken is the least time to answer that is left once a broken game goes on.
const afterBroken = 24 * time.Hour

// goesOn gives back the time for which a seat's game stood still, never more than the whole
// time of the question, and tells its holder.
func (ls *Letters) goesOn(tx club.Tx, game store.Game, seat store.Seat, since time.Time) error {
	once := since.UTC().Format(time.RFC3339Nano)
	report, err := tx.ReportByCode(seat.Game, seat.Answers)
	if errors.Is(err, store.ErrNotFound) || err == nil && !report.Created.Before(since) || seat.Deadline == nil {
		return ls.tellReaders(tx, game, seat, "", "goes-on", once)
	}
	if err != nil {
		return err
	}
	if err := ls.goOnAfter(tx, &seat, since); err != nil {
		return err
	}
	return ls.tellReaders(tx, game, seat, "", "goes-on-until", once, "Since", since, "Deadline", *seat.Deadline)
}

// goOnAfter moves the deadline of a seat whose game stood still since a moment, and leaves its
// holder time to read of it.
func (ls *Letters) goOnAfter(tx club.Tx, seat *store.Seat, since time.Time) error {
	now := ls.Now()
	if _, err := ls.Terms.StandStill(tx, seat, since, now); err != nil {
		return err
	}
	c, err := ls.Terms.TimingOf(tx, *seat)
	if err != nil {
		return err
	}
	least := written.Earlier(now.Add(afterBroken), now.Add(max(c.game.AnswerTime, c.Given)))
	if !seat.Deadline.Before(least) {
		return nil
	}
	c.From, c.Lasts = now, least.Sub(now)
	_, err = ls.Terms.KeepTiming(tx, seat, c)
	return err
}

// ReportBroken is tellBroken where what failed has been undone already. An error that
// does not say that the game is broken is left to the log.
func (ls *Letters) ReportBroken(ctx context.Context, id string, broken error) {
	if !play.IsBroken(broken) {
		return
	}
	err := ls.Write(ctx, func(tx club.Tx) error { return ls.TellBroken(tx, id, broken) })
	if err != nil {
		ls.Log.Error("the referee cannot be told that a game is broken", "game", id, "error", err)
	}
}

// GuestDomain ends the addresses of those.
const GuestDomain = "@elsewhere.invalid"

// IsGuest reports whether an address stands for somebody who has only played at another club.
func IsGuest(address string) bool { return strings.HasSuffix(address, GuestDomain) }
