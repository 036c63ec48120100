package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/mail"
	"keryx/store"
)

// Carrier hands one finished mail to the mail server of the world.
// [*mail.Sender] is one.
type Carrier interface {
	Send(ctx context.Context, envelopeFrom, to string, raw []byte) error
}

// lease is how long a sender may hold a mail before another may take it.
const lease = 15 * time.Minute

// maxAttempts is how often a mail is tried before the referee must see to it;
// with backoff that is more than five days.
const maxAttempts = 30

// Flush sends the mails that are due, one after the other, and returns how many
// were sent. An error means that the store failed, or ctx ended; a server's
// refusals are noted with the mail.
func (h *Host) Flush(ctx context.Context, c Carrier) (sent int, err error) {
	for {
		var claim store.Claim
		var ok bool
		err := h.Store.Update(ctx, func(tx store.Tx) (err error) {
			claim, ok, err = tx.ClaimOutbox(h.Now(), lease)
			return err
		})
		if err != nil {
			return sent, fmt.Errorf("looking for mail to send: %w", err)
		}
		if !ok {
			return sent, nil
		}
		h.did(StepClaimed)
		if claim.Doubtful {
			h.Log.Warn("sending again a mail that may have been sent", "mail", claim.ID, "message-id", claim.MessageID)
		}
		result := c.Send(ctx, claim.EnvelopeFrom, claim.Recipient, claim.Raw)
		if ctx.Err() != nil {
			// A clean stop: what was under way goes back to the queue at once,
			// rather than when the lease ends.
			return sent, h.settle(context.WithoutCancel(ctx), claim, result)
		}
		if result == nil {
			h.did(StepSent)
			sent++
		}
		if err := h.settle(ctx, claim, result); err != nil {
			return sent, err
		}
		h.did(StepMarked)
	}
}

// settle notes what became of a mail.
func (h *Host) settle(ctx context.Context, claim store.Claim, result error) error {
	now := h.Now()
	err := h.Store.Update(ctx, func(tx store.Tx) error {
		switch {
		case result == nil:
			return errors.Join(tx.MarkSent(claim.ID, claim.Token, now), h.reached(tx, claim.OutboxMail))
		case errors.Is(result, mail.ErrPermanent) || claim.Attempts >= maxAttempts:
			h.Log.Error("mail given up", "mail", claim.ID, "attempts", claim.Attempts, "error", result)
			if err := tx.MarkFailed(claim.ID, claim.Token, result.Error()); err != nil {
				return err
			}
			return h.undeliverable(tx, claim.OutboxMail, result)
		default:
			next := now.Add(backoff(claim.Attempts))
			h.Log.Warn("mail not sent, will try again", "mail", claim.ID, "attempts", claim.Attempts, "next", next, "error", result)
			return tx.MarkRetry(claim.ID, claim.Token, next, result.Error())
		}
	})
	if errors.Is(err, store.ErrLeaseLost) {
		h.Log.Warn("another sender took the mail over", "mail", claim.ID)
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
	return 4 * time.Hour
}

// undeliverable marks a seat whose mail was given up, and tells the referee. A
// notice that cannot be delivered causes no other.
func (h *Host) undeliverable(tx store.Tx, m store.OutboxMail, why error) error {
	if m.Game == "" || m.Side == "" {
		return nil
	}
	seat, err := tx.Seat(m.Game, m.Side)
	if err != nil {
		return err
	}
	return h.unreachable(tx, seat, "undeliverable", m, why.Error())
}
