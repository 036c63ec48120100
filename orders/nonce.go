package orders

import "strings"

// NonceMark begins the comment that holds a nonce: letters that nobody but the author
// of a file knows before he signs it, so that what hangs on the text, such as dice,
// cannot be foreseen.
const NonceMark = "# nonce"

// WithNonce returns the text of an order file with a nonce: behind the [NonceMark] of
// its template, or in a line before the first. A text that has a nonce, and one that
// holds neither orders nor standing orders, is returned as it is.
func WithNonce(text, nonce string) string {
	if f, _ := Parse(text); !f.HasOrders && !f.HasStanding {
		return text
	}
	all := strings.SplitAfter(text, "\n")
	for i, line := range all {
		value, found := strings.CutPrefix(strings.TrimSpace(line), NonceMark)
		switch {
		case !found:
		case strings.TrimSpace(value) != "":
			return text
		default:
			all[i] = strings.TrimRight(line, " \t\r\n") + " " + nonce + line[len(strings.TrimRight(line, "\r\n")):]
			return strings.Join(all, "")
		}
	}
	return NonceMark + " " + nonce + "\n" + text
}
