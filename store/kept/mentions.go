package kept

import (
	"bytes"
	"maps"
	"slices"
)

// maxMentions bounds what a mail may mention, in bytes; no letter of ours comes near it.
const maxMentions = 16 << 10

// Mentions lists what a mail says that an address may stand in: each run of characters with an @ in it, in lower case and
// once, in lines. An address is in the mail if and only if it is in the list. It reports false if that is too long.
func Mentions(raw []byte) (list []byte, ok bool) {
	found := map[string]bool{}
	for at := 0; ; {
		i := bytes.IndexByte(raw[at:], '@')
		if i < 0 {
			break
		}
		from, to := at+i, at+i
		for from > 0 && raw[from-1] > ' ' {
			from--
		}
		for to < len(raw) && raw[to] > ' ' {
			to++
		}
		if to-from > maxMentions {
			return nil, false
		}
		found[string(bytes.ToLower(raw[from:to]))] = true
		at = to
	}
	for _, word := range slices.Sorted(maps.Keys(found)) {
		list = append(append(list, word...), '\n')
	}
	return list, len(list) <= maxMentions
}
