package mail

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// Mail programs answer encrypted mail encrypted. A PGP/MIME mail that is encrypted as a
// whole to the server's key (RFC 3156 section 4) is opened, and what is inside counts as if
// it had come so: signed before it was encrypted (section 6.1), or in one step with that
// (section 6.2). The packets are walked here rather than by the library's reader of
// messages, so that their order, their number and their size are what is written here and
// nothing else: an integrity-protected container for our key, at most one layer of
// compression, at most one signature.

// MaxSessionKeys is for how many recipients a mail may be encrypted.
const MaxSessionKeys = 20

// The packets of a message (RFC 9580 section 5).
const (
	tagSessionKey = 1
	tagOnePass    = 4
	tagCompressed = 8
	tagMarker     = 10
	tagLiteral    = 11
	tagSealed     = 18 // integrity-protected; tag 9 without is refused
	tagSealedOCB  = 20 // of GnuPG, with integrity protection
	tagPadding    = 21
)

// errSealed is why an encrypted mail cannot be opened. The reason is for the log of whoever
// owns the key: an answer that told it would be an oracle.
var errSealed = errors.New("mail: the encrypted mail cannot be opened")

func sealedBecause(err error, what string) error {
	return errors.Join(errSealed, errors.New(what), err)
}

// isSealed reports a mail that is encrypted as a whole as PGP/MIME.
func isSealed(root *part) bool {
	return root.media == "multipart/encrypted" && strings.EqualFold(root.params["protocol"], "application/pgp-encrypted")
}

// opened is what an encrypted mail held.
type opened struct {
	octets []byte // a MIME entity
	proof  []byte // the armoured signature over them, if they were signed and encrypted in one step
}

// open decrypts a mail for which isSealed holds. All its errors match errSealed.
func (s *Signer) open(root *part) (o opened, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = sealedBecause(nil, "a panic")
		}
	}()
	message, err := sealedMessage(root)
	if err != nil {
		return o, err
	}
	plain, err := s.decrypt(message)
	if err != nil {
		return o, err
	}
	return readMessage(plain, true)
}

// sealedMessage takes the encrypted message out of its mail: two parts, the first of which
// says only that the second is encrypted, and nothing beside them.
func sealedMessage(root *part) ([]byte, error) {
	if len(root.parts) != 2 || root.parts[0].media != "application/pgp-encrypted" || root.parts[1].media != "application/octet-stream" {
		return nil, sealedBecause(nil, "the parts are not those of PGP/MIME")
	}
	preamble := strings.TrimSpace(string(root.preamble))
	// Programs say here to those that know no MIME what they see.
	if preamble != "" && (strings.Contains(preamble, "\n") || !strings.HasPrefix(preamble, "This is an OpenPGP/MIME encrypted message")) ||
		len(bytes.TrimSpace(root.epilogue)) > 0 {
		return nil, sealedBecause(nil, "text stands beside the encrypted part")
	}
	version, err := root.parts[0].decoded()
	if err != nil || !strings.EqualFold(strings.Join(strings.Fields(string(version)), " "), "version: 1") {
		return nil, sealedBecause(err, "the first part is not the version")
	}
	text, err := root.parts[1].decodedUpTo(MaxMail)
	if err != nil {
		return nil, sealedBecause(err, "the encoding")
	}
	armoured := strings.TrimSpace(string(text))
	if !strings.HasPrefix(armoured, beginPGPMessage) || !strings.HasSuffix(armoured, "-----END PGP MESSAGE-----") ||
		strings.Count(armoured, "-----BEGIN ") > 1 {
		return nil, sealedBecause(nil, "not one armoured message")
	}
	block, err := armor.Decode(strings.NewReader(armoured + "\n"))
	if err != nil || block.Type != "PGP MESSAGE" {
		return nil, sealedBecause(err, "the armour")
	}
	message, err := io.ReadAll(io.LimitReader(block.Body, MaxMail))
	if err != nil {
		return nil, sealedBecause(err, "the armour")
	}
	return message, nil
}

// decrypt opens the container with one of the session keys that are meant for us. Nothing
// of what it holds is used before its integrity is proved.
func (s *Signer) decrypt(message []byte) ([]byte, error) {
	packets := packet.NewOpaqueReader(bytes.NewReader(message))
	var sessions []*packet.EncryptedKey
	for n := 0; ; n++ {
		op, err := packets.Next()
		if err != nil || n > MaxSessionKeys {
			return nil, sealedBecause(err, "no encrypted packet, or too many keys before it")
		}
		switch op.Tag {
		case tagSessionKey:
			if p, err := op.Parse(); err == nil {
				if session, ok := p.(*packet.EncryptedKey); ok {
					sessions = append(sessions, session)
				}
			}
		case tagMarker, tagPadding:
		case tagSealed, tagSealedOCB:
			if _, err := packets.Next(); !errors.Is(err, io.EOF) {
				return nil, sealedBecause(err, "something stands behind the encrypted packet")
			}
			return s.decryptWith(op, sessions)
		default: // passwords, and containers without integrity protection among them
			return nil, sealedBecause(nil, "a packet that may not be there")
		}
	}
}

// decryptWith tries the session keys that may be ours.
func (s *Signer) decryptWith(container *packet.OpaquePacket, sessions []*packet.EncryptedKey) ([]byte, error) {
	config := pgpConfig(time.Time{})
	for _, session := range sessions {
		for _, key := range s.pgp.DecryptionKeys(session.KeyId, time.Time{}, config) {
			if key.PrivateKey == nil || session.Decrypt(key.PrivateKey, config) != nil {
				continue
			}
			parsed, err := container.Parse() // anew for each key: it is read only once
			if err != nil {
				return nil, sealedBecause(err, "the encrypted packet")
			}
			sealed, ok := parsed.(packet.EncryptedDataPacket)
			if !ok {
				return nil, sealedBecause(nil, "the encrypted packet")
			}
			if plain, err := readSealed(sealed, session); err == nil {
				return plain, nil
			}
		}
	}
	return nil, sealedBecause(nil, "no session key opens it")
}

// readSealed decrypts all of a container and checks its integrity.
func readSealed(sealed packet.EncryptedDataPacket, session *packet.EncryptedKey) ([]byte, error) {
	r, err := sealed.Decrypt(session.CipherFunc, session.Key)
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil {
		return nil, err
	}
	if err := r.Close(); err != nil { // here the modification detection code is compared
		return nil, err
	}
	if len(plain) > MaxMail {
		return nil, errSealed
	}
	return plain, nil
}

// readMessage reads what was encrypted: one text, with one signature at most, packed once
// at most.
func readMessage(plain []byte, mayBePacked bool) (o opened, err error) {
	packets := packet.NewOpaqueReader(bytes.NewReader(plain))
	var list []*packet.OpaquePacket
	for {
		op, err := packets.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(list) > 3 {
			return o, sealedBecause(err, "the packets inside")
		}
		if op.Tag != tagMarker && op.Tag != tagPadding {
			list = append(list, op)
		}
	}
	var tags []byte
	for _, op := range list {
		tags = append(tags, op.Tag)
	}
	switch {
	case mayBePacked && bytes.Equal(tags, []byte{tagCompressed}):
		unpacked, err := unpack(list[0])
		if err != nil {
			return o, err
		}
		return readMessage(unpacked, false)
	case bytes.Equal(tags, []byte{tagLiteral}):
		o.octets, err = literal(list[0])
		return o, err
	case bytes.Equal(tags, []byte{tagOnePass, tagLiteral, tagSignature}):
		return signedLiteral(list[1], list[2])
	case bytes.Equal(tags, []byte{tagSignature, tagLiteral}):
		return signedLiteral(list[1], list[0])
	}
	return o, sealedBecause(nil, "the packets inside are not one text with one signature")
}

// unpack decompresses a packet, up to the limit of a mail.
func unpack(op *packet.OpaquePacket) ([]byte, error) {
	parsed, err := op.Parse()
	if err != nil {
		return nil, sealedBecause(err, "the compression")
	}
	packed, ok := parsed.(*packet.Compressed)
	if !ok {
		return nil, sealedBecause(nil, "the compression")
	}
	plain, err := io.ReadAll(io.LimitReader(packed.Body, MaxMail+1))
	if err != nil || len(plain) > MaxMail {
		return nil, sealedBecause(err, "the compression, or more than the limit")
	}
	return plain, nil
}

// literal is the text of a literal packet. Its file name and time are not looked at.
func literal(op *packet.OpaquePacket) ([]byte, error) {
	parsed, err := op.Parse()
	if err != nil {
		return nil, sealedBecause(err, "the text inside")
	}
	data, ok := parsed.(*packet.LiteralData)
	if !ok {
		return nil, sealedBecause(nil, "the text inside")
	}
	octets, err := io.ReadAll(io.LimitReader(data.Body, MaxMail+1))
	if err != nil {
		return nil, sealedBecause(err, "the text inside")
	}
	return octets, nil
}

// signedLiteral is a text with the signature that came in one message with it. Such a
// signature covers the text alone, as one beside it would (RFC 9580 section 5.2.4).
func signedLiteral(text, signature *packet.OpaquePacket) (o opened, err error) {
	if o.octets, err = literal(text); err != nil {
		return o, err
	}
	proof, err := armoured(openpgp.SignatureType, func(out *bytes.Buffer) error { return signature.Serialize(out) })
	if err != nil {
		return o, sealedBecause(err, "the signature inside")
	}
	o.proof = []byte(proof)
	return o, nil
}

// found recognises the shape of what was inside.
func (o opened) found() (*found, error) {
	octets, err := normalise(o.octets)
	if err != nil {
		return nil, err
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return nil, err
	}
	if o.proof == nil {
		return find(root)
	}
	if err := refuseOddParts(root); err != nil {
		return nil, err
	}
	return &found{scheme: PGPMIME, signed: o.octets, part: root, proof: o.proof}, nil
}
