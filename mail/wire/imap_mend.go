package wire

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"keryx/orders/pattern"
)

// statusLine is a response that ends with a text for people: with a tag, or one of ours.
var statusLine = pattern.New(`(?i)^(\S+ (?:OK|NO|BAD|BYE|PREAUTH))(?:[ \r\n]|$)`)

// mended returns what the library is to read of a response: the response itself, if it can read
// it; else what Keryx needs of it; or nothing.
func mended(r response) []byte {
	if len(bytes.TrimSpace(r.octets)) == 0 {
		return nil
	}
	if r.octets[0] == '+' || r.isUsual() || r.readable() && !r.uidIsLate() {
		return r.octets
	}
	if m := statusLine.FindSubmatch(r.octets); m != nil {
		return mendedStatus(r.octets, m[1])
	}
	if !bytes.HasPrefix(r.octets, []byte("* ")) {
		if beginning.Match(r.octets) {
			return r.octets
		}
		return nil
	}
	var better []byte
	words := strings.Fields(strings.ToUpper(string(r.octets[:min(len(r.octets), 60)])))
	switch {
	case len(words) > 2 && words[2] == "FETCH":
		better = mendedFetch(r, words[1])
	case len(words) > 1 && words[1] == "FLAGS":
		better = fmt.Appendf(nil, "* FLAGS (%s)\r\n", goodFlags(string(r.octets[len("* FLAGS"):])))
	case len(words) > 1 && words[1] == "CAPABILITY":
		better = fmt.Appendf(nil, "* CAPABILITY %s\r\n", goodFlags(string(r.octets[len("* CAPABILITY"):])))
	case len(words) > 1 && words[1] == "LIST":
		better = mendedList(r)
	}
	if better == nil || !(response{octets: better}).readable() {
		return nil
	}
	return better
}

// mendedStatus leaves out a response code that cannot be read. What there is of flags, such as
// PERMANENTFLAGS, Keryx does not need. A list of flags may hold a bracket.
func mendedStatus(octets, status []byte) []byte {
	rest := octets[len(status):]
	for _, end := range []string{")]", "]"} {
		if code, text, ok := bytes.Cut(rest, []byte(end)); ok && bytes.HasPrefix(code, []byte(" [")) {
			line := append(bytes.Clone(status), ' ')
			line = append(append(line, bytes.TrimSpace(text)...), "\r\n"...)
			if (response{octets: line}).readable() {
				return line
			}
		}
	}
	return append(bytes.Clone(status), "\r\n"...)
}

// goodFlag is a flag, a name of a capability or of an attribute (RFC 9051 section 9).
var goodFlag = pattern.New(`^(?:\\?[^(){%*"\\\]\x00-\x20\x7f-\xff]+|\\\*)$`)

// goodFlags are those of a list that can be read.
func goodFlags(list string) string {
	var good []string
	list = strings.TrimSpace(list)
	list = strings.TrimSuffix(strings.TrimPrefix(list, "("), ")")
	for _, flag := range strings.Fields(list) {
		if goodFlag.MatchString(flag) {
			good = append(good, flag)
		}
	}
	return strings.Join(good, " ")
}

// mendedList leaves out the attributes of a folder that cannot be read.
func mendedList(r response) []byte {
	head, rest, ok := bytes.Cut(r.octets, []byte(")"))
	begin := bytes.IndexByte(head, '(')
	if !ok || begin < 0 {
		return nil
	}
	return append(fmt.Appendf(nil, "* LIST (%s)", goodFlags(string(head[begin:]))), rest...)
}

// mendedFetch makes a FETCH response of those of its items that Keryx asks for and that can be
// read. The UID comes first: the library does not look behind a literal for it.
func mendedFetch(r response, number string) []byte {
	var first, others []string
	for name, value := range r.items() {
		switch upper := strings.ToUpper(name); {
		case upper == "UID" && digits.MatchString(value):
			first = append(first, "UID "+value)
		case upper == "RFC822.SIZE" && digits.MatchString(value):
			others = append(others, "RFC822.SIZE "+value)
		case upper == "INTERNALDATE" && goodDate(value):
			others = append(others, "INTERNALDATE "+value)
		case upper == "FLAGS":
			others = append(others, "FLAGS ("+goodFlags(value)+")")
		case strings.HasPrefix(upper, "BODY[") && (value[0] == '"' || value[0] == '{' || strings.EqualFold(value, "NIL")):
			others = append(others, name+" "+value)
		}
	}
	if len(first) == 0 {
		return nil
	}
	return fmt.Appendf(nil, "* %s FETCH (%s)\r\n", number, strings.Join(append(first[:1], others...), " "))
}

var digits = pattern.New(`^\d{1,18}$`)

// goodDate reports whether a quoted time of receipt is one (RFC 9051 section 9, date-time).
func goodDate(quoted string) bool {
	at, err := time.Parse(`"_2-Jan-2006 15:04:05 -0700"`, quoted)
	return err == nil && !at.IsZero()
}

// uidIsLate reports a FETCH response whose UID stands behind a literal.
func (r response) uidIsLate() bool {
	if len(r.literals) == 0 {
		return false
	}
	late := false
	for name, value := range r.items() {
		if strings.EqualFold(name, "UID") {
			return late
		}
		late = late || strings.HasPrefix(value, "{")
	}
	return false
}

// items are the names and the values of a FETCH response, as far as they can be told apart.
func (r response) items() func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		i := bytes.IndexByte(r.octets, '(') + 1
		for i > 0 && i < len(r.octets) {
			switch r.octets[i] {
			case ' ', ')', '\r', '\n':
				i++
				continue
			}
			begin := i
			for i < len(r.octets) && r.octets[i] != ' ' && r.octets[i] != '\n' { // the blanks within BODY[...] are none
				if r.octets[i] == '[' {
					if end := bytes.IndexByte(r.octets[i:], ']'); end >= 0 {
						i += end
					}
				}
				i++
			}
			name := string(r.octets[begin:min(i, len(r.octets))])
			for i < len(r.octets) && r.octets[i] == ' ' {
				i++
			}
			begin, i = i, r.value(i)
			if i <= begin || !yield(name, string(r.octets[begin:i])) {
				return
			}
		}
	}
}

// value returns where a value ends that begins at i: a list, a string, a literal or an atom.
func (r response) value(i int) int {
	depth, begin := 0, i
	for i < len(r.octets) {
		switch r.octets[i] {
		case '\r', '\n':
			return i
		case ' ':
			if depth == 0 {
				return i
			}
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
			if depth == 0 && r.octets[begin] == '(' {
				return i + 1
			}
		}
		i = r.skip(i)
	}
	return i
}

// usual is a line of a table of contents: a folder has many, and to ask the library about each
// would take a tenth of a millisecond.
var usual = pattern.New(`^\* \d{1,9} FETCH \(UID \d{1,9}(?: RFC822\.SIZE \d{1,9}| INTERNALDATE ("[^"\\]*"))*\)\r\n$`)

// isUsual reports whether a response is such a line, and the library can read it.
func (r response) isUsual() bool {
	m := usual.FindSubmatch(r.octets)
	return m != nil && (m[1] == nil || bytes.Count(r.octets, []byte("INTERNALDATE")) == 1 && goodDate(string(m[1])))
}

// endless is a list of what a server can do with a bracket in it, which the library reads for ever:
// it takes the bracket for a blank that may be left out, and never goes past it.
var endless = pattern.New(`(?i)CAPABILITY[^\]\r\n]*\(`)

// readable reports whether the library can read a response. It is asked itself, over a connection
// on which there is nothing else: no list of what it can read would stay true.
func (r response) readable() bool {
	if endless.Match(r.octets) {
		return false
	}
	said := []byte("* OK [CAPABILITY IMAP4rev1] \r\n")
	rest := r.octets
	if _, status, tagged := bytes.Cut(rest, []byte(" ")); tagged && !bytes.HasPrefix(rest, []byte("* ")) && statusLine.Match(rest) {
		rest = append([]byte("* "), status...) // nobody has asked it for something
		said = append(said, rest...)
	} else {
		from := 0
		for _, l := range r.literals { // what is in them does not matter
			said = append(append(said, rest[from:l.mark]...), "{0}\r\n"...)
			from = l.end
		}
		said = append(said, rest[from:]...)
	}
	c := imapclient.New(&overheard{said: bytes.NewReader(said)}, nil)
	<-c.Closed()
	return c.Close() == nil
}

// overheard is a connection to a server that has said what it had to say.
type overheard struct {
	net.Conn
	said *bytes.Reader
}

func (o *overheard) Read(p []byte) (int, error)       { return o.said.Read(p) }
func (o *overheard) Write(p []byte) (int, error)      { return len(p), nil }
func (o *overheard) Close() error                     { return nil }
func (o *overheard) SetReadDeadline(time.Time) error  { return nil }
func (o *overheard) SetWriteDeadline(time.Time) error { return nil }
