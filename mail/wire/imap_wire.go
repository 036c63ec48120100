package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"strconv"
	"sync/atomic"

	"keryx/orders/pattern"
)

// maxHeld is how much of one response is held to be looked at, in bytes. What is longer goes on
// as it comes.
const maxHeld = 1 << 20

// A tidyConn is the connection to an IMAP server as the library sees it: one response after the
// other, each of them one that the library can read. To the library a single flag, item or code
// that it does not know is the end of the connection, and so one message, or one label that some
// program has given to it, would make the whole mailbox unreadable. What it cannot read is mended
// (see mended), or left out if nothing can be made of it. All else goes through unchanged.
type tidyConn struct {
	net.Conn
	in *bufio.Reader

	out   []byte // to be read
	ahead []byte // a line that has been read and begins the next response
	raw   int64  // octets of a literal too long to be held, which go through
	tail  bool   // of a response of which the beginning went through
	met   bool   // the server has greeted; before that it may be none of mail
	err   error

	count atomic.Int64 // what the server last said of how many messages there are; -1 if nothing
}

// newTidyConn reads from a connection that has nothing before it but a server. The greeting, if
// there is one, stands before what the server says.
func newTidyConn(conn net.Conn, greeting string) *tidyConn {
	t := &tidyConn{Conn: conn, in: bufio.NewReader(conn), out: []byte(greeting)}
	t.count.Store(-1)
	return t
}

// Read reads what the server says.
func (t *tidyConn) Read(p []byte) (int, error) {
	for len(t.out) == 0 {
		if t.err != nil {
			return 0, t.err
		}
		if t.raw > 0 {
			n, err := t.in.Read(p[:min(int64(len(p)), t.raw)])
			t.raw -= int64(n)
			t.err = err
			if n > 0 {
				return n, nil
			}
			continue
		}
		t.next()
	}
	n := copy(p, t.out)
	t.out = t.out[n:]
	return n, nil
}

// A response is one response of a server, whole.
type response struct {
	octets   []byte
	literals []wireLiteral // in their order
}

// A wireLiteral is where a literal stands in a response: its mark, and its octets.
type wireLiteral struct{ mark, begin, end int }

// literalMark is the end of a line after which a literal comes (RFC 9051 section 4.3).
var literalMark = pattern.New(`\{(\d{1,18})\}\r?\n$`)

// errEndless ends a connection whose server says something so long that it cannot be mended, and
// that the library would read for ever.
var errEndless = errors.New("mail: the server lists what it can do in a way that cannot be read")

// next takes a response from the server, and leaves in out what the library is to see of it.
func (t *tidyConn) next() {
	t.take()
	if endless.Match(t.out) {
		if t.out = nil; t.tail {
			t.err = errEndless
		}
	}
}

// take takes a response, as far as it can be had.
func (t *tidyConn) take() {
	var r response
	line := t.line()
	for {
		r.octets = append(r.octets, line...)
		if t.err != nil {
			t.out = r.octets // the beginning of a response; the library says what is missing
			return
		}
		mark := literalMark.FindSubmatchIndex(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			t.pass(r, 0)
			return
		}
		if mark == nil || !t.tail && !hasLiterals(r.octets) {
			break
		}
		size, _ := strconv.ParseInt(string(line[mark[2]:mark[3]]), 10, 64)
		if t.tail || size > int64(maxHeld-len(r.octets)) {
			t.pass(r, size)
			return
		}
		if line = t.literal(&r, len(r.octets)-(len(line)-mark[0]), int(size)); t.err != nil && line == nil {
			t.out = r.octets
			return
		}
	}
	if t.tail {
		t.tail, t.out = false, r.octets
		return
	}
	t.met = t.met || statusLine.Match(r.octets)
	if t.out = r.octets; t.met {
		t.notice(r.octets)
		t.out = mended(r)
	}
}

// literal takes the octets of a literal, and returns the line behind them. Some servers write an
// empty line before it, and some forget what closes the response.
func (t *tidyConn) literal(r *response, mark, size int) (line []byte) {
	begin := len(r.octets)
	r.octets = append(r.octets, make([]byte, size)...)
	n, err := io.ReadFull(t.in, r.octets[begin:])
	if err != nil {
		r.octets, t.err = r.octets[:begin+n], err
		return nil
	}
	r.literals = append(r.literals, wireLiteral{mark, begin, begin + size})
	line = t.line()
	if !r.open() {
		return line
	}
	for t.err == nil && len(bytes.TrimSpace(line)) == 0 {
		line = t.line()
	}
	if t.err == nil && beginning.Match(line) {
		t.ahead, line = line, []byte("\r\n")
	}
	return line
}

// pass lets go through what is held, and a literal of that size after it.
func (t *tidyConn) pass(r response, size int64) {
	t.out, t.raw, t.tail = r.octets, size, true
}

// line reads a line with its end, or as much of it as may be held.
func (t *tidyConn) line() (line []byte) {
	if t.ahead != nil {
		line, t.ahead = t.ahead, nil
		return line
	}
	for len(line) < maxHeld {
		piece, err := t.in.ReadSlice('\n')
		line = append(line, piece...)
		if err == nil {
			return line
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			t.err = err
			return line
		}
	}
	return line
}

// beginning is how the next response begins. Our tags are those that the library makes.
var beginning = pattern.New(`^(?:\* |\+ |T\d+ (?:OK|NO|BAD)\b)`)

// hasLiterals reports whether a response is of a kind that may hold literals: not one that ends
// with a text for people.
func hasLiterals(octets []byte) bool {
	return bytes.HasPrefix(octets, []byte("* ")) && !statusLine.Match(octets)
}

// open reports whether a list in a response is not closed.
func (r response) open() bool {
	depth := 0
	for i := 0; i < len(r.octets); {
		switch c := r.octets[i]; c {
		case '(':
			depth++
		case ')':
			depth--
		}
		i = r.skip(i)
	}
	return depth > 0
}

// skip returns where a string or a literal that begins at i ends, or else the next octet. A
// string that does not end in its line is none.
func (r response) skip(i int) int {
	switch r.octets[i] {
	case '{':
		for _, l := range r.literals {
			if l.mark == i {
				return l.end
			}
		}
	case '"':
		for j := i + 1; j < len(r.octets); j++ {
			switch r.octets[j] {
			case '\\':
				j++
			case '"':
				return j + 1
			case '\n':
				return i + 1
			}
		}
	}
	return i + 1
}

// existsLine tells how many messages the folder has (RFC 9051 section 7.4.1).
var existsLine = pattern.New(`(?i)^\* (\d{1,10}) EXISTS *\r?\n$`)

func (t *tidyConn) notice(octets []byte) {
	if m := existsLine.FindSubmatch(octets); m != nil {
		n, _ := strconv.ParseInt(string(m[1]), 10, 64)
		t.count.Store(n)
	}
}
