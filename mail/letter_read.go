package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

// Received is a letter of ours as its recipient's mail program reads it.
type Received struct {
	From, To  string // addresses
	Subject   string
	Date      time.Time
	MessageID string // with angle brackets
	Text      string // the plain text, LF line ends
	HTML      string
	Files     []Attachment
}

// ReadReport reads a mail that Keryx has sent, for a player's tools and for
// verification. It is no intake: nothing it returns is trusted, and nothing of
// it becomes an order.
func ReadReport(raw []byte) (Received, error) {
	var r Received
	if len(raw) > 16*MaxMail {
		return r, fmt.Errorf("mail: %d bytes are too many for a report", len(raw))
	}
	reader, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return r, fmt.Errorf("mail: reading a report: %w", err)
	}
	defer reader.Close()
	if err := r.readHeader(&reader.Header); err != nil {
		return r, err
	}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return r, nil
		}
		if err != nil && !message.IsUnknownCharset(err) {
			return r, fmt.Errorf("mail: reading a report: %w", err)
		}
		if err := r.readPart(part); err != nil {
			return r, err
		}
	}
}

// Texts returns what a letter says in plain text: its text, and after it every text file that
// came with it, with LF line ends.
func (r Received) Texts() []string {
	texts := []string{r.Text}
	for _, f := range r.Files {
		if f.Type == "text/plain" {
			texts = append(texts, strings.ReplaceAll(string(f.Data), "\r\n", "\n"))
		}
	}
	return texts
}

// Copy returns the mail that a letter brings a copy of, as it was sent; nil if it brings none.
func (r Received) Copy() []byte {
	for _, f := range r.Files {
		if f.Type == WholeMail {
			return f.Data
		}
	}
	return nil
}

func (r *Received) readHeader(h *mail.Header) error {
	for field, into := range map[string]*string{"From": &r.From, "To": &r.To} {
		list, err := h.AddressList(field)
		if err != nil || len(list) != 1 {
			return fmt.Errorf("mail: the report's %s is not one address", field)
		}
		*into = list[0].Address
	}
	var err error
	if r.Subject, err = h.Subject(); err != nil {
		return fmt.Errorf("mail: the report's subject: %w", err)
	}
	if r.Date, err = h.Date(); err != nil {
		return fmt.Errorf("mail: the report's date: %w", err)
	}
	id, err := h.MessageID()
	if err != nil {
		return fmt.Errorf("mail: the report's Message-ID: %w", err)
	}
	r.MessageID = "<" + id + ">"
	return nil
}

func (r *Received) readPart(part *mail.Part) error {
	data, err := io.ReadAll(io.LimitReader(part.Body, 16*MaxMail))
	if err != nil {
		return fmt.Errorf("mail: reading a part of a report: %w", err)
	}
	switch h := part.Header.(type) {
	case *mail.InlineHeader:
		media, _, err := h.ContentType()
		if err != nil {
			return fmt.Errorf("mail: a part of the report: %w", err)
		}
		text := strings.ReplaceAll(string(data), "\r\n", "\n")
		switch {
		case media == "text/plain" && r.Text == "":
			r.Text = text
		case media == "text/html" && r.HTML == "":
			r.HTML = text
		default:
			r.Files = append(r.Files, Attachment{Type: media, Data: data})
		}
	case *mail.AttachmentHeader:
		media, params, _ := h.ContentType() // an attachment without a type is still one
		name, _ := h.Filename()
		r.Files = append(r.Files, Attachment{Name: name, Type: media, Method: params["method"], Data: data})
	}
	return nil
}
