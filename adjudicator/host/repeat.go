package host

import (
	"fmt"

	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// repeated is an old report that goes out again, with the bytes that it had in a new
// envelope.
type repeated struct {
	player    store.Player
	seat      store.Seat
	report    store.Report
	re        templates.Mail // that asked for it, if any did
	inReplyTo string
	once      []string // name the occasion
}

// repeat queues an old report again. The error matches [ErrUnsound] if what is stored of
// it is not what went out.
func (h *Host) repeat(tx store.Tx, r repeated) error {
	old, err := tx.OutboxMail(r.report.Outbox)
	if err != nil {
		return err
	}
	if old.Damaged && len(r.report.Body) == 0 {
		return fmt.Errorf("mail %d: %w", old.ID, ErrUnsound)
	}
	l := h.letter(templates.Letter{}, templates.Report{Player: r.player.Name, Re: r.re}, r.player.Address)
	l.MessageID = mail.MessageID(h.Post.Domain, append([]string{r.report.MessageID, "again"}, r.once...)...)
	l.ListID, l.InReplyTo = r.seat.Game+"."+h.Post.Domain, r.inReplyTo
	if r.seat.Thread != "" {
		l.References = []string{r.seat.Thread}
	}
	l, occasion := h.identify(l)
	if err := h.mark(tx, &l); err != nil {
		return err
	}
	row := store.OutboxMail{MessageID: l.MessageID, Occasion: occasion, Recipient: l.To.Addr, Game: r.seat.Game, Side: r.seat.Side, Kind: "again", Created: h.Now()}
	if row.Raw, err = h.again(tx, r.report, old, l, &row); err != nil {
		return err
	}
	if row.EnvelopeFrom, err = h.returnPath(tx, row); err != nil {
		return err
	}
	_, err = tx.Enqueue(row)
	return err
}
