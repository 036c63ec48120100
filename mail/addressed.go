package mail

import (
	netmail "net/mail"
	"strings"
)

// addressed reads the fields To and Cc of a signed part: programs that protect the header put a copy
// of it there (RFC 9788; draft-autocrypt-lamps-protected-headers before it). What they say is
// signed, unlike the fields of the mail itself. It reports false if there is no such field; a field
// that cannot be read names nobody.
func (p *part) addressed() (to []string, ok bool) {
	for _, f := range p.header {
		if f.name != "to" && f.name != "cc" {
			continue
		}
		ok = true
		if len(f.value) > MaxField {
			continue
		}
		parser := netmail.AddressParser{WordDecoder: wordDecoder}
		list, err := parser.ParseList(f.value)
		if err != nil {
			continue
		}
		for _, a := range list {
			if checkAddress(a.Address) == nil {
				to = append(to, strings.ToLower(a.Address))
			}
		}
	}
	return to, ok
}
