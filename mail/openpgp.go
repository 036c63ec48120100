package mail

import (
	"bytes"
	"context"
	"crypto"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	pgperrors "github.com/ProtonMail/go-crypto/openpgp/errors"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"keryx/orders/pattern"
)

// maxCandidates is how many keys with the same key id are tried.
const maxCandidates = 5

// hashNames are the hash algorithms that may sign, as a Hash line names them
// (RFC 9580 section 9.5).
var hashNames = map[crypto.Hash]string{
	crypto.SHA224: "SHA224", crypto.SHA256: "SHA256", crypto.SHA384: "SHA384", crypto.SHA512: "SHA512",
	crypto.SHA3_256: "SHA3-256", crypto.SHA3_512: "SHA3-512",
}

// pgpSignature is a single OpenPGP signature, parsed but not verified.
type pgpSignature struct {
	*packet.Signature
	octets []byte // the packet
}

// verifyPGP checks an OpenPGP signature and fills in who signed when. Octets
// of a file are tried as received and with LF line ends, because a text
// attachment gets CRLF under way; a clearsigned or PGP/MIME text is defined
// with CRLF.
func (in *Intake) verifyPGP(ctx context.Context, f *found, signed *Signed) (err error) {
	defer rescue(&err)
	sig, err := readPGPSignature(f.proof)
	if err != nil {
		return err
	}
	if err := sig.check(f); err != nil {
		return err
	}
	variants := [][]byte{f.signed}
	if f.scheme == PGPDetached && sig.SigType == packet.SigTypeBinary && bytes.Contains(f.signed, crlf) {
		variants = append(variants, []byte(toLF(f.signed)))
	}

	keys, err := in.Keys.ByKeyID(ctx, *sig.IssuerKeyId)
	if err != nil {
		return fmt.Errorf("look up OpenPGP key %016X: %w", *sig.IssuerKeyId, err)
	}
	result := refuse(UnknownKey, "Key", sig.issuer())
	for _, key := range keys[:min(len(keys), maxCandidates)] {
		if key.Kind != OpenPGP {
			continue
		}
		entity, err := readPGPKey([]byte(key.Text))
		if err != nil || pgpFingerprint(entity) != key.Fingerprint {
			// %v: the refusal of a key is not to be taken for one of the mail.
			return fmt.Errorf("registered OpenPGP key %s cannot be used: %v: %w", key.Fingerprint, err, errCorruptKey)
		}
		for _, octets := range variants {
			refusal := in.tryPGP(key, entity, sig, octets)
			if refusal == nil {
				signed.Fingerprint, signed.Signed, signed.Octets = key.Fingerprint, sig.CreationTime.UTC(), octets
				return nil
			}
			// Of several reasons the one of a key that did sign is worth telling.
			if result.Fingerprint == "" {
				result = refusal
			}
		}
	}
	return result
}

// errCorruptKey says that the register holds something that ParsePublicKey did
// not return.
var errCorruptKey = errors.New("the stored key is not the one its fingerprint names")

// readPGPSignature reads an armoured block that must hold one signature packet
// and nothing else. Where several signatures stand, programs differ about who signed.
func readPGPSignature(armoured []byte) (*pgpSignature, error) {
	text := strings.TrimSpace(string(armoured))
	if strings.Count(text, "-----BEGIN ") > 1 {
		return nil, refuse(TwoSignatures)
	}
	if !strings.HasPrefix(text, beginPGPSign) || !strings.HasSuffix(text, endPGPSign) {
		return nil, refuse(BrokenSignature)
	}
	if !armourLines.MatchString(text) {
		return nil, refuse(BrokenSignature)
	}
	decoded, err := armor.Decode(strings.NewReader(text + "\n"))
	if err != nil || decoded.Type != openpgp.SignatureType {
		return nil, refuse(BrokenSignature).because(err)
	}
	octets, err := io.ReadAll(io.LimitReader(decoded.Body, MaxSignature))
	if err != nil {
		return nil, refuse(BrokenSignature).because(err)
	}
	packets := packet.NewOpaqueReader(bytes.NewReader(octets))
	first, err := packets.Next()
	if err != nil || first.Tag != tagSignature {
		return nil, refuse(BrokenSignature).because(err)
	}
	switch second, err := packets.Next(); {
	case err == nil && second.Tag == tagSignature:
		return nil, refuse(TwoSignatures)
	case !errors.Is(err, io.EOF):
		return nil, refuse(BrokenSignature).because(err)
	}
	return parseSignature(first, octets)
}

// armourLines is the form of an armoured signature (RFC 9580 section 6.2), as far as
// lines go: header fields, an empty line, base64, a checksum perhaps. The library passes
// over whatever stands behind the checksum, where somebody might read orders.
var armourLines = pattern.New(`^-----BEGIN PGP SIGNATURE-----[ \t\r]*\n` +
	`([A-Za-z-]+:[^\n]*\n)*` +
	`[ \t\r]*\n` +
	`([ \t]*[A-Za-z0-9+/]*={0,2}[ \t\r]*\n)+` +
	`([ \t]*=[A-Za-z0-9+/]{4}[ \t\r]*\n)?` +
	`([ \t\r]*\n)*-----END PGP SIGNATURE-----$`)

const tagSignature = 2 // RFC 9580 section 5.2

// parseSignature judges version, type and hash by the octets (RFC 9580 section 5.2.3)
// before the library does, which calls some of what is refused here unsupported.
func parseSignature(opaque *packet.OpaquePacket, octets []byte) (*pgpSignature, error) {
	head := opaque.Contents
	if len(head) < 4 || head[0] != 4 && head[0] != 6 {
		return nil, refuse(BrokenSignature)
	}
	if kind := packet.SignatureType(head[1]); kind != packet.SigTypeBinary && kind != packet.SigTypeText {
		return nil, refuse(WrongType, "Type", fmt.Sprintf("0x%02X", head[1]))
	}
	switch head[3] {
	case 1, 2, 3: // MD5, SHA-1, RIPEMD-160
		return nil, refuse(WeakHash, "Hash", [...]string{"", "MD5", "SHA-1", "RIPEMD-160"}[head[3]])
	}
	parsed, err := opaque.Parse()
	if err != nil {
		return nil, refuse(BrokenSignature).because(err)
	}
	sig, ok := parsed.(*packet.Signature)
	if !ok || sig.IssuerKeyId == nil || hashNames[sig.Hash] == "" {
		return nil, refuse(BrokenSignature)
	}
	return &pgpSignature{sig, octets}, nil
}

// check compares a clearsigned block's frame with its signature: the type must be
// "text", and the Hash line must name the algorithm that is used. Signatures of
// version 6 carry no Hash line (RFC 9580 section 7).
func (s *pgpSignature) check(f *found) error {
	if f.scheme != Clearsigned {
		return nil
	}
	if s.SigType != packet.SigTypeText {
		return refuse(WrongType, "Type", fmt.Sprintf("0x%02X", byte(s.SigType)))
	}
	used := hashNames[s.Hash]
	if f.hash == used || f.hash == "" && s.Version == 6 {
		return nil
	}
	return refuse(HashMismatch, "Named", f.hash, "Used", used)
}

// issuer is the signer's own claim, for the refusal of an unknown key.
func (s *pgpSignature) issuer() string {
	if len(s.IssuerFingerprint) > 0 {
		return strings.ToUpper(hex.EncodeToString(s.IssuerFingerprint))
	}
	return fmt.Sprintf("%016X", *s.IssuerKeyId)
}

// tryPGP verifies the signature under one registered key. It returns nil when
// the signature counts now: not only when it was made, because a key that has
// expired or was revoked since may be in other hands.
func (in *Intake) tryPGP(key Key, entity *openpgp.Entity, sig *pgpSignature, octets []byte) *Refusal {
	now := in.Now()
	if sig.CreationTime.After(now.Add(MaxSkew)) {
		return blame(entity, sig, octets, refuse(FutureSignature, "Date", day(sig.CreationTime)))
	}
	at := now
	if sig.CreationTime.After(at) {
		at = sig.CreationTime // the library knows no skew
	}
	_, _, err := openpgp.VerifyDetachedSignature(openpgp.EntityList{entity},
		bytes.NewReader(octets), bytes.NewReader(sig.octets), pgpConfig(at))
	switch key.State {
	case Revoked:
		return blame(entity, sig, octets, refuse(RevokedKey, "Key", key.Fingerprint))
	case Retired:
		return blame(entity, sig, octets, refuse(RetiredKey, "Key", key.Fingerprint))
	}
	fault := keyFault(entity, *sig.IssuerKeyId, at)
	if fault == "" && key.ExpiredAt(now) {
		fault = ExpiredKey // by the register, which may end a key sooner than its owner did
	}
	if fault != "" {
		refusal := refuse(fault, "Key", key.Fingerprint, "Date", day(key.Expires))
		return blame(entity, sig, octets, refusal)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgperrors.ErrSignatureExpired):
		return blame(entity, sig, octets, refuse(ExpiredSign))
	}
	return blame(entity, sig, octets, refuse(UnfitKey, "Key", key.Fingerprint).because(err))
}

// blame returns the refusal when the signature itself is good, with the key's
// fingerprint in it, and otherwise says that the signature is bad: for the
// rest would be about a key that did not sign.
func blame(entity *openpgp.Entity, sig *pgpSignature, octets []byte, refusal *Refusal) *Refusal {
	if err := fits(entity, sig, octets); err != nil {
		return refuse(WrongSignature).because(err)
	}
	return refusal.by(pgpFingerprint(entity))
}

// fits checks nothing but that the key made the signature over the octets.
func fits(entity *openpgp.Entity, sig *pgpSignature, octets []byte) error {
	key := entity.PrimaryKey
	for _, sub := range entity.Subkeys {
		if sub.PublicKey.KeyId == *sig.IssuerKeyId {
			key = sub.PublicKey
		}
	}
	sum := sig.Hash.New()
	sum.Write(sig.Salt())
	if sig.SigType == packet.SigTypeText {
		openpgp.NewCanonicalTextHash(sum).Write(octets)
	} else {
		sum.Write(octets)
	}
	return key.VerifySignature(sum, sig.Signature)
}

// keyFault says why the key with that id may not sign at that time; empty when
// it may.
func keyFault(entity *openpgp.Entity, id uint64, at time.Time) Code {
	config := pgpConfig(at)
	if entity.Revoked(at) {
		return RevokedKey
	}
	if weakPGPKey(entity.PrimaryKey, config) != nil {
		return WeakKey
	}
	_, err := entity.VerifyPrimaryKey(at, config)
	for _, sub := range entity.Subkeys {
		if err == nil && sub.PublicKey.KeyId == id {
			_, err = sub.Verify(at, config)
		}
	}
	switch {
	case errors.Is(err, pgperrors.ErrKeyRevoked):
		return RevokedKey
	case errors.Is(err, pgperrors.ErrKeyExpired):
		return ExpiredKey
	case err != nil:
		return UnfitKey
	}
	if _, ok := entity.SigningKeyById(at, id, config); !ok {
		return UnfitKey
	}
	return ""
}
