package mail

import (
	"bytes"
	"context"
	"errors"
	"strings"
)

// A mail whose header or line ends are broken gives no orders. Its sender must hear of
// that all the same, and a program must not: so what can be made out of the header is
// read once more, for the claims alone that decide who is answered.

// claims fills in the envelope of a mail that was refused before its header could be
// read, and returns the refusal: that of automatic mail if it looks like it.
func (in *Intake) claims(ctx context.Context, m *Message, raw []byte, refused error) error {
	if !errors.As(refused, new(*Refusal)) {
		return refused
	}
	fields := looseHeader(raw)
	m.envelope(fields)
	media, _, _ := fields.mediaType() // unreadable is no sign of a program
	if err := in.refuseAutomatic(ctx, m, fields, media); err != nil {
		return err
	}
	return refused
}

// looseHeader returns the fields of a header that can be read, whatever stands between
// them and however its lines end. Nothing of it may decide what a mail means.
func looseHeader(raw []byte) header {
	raw = raw[:min(len(raw), MaxHeader)]
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(raw))
	head, _, _ := strings.Cut(text, "\n\n")
	var fields header
	for line := range strings.SplitSeq(head, "\n") {
		if len(fields) == MaxFields {
			break
		}
		if line != "" && (line[0] == ' ' || line[0] == '\t') && len(fields) > 0 {
			if last := &fields[len(fields)-1]; len(last.value) < MaxField {
				last.value += line
			}
			continue
		}
		name, value, found := strings.Cut(line, ":")
		if found && isFieldName([]byte(name)) {
			fields = append(fields, field{strings.ToLower(name), strings.Trim(value, " \t")})
		}
	}
	return fields
}

// withoutEnvelopeLine drops the line that mailbox files begin a mail with (RFC 4155), and
// that some delivery agents leave there. It is no field and part of no signature.
func withoutEnvelopeLine(raw []byte) []byte {
	for _, start := range []string{"From ", ">From "} {
		if bytes.HasPrefix(raw, []byte(start)) {
			_, rest, _ := bytes.Cut(raw, []byte("\n"))
			return rest
		}
	}
	return raw
}
