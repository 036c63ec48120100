package tables

import (
	"strings"
	"time"

	"keryx/store"
)

const (
	seatFields = `player, answers, reported_entry, reported_turn, reported_event, deadline, reminded, thread, bounces, unreachable`

	seatColumns = `game, side, (SELECT string_agg(s.player, '` + between + `' ORDER BY s.rank) FROM substitutes s
		WHERE s.game = seats.game AND s.side = seats.side), ` + seatFields
)

// between stands between two addresses, since it stands in none.
const between = "\n"

func scanSeat(row scanner) (s store.Seat, err error) {
	var substitutes string
	err = row.Scan(&s.Game, &s.Side, intoOptional(&substitutes),
		intoOptional(&s.Player), &s.Answers, &s.ReportedEntry, &s.ReportedTurn, &s.ReportedEvent,
		intoMaybe(&s.Deadline), intoMaybe(&s.Reminded), &s.Thread, &s.Bounces, intoFlag(&s.Unreachable))
	if substitutes != "" {
		s.Substitutes = strings.Split(substitutes, between)
	}
	return s, err
}

func (t *tx) Seat(game, side string) (store.Seat, error) {
	return one(t, "seat "+side+" of "+game, scanSeat, `SELECT `+seatColumns+` FROM seats WHERE game = ? AND side = ?`, game, side)
}

func (t *tx) SeatsOf(game string) ([]store.Seat, error) {
	return all(t, "seats of "+game, scanSeat, `SELECT `+seatColumns+` FROM seats WHERE game = ? ORDER BY place`, game)
}

func (t *tx) SeatsOfPlayer(address string) ([]store.Seat, error) {
	return all(t, "seats of a player", scanSeat, `SELECT `+seatColumns+` FROM seats WHERE player = ? ORDER BY game, place`,
		store.Address(address))
}

func (t *tx) SeatsConcerning(address string) ([]store.Seat, error) {
	return all(t, "seats that concern a player", scanSeat, `SELECT `+seatColumns+` FROM seats WHERE player = ?1
			OR (game, side) IN (SELECT game, side FROM substitutes WHERE player = ?1) ORDER BY game, place`, store.Address(address))
}

func (t *tx) UnreachableSeats() ([]store.Seat, error) {
	return all(t, "seats out of reach", scanSeat, `SELECT `+seatColumns+` FROM seats WHERE unreachable = 1
		AND EXISTS (SELECT 1 FROM games WHERE id = seats.game AND status <> 'ended') ORDER BY game, place`)
}

func (t *tx) SeatsToLookAt(now time.Time, n int) ([]store.Seat, error) {
	return all(t, "seats to look at", scanSeat, `SELECT `+seatColumns+` FROM seats INDEXED BY seats_look
		WHERE deadline IS NOT NULL AND look <= ? ORDER BY look, game, place LIMIT ?`, stamp(now), limit(n))
}

func (t *tx) LookAgain(game, side string, at time.Time) error {
	_, err := t.change("next look at "+side+" of "+game, `UPDATE seats SET look = ? WHERE game = ? AND side = ?`, stamp(at), game, side)
	return err
}

func (t *tx) SeatsWaiting(since time.Time, game, side string, n int) ([]store.Seat, error) {
	return all(t, "seats that wait", scanSeat, `SELECT `+seatColumns+` FROM seats
		WHERE (game, side) > (?, ?) AND deadline >= ? AND EXISTS (SELECT 1 FROM games WHERE id = seats.game AND status = 'running')
		ORDER BY game, side LIMIT ?`, game, side, stamp(since), limit(n))
}

func (t *tx) AddSeat(s store.Seat) error {
	if err := s.Validate(); err != nil {
		return err
	}
	what := "seat " + s.Side + " of " + s.Game
	place, err := one(t, what, number, `SELECT count(*) FROM seats WHERE game = ?`, s.Game)
	if err != nil {
		return err
	}
	if _, err := t.insert(what, "seats", `game, side, place, `+seatFields, append([]any{s.Game, s.Side, place}, seatValues(s)...)...); err != nil {
		return err
	}
	return t.setSubstitutes(s)
}

func (t *tx) UpdateSeat(s store.Seat) error {
	if err := s.Validate(); err != nil {
		return err
	}
	err := t.changeOne("seat "+s.Side+" of "+s.Game, `UPDATE seats SET (`+seatFields+`) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		WHERE game = ? AND side = ?`, append(seatValues(s), s.Game, s.Side)...)
	if err != nil {
		return err
	}
	return t.setSubstitutes(s)
}

// seatValues are the values of seatFields.
func seatValues(s store.Seat) []any {
	return []any{orNull(store.Address(s.Player)), s.Answers, s.ReportedEntry, s.ReportedTurn, s.ReportedEvent,
		when(s.Deadline), when(s.Reminded), s.Thread, s.Bounces, flag(s.Unreachable)}
}

func (t *tx) setSubstitutes(s store.Seat) error {
	what := "substitutes of " + s.Side + " of " + s.Game
	if _, err := t.change(what, `DELETE FROM substitutes WHERE game = ? AND side = ?`, s.Game, s.Side); err != nil {
		return err
	}
	for rank, player := range s.Substitutes {
		if _, err := t.insert(what, "substitutes", `game, side, rank, player`, s.Game, s.Side, rank, store.Address(player)); err != nil {
			return err
		}
	}
	return nil
}
