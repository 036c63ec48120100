package sqlite

import (
	"encoding/json"

	"keryx/store"
)

const (
	seatFields = `player, answers, reported_entry, reported_turn, reported_event, deadline, reminded, thread, bounces, unreachable`

	seatColumns = `game, side, (SELECT json_group_array(s.player ORDER BY s.rank) FROM substitutes s
		WHERE s.game = seats.game AND s.side = seats.side), ` + seatFields
)

func scanSeat(row scanner) (s store.Seat, err error) {
	var substitutes string
	err = row.Scan(&s.Game, &s.Side, &substitutes,
		intoOptional(&s.Player), &s.Answers, &s.ReportedEntry, &s.ReportedTurn, &s.ReportedEvent,
		intoMaybe(&s.Deadline), intoMaybe(&s.Reminded), &s.Thread, &s.Bounces, &s.Unreachable)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(substitutes), &s.Substitutes); err != nil {
		return s, err
	}
	if len(s.Substitutes) == 0 {
		s.Substitutes = nil
	}
	return s, nil
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
		when(s.Deadline), when(s.Reminded), s.Thread, s.Bounces, s.Unreachable}
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
