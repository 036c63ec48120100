package clock

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// A Shift is the moving of the deadlines that had not passed when the server went away. It
// is done in pieces, each in a transaction of its own that notes how far it has come, so
// that none holds up the mail, and an end in the midst of it moves nothing twice and
// forgets nothing. Until it has ended nobody is late.
type Shift struct {
	Since time.Time     `json:"since"`
	By    time.Duration `json:"by"`
	Noted time.Time     `json:"noted"` // when the server was back: what was asked from then on has its full time
	Game  string        `json:"game"`  // the last seat that was looked at
	Side  string        `json:"side"`
}

// ShiftSetting holds the shifts that have not ended, in the order in which they were begun.
const ShiftSetting = "shifts"

// ReadShifts lists the shifts of deadlines that have not ended.
func ReadShifts(tx store.ReadTx) (list []Shift, err error) {
	text, err := tx.Setting(ShiftSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("reading how far the moving of deadlines has come: %w", err)
	}
	return list, nil
}

// Shift moves the deadline of one seat, whose clock stood still while the server was away. What was
// asked meanwhile has its whole time from when the server was back, since no letter left before.
func (ck *Clocks) Shift(tx club.Tx, seat store.Seat, s Shift) error {
	if seat.Deadline == nil {
		return nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	if stands, err := ck.Terms.StandsSince(tx, game, seat); err != nil || stands != nil {
		return err // its clock stood still in any case
	}
	asks, ok, err := post.AskingMail(tx, seat)
	if err != nil {
		return err
	}
	since := s.Since
	late := ok && (asks.Sent == nil || asks.Sent.After(s.Since))
	if late {
		since = written.Earlier(since, asks.Created)
	}
	moved, err := ck.Terms.StandStill(tx, &seat, since, s.Noted)
	if err != nil || !moved {
		return err
	}
	ck.Log.Info("deadline moved by the outage", "game", seat.Game, "side", seat.Side, "by", s.By, "deadline", *seat.Deadline)
	if late && asks.Created.After(s.Since) {
		return nil // the letter that asks him has told him nothing else yet
	}
	return ck.tellMoved(tx, seat, s.Since, s.By)
}

// shiftFirst moves the deadline of one seat by the outages that wait to move deadlines, ahead of
// its turn: when that comes it finds nothing to do.
func (ck *Clocks) shiftFirst(tx club.Tx, seat *store.Seat) error {
	list, err := ReadShifts(tx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if seat.Deadline == nil || seat.Deadline.Before(s.Since) {
			continue
		}
		if err := ck.Shift(tx, *seat, s); err != nil {
			return err
		}
		if *seat, err = tx.Seat(seat.Game, seat.Side); err != nil {
			return err
		}
	}
	return nil
}

// tellMoved tells those who play a seat that its deadline has moved.
func (ck *Clocks) tellMoved(tx club.Tx, seat store.Seat, since time.Time, by time.Duration) error {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	readers, err := post.Readers(tx, game, seat)
	if err != nil {
		return err
	}
	for _, address := range readers {
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
		}
		err = ck.Letters.TellPlayer(tx, player, seat, "deadline-moved", since.UTC().Format(time.RFC3339)+seat.Deadline.UTC().Format(time.RFC3339Nano),
			"Game", game.ID, "Deadline", *seat.Deadline, "Since", since, "Hours", int(by.Hours()), "Minutes", int(by.Minutes())%60)
		if err != nil {
			return err
		}
	}
	return nil
}
