package mail

import (
	"bytes"
	"strings"
)

var crlf = []byte("\r\n")

// part is one MIME part, sliced from the mail's own octets. There is one
// splitter, this one, for what signatures are checked over and for what is
// read, so the two cannot differ.
type part struct {
	octets      []byte // header and body as they arrived: what PGP/MIME signs
	header      header
	body        []byte
	media       string // lower case: "text/plain"
	params      map[string]string
	disposition string // "inline", "attachment" or empty
	name        string // the file name as decoded; compared, never used as a path

	parts              []*part // of a multipart
	preamble, epilogue []byte  // of a multipart: what stands before and after its parts
}

// normalise checks the size and the line ends of a stranger's mail, and returns it as
// [wired] does.
func normalise(raw []byte) ([]byte, error) {
	if len(raw) > MaxMail {
		return nil, refuse(MailTooLarge, "Limit", MaxMail)
	}
	return wired(raw)
}

// wired checks the line ends of a mail and returns it with CRLF line ends
// throughout, which is what was on the wire (RFC 5321 section 2.3.8) and what
// PGP/MIME signs (RFC 3156 section 5). Some servers store and return LF. A bare CR
// is a line end to some programs and none to others: refused.
func wired(raw []byte) ([]byte, error) {
	bare := 0
	for i, c := range raw {
		switch {
		case c == '\r' && (i+1 == len(raw) || raw[i+1] != '\n'):
			return nil, refuse(BareCR)
		case c == '\n' && (i == 0 || raw[i-1] != '\r'):
			bare++
		}
	}
	if bare == 0 {
		return raw, nil
	}
	out := make([]byte, 0, len(raw)+bare)
	for i, c := range raw {
		if c == '\n' && (i == 0 || raw[i-1] != '\r') {
			out = append(out, '\r')
		}
		out = append(out, c)
	}
	return out, nil
}

// splitter counts the parts of one mail against the limits.
type splitter struct{ parts int }

// split parses a part and, if it is a multipart, the parts within. Enclosed
// mails (message/...) are never entered, and neither is multipart/digest,
// whose parts are mails.
func (s *splitter) split(octets []byte, depth int) (*part, error) {
	if depth > MaxDepth {
		return nil, refuse(TooDeep, "Limit", MaxDepth)
	}
	if s.parts++; s.parts > MaxParts {
		return nil, refuse(TooManyParts, "Limit", MaxParts)
	}
	fields, body, err := readHeader(octets)
	if err != nil {
		return nil, err
	}
	media, params, err := fields.mediaType()
	if err != nil {
		return nil, err
	}
	p := &part{octets: octets, header: fields, body: body, media: media, params: params}
	p.disposition, p.name = fields.disposition(params)
	if !p.isMultipart() {
		return p, nil
	}
	return p, s.splitBody(p, depth)
}

func (p *part) isMultipart() bool {
	return strings.HasPrefix(p.media, "multipart/") && p.media != "multipart/digest"
}

// splitBody cuts a multipart's body at its delimiter lines (RFC 2046 section 5.1.1).
func (s *splitter) splitBody(p *part, depth int) error {
	boundary := p.params["boundary"]
	if !isBoundary(boundary) {
		return refuse(BadBoundary, "Boundary", Display(boundary, 80))
	}
	switch p.header.encoding() { // RFC 2045 section 6.4: a multipart is never encoded itself
	case "7bit", "8bit", "binary":
	default:
		return refuse(BadEncoding, "Encoding", Display(p.header.encoding(), 40))
	}

	delimiter := []byte("--" + boundary)
	start := -1 // where the current part begins
	for at := 0; at < len(p.body); {
		line, _, _ := bytes.Cut(p.body[at:], crlf)
		next := min(at+len(line)+len(crlf), len(p.body))
		kind := delimiterKind(line, delimiter)
		if kind == notDelimiter {
			at = next
			continue
		}
		if kind == almostDelimiter {
			return refuse(BadBoundary, "Boundary", Display(boundary, 80))
		}
		if start < 0 {
			p.preamble = p.body[:at]
		} else {
			// The CRLF before the delimiter belongs to the delimiter; an empty
			// part has none of its own.
			child, err := s.split(p.body[start:max(start, at-len(crlf))], depth+1)
			if err != nil {
				return err
			}
			p.parts = append(p.parts, child)
		}
		if kind == closeDelimiter {
			p.epilogue = p.body[next:]
			if len(p.parts) == 0 {
				return refuse(BadBoundary, "Boundary", Display(boundary, 80))
			}
			return nil
		}
		start, at = next, next
	}
	return refuse(BadBoundary, "Boundary", Display(boundary, 80)) // never closed
}

const (
	notDelimiter = iota
	openDelimiter
	closeDelimiter
	almostDelimiter
)

// delimiterKind judges one line. A delimiter may be followed by blanks only; a
// line that merely begins with the delimiter is one to those who follow RFC
// 2046 to the letter and none to the others, so it is reported as neither.
func delimiterKind(line, delimiter []byte) int {
	if !bytes.HasPrefix(line, delimiter) {
		return notDelimiter
	}
	rest := bytes.TrimRight(line[len(delimiter):], " \t")
	switch {
	case len(rest) == 0:
		return openDelimiter
	case string(rest) == "--":
		return closeDelimiter
	}
	return almostDelimiter
}

// isBoundary checks RFC 2046 section 5.1.1's grammar: 1 to 70 of its characters,
// the last of them no blank.
func isBoundary(s string) bool {
	if len(s) == 0 || len(s) > 70 || s[len(s)-1] == ' ' {
		return false
	}
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		case strings.ContainsRune("'()+_,-./:=? ", r):
		default:
			return false
		}
	}
	return true
}

// leaves returns the parts that are no multiparts, in order.
func (p *part) leaves() []*part {
	if !p.isMultipart() {
		return []*part{p}
	}
	var all []*part
	for _, child := range p.parts {
		all = append(all, child.leaves()...)
	}
	return all
}

// frame returns the preambles and epilogues of all multiparts: text that no
// mail program shows and some gateways write.
func (p *part) frame() [][]byte {
	if !p.isMultipart() {
		return nil
	}
	all := [][]byte{p.preamble, p.epilogue}
	for _, child := range p.parts {
		all = append(all, child.frame()...)
	}
	return all
}

// holds reports whether a part of that media type stands anywhere inside p.
func (p *part) holds(media string) bool {
	for _, child := range p.parts {
		if child.media == media || child.holds(media) {
			return true
		}
	}
	return false
}
