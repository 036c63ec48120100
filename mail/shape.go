package mail

import (
	"bytes"
	"cmp"
	"errors"
	"path"
	"strings"
	"unicode/utf8"
)

// found is the one signed object of a mail.
type found struct {
	scheme  Scheme
	signed  []byte   // the octets that the signature should cover
	text    string   // Clearsigned: the text they stand for
	hash    string   // Clearsigned: the Hash line
	proof   []byte   // the armoured signature
	part    *part    // PGPMIME: the signed part
	flowed  bool     // the text came as format=flowed
	outside []string // lines of text outside of what is signed
	frame   []string // lines before and after the parts, which mail programs write and do not show
	ignored []string // names of the parts that are neither
}

// explain makes the reason more exact when the signature does not fit and
// there is a likely culprit.
func (f *found) explain(err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != WrongSignature {
		return err
	}
	switch {
	case f.flowed:
		return refuse(Flowed).because(refusal.Err)
	case f.scheme == PGPMIME:
		return refuse(Reencoded).because(refusal.Err)
	}
	return refusal
}

// find recognises the accepted shapes and refuses everything else by the name
// of what it is. What it returns with a refusal, if anything, holds but the text.
func find(root *part) (*found, error) {
	var (
		f   *found
		err error
	)
	if root.media == "multipart/signed" {
		f, err = findPGPMIME(root)
	} else {
		f, err = findInText(root)
	}
	if err != nil {
		return f, err
	}
	for _, text := range root.frame() {
		if bytes.Contains(text, []byte("-----BEGIN ")) {
			return nil, refuse(TwoBlocks)
		}
		f.frame = append(f.frame, strings.Split(toLF(text), "\n")...)
	}
	return f, nil
}

// findPGPMIME takes a multipart/signed apart (RFC 1847 section 2.1, RFC 3156
// section 5): exactly two parts, the second the signature. The parameter
// micalg is left alone: the signature itself says what it was made with.
func findPGPMIME(root *part) (*found, error) {
	protocol := strings.ToLower(root.params["protocol"])
	switch {
	case isSMIME(protocol) || len(root.parts) == 2 && isSMIME(root.parts[1].media):
		return nil, refuse(SMIME)
	case protocol != "application/pgp-signature":
		return nil, refuse(WrongPGPMIME, "Found", Display(protocol, 60))
	case len(root.parts) != 2:
		return nil, refuse(WrongPGPMIME, "Found", len(root.parts))
	case root.parts[1].media != "application/pgp-signature":
		return nil, refuse(WrongPGPMIME, "Found", Display(root.parts[1].media, 60))
	}
	content, signature := root.parts[0], root.parts[1]
	if err := refuseOddParts(content); err != nil {
		return nil, err
	}
	proof, err := signature.decoded()
	if err != nil {
		return nil, err
	}
	if len(proof) > MaxSignature {
		return nil, refuse(TextTooLarge, "Limit", MaxSignature)
	}
	return &found{scheme: PGPMIME, signed: content.octets, part: content, proof: proof}, nil
}

func isSMIME(media string) bool {
	switch media {
	case "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pkcs7-mime", "application/x-pkcs7-mime":
		return true
	}
	return false
}

// refuseOddParts refuses what no accepted shape may contain, anywhere: signed
// and encrypted parts inside others, other mails, and mail in pieces.
func refuseOddParts(p *part) error {
	switch {
	case p.media == "multipart/signed" && isSMIME(strings.ToLower(p.params["protocol"])):
		return refuse(SMIME)
	case p.media == "multipart/signed":
		return refuse(NestedSigned)
	case p.media == "multipart/encrypted", p.media == "application/pgp-encrypted":
		return refuse(Encrypted)
	case isSMIME(p.media) && strings.HasPrefix(strings.ToLower(p.params["smime-type"]), "enveloped"):
		return refuse(Encrypted)
	case isSMIME(p.media):
		return refuse(SMIME)
	case p.media == "message/partial", p.media == "message/external-body":
		return refuse(PartialMail)
	case p.isReport():
		return refuse(AutoReply, "Sign", string(AutoReport))
	case strings.HasPrefix(p.media, "message/"), p.media == "multipart/digest":
		return refuse(Forwarded)
	}
	for _, child := range p.parts {
		if err := refuseOddParts(child); err != nil {
			return err
		}
	}
	return nil
}

// isReport reports what only programs send: bounces, receipts, complaints (RFC 3462,
// 8098, 5965). Gateways that add a disclaimer put them one level down.
func (p *part) isReport() bool {
	switch p.media {
	case "multipart/report", "message/delivery-status", "message/global-delivery-status",
		"message/disposition-notification", "message/global-disposition-notification", "message/feedback-report":
		return true
	}
	return false
}

// inventory is what the parts of a mail without multipart/signed hold.
type inventory struct {
	first      *block   // the block of the first text that is not blank
	blocks     int      // in all texts
	signatures [][]byte // attached ones
	files      []file   // attached texts that may be order files
	text       scan     // of all texts together
	flowed     bool     // the text that holds the block is
	hasText    bool     // a text that is not blank
	outside    []string
	ignored    []string
	hasHTML    bool
	odd        bool
}

// file is an attached text.
type file struct {
	name   string
	octets []byte
}

// findInText finds a block in the first text, or a file with its detached signature.
func findInText(root *part) (*found, error) {
	if err := refuseOddParts(root); err != nil {
		return nil, err
	}
	var inv inventory
	for _, leaf := range root.leaves() {
		add := inv.add
		if leaf == root && leaf.media == "text/plain" && leaf.disposition == "inline" {
			add = inv.addText // all that there is of the mail, whatever file name it has
		}
		if err := add(leaf); err != nil {
			return nil, err
		}
	}
	switch {
	case inv.text.quoted && inv.blocks+len(inv.signatures) > 0, inv.blocks > 1:
		return nil, refuse(TwoBlocks)
	case inv.blocks+len(inv.signatures) > 1:
		return nil, refuse(TwoSignatures)
	case inv.text.stray:
		return nil, refuse(NoMarker)
	case inv.blocks == 1 && inv.first == nil:
		return nil, refuse(LaterBlock)
	case inv.blocks == 1:
		return inv.inline(), nil
	case len(inv.signatures) == 1:
		return inv.detached()
	}
	return &found{outside: inv.outside}, inv.unsigned()
}

// add sorts one part in.
func (inv *inventory) add(leaf *part) error {
	switch {
	case leaf.media == "text/plain" && leaf.name == "" && leaf.disposition != "attachment":
		return inv.addText(leaf)
	case leaf.mayBeOrders() || leaf.mayBeSignature():
		return inv.addFile(leaf)
	}
	switch {
	case leaf.media == "text/html":
		inv.hasHTML = true
	case leaf.media == "text/calendar", leaf.media == "text/rtf", leaf.media == "text/enriched",
		leaf.media == "application/ms-tnef", leaf.media == "application/rtf":
		inv.odd = true
	}
	inv.ignored = append(inv.ignored, leaf.label())
	return nil
}

func (inv *inventory) addText(leaf *part) error {
	text, err := leaf.text()
	refused := err
	if hasCode(err, NotASCII) {
		text, err = leaf.letter()
	}
	if err != nil {
		return err
	}
	if leaf.isFlowed() {
		text = unstuff(text)
	}
	s, err := scanBlocks(text)
	if err != nil {
		return err
	}
	if len(s.blocks) > 0 && refused != nil {
		return refused // what is signed must be beyond doubt
	}
	if len(s.blocks) > 0 && !inv.hasText {
		inv.first = &s.blocks[0]
		inv.flowed = leaf.isFlowed()
	}
	inv.blocks += len(s.blocks)
	inv.hasText = inv.hasText || len(bytes.TrimSpace(text)) > 0
	inv.text.quoted = inv.text.quoted || s.quoted
	inv.text.stray = inv.text.stray || s.stray
	inv.text.encrypted = inv.text.encrypted || s.encrypted
	inv.text.bent = cmp.Or(inv.text.bent, s.bent)
	inv.odd = inv.odd || s.encoded
	inv.outside = append(inv.outside, s.outside...)
	return nil
}

// hasCode reports a refusal for that reason.
func hasCode(err error, code Code) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}

// addFile sorts an attached file by how it begins; its name only decides
// whether it is looked at.
func (inv *inventory) addFile(leaf *part) error {
	octets, err := leaf.decoded()
	if err != nil {
		return err
	}
	start := strings.TrimLeft(string(octets[:min(len(octets), 200)]), " \t\r\n\ufeff")
	first, _, _ := strings.Cut(start, "\n")
	switch {
	case privateKey.MatchString(strings.TrimRight(first, " \t\r")):
		return refuse(PrivateKey)
	case strings.HasPrefix(start, beginPGPSign), strings.HasPrefix(start, beginSSHSign):
		if len(octets) > MaxSignature {
			return refuse(TextTooLarge, "Limit", MaxSignature)
		}
		inv.signatures = append(inv.signatures, octets)
	case strings.HasPrefix(start, beginClearsigned), strings.HasPrefix(start, beginOrders):
		return refuse(AttachedBlock, "Name", leaf.label())
	case strings.HasPrefix(start, beginPGPMessage):
		return refuse(Encrypted)
	case strings.HasPrefix(start, beginPGPKey):
		inv.ignored = append(inv.ignored, leaf.label())
	case leaf.mayBeSignature() && !utf8.Valid(octets):
		return refuse(BinarySignature, "Name", leaf.label())
	case leaf.mayBeOrders():
		if _, err := leaf.text(); err != nil {
			return err
		}
		inv.files = append(inv.files, file{leaf.label(), octets})
	default:
		inv.ignored = append(inv.ignored, leaf.label())
	}
	return nil
}

// mayBeSignature goes by the media type and the endings that the signing
// programs write.
func (p *part) mayBeSignature() bool {
	switch p.extension() {
	case ".sig", ".asc", ".pgp", ".gpg":
		return true
	}
	return p.media == "application/pgp-signature"
}

// mayBeOrders goes by the media type and a short list of endings.
func (p *part) mayBeOrders() bool {
	switch p.extension() {
	case ".txt", ".orders", ".ord":
		return p.media == "text/plain" || strings.HasPrefix(p.media, "application/")
	case "":
		return p.media == "text/plain" || p.media == "application/octet-stream"
	}
	return p.media == "text/plain" && !p.mayBeSignature()
}

func (p *part) extension() string { return strings.ToLower(path.Ext(p.name)) }

// inline is the shape of a single block in the first text. Attached texts
// count as outside text: unsigned.
func (inv *inventory) inline() *found {
	b := inv.first
	f := &found{
		scheme: b.scheme, signed: b.signed, text: b.text, hash: b.hash, proof: b.proof,
		flowed: inv.flowed, outside: inv.outside, ignored: inv.ignored,
	}
	for _, file := range inv.files {
		f.outside = append(f.outside, strings.Split(toLF(file.octets), "\n")...)
		f.ignored = append(f.ignored, file.name)
	}
	return f
}

// detached is the shape of one file and one signature.
func (inv *inventory) detached() (*found, error) {
	switch {
	case len(inv.files) == 0:
		return nil, refuse(NoOrderFile)
	case len(inv.files) > 1:
		return nil, refuse(TwoFiles, "Count", len(inv.files))
	case len(bytes.TrimSpace(inv.files[0].octets)) == 0:
		return nil, refuse(EmptyText)
	}
	scheme := PGPDetached
	if bytes.Contains(inv.signatures[0], []byte(beginSSHSign)) {
		scheme = SSHDetached
	}
	return &found{
		scheme: scheme, signed: inv.files[0].octets, proof: inv.signatures[0],
		outside: inv.outside, ignored: inv.ignored,
	}, nil
}

// unsigned names what was found in place of a signature.
func (inv *inventory) unsigned() error {
	switch {
	case inv.text.encrypted:
		return refuse(Encrypted)
	case inv.text.quoted:
		return refuse(QuotedBlock)
	case inv.text.bent != "":
		return refuse(WrongBlock, "Line", inv.text.bent)
	case inv.odd:
		return refuse(OddBody)
	case inv.hasText || len(inv.files) > 0:
		return refuse(NotSigned)
	case inv.hasHTML:
		return refuse(HTMLOnly)
	}
	return refuse(NoText)
}
