package host

import (
	"fmt"
	"time"

	"keryx/mail"
	"keryx/store"
)

// wanted is a seat that a substitute is looked for.
type wanted struct {
	Since time.Time `json:"since"`
	Told  bool      `json:"told,omitempty"` // the referee knows that nobody has come forward
}

// wantedPrefix begins the names of the settings that keep which seats are wanted to be taken over.
const wantedPrefix = "wanted/"

// wantedSetting is the setting that keeps since when somebody is wanted for a seat.
func wantedSetting(seat store.Seat) string { return wantedPrefix + seat.Game + "/" + seat.Side }

// closeCall ends the search for a substitute of a seat.
func closeCall(tx store.Tx, seat store.Seat) error {
	var w wanted
	if err := readSetting(tx, wantedSetting(seat), &w); err != nil || w.Since.IsZero() {
		return err
	}
	return tx.SetSetting(wantedSetting(seat), nil)
}

// reportText is the text of a report as its reader had it. The error matches [ErrUnsound] if
// what is stored of it is not what went out.
func reportText(tx store.ReadTx, r store.Report) (string, error) {
	raw := r.Body
	if len(raw) == 0 {
		if r.Outbox == 0 {
			return "", nil
		}
		old, err := tx.OutboxMail(r.Outbox)
		if err != nil {
			return "", err
		}
		if old.Damaged {
			return "", fmt.Errorf("mail %d: %w", old.ID, ErrUnsound)
		}
		raw = old.Raw
	}
	letter, err := mail.ReadReport(raw)
	if err != nil {
		return "", fmt.Errorf("report %d of %s: %w", r.ID, r.Game, err)
	}
	return letter.Text, nil
}
