package mail

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decoded undoes the part's transfer encoding, strictly: what two programs
// might decode differently is refused. At most MaxText bytes come out.
func (p *part) decoded() ([]byte, error) { return p.decodedUpTo(MaxText) }

// decodedUpTo is decoded with a limit of its own, in bytes.
func (p *part) decodedUpTo(limit int) ([]byte, error) {
	var (
		out []byte
		err error
	)
	switch encoding := p.header.encoding(); encoding {
	case "7bit", "8bit", "binary":
		out = p.body
	case "base64":
		out, err = decodeBase64(p.body)
	case "quoted-printable":
		out, err = decodeQuotedPrintable(p.body)
	default:
		return nil, refuse(BadEncoding, "Encoding", Display(encoding, 40))
	}
	if err != nil {
		return nil, refuse(BadEncoding, "Encoding", p.header.encoding()).because(err)
	}
	if len(out) > limit {
		return nil, refuse(TextTooLarge, "Limit", limit)
	}
	return out, nil
}

// decodeBase64 decodes RFC 2045 section 6.8: the alphabet, line ends and the
// right padding, nothing else. A list's footer behind the data ends here.
func decodeBase64(body []byte) ([]byte, error) {
	out := make([]byte, base64.StdEncoding.DecodedLen(len(body)))
	n, err := base64.StdEncoding.Strict().Decode(out, body) // skips CR and LF, which normalise has paired
	if err != nil {
		return nil, fmt.Errorf("base64: %w", err)
	}
	return out[:n], nil
}

// decodeQuotedPrintable decodes RFC 2045 section 6.7 to the letter. The standard
// library's decoder passes broken escapes through and is no choice here.
// Encoded line ends are refused, since they would add lines nobody sees.
func decodeQuotedPrintable(body []byte) ([]byte, error) {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest, ended := bytes.Cut(body, crlf)
		body = rest
		line = bytes.TrimRight(line, " \t") // rule 3: added in transit
		soft := bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		for i := 0; i < len(line); i++ {
			c := line[i]
			if c != '=' {
				if c >= 0x7f || c < ' ' && c != '\t' {
					return nil, fmt.Errorf("quoted-printable: octet %#02x is not encoded", c)
				}
				out = append(out, c)
				continue
			}
			if i+2 >= len(line) {
				return nil, fmt.Errorf("quoted-printable: broken escape %q", line[i:])
			}
			hi, lo := upperHex(line[i+1]), upperHex(line[i+2])
			if hi < 0 || lo < 0 {
				return nil, fmt.Errorf("quoted-printable: broken escape %q", line[i:i+3])
			}
			octet := byte(hi<<4 | lo)
			if octet == '\r' || octet == '\n' {
				return nil, fmt.Errorf("quoted-printable: encoded line end %q", line[i:i+3])
			}
			out = append(out, octet)
			i += 2
		}
		if ended && !soft {
			out = append(out, crlf...)
		}
	}
	return out, nil
}

// upperHex returns the value of a hexadecimal digit, or -1. RFC 2045 allows
// upper case only.
func upperHex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// asciiSupersets are the labels under which only ASCII is read. Every
// program agrees on ASCII; on the upper half, senders and labels often do not.
var asciiSupersets = map[string]bool{
	"us-ascii": true, "ascii": true, "iso-8859-1": true, "iso-8859-15": true, "windows-1252": true,
}

// text decodes a part to text: transfer encoding, then character set by the
// short list above, then the characters themselves. No octet is changed except
// by the transfer encoding, so a signature over the text can still be checked.
func (p *part) text() ([]byte, error) {
	octets, err := p.decoded()
	if err != nil {
		return nil, err
	}
	charset := strings.ToLower(p.params["charset"])
	switch attached := p.name != "" || p.disposition == "attachment"; {
	case charset != "":
	case attached || !strings.HasPrefix(p.media, "text/"):
		// Most programs give a file no label, whatever is in it. Octets that are valid
		// UTF-8 and no ASCII read as no order in any of the sets above.
		charset = "utf-8"
	default:
		charset = "us-ascii" // RFC 2046 section 4.1.2
	}
	switch {
	case charset == "utf-8" || charset == "utf8":
	case asciiSupersets[charset]:
		for i, c := range octets {
			if c >= utf8.RuneSelf {
				line, column := position(octets, i)
				return nil, refuse(NotASCII, "Charset", charset, "Line", line, "Column", column)
			}
		}
	default:
		return nil, refuse(BadCharset, "Charset", Display(charset, 40))
	}
	return octets, checkText(octets)
}

// westernLetters are the character sets of the letters that people write around an
// attached order file, when they do not write UTF-8.
var westernLetters = map[string]*charmap.Charmap{
	"iso-8859-1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15, "windows-1252": charmap.Windows1252,
}

// letter decodes a text that is only to be looked through, never to be carried
// out. In these sets every octet is one character, and the ASCII ones are always
// the same, so that nothing that could be an order is hidden or made up.
func (p *part) letter() ([]byte, error) {
	octets, err := p.decoded()
	if err != nil {
		return nil, err
	}
	set, ok := westernLetters[strings.ToLower(p.params["charset"])]
	if !ok {
		_, err := p.text()
		return nil, err
	}
	text, err := set.NewDecoder().Bytes(octets)
	if err != nil {
		return nil, refuse(BadCharset, "Charset", Display(p.params["charset"], 40)).because(err)
	}
	return text, checkText(text)
}

// checkText refuses invalid UTF-8 (overlong forms and surrogates included) and
// every control character but TAB and line ends: they hide text on a
// terminal, end lines for some programs only, or end strings.
func checkText(octets []byte) error {
	for i := 0; i < len(octets); {
		r, size := utf8.DecodeRune(octets[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			line, column := position(octets, i)
			return refuse(BadUTF8, "Offset", i, "Line", line, "Column", column)
		case r == '\r' && i+1 < len(octets) && octets[i+1] == '\n':
		case r == '\n', r == '\t':
		case r < ' ', r >= 0x7f && r < 0xa0:
			line, column := position(octets, i)
			return refuse(ControlChar, "Character", fmt.Sprintf("U+%04X", r), "Line", line, "Column", column)
		}
		i += size
	}
	return nil
}

// position turns a byte offset into line and column, counted from 1 in characters.
func position(octets []byte, offset int) (line, column int) {
	before := octets[:offset]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// isFlowed reports format=flowed (RFC 3676).
func (p *part) isFlowed() bool {
	return p.media == "text/plain" && strings.EqualFold(p.params["format"], "flowed")
}

// unstuff removes the one blank that a flowed text has before lines that begin
// with a blank, ">" or "From " (RFC 3676 section 4.4), and nothing else: a
// signed block inside must come out as it was signed, and one that was
// re-wrapped must fail.
func unstuff(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	out := make([]byte, 0, len(text))
	for _, line := range lines {
		out = append(out, bytes.TrimPrefix(line, []byte(" "))...)
	}
	return out
}

// unflow restores the lines of a flowed text (RFC 3676 section 4.2 to 4.5): a
// line that ends in a blank continues on the next one, unless quoting differs
// or it is the signature mark "-- ". It is for text whose signature has been
// checked in its flowed form, as in PGP/MIME.
func unflow(text []byte, delSp bool) []byte {
	var out []byte
	flowing, depth := false, 0
	for i, line := range bytes.Split(bytes.ReplaceAll(text, crlf, []byte("\n")), []byte("\n")) {
		quotes := len(line) - len(bytes.TrimLeft(line, ">"))
		content := bytes.TrimPrefix(line[quotes:], []byte(" "))
		mark := string(content) == "-- "
		if i > 0 && (!flowing || quotes != depth || mark) {
			out = append(out, '\n')
			out = append(out, line[:quotes]...)
		} else if i == 0 {
			out = append(out, line[:quotes]...)
		}
		flowing = !mark && bytes.HasSuffix(content, []byte(" "))
		depth = quotes
		if flowing && delSp {
			content = content[:len(content)-1]
		}
		out = append(out, content...)
	}
	return out
}
