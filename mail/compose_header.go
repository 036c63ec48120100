package mail

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-message/textproto"

	"keryx/orders/pattern"
)

// foldAt is the longest line of a header, where it can be broken at all. The
// standard wants less than 78 (RFC 5322 section 2.1.1), an encoded word allows
// 76 (RFC 2047 section 2).
const foldAt = 76

type headerField struct{ name, value string }

// header lists the fields of the letter itself, in the order they are sent.
func (l Letter) header() []headerField {
	fields := []headerField{
		{"From", l.From.String()},
		{"To", l.To.String()},
		{"Subject", encodeText(l.Subject)},
		{"Date", l.Date.UTC().Format(time.RFC1123Z)},
		{"Message-ID", l.MessageID},
		{"In-Reply-To", l.InReplyTo},
		{"References", strings.Join(l.References, " ")},
	}
	if l.ReplyTo.Addr != "" {
		fields = append(fields, headerField{"Reply-To", l.ReplyTo.String()})
	}
	if l.ListID != "" {
		fields = append(fields, headerField{"List-Id", "<" + l.ListID + ">"})
	}
	fields = append(fields,
		headerField{"Auto-Submitted", string(l.AutoSubmitted)},
		headerField{"X-Loop", encodeText(l.loop())})
	if l.AutoSubmitted != NotAutomatic {
		fields = append(fields, headerField{"X-Auto-Response-Suppress", "All"})
	}
	return append(fields, headerField{"MIME-Version", "1.0"})
}

// loop is the value of X-Loop.
func (l Letter) loop() string { return strings.TrimSpace(l.Loop + " " + l.Mark) }

var plainPhrase = pattern.New(`^[A-Za-z0-9]{1,40}( [A-Za-z0-9]{1,40})*$`)

// String formats the address for a header. A name that is more than plain words
// becomes encoded words, which spares the rules of quoting.
func (a Address) String() string {
	switch {
	case a.Name == "":
		return a.Addr
	case plainPhrase.MatchString(a.Name):
		return a.Name + " <" + a.Addr + ">"
	}
	return encodeWords(a.Name) + " <" + a.Addr + ">"
}

// encodeText returns text for an unstructured field: itself if it is ASCII that
// survives folding and reading, else encoded words.
func encodeText(s string) string {
	if strings.Contains(s, "=?") || strings.Contains(s, "  ") || strings.TrimSpace(s) != s {
		return encodeWords(s)
	}
	for word := range strings.SplitSeq(s, " ") {
		if len(word) > 60 || strings.IndexFunc(word, func(r rune) bool { return r < '!' || r > '~' }) >= 0 {
			return encodeWords(s)
		}
	}
	return s
}

// encodeWords writes s as Q-encoded words (RFC 2047 section 4.2), with the few
// characters in the clear that are safe everywhere, a name included (section
// 5). The words are shorter than the standard library's, whose first one does
// not fit on a line beside "Subject:".
func encodeWords(s string) string {
	const start, end, room = "=?utf-8?q?", "?=", 60
	var out, word strings.Builder
	flush := func() {
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(start + word.String() + end)
		word.Reset()
	}
	for _, r := range s {
		c := encodeRune(r)
		if len(start)+word.Len()+len(c)+len(end) > room {
			flush() // between characters, never inside one
		}
		word.WriteString(c)
	}
	if word.Len() > 0 {
		flush()
	}
	return out.String()
}

func encodeRune(r rune) string {
	switch {
	case r == ' ':
		return "_"
	case '0' <= r && r <= '9', 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z', r == '-', r == '!', r == '+', r == '/', r == '*':
		return string(r)
	}
	return "=" + strings.ReplaceAll(fmt.Sprintf("% X", string(r)), " ", "=")
}

// writeHeader writes the non-empty fields, folded, and the blank line.
func writeHeader(w io.Writer, lists ...[]headerField) error {
	var all []headerField
	for _, list := range lists {
		all = append(all, list...)
	}
	if err := textproto.WriteHeader(w, textprotoHeader(all)); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	return nil
}

// textprotoHeader keeps the order of fields: the library prepends.
func textprotoHeader(fields []headerField) textproto.Header {
	var h textproto.Header
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i].value != "" {
			h.AddRaw(fold(fields[i]))
		}
	}
	return h
}

// fold breaks a field before words, and never anywhere else: the library would
// break a long word by putting a blank into it.
func fold(f headerField) []byte {
	var out strings.Builder
	out.WriteString(f.name + ":")
	length := out.Len()
	for word := range strings.SplitSeq(f.value, " ") {
		if length+1+len(word) > foldAt && word != "" {
			out.WriteString("\r\n")
			length = 0
		}
		out.WriteString(" " + word)
		length += 1 + len(word)
	}
	return []byte(out.String() + "\r\n")
}
