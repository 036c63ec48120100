package host

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/store"
)

// The clock of a seat runs while the mail that asks its holder is in his hands, as far as
// a server can know. While that mail waits to be sent, was refused for good or came back,
// no deadline has any effect on the seat; when it has gone out, the deadline moves by as
// long as it was kept from him. What was refused for good is tried again when he writes,
// or when somebody looks after it, and never by itself.

// tellStood is how long a clock must have stood still for the player to hear that his
// deadline is later than his letter says.
const tellStood = time.Hour

// startClock lets the clock of a seat go on that has stood still: the deadline moves by
// as much, and the holder is told. The seat is changed as the store has it then.
func (h *Host) startClock(tx store.Tx, seat *store.Seat, since time.Time) error {
	now := h.Now()
	if seat.Deadline == nil || now.Sub(since) < minOutage {
		return nil
	}
	if away, err := isBack(tx, now); err != nil || away {
		return err // the time that the server was away comes first
	}
	if err := h.shiftFirst(tx, seat); err != nil {
		return err
	}
	if t, err := termOf(tx, *seat); err != nil || now.Sub(later(since, t.From)) < minOutage {
		return err
	}
	told := *seat.Deadline
	moved, err := h.standStill(tx, seat, since, now)
	if err != nil || !moved || !seat.Deadline.After(told) {
		return err
	}
	stood := seat.Deadline.Sub(told)
	h.Log.Info("the clock of a seat goes on", "game", seat.Game, "side", seat.Side, "stood", stood, "deadline", *seat.Deadline)
	if stood < tellStood {
		return nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", seat.Game, seat.Side, err)
	}
	return h.tellPlayer(tx, player, *seat, "clock-goes-on", seat.Answers+seat.Deadline.UTC().Format(time.RFC3339Nano),
		"Game", seat.Game, "Deadline", *seat.Deadline, "Since", since)
}

// inHand starts the clock of a seat whose asking mail has reached its holder by now.
func (h *Host) inHand(tx store.Tx, seat *store.Seat, m store.OutboxMail) error {
	asking, ok, err := askingMail(tx, *seat)
	if err != nil || !ok || asking.ID != m.ID || m.Recipient != seat.Player {
		return err
	}
	since, err := stoppedAt(tx, *seat, m)
	if err != nil {
		return err
	}
	if err := tx.LookAgain(seat.Game, seat.Side, h.Now()); err != nil {
		return err
	}
	return h.startClock(tx, seat, *since)
}

// retryFor is how old a mail may be that is tried again because its reader has written.
const retryFor = 30 * 24 * time.Hour

// tryAgain sends once more what a player's server has refused, now that he has written;
// each mail at most once a day. The report that he answers by this very mail has reached
// him another way.
func (h *Host) tryAgain(tx store.Tx, player, answers string) error {
	failed, err := tx.FailedTo(player)
	if err != nil {
		return err
	}
	for _, m := range failed {
		if h.Now().Sub(m.Created) > retryFor || strings.HasPrefix(m.LastError, ErrUnsound.Error()) {
			continue
		}
		answered, err := isAnswered(tx, m, answers)
		if err != nil {
			return err
		}
		if answered {
			err = h.letGo(tx, m, "the player has answered it")
		} else if ok, spent := tx.SpendAnswer(fmt.Sprintf("again:%d", m.ID), h.Now(), 1); spent == nil && ok {
			h.Log.Info("a mail that was refused is tried again, since its reader has written", "mail", m.ID)
			err = tx.RequeueOutbox(m.ID, h.Now())
		} else {
			err = spent
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isAnswered reports whether a mail is the report whose code a player has copied.
func isAnswered(tx store.ReadTx, m store.OutboxMail, answers string) (bool, error) {
	if answers == "" {
		return false, nil
	}
	seat, err := seatOfMail(tx, m)
	if err != nil || seat == nil || codeOf(seat.Answers) != codeOf(answers) {
		return false, err
	}
	asking, ok, err := askingMail(tx, *seat)
	return ok && asking.ID == m.ID, err
}

// letGo gives up a mail that was refused, for good. If it asked a seat, the clock of that
// goes on.
func (h *Host) letGo(tx store.Tx, m store.OutboxMail, reason string) error {
	seat, err := seatOfMail(tx, m)
	if err == nil && seat != nil {
		err = h.inHand(tx, seat, m)
	}
	if err != nil {
		return err
	}
	return tx.CancelOutbox(m.ID, reason)
}

// handOver sends the substitute who takes the place of a holder whom our mail does not
// reach the report that asks the seat, if it was that mail, and lets the clock go on.
func (h *Host) handOver(tx store.Tx, game store.Game, seat *store.Seat, m store.OutboxMail) error {
	asking, ok, err := askingMail(tx, *seat)
	if err != nil || !ok || asking.ID != m.ID || asking.State != store.Failed {
		return err
	}
	readers, err := readers(tx, game, *seat)
	if err != nil || len(readers) < 2 {
		return err
	}
	player, err := tx.Player(readers[1])
	if err != nil {
		return fmt.Errorf("game %s: a substitute of %s: %w", game.ID, seat.Side, err)
	}
	report, err := tx.ReportByCode(seat.Game, seat.Answers)
	if err != nil {
		return err
	}
	if err := h.repeat(tx, repeated{player: player, seat: *seat, report: report, once: []string{"in his stead", player.Address}}); err != nil {
		return err
	}
	return h.inHand(tx, seat, m)
}

// SeatStopped is a seat whose clock stands still.
type SeatStopped struct {
	store.Seat
	Since time.Time
	Mail  store.OutboxMail // that asks it
}

// standing finds the seats whose clock stands still because their mail was refused, among
// the mails that were.
func (h *Host) standing(tx store.ReadTx, o *Overview, refused []store.OutboxMail) error {
	for _, m := range slices.Backward(refused) {
		seat, err := seatOfMail(tx, m)
		if err != nil {
			return err
		}
		if seat == nil {
			continue
		}
		game, err := tx.Game(m.Game)
		if err != nil {
			return err
		}
		asking, ok, err := askingMail(tx, *seat)
		if err != nil {
			return err
		}
		if !ok || asking.ID != m.ID || game.Status != store.Running {
			continue
		}
		since, err := h.stoppedSince(tx, *seat)
		if err != nil {
			return err
		}
		if since != nil {
			o.Stopped = append(o.Stopped, SeatStopped{*seat, *since, m})
		}
	}
	slices.SortStableFunc(o.Stopped, func(a, b SeatStopped) int { return a.Deadline.Compare(*b.Deadline) })
	return nil
}
