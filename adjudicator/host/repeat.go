package host

import (
	"fmt"

	"keryx/adjudicator"
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
	copy      bool     // it goes as a copy: as a mail within one that says what it is
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
	if !r.copy { // which is marked when it is dressed
		if err := h.mark(tx, &l); err != nil {
			return err
		}
	}
	row := store.OutboxMail{MessageID: l.MessageID, Occasion: occasion, Recipient: l.To.Addr, Game: r.seat.Game, Side: r.seat.Side, Kind: "again", Created: h.Now()}
	if r.copy {
		row.Raw, err = h.copied(tx, r, old, l, &row)
	} else {
		row.Raw, err = h.again(tx, r.report, old, l, &row)
	}
	if err != nil {
		return err
	}
	if row.EnvelopeFrom, err = h.returnPath(tx, row); err != nil {
		return err
	}
	_, err = tx.Enqueue(row)
	return err
}

// copyFile is the name under which a copy holds the old report.
const copyFile = "old-report.eml"

// copied composes a copy of an old report: a letter of today that says when the report was sent and
// whether its code still counts, and below that the mail itself, byte for byte as it was
// kept, so that its signature and its proof hold.
func (h *Host) copied(tx store.Tx, r repeated, old store.OutboxMail, l mail.Letter, row *store.OutboxMail) ([]byte, error) {
	raw := old.Raw
	if len(r.report.Body) > 0 {
		raw = r.report.Body
	}
	was, err := mail.ReadReport(raw)
	if err != nil {
		return nil, fmt.Errorf("the kept report: %w: %w", ErrUnsound, err)
	}
	p := templates.For(r.player.Language, "")
	key := "reply.copy"
	if r.report.Code == r.seat.Answers && r.seat.Deadline != nil {
		key = "reply.copy.open"
	}
	l.Subject = p.Phrase(adjudicator.Say("reply.copy.subject", "Subject", was.Subject))
	l.Text = templates.Paragraph(p.Phrase(adjudicator.Say(key, "Sent", p.WhenIn(r.report.Created, zoneOf(r.player)), "Code", r.report.Code, "File", copyFile)))
	l.Attachments = []mail.Attachment{{Name: copyFile, Type: mail.WholeMail, Data: raw}}
	if l, err = h.dress(tx, l, row, untold); err != nil {
		return nil, err
	}
	return mail.Compose(l)
}
