package kept

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// lineLength is how long the lines are in which a picture stands in a mail, but for the last of each.
const lineLength = 76

// beginning is how the first line of a PNG file begins in a mail.
var beginning = []byte("\r\niVBORw0KGgo")

// Fold takes pictures out of a mail, of any shape, and notes in what is left where they were. Take is asked whether a
// file, of the digest that it gives, is kept elsewhere; if not it stays in the text.
func Fold(raw []byte, take func(digest [sha256.Size]byte, file []byte) bool) (text []byte) {
	var list []byte // how far behind the one before each stood, and its digest
	var rest []byte
	n, from := 0, 0
	for at := 0; ; {
		i := bytes.Index(raw[at:], beginning)
		if i < 0 {
			break
		}
		at += i + 2
		size, file := lines(raw[at:])
		if file == nil {
			continue
		}
		if digest := sha256.Sum256(file); take(digest, file) {
			rest = append(rest, raw[from:at]...)
			list = append(binary.AppendUvarint(list, uint64(at-from)), digest[:]...)
			from = at + size
			n++
		}
		at += size
	}
	text = binary.AppendUvarint(nil, uint64(n))
	return append(append(append(text, list...), rest...), raw[from:]...)
}

// lines reads the lines of a file at the beginning of part of a mail: how many bytes they take without the last line
// end, and the file; nil if they are not written as ours are.
func lines(raw []byte) (size int, file []byte) {
	var joined []byte
	for {
		end := bytes.Index(raw[size:], []byte("\r\n"))
		if end < 0 || end > lineLength {
			break
		}
		joined = append(joined, raw[size:size+end]...)
		size += end
		if end < lineLength || len(raw) < size+3 || !inBase64(raw[size+2]) {
			break
		}
		size += 2
	}
	file, err := base64.StdEncoding.Strict().DecodeString(string(joined))
	if err != nil || len(file) == 0 || !bytes.Equal(wrapped(file), raw[:size]) {
		return 0, nil
	}
	return size, file
}

// inBase64 reports whether a line of a file can begin with c: the one after it begins with a dash.
func inBase64(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

// wrapped writes a file in lines.
func wrapped(file []byte) []byte {
	flat := base64.StdEncoding.AppendEncode(nil, file)
	out := make([]byte, 0, len(flat)+len(flat)/lineLength*2)
	for len(flat) > lineLength {
		out = append(append(out, flat[:lineLength]...), "\r\n"...)
		flat = flat[lineLength:]
	}
	return append(out, flat...)
}

// Unfold puts a mail together again. It asks for each picture by its digest. The error wraps [ErrDamaged] if the text is
// not one of [Fold].
func Unfold(text []byte, picture func(digest [sha256.Size]byte) (file []byte, err error)) ([]byte, error) {
	n, list, ok := number(text)
	if !ok || n > uint64(len(text)) {
		return nil, fmt.Errorf("%w: its list of pictures", ErrDamaged)
	}
	type place struct {
		gap    uint64
		digest [sha256.Size]byte
	}
	places := make([]place, n)
	for i := range places {
		if places[i].gap, list, ok = number(list); !ok || len(list) < sha256.Size {
			return nil, fmt.Errorf("%w: its list of pictures", ErrDamaged)
		}
		list = list[copy(places[i].digest[:], list):]
	}
	var raw []byte
	for _, p := range places {
		if p.gap > uint64(len(list)) {
			return nil, fmt.Errorf("%w: the place of a picture", ErrDamaged)
		}
		file, err := picture(p.digest)
		if err != nil {
			return nil, err
		}
		raw = append(append(raw, list[:p.gap]...), wrapped(file)...)
		list = list[p.gap:]
	}
	return append(raw, list...), nil
}
