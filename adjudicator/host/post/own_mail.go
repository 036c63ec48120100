package post

import (
	"context"
	"errors"
	"fmt"
	"io"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// markSetting holds the secret that our mails are marked with, so that we know them
// again when they come back. It is drawn with the first mail that goes out.
const markSetting = "mark"

// markSecretSize is the length of that secret in bytes.
const markSecretSize = 32

// Intake reads mails for this host.
func (ob *Outbox) Intake(ctx context.Context) (*mail.Intake, error) {
	own := mail.Own{Sent: ob.wasSent}
	err := ob.Store.View(ctx, func(tx store.ReadTx) (err error) {
		own.Secret, err = markSecret(tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up how our own mail is known: %w", err)
	}
	return &mail.Intake{Keys: Keyring{ob.Store}, Own: own, Opener: ob.Signer, Now: ob.Now, LooksLikeOrder: written.LooksLikeOrder}, nil
}

// markSecret returns the secret of our marks, or nothing while there is none.
func markSecret(tx store.ReadTx) ([]byte, error) {
	secret, err := tx.Setting(markSetting)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return secret, err
}

// wasSent reports whether a mail of that Message-ID stands in the outbox. Those that
// went out before our mails were marked are known by that alone.
func (ob *Outbox) wasSent(ctx context.Context, messageID string) (sent bool, err error) {
	err = ob.Store.View(ctx, func(tx store.ReadTx) error {
		_, err := tx.OutboxByMessageID(messageID)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		sent = err == nil
		return err
	})
	return sent, err
}

// mark puts our mark on a letter.
func (ob *Outbox) mark(tx club.Tx, l *mail.Letter) error {
	secret, err := markSecret(tx)
	if err != nil {
		return err
	}
	if secret == nil {
		secret = make([]byte, markSecretSize)
		if _, err := io.ReadFull(ob.Random, secret); err != nil {
			return fmt.Errorf("drawing the secret of our marks: %w", err)
		}
		if err := tx.SetSetting(markSetting, secret); err != nil {
			return err
		}
	}
	l.Mark = mail.Mark(secret, l.MessageID)
	return nil
}
