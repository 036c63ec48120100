package mail

import (
	"bytes"
	"fmt"
	"strings"
)

// Resend returns a mail that was composed before, in a new envelope: addressed, dated
// and named as l says, with the subject and, byte for byte, the body that it had. A
// signature over the body still fits. The Subject and the bodies of l are not used, but
// if l has a Wrap: then the body, with its subject, goes into that, and the Subject of l
// stands outside. Every error matches [ErrCompose].
func Resend(raw []byte, l Letter) ([]byte, error) {
	old, err := ReadReport(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCompose, err)
	}
	head, body, found := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !found {
		return nil, fmt.Errorf("%w: the mail has no body", ErrCompose)
	}
	if l.Wrap == nil {
		l.Subject = old.Subject
	}
	l.Text, l.HTML, l.Inline, l.Attachments = "as it was", "", nil, nil
	if err := l.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCompose, err)
	}
	if l.Wrap != nil {
		return l.wrapAgain(entityOf(contentFields(head), body).WithSubject(old.Subject))
	}
	var out bytes.Buffer
	if err := writeHeader(&out, l.header()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCompose, err)
	}
	out.Truncate(out.Len() - len(crlf)) // the blank line comes later
	out.Write(contentFields(head))
	out.Write(crlf)
	out.Write(body)
	return out.Bytes(), nil
}

// wrapAgain composes a letter of a body that is there already.
func (l Letter) wrapAgain(body Entity) ([]byte, error) {
	body, err := l.Wrap(body)
	if err != nil {
		return nil, fmt.Errorf("%w: wrap the body: %w", ErrCompose, err)
	}
	var out bytes.Buffer
	if err := writeHeader(&out, l.header(), body.fields); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCompose, err)
	}
	body.pour(&out)
	return out.Bytes(), nil
}

// entityOf reads the fields of a body as we have written them.
func entityOf(fields, content []byte) Entity {
	e := Entity{content: [][]byte{content}}
	unfolded := strings.ReplaceAll(string(fields), "\r\n ", " ")
	for line := range strings.SplitSeq(strings.TrimSuffix(unfolded, "\r\n"), "\r\n") {
		name, value, _ := strings.Cut(line, ": ")
		e.fields = append(e.fields, headerField{name, value})
	}
	return e
}

// contentFields returns the fields of a header that say how the body is read, as they
// stand.
func contentFields(head []byte) []byte { return pickFields(head, true) }

// envelopeFields returns the other fields of a mail's header.
func envelopeFields(raw []byte) []byte { return pickFields(raw, false) }

// pickFields returns the fields up to the first blank line that say how the body is
// read, or those that do not, as they stand, in CRLF lines.
func pickFields(head []byte, content bool) []byte {
	var fields []byte
	keep := false
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if line[0] != ' ' && line[0] != '\t' {
			keep = content == strings.HasPrefix(strings.ToLower(string(line)), "content-")
		}
		if keep {
			fields = append(append(fields, line...), crlf...)
		}
	}
	return fields
}
