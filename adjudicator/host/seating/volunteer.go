package seating

import (
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// Wanted is a seat that a substitute is looked for.
type Wanted struct {
	Since time.Time `json:"since"`
	Told  bool      `json:"told,omitempty"` // the referee knows that nobody has come forward
}

// WantedPrefix begins the names of the settings that keep which seats are wanted to be taken over.
const WantedPrefix = "wanted/"

// WantedSetting is the setting that keeps since when somebody is wanted for a seat.
func WantedSetting(seat store.Seat) string { return WantedPrefix + seat.Game + "/" + seat.Side }

// CloseCall ends the search for a substitute of a seat.
func CloseCall(tx club.Tx, seat store.Seat) error {
	var w Wanted
	if err := written.ReadSetting(tx, WantedSetting(seat), &w); err != nil || w.Since.IsZero() {
		return err
	}
	return tx.SetSetting(WantedSetting(seat), nil)
}

// reportText is the text of a report as its reader had it. The error matches [post.ErrUnsound] if
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
			return "", fmt.Errorf("mail %d: %w", old.ID, post.ErrUnsound)
		}
		raw = old.Raw
	}
	letter, err := mail.ReadReport(raw)
	if err != nil {
		return "", fmt.Errorf("report %d of %s: %w", r.ID, r.Game, err)
	}
	return letter.Text, nil
}
