package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// intact looks at a stored mail before it goes out. What was queued for one player, and is
// his alone to read, must not go to another, whatever has happened to the database.
func intact(tx store.ReadTx, m store.OutboxMail) error {
	if m.Damaged {
		return fmt.Errorf("%w: its bytes have changed since it was queued", ErrUnsound)
	}
	r, err := mail.ReadReport(m.Raw)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnsound, err)
	case !strings.EqualFold(r.To, m.Recipient):
		return fmt.Errorf("%w: it is written to another than it would be sent to", ErrUnsound)
	case r.MessageID != m.MessageID:
		return fmt.Errorf("%w: its Message-ID is that of another mail", ErrUnsound)
	case m.Side == "":
		return nil
	}
	if kept := r.Copy(); kept != nil { // of an old report, which tells as much
		if r, err = mail.ReadReport(kept); err != nil {
			return fmt.Errorf("%w: the report that it brings a copy of: %w", ErrUnsound, err)
		}
	}
	proof, err := templates.FindProof(r.Texts()...)
	if err != nil {
		return nil // none, or encrypted
	}
	if proof.Game != m.Game {
		return fmt.Errorf("%w: it tells of %s, and would be sent to a player of %s", ErrUnsound, proof.Game, m.Game)
	}
	return ofSeat(tx, m, proof)
}

// ofSeat looks for what another seat alone may read.
func ofSeat(tx store.ReadTx, m store.OutboxMail, proof templates.Proof) error {
	for _, e := range proof.Entries {
		if e.Open && e.Kind == adjudicator.Ordered && e.Side != m.Side {
			return fmt.Errorf("%w: it holds the orders of %s, and would be sent to %s", ErrUnsound, e.Side, m.Side)
		}
	}
	for _, s := range proof.Seals {
		report, err := tx.ReportByCode(m.Game, s.Name)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if report.Side != m.Side {
			return fmt.Errorf("%w: it bears the code of a report to %s, and would be sent to %s", ErrUnsound, report.Side, m.Side)
		}
	}
	return nil
}

// Send hands a mail to the carrier, if it is sound. The machine reads its letters here.
func (ob *Outbox) Send(ctx context.Context, c Carrier, m store.OutboxMail) error {
	if err := ob.Store.View(ctx, func(tx store.ReadTx) error { return intact(tx, m) }); err != nil {
		return err
	}
	if m.Recipient == MachineAddress {
		return ob.ToMachine(ctx, m, ob.Now())
	}
	return c.Send(ctx, m.EnvelopeFrom, m.Recipient, m.Raw)
}

// damaged gives a mail up that must not go out, and tells who can look after it. It says
// nothing against its recipient.
func (ob *Outbox) damaged(tx club.Tx, claim store.Claim, why error) error {
	ob.Log.Error("a mail is not sent", "mail", claim.ID, "message-id", claim.MessageID, "error", why)
	if err := tx.MarkFailed(claim.ID, claim.Token, why.Error()); err != nil {
		return err
	}
	n := Notice{Key: "unsound", Once: claim.MessageID, Args: []any{"Recipient", claim.Recipient, "What", claim.Kind, "Reason", why.Error()}}
	if claim.Game == "" {
		if ob.Rules.Operator == "" {
			return nil
		}
		return ob.Letters.SendNotice(tx, store.Address(ob.Rules.Operator), "", ob.Post.Address, n)
	}
	game, err := tx.Game(claim.Game)
	if err != nil {
		return err
	}
	if cmp.Or(game.Referee, store.Address(ob.Rules.Operator)) == claim.Recipient && claim.Kind == "notice" {
		return nil // a notice about a notice would go the same way
	}
	return ob.Letters.TellReferee(tx, game, n)
}
