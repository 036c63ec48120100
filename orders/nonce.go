package orders

import "strings"

// NonceMark begins the comment of a template that a nonce is written behind: letters
// that nobody but the author of a file knows before he signs it, so that what hangs on
// the text, such as dice, cannot be foreseen. A file can have it as a line of its header
// instead, "nonce XYZ".
const NonceMark = "# nonce"

// WithNonce returns the text of an order file with a nonce: in the line of its header or
// behind the [NonceMark] of its template that waits for one, or in a line before the
// first. A text that has a nonce, and one that holds neither orders nor standing orders,
// is returned as it is.
func WithNonce(text, nonce string) string {
	f, _ := Parse(text)
	if !f.HasOrders && !f.HasStanding || f.Header.Nonce.Value != "" {
		return text
	}
	all := strings.SplitAfter(text, "\n")
	for i, line := range all {
		value, found := nonceLine(line)
		switch {
		case !found:
		case value != "":
			return text
		default:
			all[i] = strings.TrimRight(line, " \t\r\n") + " " + nonce + line[len(strings.TrimRight(line, "\r\n")):]
			return strings.Join(all, "")
		}
	}
	return NonceMark + " " + nonce + "\n" + text
}

// ToSign returns what of an order file is signed: the file without the lines that hold
// nothing but a comment, and with its nonce, or else the one given, as the last line of
// its header. Sections of words and what stands behind an end mark are prose and stay as
// they are; so does a text that holds neither orders nor standing orders.
//
// The page that signs does the same in its own script.
func ToSign(text, nonce string) string {
	if f, _ := Parse(text); !f.HasOrders && !f.HasStanding {
		return text
	}
	var header, body strings.Builder
	to, prose := &header, false
	for line := range strings.Lines(text) {
		bare := strings.Trim(line, " \t\r\n\uFEFF")
		prose = prose || isEndMark(bare) || wordHeading(bare) != ""
		value, found := nonceLine(bare)
		switch {
		case prose:
			to = &body
			to.WriteString(line)
		case found && value != "":
			nonce = value
		case found, strings.HasPrefix(bare, "#"):
		default:
			if IsHeading(bare) {
				to = &body
			}
			to.WriteString(line)
		}
	}
	return header.String() + kwNonce.in(English) + " " + nonce + "\n" + body.String()
}

// nonceLine reads a line that holds a nonce or waits for one, of either form.
func nonceLine(line string) (value string, found bool) {
	line = strings.Trim(line, " \t\r\n\uFEFF")
	if value, found = strings.CutPrefix(line, NonceMark); found {
		return strings.TrimSpace(value), true
	}
	if k, _, rest := leadingKeyword(line); k == kwNonce {
		return strings.TrimLeft(uncommented(rest), " \t:="), true
	}
	return "", false
}
