package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Entity is a finished MIME entity: its Content-* header fields and its encoded
// content, ASCII with CRLF line ends. The content is in pieces, which are only read and
// stand one behind the other: so a map is not copied for every entity around it.
type Entity struct {
	fields  []headerField
	content [][]byte
}

// NewEntity makes an entity of already encoded content. The content type may
// carry parameters; encoding may be empty.
func NewEntity(contentType, encoding string, content []byte) Entity {
	return Entity{
		fields:  []headerField{{"Content-Type", contentType}, {"Content-Transfer-Encoding", encoding}},
		content: [][]byte{content},
	}
}

// Bytes returns header and content as they stand in the mail, the very octets
// that an RFC 3156 signature covers.
func (e Entity) Bytes() []byte {
	b := bytes.NewBuffer(make([]byte, 0, e.room()))
	// Writing to memory fails only for a broken field, and ours are built by us.
	if err := writeHeader(b, e.fields); err != nil {
		panic(err)
	}
	e.pour(b)
	return b.Bytes()
}

// pour writes the content.
func (e Entity) pour(b *bytes.Buffer) {
	for _, piece := range e.content {
		b.Write(piece)
	}
}

// room is about how many bytes an entity takes in a mail, so that no memory is taken twice for it.
func (e Entity) room() int {
	room := 1000
	for _, piece := range e.content {
		room += len(piece)
	}
	return room
}

// SignPGP returns a Letter.Wrap that makes the body a multipart/signed mail
// (RFC 3156 section 5). sign is given the exact octets and returns an armoured
// detached signature; micalg names its hash, such as "pgp-sha256".
func SignPGP(micalg string, sign func([]byte) ([]byte, error)) func(Entity) (Entity, error) {
	return func(body Entity) (Entity, error) {
		signature, err := sign(body.Bytes())
		if err != nil {
			return Entity{}, err
		}
		armour := NewEntity(`application/pgp-signature; name="signature.asc"`, "7bit", toCRLF(signature))
		return multipart("signed", boundary(string(signature)),
			map[string]string{"micalg": micalg, "protocol": "application/pgp-signature"}, body, armour)
	}
}

// EncryptPGP returns a Letter.Wrap that makes the body a multipart/encrypted
// mail (RFC 3156 section 4). encrypt returns the armoured message; it should
// sign as well. If it fails nothing is sent: there is no fall-back to clear text.
func EncryptPGP(encrypt func([]byte) ([]byte, error)) func(Entity) (Entity, error) {
	return func(body Entity) (Entity, error) {
		sealed, err := encrypt(body.Bytes())
		if err != nil {
			return Entity{}, err
		}
		version := NewEntity("application/pgp-encrypted", "7bit", []byte("Version: 1\r\n"))
		data := NewEntity(`application/octet-stream; name="encrypted.asc"`, "7bit", toCRLF(sealed))
		return multipart("encrypted", boundary(string(sealed)),
			map[string]string{"protocol": "application/pgp-encrypted"}, version, data)
	}
}

// body nests the parts from the inside out: the HTML with its pictures, beside
// the plain text, before the attached files.
func (l Letter) body() (Entity, error) {
	whole, err := textEntity("text/plain", l.Text)
	if err != nil {
		return Entity{}, err
	}
	if l.HTML != "" {
		html, err := textEntity("text/html", l.HTML)
		if err != nil {
			return Entity{}, err
		}
		if len(l.Inline) > 0 {
			if html, err = l.multipart("related", map[string]string{"type": "text/html"}, html, l.Inline); err != nil {
				return Entity{}, err
			}
		}
		if whole, err = multipart("alternative", boundary(l.MessageID, "alternative"), nil, whole, html); err != nil {
			return Entity{}, err
		}
	}
	if len(l.Attachments) > 0 {
		return l.multipart("mixed", nil, whole, l.Attachments)
	}
	return whole, nil
}

func (l Letter) multipart(subtype string, params map[string]string, first Entity, files []Attachment) (Entity, error) {
	parts := []Entity{first}
	for _, f := range files {
		parts = append(parts, fileEntity(f))
	}
	return multipart(subtype, boundary(l.MessageID, subtype), params, parts...)
}

// boundary derives a separator from names. "=_" can occur neither in base64 nor
// in quoted-printable, and text with it is never sent as 7bit.
func boundary(names ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return "=_" + lowerBase32(sum[:15])
}

func multipart(subtype, boundary string, params map[string]string, parts ...Entity) (Entity, error) {
	all := map[string]string{"boundary": boundary}
	for k, v := range params {
		all[k] = v
	}
	var h message.Header
	h.SetContentType("multipart/"+subtype, all)

	var content [][]byte
	var between bytes.Buffer // what stands before the content of a part and behind the last
	mw := textproto.NewMultipartWriter(&between)
	if err := mw.SetBoundary(boundary); err != nil {
		return Entity{}, err
	}
	for _, part := range parts {
		if _, err := mw.CreatePart(textprotoHeader(part.fields)); err != nil {
			return Entity{}, err
		}
		content = append(append(content, bytes.Clone(between.Bytes())), part.content...)
		between.Reset()
	}
	if err := mw.Close(); err != nil {
		return Entity{}, err
	}
	return Entity{[]headerField{{"Content-Type", h.Get("Content-Type")}}, append(content, between.Bytes())}, nil
}

// textEntity encodes a text: as it is when it is short-lined ASCII that no
// relay has a reason to touch, else quoted-printable.
func textEntity(mediaType, text string) (Entity, error) {
	content := toCRLF([]byte(text))
	if isHarmless(content) {
		return NewEntity(mediaType+"; charset=us-ascii", "7bit", content), nil
	}
	encoded, err := quotedPrintable(content)
	if err != nil {
		return Entity{}, err
	}
	return NewEntity(mediaType+"; charset=utf-8", "quoted-printable", shieldFrom(encoded)), nil
}

// shieldFrom hides line-initial "From ", which mailbox files turn into ">From "
// and thereby break signatures (RFC 3156 section 3). The soft line break keeps
// the line short.
func shieldFrom(encoded []byte) []byte {
	if bytes.HasPrefix(encoded, []byte("From ")) {
		encoded = append([]byte("=46rom =\r\n"), encoded[len("From "):]...)
	}
	return bytes.ReplaceAll(encoded, []byte("\r\nFrom "), []byte("\r\n=46rom =\r\n"))
}

func isHarmless(content []byte) bool {
	if bytes.Contains(content, []byte("=_")) {
		return false
	}
	for line := range bytes.SplitSeq(content, []byte("\r\n")) {
		if len(line) > 76 || bytes.HasPrefix(line, []byte("From ")) ||
			bytes.HasSuffix(line, []byte(" ")) || bytes.HasSuffix(line, []byte("\t")) {
			return false
		}
		for _, c := range line {
			if c != '\t' && (c < ' ' || c > '~') {
				return false
			}
		}
	}
	return true
}

// toCRLF gives every line, the last included, the line end of the network.
func toCRLF(text []byte) []byte {
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}

func fileEntity(f Attachment) Entity {
	disposition, id := "attachment", ""
	if f.CID != "" {
		disposition, id = "inline", "<"+f.CID+">"
	}
	var h message.Header
	params := map[string]string{"name": f.Name}
	if strings.HasPrefix(f.Type, "text/") {
		params["charset"] = "utf-8" // else programs that show it take it for something else
	}
	if f.Method != "" {
		params["method"] = f.Method
	}
	h.SetContentType(f.Type, params)
	h.SetContentDisposition(disposition, map[string]string{"filename": f.Name})
	if f.Type == WholeMail { // which may not be encoded (RFC 2046 section 5.2.1); what we have composed need not be
		return Entity{fields: []headerField{{"Content-Type", h.Get("Content-Type")}, {"Content-Disposition", h.Get("Content-Disposition")},
			{"Content-Transfer-Encoding", "7bit"}}, content: [][]byte{f.Data}}
	}
	return Entity{
		fields: []headerField{
			{"Content-Type", h.Get("Content-Type")},
			{"Content-Disposition", h.Get("Content-Disposition")},
			{"Content-ID", id},
			{"Content-Transfer-Encoding", "base64"},
		},
		content: [][]byte{inBase64(f.Data)},
	}
}

// quotedPrintable runs go-message's transfer encoder, and only that: the library
// writes a header of its own, which is cut off.
func quotedPrintable(text []byte) ([]byte, error) {
	var h message.Header
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	out := bytes.NewBuffer(make([]byte, 0, len(text)*5/4+1000))
	w, err := message.CreateWriter(out, h)
	if err != nil {
		return nil, err
	}
	out.Reset()
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if out.Len() > 0 && !bytes.HasSuffix(out.Bytes(), []byte("\r\n")) {
		out.WriteString("\r\n")
	}
	return out.Bytes(), nil
}

// inBase64 writes a file in lines of 76 characters (RFC 2045 section 6.8), each of them 57 bytes.
func inBase64(file []byte) []byte {
	const row = 57
	out := make([]byte, 0, (len(file)/row+1)*(row/3*4+2))
	for len(file) > 0 {
		n := min(row, len(file))
		out = append(base64.StdEncoding.AppendEncode(out, file[:n]), "\r\n"...)
		file = file[n:]
	}
	return out
}
