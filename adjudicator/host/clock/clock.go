package clock

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
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

// StartClock lets the clock of a seat go on that has stood still: the deadline moves by
// as much, and the holder is told. The seat is changed as the store has it then.
func (ck *Clocks) StartClock(tx club.Tx, seat *store.Seat, since time.Time) error {
	now := ck.Now()
	if seat.Deadline == nil || now.Sub(since) < reports.MinOutage {
		return nil
	}
	if away, err := reports.IsBack(tx, now); err != nil || away {
		return err // the time that the server was away comes first
	}
	if err := ck.shiftFirst(tx, seat); err != nil {
		return err
	}
	if t, err := post.TermOf(tx, *seat); err != nil || now.Sub(post.Later(since, t.From)) < reports.MinOutage {
		return err
	}
	told := *seat.Deadline
	moved, err := ck.Terms.StandStill(tx, seat, since, now)
	if err != nil || !moved || !seat.Deadline.After(told) {
		return err
	}
	stood := seat.Deadline.Sub(told)
	ck.Log.Info("the clock of a seat goes on", "game", seat.Game, "side", seat.Side, "stood", stood, "deadline", *seat.Deadline)
	if stood < tellStood {
		return nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", seat.Game, seat.Side, err)
	}
	return ck.Letters.TellPlayer(tx, player, *seat, "clock-goes-on", seat.Answers+seat.Deadline.UTC().Format(time.RFC3339Nano),
		"Game", seat.Game, "Deadline", *seat.Deadline, "Since", since)
}

// InHand starts the clock of a seat whose asking mail has reached its holder by now.
func (ck *Clocks) InHand(tx club.Tx, seat *store.Seat, m store.OutboxMail) error {
	asking, ok, err := post.AskingMail(tx, *seat)
	if err != nil || !ok || asking.ID != m.ID || m.Recipient != seat.Player {
		return err
	}
	since, err := post.StoppedAt(tx, *seat, m)
	if err != nil {
		return err
	}
	if err := tx.LookAgain(seat.Game, seat.Side, ck.Now()); err != nil {
		return err
	}
	return ck.StartClock(tx, seat, *since)
}

// retryFor is how old a mail may be that is tried again because its reader has written.
const retryFor = 30 * 24 * time.Hour

// TryAgain sends once more what a player's server has refused, now that he has written;
// each mail at most once a day. The report that he answers by this very mail has reached
// him another way.
func (ck *Clocks) TryAgain(tx club.Tx, player, answers string) error {
	failed, err := tx.FailedTo(player)
	if err != nil {
		return err
	}
	for _, m := range failed {
		if ck.Now().Sub(m.Created) > retryFor || strings.HasPrefix(m.LastError, post.ErrUnsound.Error()) {
			continue
		}
		answered, err := isAnswered(tx, m, answers)
		if err != nil {
			return err
		}
		if answered {
			err = ck.LetGo(tx, m, "the player has answered it")
		} else if ok, spent := tx.SpendAnswer(fmt.Sprintf("again:%d", m.ID), ck.Now(), 1); spent == nil && ok {
			ck.Log.Info("a mail that was refused is tried again, since its reader has written", "mail", m.ID)
			err = tx.RequeueOutbox(m.ID, ck.Now())
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
	seat, err := post.SeatOfMail(tx, m)
	if err != nil || seat == nil || requests.CodeOf(seat.Answers) != requests.CodeOf(answers) {
		return false, err
	}
	asking, ok, err := post.AskingMail(tx, *seat)
	return ok && asking.ID == m.ID, err
}

// LetGo gives up a mail that was refused, for good. If it asked a seat, the clock of that
// goes on.
func (ck *Clocks) LetGo(tx club.Tx, m store.OutboxMail, reason string) error {
	seat, err := post.SeatOfMail(tx, m)
	if err == nil && seat != nil {
		err = ck.InHand(tx, seat, m)
	}
	if err != nil {
		return err
	}
	return tx.CancelOutbox(m.ID, reason)
}

// HandOver sends the substitute who takes the place of a holder whom our mail does not
// reach the report that asks the seat, if it was that mail, and lets the clock go on.
func (ck *Clocks) HandOver(tx club.Tx, game store.Game, seat *store.Seat, m store.OutboxMail) error {
	asking, ok, err := post.AskingMail(tx, *seat)
	if err != nil || !ok || asking.ID != m.ID || asking.State != store.Failed {
		return err
	}
	readers, err := post.Readers(tx, game, *seat)
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
	if err := ck.Outbox.Repeat(tx, post.Repeated{Player: player, Seat: *seat, Report: report, Once: []string{"in his stead", player.Address}}); err != nil {
		return err
	}
	return ck.InHand(tx, seat, m)
}

// SeatStopped is a seat whose clock stands still.
type SeatStopped struct {
	store.Seat
	Since time.Time
	Mail  store.OutboxMail // that asks it
}

// Standing finds the seats whose clock stands still because their mail was refused, among
// the mails that were.
func (ck *Clocks) Standing(tx store.ReadTx, o *Overview, refused []store.OutboxMail) error {
	for _, m := range slices.Backward(refused) {
		seat, err := post.SeatOfMail(tx, m)
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
		asking, ok, err := post.AskingMail(tx, *seat)
		if err != nil {
			return err
		}
		if !ok || asking.ID != m.ID || game.Status != store.Running {
			continue
		}
		since, err := ck.Terms.StoppedSince(tx, *seat)
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
