package mail

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"golang.org/x/crypto/ssh"
)

// MaxKey is the limit of a public key's text in bytes. Keys with many
// certifications of others are larger; they can be exported without those.
const MaxKey = 64 << 10

// The limits of an RSA modulus in bits.
const (
	minRSABits = 2048
	maxRSABits = 8192
)

// KeyKind tells the two families of keys apart.
type KeyKind string

// The families of keys.
const (
	OpenPGP KeyKind = "openpgp"
	SSH     KeyKind = "ssh"
)

// PublicKey is a public key as the register stores it.
type PublicKey struct {
	Kind        KeyKind
	Fingerprint string    // full: "SHA256:..." (SSH), upper-case hex of the primary key (OpenPGP)
	KeyIDs      []uint64  // OpenPGP: the ids of the primary key and of all subkeys
	Algorithm   string    // "ssh-ed25519", "RSA 3072": for display
	Comment     string    // the owner's own words (user id, comment), cleaned; proves nothing
	Expires     time.Time // the OpenPGP primary key's own expiry; zero when it has none
	Revoked     bool      // the key carries its owner's revocation
	// SignsUntil and EncryptsUntil are when the last part of an OpenPGP key expires that may
	// sign or be encrypted to, by what its owner has set; zero for never.
	SignsUntil, EncryptsUntil time.Time
	Text                      string // the key itself, re-written: an OpenSSH line, or an armoured block
}

// ExpiredAt reports whether the key's own expiry has passed.
func (k PublicKey) ExpiredAt(now time.Time) bool {
	return !k.Expires.IsZero() && !now.Before(k.Expires)
}

// ParsePublicKey reads one OpenSSH public key line or one armoured OpenPGP
// public key. The error is a *Refusal: no key, a private key, several keys,
// one that is too large, too weak (RSA under 2048 bits, DSA, certified with
// SHA-1 or MD5), without a subkey that may sign, or of an unsupported kind
// (SSH certificates and hardware keys, whose signatures this package does not
// verify).
//
// An expired or revoked key is read without error and says so, since a
// player may send it to have it struck off.
func ParsePublicKey(text []byte) (key PublicKey, err error) {
	defer rescue(&err)
	if len(text) > MaxKey {
		return PublicKey{}, refuse(KeyTooLarge, "Limit", MaxKey)
	}
	if bytes.Contains(text, []byte("PRIVATE KEY")) {
		return PublicKey{}, refuse(PrivateKey)
	}
	text = bytes.TrimPrefix(bytes.TrimSpace(text), []byte("\ufeff")) // as some editors save files
	if bytes.Contains(text, []byte("-----BEGIN PGP")) {
		return parsePGPKey(text)
	}
	return parseSSHKey(text)
}

// parseSSHKey reads a line of the form "ssh-ed25519 AAAA... comment".
func parseSSHKey(text []byte) (PublicKey, error) {
	parsed, comment, options, rest, err := ssh.ParseAuthorizedKey(text)
	if err != nil || len(options) > 0 {
		return PublicKey{}, refuse(NoKey).because(err)
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		return PublicKey{}, refuse(SeveralKeys)
	}
	algorithm, err := checkSSHKey(parsed)
	if err != nil {
		return PublicKey{}, err
	}
	return PublicKey{
		Kind:        SSH,
		Fingerprint: ssh.FingerprintSHA256(parsed),
		Algorithm:   algorithm,
		Comment:     Display(comment, 100),
		Text:        string(ssh.MarshalAuthorizedKey(parsed)),
	}, nil
}

// checkSSHKey admits the plain key types and returns a name for display.
// "sk-" types are left out because their signatures carry flags and a counter that
// need a policy of their own, certificates because nothing here certifies.
func checkSSHKey(key ssh.PublicKey) (string, error) {
	switch key.Type() {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521:
		return key.Type(), nil
	case ssh.KeyAlgoRSA:
		wrapped, ok := key.(ssh.CryptoPublicKey)
		if !ok {
			return "", refuse(UnsupportedKey, "Kind", key.Type())
		}
		public, ok := wrapped.CryptoPublicKey().(*rsa.PublicKey)
		if !ok {
			return "", refuse(UnsupportedKey, "Kind", key.Type())
		}
		bits := public.N.BitLen()
		if bits > maxRSABits {
			return "", refuse(KeyTooLarge, "Limit", maxRSABits)
		}
		if bits < minRSABits {
			return "", refuse(WeakKey, "Kind", fmt.Sprintf("RSA %d", bits))
		}
		return fmt.Sprintf("RSA %d", bits), nil
	}
	return "", refuse(UnsupportedKey, "Kind", Display(key.Type(), 60))
}

// parsePGPKey reads one armoured transferable public key (RFC 9580 section 10.1).
func parsePGPKey(text []byte) (PublicKey, error) {
	entity, err := readPGPKey(text)
	if err != nil {
		return PublicKey{}, err
	}
	return publicPGPKey(entity)
}

// publicPGPKey checks the public half of a key and describes it.
func publicPGPKey(entity *openpgp.Entity) (PublicKey, error) {
	if err := checkPGPKey(entity); err != nil {
		return PublicKey{}, err
	}
	// The key is re-written, so that packets nobody understood and what
	// others certified are not stored.
	for _, identity := range entity.Identities {
		identity.OtherCertifications = nil
	}
	text, err := armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error { return entity.Serialize(out) })
	if err != nil {
		return PublicKey{}, refuse(NoKey).because(err)
	}
	key := PublicKey{
		Kind:        OpenPGP,
		Fingerprint: pgpFingerprint(entity),
		KeyIDs:      []uint64{entity.PrimaryKey.KeyId},
		Algorithm:   pgpAlgorithm(entity.PrimaryKey),
		Revoked:     entity.Revoked(time.Time{}),
		Text:        text,

		SignsUntil: usableUntil(entity, maySign), EncryptsUntil: usableUntil(entity, mayEncrypt),
	}
	for _, sub := range entity.Subkeys {
		key.KeyIDs = append(key.KeyIDs, sub.PublicKey.KeyId)
	}
	if self, err := entity.PrimarySelfSignature(time.Time{}, pgpConfig(time.Time{})); err == nil {
		if self.KeyLifetimeSecs != nil && *self.KeyLifetimeSecs > 0 {
			key.Expires = entity.PrimaryKey.CreationTime.Add(time.Duration(*self.KeyLifetimeSecs) * time.Second).UTC()
		}
	}
	if _, identity := entity.PrimaryIdentity(time.Time{}, pgpConfig(time.Time{})); identity != nil {
		key.Comment = Display(identity.Name, 100)
	}
	return key, nil
}

// readPGPKey reads the single public key of an armoured block.
func readPGPKey(text []byte) (*openpgp.Entity, error) {
	block, err := armor.Decode(bytes.NewReader(text))
	if err != nil || block.Type != openpgp.PublicKeyType {
		return nil, refuse(NoKey).because(err)
	}
	raw, err := io.ReadAll(io.LimitReader(block.Body, MaxKey))
	if err != nil {
		return nil, refuse(NoKey).because(err)
	}
	if bytes.Count(text, []byte("-----BEGIN PGP")) > 1 {
		return nil, refuse(SeveralKeys)
	}
	packets := packet.NewReader(bytes.NewReader(raw))
	entity, err := openpgp.ReadEntity(packets)
	if err != nil {
		return nil, refuse(NoKey).because(err)
	}
	if entity.PrivateKey != nil {
		return nil, refuse(PrivateKey)
	}
	if _, err := packets.Next(); !errors.Is(err, io.EOF) {
		return nil, refuse(SeveralKeys)
	}
	return entity, nil
}

// checkPGPKey asks whether the key could ever make a signature that counts,
// leaving expiry and revocation aside.
func checkPGPKey(entity *openpgp.Entity) error {
	keys := []*packet.PublicKey{entity.PrimaryKey}
	for _, sub := range entity.Subkeys {
		keys = append(keys, sub.PublicKey)
	}
	for _, key := range keys {
		if bits, err := key.BitLength(); err == nil && bits > maxRSABits {
			return refuse(KeyTooLarge, "Limit", maxRSABits)
		}
	}
	config := pgpConfig(time.Time{})
	if weak := weakPGPKey(entity.PrimaryKey, config); weak != nil {
		return weak
	}
	if entity.Revoked(time.Time{}) {
		return nil
	}
	if _, err := entity.VerifyPrimaryKey(time.Time{}, config); err != nil {
		// The library does not say why no self-signature counts; with SHA-1
		// allowed again, one that does shows that the hash was the reason.
		lenient := pgpConfig(time.Time{})
		lenient.RejectHashAlgorithms = map[crypto.Hash]bool{}
		if _, err := entity.VerifyPrimaryKey(time.Time{}, lenient); err == nil {
			return refuse(WeakKey, "Kind", "SHA-1").because(err)
		}
		return refuse(UnfitKey).because(err)
	}
	if _, ok := entity.SigningKey(time.Time{}, config); !ok {
		return refuse(UnfitKey)
	}
	return nil
}

// weakPGPKey refuses the algorithms and sizes that are not good enough.
func weakPGPKey(key *packet.PublicKey, config *packet.Config) error {
	switch key.PubKeyAlgo {
	case packet.PubKeyAlgoDSA, packet.PubKeyAlgoElGamal:
		return refuse(WeakKey, "Kind", pgpAlgorithm(key))
	case packet.PubKeyAlgoRSA, packet.PubKeyAlgoRSASignOnly:
		if bits, err := key.BitLength(); err != nil || bits < config.MinimumRSABits() {
			return refuse(WeakKey, "Kind", pgpAlgorithm(key)).because(err)
		}
	case packet.PubKeyAlgoECDSA, packet.PubKeyAlgoEdDSA:
		if curve, err := key.Curve(); err != nil || config.RejectCurve(curve) {
			return refuse(WeakKey, "Kind", pgpAlgorithm(key)).because(err)
		}
	}
	return nil
}

// pgpConfig is the one policy for OpenPGP keys and signatures. The zero time
// switches the library's checks of expiry off.
func pgpConfig(now time.Time) *packet.Config {
	return &packet.Config{
		Time:       func() time.Time { return now },
		MinRSABits: minRSABits,
		RejectPublicKeyAlgorithms: map[packet.PublicKeyAlgorithm]bool{
			packet.PubKeyAlgoElGamal: true, packet.PubKeyAlgoDSA: true,
		},
		RejectHashAlgorithms:        weakHashes,
		RejectMessageHashAlgorithms: weakHashes,
		RejectCurves:                map[packet.Curve]bool{packet.CurveSecP256k1: true},
	}
}

// weakHashes may sign neither a text nor a key.
var weakHashes = map[crypto.Hash]bool{crypto.MD5: true, crypto.SHA1: true, crypto.RIPEMD160: true}

// pgpFingerprint is the primary key's full fingerprint in upper-case hex.
func pgpFingerprint(entity *openpgp.Entity) string {
	return strings.ToUpper(hex.EncodeToString(entity.PrimaryKey.Fingerprint))
}

// pgpAlgorithm names a key's algorithm for display.
func pgpAlgorithm(key *packet.PublicKey) string {
	switch key.PubKeyAlgo {
	case packet.PubKeyAlgoRSA, packet.PubKeyAlgoRSASignOnly, packet.PubKeyAlgoRSAEncryptOnly:
		bits, err := key.BitLength()
		if err != nil {
			return "RSA"
		}
		return fmt.Sprintf("RSA %d", bits)
	case packet.PubKeyAlgoDSA:
		return "DSA"
	case packet.PubKeyAlgoElGamal:
		return "ElGamal"
	case packet.PubKeyAlgoEd25519:
		return "Ed25519"
	case packet.PubKeyAlgoEd448:
		return "Ed448"
	case packet.PubKeyAlgoECDSA, packet.PubKeyAlgoEdDSA:
		curve, err := key.Curve()
		if err != nil {
			return "elliptic curve"
		}
		return string(curve)
	}
	return fmt.Sprintf("algorithm %d", key.PubKeyAlgo)
}

// rescue turns a panic of a library into a refusal: whatever a stranger's
// octets do to a parser, the mailbox goes on.
func rescue(err *error) {
	if p := recover(); p != nil {
		*err = refuse(Poison).because(fmt.Errorf("panic: %v", p))
	}
}
