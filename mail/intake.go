package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"keryx/orders/pattern"
)

// Intake turns raw mail into signed text.
type Intake struct {
	Keys Keyring
	Now  func() time.Time

	// LooksLikeOrder reports whether a line that stands outside the signed
	// text would be an order if it stood inside; such a mail is refused, since
	// its author believes he has ordered more than he signed. nil means that
	// no line does.
	LooksLikeOrder func(line string) bool

	// Opener, if set, decrypts mail that is encrypted to it as a whole. Without it such
	// mail is refused.
	Opener *Signer

	// Own recognises our own mail when it comes back.
	Own Own
}

// Read is the only way from a mail to a text that may be executed. The message
// is never nil and holds what is known of the mail even if it is refused.
//
// The error is a *Refusal when the mail gives no orders; that is final. Any
// other error comes from the Keyring or the context, and the mail should be
// tried again.
func (in *Intake) Read(ctx context.Context, raw []byte) (m *Message, err error) {
	m = &Message{}
	defer func() { advise(m, err) }()
	defer rescue(&err)

	raw = withoutEnvelopeLine(raw)
	if len(raw) > MaxMail {
		if err := in.readHeader(ctx, m, raw); err != nil {
			return m, err
		}
		return m, refuse(MailTooLarge, "Limit", MaxMail)
	}
	octets, err := normalise(raw)
	if err != nil {
		return m, in.claims(ctx, m, raw, err)
	}
	if err := in.readHeader(ctx, m, octets); err != nil {
		if m.Auto == AutoReport {
			m.Bounce = readBounce(octets)
		}
		return m, err
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return m, err
	}
	found, err := in.find(m, root)
	defer func() { seal(m, err) }()
	switch {
	case m.Sealed:
	case err != nil && root.answersInvite():
		m.Auto = AutoCalendar
		return m, refuse(AutoReply, "Sign", string(AutoCalendar))
	case hasCode(err, NotSigned):
		m.open(found)
	case hasCode(err, AutoReply):
		m.Auto, m.Bounce = AutoReport, readBounce(octets)
	}
	if err != nil {
		return m, err
	}
	signed, err := in.verify(ctx, found)
	m.Attachments = found.ignored
	if err != nil {
		return m, err
	}
	if err := in.checkOutside(append(found.outside, found.frame...)); err != nil {
		return m, err.by(signed.Fingerprint)
	}
	m.ignore(found.outside)
	m.Signed = signed
	return m, nil
}

// find recognises the shape of a mail, or of what is in it if it is encrypted to us.
func (in *Intake) find(m *Message, root *part) (*found, error) {
	if in.Opener == nil || in.Opener.pgp == nil || !isSealed(root) {
		return find(root)
	}
	m.Sealed = true
	inside, err := in.Opener.open(root)
	if err != nil {
		return nil, refuse(SealedMail).because(err)
	}
	return inside.found()
}

// seal keeps what only the decryption has shown to ourselves: lines and names that nobody
// has signed are not repeated, and the refusal says that it is of an encrypted mail.
func seal(m *Message, err error) {
	if !m.Sealed {
		return
	}
	m.Ignored, m.Attachments, m.Opening = nil, nil, nil
	var refusal *Refusal
	if errors.As(err, &refusal) {
		refusal.Sealed = true
	}
}

// ReadHeader fills in what the header alone tells, for a mail that is too large to be
// fetched and of which raw is the beginning. It returns a *Refusal for automatic and
// malformed mail; any other error is that of Own.
func (in *Intake) ReadHeader(ctx context.Context, raw []byte) (m *Message, err error) {
	m = &Message{}
	defer rescue(&err)
	raw = withoutEnvelopeLine(raw)
	err = in.readHeader(ctx, m, raw)
	if m.Auto == AutoReport {
		if octets, bad := normalise(bytes.TrimSuffix(raw, []byte("\r"))); bad == nil {
			m.Bounce = readBounce(octets)
		}
	}
	return m, err
}

// readHeader fills in the envelope and refuses automatic mail before any of
// its body is looked at: an answering machine may quote a valid block.
func (in *Intake) readHeader(ctx context.Context, m *Message, raw []byte) error {
	// Two octets more than the limit let readHeader see that it is passed.
	octets, err := normalise(bytes.TrimSuffix(raw[:min(len(raw), MaxHeader+2)], []byte("\r")))
	if err != nil {
		return in.claims(ctx, m, raw, err)
	}
	fields, _, err := readHeader(octets)
	if err != nil {
		return in.claims(ctx, m, raw, err)
	}
	m.envelope(fields)
	media, _, unread := fields.mediaType()
	if err := in.refuseAutomatic(ctx, m, fields, media); err != nil {
		return err
	}
	return unread
}

// refuseAutomatic notes by what sign a mail is automatic, and refuses it if there is one.
func (in *Intake) refuseAutomatic(ctx context.Context, m *Message, fields header, media string) (err error) {
	if m.Auto, err = classify(ctx, fields, media, in.Own, m); err != nil {
		return fmt.Errorf("looking whether a mail is our own: %w", err)
	}
	switch m.Auto {
	case "":
		return nil
	case AutoOwn, AutoLoop:
		return refuse(OwnMail, "Sign", string(m.Auto))
	}
	return refuse(AutoReply, "Sign", string(m.Auto))
}

// verify checks the one signature that was found and decodes what it covers.
func (in *Intake) verify(ctx context.Context, f *found) (*Signed, error) {
	signed := &Signed{Scheme: f.scheme, Proof: f.proof}
	switch f.scheme {
	case SSHInline, SSHDetached:
		return signed, in.verifySSH(ctx, f, signed)
	case PGPMIME:
		if err := in.verifyPGP(ctx, f, signed); err != nil {
			return nil, f.explain(err)
		}
		text, ignored, err := f.part.signedText()
		if err != nil {
			var refusal *Refusal
			if errors.As(err, &refusal) {
				refusal.by(signed.Fingerprint)
			}
			return nil, err
		}
		f.ignored = append(f.ignored, ignored...)
		signed.Text = text
		signed.To, signed.Addressed = f.part.addressed()
		return signed, nil
	case Clearsigned:
		if err := in.verifyPGP(ctx, f, signed); err != nil {
			return nil, f.explain(err)
		}
		signed.Text = f.text
		return signed, nil
	}
	if err := in.verifyPGP(ctx, f, signed); err != nil {
		return nil, f.explain(err)
	}
	signed.Text = toLF(signed.Octets)
	return signed, nil
}

// checkOutside refuses the mail when a line outside the signed text would be an order.
func (in *Intake) checkOutside(outside []string) *Refusal {
	n := 0
	for _, line := range outside {
		line = strings.Trim(line, " \t\r")
		if line == "" {
			continue
		}
		n++
		if in.LooksLikeOrder != nil && in.LooksLikeOrder(line) {
			return refuse(TextOutside, "Line", Display(line, 100), "Number", n, "Length", utf8.RuneCountInString(line))
		}
	}
	return nil
}

// ignore lists lines outside the signed text, as far as there is room for them.
func (m *Message) ignore(outside []string) {
	for _, line := range outside {
		if line = strings.Trim(line, " \t\r"); line != "" && len(m.Ignored) < maxIgnored {
			m.Ignored = append(m.Ignored, Display(line, maxIgnoredLine))
		}
	}
}

// open keeps the first lines of an unsigned text.
func (m *Message) open(f *found) {
	if f == nil {
		return
	}
	for _, line := range f.outside {
		line = Display(strings.TrimSpace(line), 100)
		if line == "" {
			continue
		}
		if m.Opening = append(m.Opening, line); len(m.Opening) == maxOpening {
			return
		}
	}
}

// signedText decodes the signed part of a PGP/MIME mail: exactly one text/plain
// with anything in it may stand inside (a mail program shows the first or the last of
// several, as it likes). What else is signed is listed as ignored. A part that repeats fields of the
// mail's header for programs that do not show protected ones is no text.
func (p *part) signedText() (text string, ignored []string, err error) {
	n := 0
	for _, leaf := range p.leaves() {
		if leaf.media != "text/plain" {
			ignored = append(ignored, leaf.label())
			continue
		}
		octets, err := leaf.text()
		if err != nil {
			return "", nil, err
		}
		if len(bytes.TrimSpace(octets)) == 0 || leaf != p && leaf.repeatsHeader(octets) {
			continue
		}
		if leaf.isFlowed() {
			octets = unflow(octets, strings.EqualFold(leaf.params["delsp"], "yes"))
		}
		text = leaf.withoutLegacy(toLF(octets))
		n++
	}
	switch {
	case n > 1:
		return "", nil, refuse(TwoTexts, "Count", n)
	case n == 0 && p.holdsHTML():
		return "", nil, refuse(HTMLOnly)
	case n == 0:
		return "", nil, refuse(EmptyText)
	}
	return text, ignored, nil
}

// headerLine is a line of such a part: a field that mail programs show.
var headerLine = pattern.New(`(?i)^(?:(?:subject|from|to|cc|date|reply-to|followup-to|message-id):.*|[ \t]+\S.*)?$`)

// repeatsHeader reports whether a part is marked as one that holds fields of the mail's header
// (draft-autocrypt-lamps-protected-headers section 4.1), and holds nothing else.
func (p *part) repeatsHeader(octets []byte) bool {
	if !strings.EqualFold(p.params["protected-headers"], "v1") {
		return false
	}
	for line := range strings.SplitSeq(strings.TrimSpace(toLF(octets)), "\n") {
		if !headerLine.MatchString(line) {
			return false
		}
	}
	return true
}

// withoutLegacy takes the lines off a text that repeat the header for programs that do not know
// protected ones, where the part is marked as one that begins with such (RFC 9788 section 2.1.2).
func (p *part) withoutLegacy(text string) string {
	if p.params["hp-legacy-display"] != "1" {
		return text
	}
	top, rest, parted := strings.Cut(text, "\n\n")
	if !parted {
		return text
	}
	for line := range strings.SplitSeq(top, "\n") {
		if line == "" || !headerLine.MatchString(line) {
			return text
		}
	}
	return rest
}

func (p *part) holdsHTML() bool { return p.media == "text/html" || p.holds("text/html") }

// label names a part for the receipt: by its file name, or else by its media type.
func (p *part) label() string {
	if p.name != "" {
		return Display(p.name, 80)
	}
	return Display(p.media, 80)
}

// toLF returns text with LF line ends.
func toLF(octets []byte) string {
	return string(bytes.ReplaceAll(octets, crlf, []byte("\n")))
}
