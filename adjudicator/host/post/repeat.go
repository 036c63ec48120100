package post

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// Repeated is an old report that goes out again, with the bytes that it had in a new
// envelope.
type Repeated struct {
	Player    store.Player
	Seat      store.Seat
	Report    store.Report
	Re        templates.Mail // that asked for it, if any did
	InReplyTo string
	Once      []string // name the occasion
	Copy      bool     // it goes as a copy: as a mail within one that says what it is
}

// Repeat queues an old report again. The error matches [ErrUnsound] if what is stored of
// it is not what went out.
func (ob *Outbox) Repeat(tx club.Tx, r Repeated) error {
	old, err := tx.OutboxMail(r.Report.Outbox)
	if err != nil {
		return err
	}
	if old.Damaged && len(r.Report.Body) == 0 {
		return fmt.Errorf("mail %d: %w", old.ID, ErrUnsound)
	}
	l := ob.Letters.Letter(templates.Letter{}, templates.Report{Player: r.Player.Name, Re: r.Re}, r.Player.Address)
	l.MessageID = mail.MessageID(ob.Post.Domain, append([]string{r.Report.MessageID, "again"}, r.Once...)...)
	l.ListID, l.InReplyTo = r.Seat.Game+"."+ob.Post.Domain, r.InReplyTo
	if r.Seat.Thread != "" {
		l.References = []string{r.Seat.Thread}
	}
	l, occasion := ob.Letters.identify(l)
	if !r.Copy { // which is marked when it is dressed
		if err := ob.mark(tx, &l); err != nil {
			return err
		}
	}
	row := store.OutboxMail{MessageID: l.MessageID, Occasion: occasion, Recipient: l.To.Addr, Game: r.Seat.Game, Side: r.Seat.Side, Kind: "again", Created: ob.Now()}
	if r.Copy {
		row.Raw, err = ob.copied(tx, r, old, l, &row)
	} else {
		row.Raw, err = ob.Letters.again(tx, r.Report, old, l, &row)
	}
	if err != nil {
		return err
	}
	if row.EnvelopeFrom, err = ob.Letters.returnPath(tx, row); err != nil {
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
func (ob *Outbox) copied(tx club.Tx, r Repeated, old store.OutboxMail, l mail.Letter, row *store.OutboxMail) ([]byte, error) {
	raw := old.Raw
	if len(r.Report.Body) > 0 {
		raw = r.Report.Body
	}
	was, err := mail.ReadReport(raw)
	if err != nil {
		return nil, fmt.Errorf("the kept report: %w: %w", ErrUnsound, err)
	}
	p := templates.For(r.Player.Language, "")
	key := "reply.copy"
	if r.Report.Code == r.Seat.Answers && r.Seat.Deadline != nil {
		key = "reply.copy.open"
	}
	l.Subject = p.Phrase(adjudicator.Say("reply.copy.subject", "Subject", was.Subject))
	l.Text = templates.Paragraph(p.Phrase(adjudicator.Say(key, "Sent", p.WhenIn(r.Report.Created, written.ZoneOf(r.Player)), "Code", r.Report.Code, "File", copyFile)))
	l.Attachments = []mail.Attachment{{Name: copyFile, Type: mail.WholeMail, Data: raw}}
	if l, err = ob.Letters.dress(tx, l, row, untold); err != nil {
		return nil, err
	}
	return mail.Compose(l)
}
