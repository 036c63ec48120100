package hosttest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
)

// Dsn is a delivery status notification as Postfix writes it, sent to an address,
// about a mail.
func Dsn(to, action, status, messageID string) []byte {
	const mark = "B91E82A0F1.1795345327"
	Envelopes++
	text := strings.Join([]string{
		"Return-Path: <>", "From: MAILER-DAEMON@mx.club.example (Mail Delivery System)", "To: " + to,
		"Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied", "MIME-Version: 1.0",
		fmt.Sprintf("Message-Id: <%d@mx.club.example>", Envelopes),
		`Content-Type: multipart/report; report-type=delivery-status; boundary="` + mark + `"`, "",
		"--" + mark, "Content-Type: text/plain", "", "It could not be delivered.", "",
		"--" + mark, "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.club.example", "",
		"Final-Recipient: rfc822; north@example.org", "Action: " + action, "Status: " + status, "",
		"--" + mark, "Content-Type: text/rfc822-headers", "", "Message-ID: " + messageID, "Subject: report", "",
		"--" + mark + "--", "",
	}, "\r\n")
	return []byte(text)
}

// SealedMail is a mail that its author has signed, if by is given, and encrypted to a key.
func SealedMail(c *Club, by *mail.Signer, to mail.PublicKey, text string) []byte {
	c.T.Helper()
	encrypt, err := to.Encrypter(c.Time)
	Check(c.T, err)
	body := mail.NewEntity("text/plain; charset=utf-8", "7bit", []byte(strings.ReplaceAll(text, "\n", "\r\n")))
	if by != nil {
		body, err = by.Seal(c.Time)(body)
		Check(c.T, err)
	}
	body, err = encrypt(body)
	Check(c.T, err)
	Envelopes++
	return append(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: ...\r\nMIME-Version: 1.0\r\nMessage-ID: <sealed%d@example.org>\r\n",
		NorthAt, ServerAddress, Envelopes), body.Bytes()...)
}

// NewDaemon makes a daemon of the club's host at a post office.
func (c *Club) NewDaemon(post *loopback.Server) *host.Daemon {
	c.T.Helper()
	at := func(address string) wire.Endpoint {
		return wire.Endpoint{Address: address, TLS: wire.TLSNone, Username: ServerAddress, Password: "secret"}
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: at(post.IMAPAddr()), Log: c.Log})
	Check(c.T, err)
	return &host.Daemon{Host: c.Host, Crew: host.Alone(c.Host), Mailbox: box, Carrier: &wire.Sender{Endpoint: at(post.SMTPAddr())},
		Every: time.Hour, After: time.After}
}

// PostOffice starts a post office that tells of each delivery to a player.
func PostOffice(t *testing.T) (*loopback.Server, <-chan loopback.Delivery) {
	t.Helper()
	post := loopback.New(loopback.User{Address: ServerAddress, Password: "secret"},
		loopback.User{Address: NorthAt, Password: "secret"}, loopback.User{Address: SouthAt, Password: "secret"})
	told := make(chan loopback.Delivery, 100)
	post.Now = func() time.Time { return Noon }
	post.OnDeliver = func(d loopback.Delivery) {
		if d.To != ServerAddress {
			told <- d
		}
	}
	Check(t, post.Start(t.Context()))
	t.Cleanup(func() { Check(t, post.Close()) })
	return post, told
}

// Carrier notes what it is given, and fails as told.
type Carrier struct {
	Bytes []string
	Fail  func(n int, to string) error
}

// Send implements [post.Carrier].
func (c *Carrier) Send(_ context.Context, _, to string, raw []byte) error {
	c.Bytes = append(c.Bytes, to+"\n"+string(raw))
	if c.Fail != nil {
		return c.Fail(len(c.Bytes), to)
	}
	return nil
}

// Flush sends what is queued, and returns how many mails that were.
func (c *Club) Flush(k *Carrier) int {
	c.T.Helper()
	n, err := c.Outbox.Flush(c.T.Context(), k)
	Check(c.T, err)
	return n
}

// Queued is a mail of the outbox.
func (c *Club) Queued(id int64) (m store.OutboxMail) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		m, err = tx.OutboxMail(id)
		return err
	})
	return m
}

// PlainRetry is the carrier that a daemon sends with.
func PlainRetry(c post.Carrier, h *host.Host) post.Carrier {
	return post.PlainRetry{Carrier: c, Club: h.Club}
}

// SendToMachine has the machine read a letter again.
func SendToMachine(ctx context.Context, h *host.Host, m store.OutboxMail) error {
	return h.Outbox.Send(ctx, nil, m)
}

// Carrying is a mail server that does what it is told.
type Carrying func() error

// Send implements [post.Carrier].
func (f Carrying) Send(context.Context, string, string, []byte) error { return f() }

// Folders are the folders of a mailbox, each in the order of filing.
type Folders map[string][]wire.Fetched

// Back implements [intake.Filed].
func (f Folders) Back(_ context.Context, folder string, show func(wire.Fetched) (bool, error)) error {
	for _, m := range slices.Backward(f[folder]) {
		if enough, err := show(m); err != nil || enough {
			return err
		}
	}
	return nil
}

// Handle gives a mail to the club and files it.
func (f Folders) Handle(c *Club, raw []byte) {
	c.T.Helper()
	c.Time = c.Time.Add(time.Minute)
	m := c.Fetched(raw)
	d, err := c.Intake.Receive(c.T.Context(), m)
	Check(c.T, err)
	d.Filed()
	m.Folder = d.Folder
	f[d.Folder] = append(f[d.Folder], m)
}

// WantSealed checks that a mail is encrypted and tells nothing outside.
func WantSealed(t *testing.T, m store.OutboxMail) {
	t.Helper()
	if !bytes.Contains(m.Raw, []byte("multipart/encrypted")) || !bytes.Contains(m.Raw, []byte("Subject: Keryx: message\r\n")) {
		t.Errorf("the %s to %s is not encrypted:\n%.600s", m.Kind, m.Recipient, m.Raw)
	}
	if bytes.Contains(m.Raw, []byte("text/plain")) || bytes.Contains(m.Raw, []byte("multipart/signed")) {
		t.Errorf("the %s to %s says what it holds", m.Kind, m.Recipient)
	}
}

// Queue puts plain mails into the outbox.
func (c *Club) Queue(to ...string) {
	c.T.Helper()
	c.QueueAs("", to...)
}

// QueueAs puts them there under Message-IDs of their own.
func (c *Club) QueueAs(name string, to ...string) {
	c.T.Helper()
	c.Change(func(tx store.Tx) error {
		for i, address := range to {
			id := fmt.Sprintf("<%s%d.%s>", name, i, address)
			raw, err := mail.Compose(mail.Letter{From: mail.Address{Addr: ServerAddress}, To: mail.Address{Addr: address}, Subject: "x",
				Date: c.Time, MessageID: id, AutoSubmitted: mail.AutoGenerated, Text: "x\n"})
			if err != nil {
				return err
			}
			_, err = tx.Enqueue(store.OutboxMail{MessageID: id, Kind: "notice", Recipient: address, Raw: raw, Created: c.Time})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Sending collects what goes out.
type Sending struct{ Mails [][]byte }

// Send implements [post.Carrier].
func (s *Sending) Send(_ context.Context, _, _ string, raw []byte) error {
	s.Mails = append(s.Mails, raw)
	return nil
}
