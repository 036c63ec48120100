package post

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/mail/wire"
	"keryx/store"
)

// Carrier hands one finished mail to the mail server of the world.
// [*wire.Sender] is one.
type Carrier interface {
	Send(ctx context.Context, envelopeFrom, to string, raw []byte) error
}

// Lease is how long a sender may hold a mail before another may take it: longer than
// two deliveries can take, since a mail may be tried by two return paths.
const Lease = 40 * time.Minute

// A mail is given up when it has been tried maxAttempts times and waited for giveUpAfter:
// the attempts alone may be spent in a bad hour, and the days alone in a pause of the
// server.
const (
	maxAttempts = 30
	giveUpAfter = 5 * 24 * time.Hour
)

// Flush sends the mails that are due, one after the other, and returns how many
// were sent. An error means that the store failed, or ctx ended; a server's
// refusals are noted with the mail. A daemon sends with a [Sender] instead.
func (ob *Outbox) Flush(ctx context.Context, c Carrier) (sent int, err error) {
	for {
		claim, ok, err := ob.claim(ctx, false, false, nil)
		if err != nil || !ok {
			return sent, err
		}
		taken, err := ob.deliver(ctx, c, claim, nil)
		if taken {
			sent++
		}
		if err != nil || ctx.Err() != nil {
			return sent, err
		}
	}
}

// claim takes the next mail to be sent, if there is any whose recipient is in none of
// some domains, and the server may be logged in to. Busy means that another mail is on its way,
// and brisk that one is that is not slow. While a refusal may be about us, mails to others than
// those who were refused go first.
func (ob *Outbox) claim(ctx context.Context, busy, brisk bool, domains []string) (claim store.Claim, ok bool, err error) {
	if !ob.logins.allowed(ob.Now(), busy) || !ob.passage.allowed(ob.Now(), brisk) {
		return claim, false, nil
	}
	err = ob.Write(ctx, func(tx club.Tx) (err error) {
		if err := ob.recallPassage(tx); err != nil || !ob.passage.allowed(ob.Now(), brisk) {
			return err
		}
		refusers := ob.passage.others()
		claim, ok, err = tx.ClaimOutbox(ob.Now(), Lease, slowAfter, slices.Concat(domains, refusers)...)
		if err == nil && !ok && len(refusers) > 0 {
			claim, ok, err = tx.ClaimOutbox(ob.Now(), Lease, slowAfter, domains...)
		}
		return err
	})
	if err != nil {
		return claim, false, fmt.Errorf("looking for mail to send: %w", err)
	}
	if ok {
		ob.Did(club.StepClaimed)
	}
	return claim, ok, nil
}

// deliver sends a mail that was claimed and notes what became of it. While the database is
// out of reach that is tried again, as long as again says so, if it is set: what a server has
// taken must not be forgotten.
func (ob *Outbox) deliver(ctx context.Context, c Carrier, claim store.Claim, again func(context.Context) bool) (sent bool, err error) {
	if claim.Doubtful {
		ob.Log.Warn("sending again a mail that may have been sent", "mail", claim.ID, "message-id", claim.MessageID)
	}
	result := ob.Send(ctx, c, claim.OutboxMail)
	ends := fate{final: errors.Is(result, wire.ErrPermanent)}
	if claim.Recipient != MachineAddress { // its letters go to no server
		ends = ob.passage.note(ob.Now(), claim.OutboxMail, result)
	}
	if ctx.Err() != nil {
		// A clean stop: what was under way goes back to the queue at once,
		// rather than when the lease ends.
		return result == nil, ob.settle(context.WithoutCancel(ctx), claim, result, ends)
	}
	if claim.Recipient != MachineAddress {
		ob.logins.note(ob.Now(), result)
	}
	if result == nil {
		ob.Did(club.StepSent)
	}
	err = ob.settle(ctx, claim, result, ends)
	for errors.Is(err, store.ErrUnavailable) && again != nil && again(ctx) {
		err = ob.settle(ctx, claim, result, ends)
	}
	if err != nil {
		return result == nil, err
	}
	ob.pass(ctx, ends, result)
	ob.Did(club.StepMarked)
	return result == nil, nil
}

// settle notes what became of a mail.
func (ob *Outbox) settle(ctx context.Context, claim store.Claim, result error, ends fate) error {
	now := ob.Now()
	err := ob.Write(ctx, func(tx club.Tx) error {
		switch {
		case result == nil:
			return errors.Join(tx.MarkSent(claim.ID, claim.Token, now), ob.Letters.reached(tx, claim.OutboxMail))
		case errors.Is(result, wire.ErrAuth):
			// It says nothing of the mail, which is not given up for it.
			next := now.Add(loginPause)
			ob.Log.Error("the sending server refuses our credentials; no mail goes out until it takes them", "next", next, "error", result)
			return tx.MarkWait(claim.ID, claim.Token, next, result.Error())
		case errors.Is(result, store.ErrUnavailable):
			// Nor does this, which happened before a server was asked.
			next := now.Add(OutOfReach)
			ob.Log.Warn("send interrupted: database unavailable", "mail", claim.ID, "error", result)
			return tx.MarkWait(claim.ID, claim.Token, next, result.Error())
		case errors.Is(result, ErrUnsound):
			return ob.damaged(tx, claim, result)
		case !ends.waits.IsZero():
			return tx.MarkWait(claim.ID, claim.Token, ends.waits, result.Error())
		case ends.final || claim.Attempts >= maxAttempts && now.Sub(claim.Created) >= giveUpAfter:
			ob.Log.Error("mail given up", "mail", claim.ID, "attempts", claim.Attempts, "error", result)
			if err := tx.MarkFailed(claim.ID, claim.Token, result.Error()); err != nil {
				return err
			}
			return ob.undeliverable(tx, claim.OutboxMail, result)
		default:
			next := now.Add(backoff(claim.Attempts))
			ob.Log.Warn("mail not sent, will try again", "mail", claim.ID, "attempts", claim.Attempts, "next", next, "error", result)
			return tx.MarkRetry(claim.ID, claim.Token, next, result.Error())
		}
	})
	if errors.Is(err, store.ErrLeaseLost) {
		ob.Log.Warn("lease lost to another sender", "mail", claim.ID)
		return nil
	}
	if err != nil {
		return fmt.Errorf("noting what became of mail %d: %w", claim.ID, err)
	}
	return nil
}

// backoff is how long to wait after the given number of attempts: one minute,
// then five, fifteen, an hour, then every four hours (RFC 5321 section 4.5.4.1).
func backoff(attempts int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
	if attempts <= len(steps) {
		return steps[max(attempts-1, 0)]
	}
	return LongestBackoff
}

// LongestBackoff is the longest wait between two attempts.
const LongestBackoff = 4 * time.Hour

// undeliverable marks a seat whose mail was given up, and tells the referee. A
// notice that cannot be delivered causes no other.
func (ob *Outbox) undeliverable(tx club.Tx, m store.OutboxMail, why error) error {
	if m.Game == "" || m.Side == "" {
		return ob.Letters.unwatched(tx, m)
	}
	seat, err := SeatOfMail(tx, m)
	if err != nil || seat == nil {
		return err
	}
	reply := ""
	if refused := (*wire.SendError)(nil); errors.As(why, &refused) {
		reply = refused.Reply()
	}
	return ob.Letters.unreachable(tx, *seat, "undeliverable", m, why.Error(), "Reply", reply)
}

// OutOfReach is the pause before a database is tried again.
const OutOfReach = time.Second
