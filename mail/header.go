package mail

import (
	"bytes"
	"mime"
	"strings"
)

// header is one parsed header: the fields in order, unfolded.
type header []field

// field is one header field. The name is lower case.
type field struct{ name, value string }

// singleFields may stand at most once: where two stand, programs disagree
// about which counts.
var singleFields = map[string]bool{
	"content-type": true, "content-transfer-encoding": true, "mime-version": true,
	"content-disposition": true, "auto-submitted": true,
}

// readHeader parses the header at the start of octets, whose line ends are all CRLF
// (RFC 5322 section 2.2), and returns what follows the blank line. It is strict where
// programs are known to differ: a line that is neither a field nor a
// continuation, blanks before the colon and NUL are refused.
func readHeader(octets []byte) (header, []byte, error) {
	var fields header
	var folded [][]byte // the lines of the last field: one may have thousands
	unfold := func() {
		if len(folded) > 0 {
			fields[len(fields)-1].value = string(bytes.Join(folded, nil)) // RFC 5322 section 2.2.3: unfolding drops the CRLF only
		}
		folded = folded[:0]
	}
	rest := octets
	for size := 0; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, crlf)
		size += len(line) + len(crlf)
		if size > MaxHeader {
			return nil, nil, refuse(HeaderTooLarge, "Limit", MaxHeader)
		}
		if len(line) == 0 {
			rest = after
			break
		}
		rest = after
		if bytes.IndexByte(line, 0) >= 0 {
			return nil, nil, refuse(BadHeader, "Line", Display(string(line), 60))
		}
		if line[0] == ' ' || line[0] == '\t' {
			if len(fields) == 0 {
				return nil, nil, refuse(BadHeader, "Line", Display(string(line), 60))
			}
			folded = append(folded, line)
			continue
		}
		name, value, found := bytes.Cut(line, []byte(":"))
		if !found || !isFieldName(name) {
			return nil, nil, refuse(BadHeader, "Line", Display(string(line), 60))
		}
		if len(fields) == MaxFields {
			return nil, nil, refuse(HeaderTooLarge, "Limit", MaxFields)
		}
		unfold()
		fields = append(fields, field{name: strings.ToLower(string(name))})
		folded = append(folded, value)
	}
	unfold()
	return fields, rest, fields.check()
}

// isFieldName reports printable ASCII without the colon (RFC 5322 section 2.2).
func isFieldName(name []byte) bool {
	for _, c := range name {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(name) > 0
}

// check applies the limits and the rule of single fields to the fields that are used.
func (h header) check() error {
	seen := make(map[string]bool, len(singleFields))
	for i := range h {
		name := h[i].name
		h[i].value = strings.Trim(h[i].value, " \t")
		if !singleFields[name] {
			continue
		}
		if seen[name] {
			return refuse(DoubleField, "Field", name)
		}
		seen[name] = true
		if len(h[i].value) > MaxField {
			return refuse(HeaderTooLarge, "Limit", MaxField)
		}
		for j := 0; j < len(h[i].value); j++ {
			if c := h[i].value[j]; c < ' ' && c != '\t' || c == 0x7f {
				return refuse(BadHeader, "Line", Display(name+": "+h[i].value, 60))
			}
		}
	}
	return nil
}

// get returns the value of the first field of that lower-case name.
func (h header) get(name string) string {
	for _, f := range h {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

// only returns the value of the field of that name when there is exactly one, of
// acceptable length.
func (h header) only(name string) string {
	value, n := "", 0
	for _, f := range h {
		if f.name == name {
			value = f.value
			n++
		}
	}
	if n != 1 || len(value) > MaxField {
		return ""
	}
	return value
}

// has reports whether a field of that name stands in the header.
func (h header) has(name string) bool {
	for _, f := range h {
		if f.name == name {
			return true
		}
	}
	return false
}

// mediaType parses Content-Type (RFC 2045 section 5.1). Parameters that decide how
// the body is read may not come in the pieces of RFC 2231, because only some
// programs put those together.
func (h header) mediaType() (media string, params map[string]string, err error) {
	value := h.get("content-type")
	if value == "" {
		if h.has("content-type") {
			return "", nil, refuse(BadMediaType, "Type", "")
		}
		return "text/plain", nil, nil // RFC 2045 section 5.2
	}
	media, params, err = mime.ParseMediaType(value)
	if err != nil || !strings.Contains(media, "/") {
		return "", nil, refuse(BadMediaType, "Type", Display(value, 60)).because(err)
	}
	lower := strings.ToLower(value)
	for _, name := range []string{"boundary*", "charset*", "protocol*", "micalg*", "format*", "delsp*"} {
		if strings.Contains(lower, name) {
			return "", nil, refuse(BadMediaType, "Type", Display(value, 60))
		}
	}
	return media, params, nil
}

// encoding returns Content-Transfer-Encoding in lower case (RFC 2045 section 6.1).
func (h header) encoding() string {
	encoding := strings.ToLower(h.get("content-transfer-encoding"))
	if encoding == "" {
		return "7bit"
	}
	return encoding
}

// disposition returns Content-Disposition's kind and the part's file name,
// decoded (RFC 2183, RFC 2231, and the encoded words that programs put there
// against RFC 2047 section 5). A field that cannot be parsed counts as an attachment
// without a name.
func (h header) disposition(typeParams map[string]string) (kind, name string) {
	if value := h.get("content-disposition"); value != "" {
		parsed, params, err := mime.ParseMediaType(value)
		if err != nil {
			return "attachment", ""
		}
		kind, name = parsed, params["filename"]
	}
	if name == "" {
		name = typeParams["name"]
	}
	if decoded, err := wordDecoder.DecodeHeader(name); err == nil {
		name = decoded
	}
	return kind, name
}
