package hosttest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// Orders is an order file that answers the last report of a side. Orders are
// parted by "/".
func (c *Club) Orders(side, text string) string {
	c.T.Helper()
	return OrderFile(c.Game, side, c.Seat(side).Answers, text)
}

// OrderFile is an order file, whose orders are parted by "/".
func OrderFile(game, side, code, text string) string {
	lines := strings.NewReplacer("Chios/Samos", "Chios/Samos", "/", "\n") // the name of a place stays whole
	return fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n%s\n", game, side, code, lines.Replace(text))
}

// Signed signs a text with an SSH key, as keryx sign does: with the lines that it needs.
func (c *Club) Signed(name, text string) string {
	c.T.Helper()
	return Sign(c.T, People()[name].SSH, c.Bound(text), c.Time)
}

var bounds int

// Bound adds to a text that asks for a change what ties it to the server and to its day, and makes
// it another text each time. It goes below the others, so that lines keep their numbers.
func (c *Club) Bound(text string) string { return bind(text, c.Post.Address, c.Time) }

func bind(text, server string, at time.Time) string {
	if !written.NeedsBinding(text) {
		return text
	}
	bounds++
	lines := strings.SplitAfter(strings.TrimRight(text, "\n")+"\n", "\n")
	end := slices.IndexFunc(lines, func(line string) bool {
		bare := strings.TrimSpace(line)
		return bare == "--" || strings.HasPrefix(bare, ">")
	})
	if end < 0 {
		end = len(lines) - 1
	}
	return strings.Join(slices.Insert(lines, end, fmt.Sprintf("at %s dated %s # %d\n", server, at.Format(time.DateOnly), bounds)), "")
}

// Sign signs a text.
func Sign(t testing.TB, key *mail.Signer, text string, at time.Time) string {
	t.Helper()
	block, err := key.Sign(text, at)
	Check(t, err)
	return string(block)
}

// Envelopes counts the mails that [Letter] has made: each has a number in its Message-ID.
var Envelopes int

// Letter is a mail to the server. Every call makes another envelope.
func Letter(from, body string, fields ...string) []byte {
	Envelopes++
	head := append([]string{"From: " + from, "To: " + ServerAddress, "Subject: Orders", "MIME-Version: 1.0",
		fmt.Sprintf("Message-ID: <%d@example.org>", Envelopes), "Date: Sat, 21 Nov 2026 11:00:00 +0000"}, fields...)
	return []byte(strings.ReplaceAll(strings.Join(head, "\n")+"\n\n"+body, "\n", "\r\n"))
}

// Fetched is a mail as the mailbox gives it to the handler.
func (c *Club) Fetched(raw []byte) wire.Fetched {
	c.Uid++
	return wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: c.Uid, InternalDate: c.Time, Size: int64(len(raw)), Raw: raw}
}

// Receive gives a mail to the host and returns what became of it.
func (c *Club) Receive(raw []byte) store.InboxMessage {
	c.T.Helper()
	_, err := c.Intake.Receive(c.T.Context(), c.Fetched(raw))
	Check(c.T, err)
	return c.LastReceived()
}

// LastReceived is the newest mail of the inbox.
func (c *Club) LastReceived() (row store.InboxMessage) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{Limit: 1})
		if err == nil && len(rows) > 0 {
			row = rows[0]
		}
		return err
	})
	return row
}

// Order sends orders that must be accepted.
func (c *Club) Order(side, text string) {
	c.T.Helper()
	row := c.Receive(Letter(People()[side].Address, c.Signed(side, c.Orders(side, text))))
	if row.State != store.Accepted {
		c.T.Fatalf("%s of %s: %s: %s", text, side, row.State, row.Reason)
	}
}

// Sent lists the mails queued since it was last called, oldest first.
func (c *Club) Sent() (fresh []store.OutboxMail) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		slices.Reverse(rows)
		for _, row := range rows {
			if row.ID > c.Known && row.Kind != "note" && row.Kind != "club" { // between servers
				full, err := tx.OutboxMail(row.ID)
				if err != nil {
					return err
				}
				fresh = append(fresh, full)
			}
		}
		return err
	})
	if len(fresh) > 0 {
		c.Known = fresh[len(fresh)-1].ID
	}
	return fresh
}

// KindsOf lists mails as "receipt north@example.org".
func KindsOf(mails []store.OutboxMail) []string {
	all := []string{}
	for _, m := range mails {
		all = append(all, m.Kind+" "+m.Recipient)
	}
	return all
}

// TextOf is what a reader sees of a mail.
func TextOf(t testing.TB, m store.OutboxMail) string {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	Check(t, err)
	return r.Text
}

// ProofIn reads the proof of a mail, in its text or in the file that goes with it.
func ProofIn(t testing.TB, m store.OutboxMail) (templates.Proof, error) {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	Check(t, err)
	return templates.FindProof(r.Texts()...)
}

// InWords puts planned orders into words.
func InWords(plan []adjudicator.Words) string {
	var lines []string
	for _, words := range plan {
		lines = append(lines, templates.For("en", "ford").Words(words))
	}
	return strings.Join(lines, "/")
}

// MailsTo are the mails of a kind to an address.
func MailsTo(mails []store.OutboxMail, to string) (all []store.OutboxMail) {
	for _, m := range mails {
		if m.Recipient == to {
			all = append(all, m)
		}
	}
	return all
}

// Flat undoes the line breaks of a text.
func Flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// InCopy is the report that a copy brings, as it was sent.
func InCopy(t testing.TB, m store.OutboxMail) mail.Received {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	Check(t, err)
	kept, err := mail.ReadReport(r.Copy())
	Check(t, err)
	return kept
}

// WantState gives a mail to the host, which must come to that, and unless it is
// accepted move nothing.
func (c *Club) WantState(raw []byte, want store.InboxState) store.InboxMessage {
	c.T.Helper()
	before := c.World()
	row := c.Receive(raw)
	if row.State != want {
		c.T.Errorf("state %s (%s), want %s:\n%s", row.State, row.Reason, want, raw)
	}
	if want != store.Accepted {
		c.Unmoved(before)
	}
	return row
}

// Multipart is a mail of several parts, each with its header.
func Multipart(subtype string, parts ...string) []byte {
	return Letter(NorthAt, "--out\n"+strings.Join(parts, "\n--out\n")+"\n--out--\n", "Content-Type: multipart/"+subtype+"; boundary=out")
}

// AttachedFile is an attachment with these octets.
func AttachedFile(name, media, octets string) string {
	return fmt.Sprintf("Content-Type: %s; name=%q\nContent-Disposition: attachment; filename=%q\nContent-Transfer-Encoding: base64\n\n%s",
		media, name, name, base64.StdEncoding.EncodeToString([]byte(octets)))
}

// Mime8 is a PGP/MIME mail, which signs a text octet by octet: nothing is folded
// before the signature is made.
func Mime8(c *Club, name, text string) []byte {
	c.T.Helper()
	part := UTF8Plain + "\n\n" + c.Bound(text)
	proof, err := People()[name].PGP.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.Time)
	Check(c.T, err)
	body := "--frame\n" + part + "\n--frame\nContent-Type: application/pgp-signature\n\n" + string(proof) + "\n--frame--\n"
	return Letter(People()[name].Address, body, `Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
}

// UTF8Plain says that a mail is plain text in UTF-8.
const UTF8Plain = "Content-Type: text/plain; charset=utf-8"

// Texts is what a reader sees of several mails.
func Texts(t testing.TB, mails []store.OutboxMail) string {
	var b strings.Builder
	for _, m := range mails {
		fmt.Fprintf(&b, "--- %s\n%s", m.Kind, TextOf(t, m))
	}
	return b.String()
}

// Thunderbird is a mail as Thunderbird signs one: the header stands once more within the signature.
func Thunderbird(c *Club, name, to, text string) []byte {
	c.T.Helper()
	part := "Content-Type: multipart/mixed; boundary=\"mm\"; protected-headers=\"v1\"\nFrom: " + People()[name].Address +
		"\nTo: Keryx <" + to + ">\nSubject: Re: orders\n\n--mm\nContent-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n" + text + "\n--mm--\n"
	proof, err := People()[name].PGP.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.Time)
	Check(c.T, err)
	body := "--frame\n" + part + "\n--frame\nContent-Type: application/pgp-signature\n\n" + string(proof) + "\n--frame--\n"
	return Letter(People()[name].Address, body, `Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
}

// LastMail is the last mail to somebody.
func LastMail(c *Club, to string) (last store.OutboxMail) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		for _, row := range rows { // the newest first
			if row.Recipient == to && err == nil {
				last, err = tx.OutboxMail(row.ID)
				return err
			}
		}
		return err
	})
	return last
}

// Subject is the subject of a mail as its reader sees it.
func Subject(t *testing.T, m store.OutboxMail) string {
	t.Helper()
	parsed, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	Check(t, err)
	text, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject"))
	Check(t, err)
	return text
}

// Says reports whether a mail says something, line ends and capitals aside.
func Says(t *testing.T, m store.OutboxMail, words string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return strings.Contains(plain(TextOf(t, m)), plain(words))
}

// Wants fails for what does not stand in a text.
func Wants(t *testing.T, said string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(said, part) {
			t.Errorf("nothing of %q in:\n%s", part, said)
		}
	}
}
