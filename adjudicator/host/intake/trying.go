package intake

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// Work on a message can end without an end in three ways, and each is counted for itself.
//
//   - It fails by itself: a panic, an error of ours. It would do so again; after maxFaults
//     tries, with a pause between, the message is set aside.
//   - Something outside cuts it off: the disk is full, the database locked. That says
//     nothing against the message, which is tried again, later and later, for ever.
//   - The process ends in the middle of it, or the time for it is up, and nobody knows
//     why. A message that kills the daemon looks like that, and so does an honest one
//     under a power cut: it is tried again alone and ever more slowly, while others go on,
//     and set aside when that has happened maxDeaths times.
//
// Whoever wrote a message that is set aside is told, and so are the referees.
const (
	maxFaults = 2
	maxDeaths = 8
	// maxReadings is how often a message that is set aside may end the process once more
	// while we look for whom to tell.
	maxReadings = 3
)

// The pauses before the next try, by how many of that kind there have been.
var (
	deathPauses = []time.Duration{0, 5 * time.Second, 20 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
	delayPauses = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
)

// faultPause is the pause after a fault, and the least after the time was up.
const faultPause = time.Minute

// longestPause is the longest of all pauses.
const longestPause = time.Hour

// pause returns the n-th of some pauses, counted from one; the last one stands for all
// later ones.
func pause(pauses []time.Duration, n int) time.Duration {
	return pauses[min(max(n, 1), len(pauses))-1]
}

// beginning is a try that begins.
type beginning struct {
	state store.InboxState
	tries int // with this one, of which nobody knows how they ended
}

// begin counts a try to work on a message. The error is [wire.ErrLater] when it is too
// early for one.
func (it *Intake) begin(ctx context.Context, row store.InboxMessage) (b beginning, err error) {
	err = it.Write(ctx, func(tx club.Tx) error {
		now, err := tx.InboxMessage(row.ID)
		if err != nil {
			return err
		}
		if b.state = now.State; b.state.Final() {
			return nil
		}
		if it.unrecorded[row.ID] { // the last try is explained, and that could not be noted
			if err := tx.UncountTry(row.ID); err != nil {
				return err
			}
			now.Tries--
		}
		if now.NextTry != nil && now.NextTry.After(it.Now()) {
			return fmt.Errorf("%w, not before %s: %s", wire.ErrLater, now.NextTry.Format(time.RFC3339), now.Reason)
		}
		b.tries, err = tx.CountTry(row.ID, it.Now().Add(pause(deathPauses, now.Tries+1)))
		return err
	})
	if err != nil {
		return b, fmt.Errorf("message %d: %w", row.ID, err)
	}
	delete(it.unrecorded, row.ID)
	return b, nil
}

// Work brings a stored message to its final state. One message is worked on at a
// time, so that a try that has begun and not ended is one that failed.
func (it *Intake) Work(ctx context.Context, row store.InboxMessage) (store.InboxState, error) {
	it.working.Lock()
	defer it.working.Unlock()
	if err := it.Recovery.heedClock(ctx); err != nil {
		return "", err
	}
	b, err := it.begin(ctx, row)
	if err != nil || b.state.Final() {
		return b.state, err
	}
	it.Did(club.StepTried)
	if b.tries > maxDeaths {
		reason := fmt.Sprintf("work on it was begun %d times and never ended", maxDeaths)
		return it.condemn(ctx, row, reason, b.tries <= maxDeaths+maxReadings)
	}
	state, err := it.try(ctx, row)
	if err != nil {
		return it.failed(ctx, row, b, err)
	}
	it.Did(club.StepCommitted)
	it.Log.Info("message handled", "message", row.ID, "state", state)
	return state, nil
}

// failed notes why a try did not come to its end, and when the next may be made.
func (it *Intake) failed(ctx context.Context, row store.InboxMessage, b beginning, failure error) (store.InboxState, error) {
	stopped := ctx.Err() != nil && !errors.Is(failure, errPanicked)
	ctx = context.WithoutCancel(ctx) // what happened is noted even while the daemon stops
	if wait := (*requests.WaitError)(nil); !stopped && errors.As(failure, &wait) {
		return it.Desk.LetWait(ctx, row, wait)
	}
	faults := 0
	err := it.Write(ctx, func(tx club.Tx) (err error) {
		now := it.Now()
		switch {
		case stopped, errors.Is(failure, errMeanwhile):
			return tx.UncountTry(row.ID)
		case outside(failure):
			_, err = tx.PostponeInbox(row.ID, now.Add(pause(delayPauses, row.Delays+1)), failure.Error())
		case errors.Is(failure, errOutOfTime):
			// The count stands, but not at once again.
			if err := tx.UncountTry(row.ID); err != nil {
				return err
			}
			_, err = tx.CountTry(row.ID, now.Add(max(faultPause, pause(deathPauses, b.tries))))
		default:
			faults, err = tx.FaultInbox(row.ID, now.Add(faultPause), failure.Error())
		}
		return err
	})
	if err != nil {
		it.Log.Warn("cannot note why a message was not handled", "message", row.ID, "error", err)
		if stopped || outside(failure) {
			if it.unrecorded == nil {
				it.unrecorded = map[int64]bool{}
			}
			it.unrecorded[row.ID] = true
		}
	}
	if faults >= maxFaults {
		return it.condemn(ctx, row, failure.Error(), true)
	}
	return "", failure
}

// outside reports whether an error is one of the world around us, which says nothing
// against what was worked on.
func outside(err error) bool {
	for _, e := range []error{store.ErrUnavailable, syscall.ENOSPC, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EROFS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// condemn sets a message aside and tells every referee of it, and whoever wrote it. It is
// looked at once more to find out who that is, unless that is what ends the process.
func (it *Intake) condemn(ctx context.Context, row store.InboxMessage, reason string, readable bool) (store.InboxState, error) {
	it.Log.Error("message quarantined", "message", row.ID, "reason", reason)
	letter := post.Received{Row: row}
	if readable {
		letter.Message = it.readAgain(ctx, row)
	}
	err := it.Write(ctx, func(tx club.Tx) error {
		if err := tx.SetInboxState(row.ID, store.Poison, reason); err != nil {
			return err
		}
		if err := it.Letters.TellReferees(tx, post.Notice{Key: "poison", Once: fmt.Sprint(row.ID), Args: []any{"Message", int(row.ID), "Reason", reason}}); err != nil {
			return err
		}
		return it.tellSetAside(tx, letter)
	})
	if err != nil {
		return "", fmt.Errorf("setting message %d aside: %w", row.ID, err)
	}
	return store.Poison, nil
}

// readAgain returns what can be made out of a message that is set aside; nil if nothing.
func (it *Intake) readAgain(ctx context.Context, row store.InboxMessage) (m *mail.Message) {
	ctx, cancel := context.WithTimeout(ctx, it.WorkLimit)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			it.Log.Error("a message that is set aside cannot even be read", "message", row.ID, "panic", r)
		}
	}()
	letter, err := it.read(ctx, row)
	if err != nil {
		it.Log.Warn("a message that is set aside cannot even be read", "message", row.ID, "error", err)
		return nil
	}
	return letter.Message
}

// tellSetAside tells the author of a message that it is set aside. One who has proven
// who he is hears of each, within reason; a stranger's claim gets what strangers get.
func (it *Intake) tellSetAside(tx club.Tx, in post.Received) error {
	if in.Message == nil || in.Message.Auto != "" {
		return nil
	}
	player, proven, err := it.Letters.Author(tx, in)
	if err != nil || player.Address == "" {
		return err
	}
	if err := tx.SetInboxPlayer(in.Row.ID, player.Address); err != nil {
		return err
	}
	ok := false
	if proven {
		ok, _, err = it.Desk.SpendCopy(tx, in, player)
	} else {
		ok, err = it.Desk.SpendStranger(tx, player.Address, "set-aside")
	}
	if err != nil || !ok {
		return err
	}
	p := templates.For(player.Language, "")
	return it.Letters.SendNoticeTo(tx, player, "", it.Post.Address, post.Notice{Key: "not-worked-on", Once: in.Row.ContentHash.String(),
		Args: []any{"Received", p.WhenIn(in.Row.Receipt, written.ZoneOf(player)), "Mailbox", it.Post.Address}})
}
