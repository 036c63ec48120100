package mail

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// Signer is a private key, ready to sign.
type Signer struct {
	public PublicKey
	ssh    ssh.Signer
	pgp    *openpgp.Entity
}

// Micalg names the hash of the signatures that Signer.SignOctets makes with
// OpenPGP, as multipart/signed wants it (RFC 3156 section 5).
const Micalg = "pgp-sha512"

// ErrPublicHalf is returned by [ParseSigner] for a public key, with which nothing can be
// signed.
var ErrPublicHalf = errors.New("mail: this is a public key, and only the private one signs")

// ErrPassphrase is returned by ParseSigner when the key is locked and the
// passphrase is missing or wrong.
var ErrPassphrase = errors.New("mail: the private key needs its passphrase")

// ParseSigner reads an OpenSSH private key or an armoured OpenPGP private key.
// passphrase is asked once when the key is locked; nil stands for none. The
// error matches ErrPassphrase, or is a *Refusal for a key whose signatures
// would not be accepted.
func ParseSigner(key []byte, passphrase func() ([]byte, error)) (s *Signer, err error) {
	defer rescue(&err)
	if bytes.Contains(key, []byte("-----BEGIN PGP PUBLIC KEY")) || bytes.HasPrefix(bytes.TrimSpace(key), []byte("ssh-")) {
		return nil, ErrPublicHalf
	}
	if bytes.Contains(key, []byte("-----BEGIN PGP")) {
		return parsePGPSigner(key, passphrase)
	}
	return parseSSHSigner(key, passphrase)
}

func parseSSHSigner(key []byte, passphrase func() ([]byte, error)) (*Signer, error) {
	signer, err := ssh.ParsePrivateKey(key)
	var locked *ssh.PassphraseMissingError
	if errors.As(err, &locked) {
		secret, askErr := ask(passphrase)
		if askErr != nil {
			return nil, askErr
		}
		if signer, err = ssh.ParsePrivateKeyWithPassphrase(key, secret); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPassphrase, err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read SSH private key: %w", err)
	}
	public, err := ParsePublicKey(ssh.MarshalAuthorizedKey(signer.PublicKey()))
	if err != nil {
		return nil, err
	}
	return &Signer{public: public, ssh: signer}, nil
}

func parsePGPSigner(key []byte, passphrase func() ([]byte, error)) (*Signer, error) {
	list, err := openpgp.ReadArmoredKeyRing(bytes.NewReader(key))
	if err != nil {
		return nil, fmt.Errorf("read OpenPGP private key: %w", err)
	}
	if len(list) != 1 || list[0].PrivateKey == nil {
		return nil, errors.New("read OpenPGP private key: not exactly one private key")
	}
	entity := list[0]
	if isLocked(entity) {
		secret, err := ask(passphrase)
		if err != nil {
			return nil, err
		}
		if err := entity.DecryptPrivateKeys(secret); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPassphrase, err)
		}
	}
	public, err := publicPGPKey(entity)
	if err != nil {
		return nil, err
	}
	return &Signer{public: public, pgp: entity}, nil
}

func isLocked(entity *openpgp.Entity) bool {
	locked := entity.PrivateKey.Encrypted
	for _, sub := range entity.Subkeys {
		locked = locked || sub.PrivateKey != nil && sub.PrivateKey.Encrypted
	}
	return locked
}

func ask(passphrase func() ([]byte, error)) ([]byte, error) {
	if passphrase == nil {
		return nil, ErrPassphrase
	}
	secret, err := passphrase()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPassphrase, err)
	}
	return secret, nil
}

// Public returns the public half.
func (s *Signer) Public() PublicKey { return s.public }

// Sign returns an order text ready to be pasted into a mail: a clearsigned
// text from an OpenPGP key, from an SSH key a block that begins with
// "-----BEGIN KERYX ORDERS-----". What is signed, and shown, is the
// [Canonical] form. It refuses texts that [Intake.Read] would refuse, with the
// same *Refusal.
func (s *Signer) Sign(text string, at time.Time) ([]byte, error) {
	canonical, err := signable(text)
	if err != nil {
		return nil, err
	}
	if s.ssh != nil {
		proof, err := s.signSSH([]byte(canonical))
		if err != nil {
			return nil, err
		}
		return []byte(beginOrders + "\n" + canonical + string(proof)), nil
	}
	key, err := s.pgpKey(at)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := clearsign.Encode(&out, key, signConfig(at))
	if err != nil {
		return nil, fmt.Errorf("clearsign: %w", err)
	}
	// The frame's own line end follows the text, so the text's last one goes.
	if _, err := w.Write([]byte(strings.TrimSuffix(canonical, "\n"))); err != nil {
		return nil, fmt.Errorf("clearsign: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("clearsign: %w", err)
	}
	frame, proof, _ := strings.Cut(out.String(), beginPGPSign)
	proof, err = withChecksum(beginPGPSign + proof)
	if err != nil {
		return nil, fmt.Errorf("clearsign: %w", err)
	}
	return []byte(frame + proof), nil
}

// SignFile returns the armoured signature to attach beside an order file: over
// the text's [Canonical] form with an SSH key, so that a changed line end does
// no harm, and as an OpenPGP text signature over the file otherwise.
func (s *Signer) SignFile(text string, at time.Time) ([]byte, error) {
	canonical, err := signable(text)
	if err != nil {
		return nil, err
	}
	if s.ssh != nil {
		return s.signSSH([]byte(canonical))
	}
	return s.signPGP([]byte(text), true, at)
}

// SignOctets returns an armoured detached signature over exactly these octets:
// what the signature part of a multipart/signed report holds, see Micalg.
func (s *Signer) SignOctets(octets []byte, at time.Time) ([]byte, error) {
	if s.ssh != nil {
		return s.signSSH(octets)
	}
	return s.signPGP(octets, false, at)
}

// signable applies to a text what intake will, so that its author hears of it first.
func signable(text string) (string, error) {
	if len(text) > MaxText {
		return "", refuse(TextTooLarge, "Limit", MaxText)
	}
	if err := checkText([]byte(text)); err != nil {
		return "", err
	}
	canonical := Canonical(text)
	if canonical == "" {
		return "", refuse(EmptyText)
	}
	for line := range strings.Lines(canonical) {
		if strings.HasPrefix(line, "-----") {
			return "", refuse(WrongBlock, "Line", Display(line, 60))
		}
	}
	return canonical, nil
}

func (s *Signer) signSSH(octets []byte) ([]byte, error) {
	sig, err := sshsig.Sign(bytes.NewReader(octets), s.ssh, sshsig.HashSHA512, Namespace)
	if err != nil {
		return nil, fmt.Errorf("SSH signature: %w", err)
	}
	return sshsig.Armor(sig), nil
}

func (s *Signer) signPGP(octets []byte, text bool, at time.Time) ([]byte, error) {
	if _, err := s.pgpKey(at); err != nil {
		return nil, err
	}
	params := &openpgp.SignParams{TextSig: text, Config: signConfig(at)}
	proof, err := armoured(openpgp.SignatureType, func(out *bytes.Buffer) error {
		return openpgp.DetachSignWithParams(out, []*openpgp.Entity{s.pgp}, bytes.NewReader(octets), params)
	})
	if err != nil {
		return nil, fmt.Errorf("OpenPGP signature: %w", err)
	}
	return []byte(proof), nil
}

// pgpKey returns the key or subkey that signs at that time.
func (s *Signer) pgpKey(at time.Time) (*packet.PrivateKey, error) {
	key, ok := s.pgp.SigningKey(at, pgpConfig(at))
	if !ok || key.PrivateKey == nil {
		return nil, refuse(UnfitKey, "Key", s.public.Fingerprint)
	}
	return key.PrivateKey, nil
}

func signConfig(at time.Time) *packet.Config {
	config := pgpConfig(at)
	config.DefaultHash = crypto.SHA512
	return config
}

// armoured returns what write writes as an OpenPGP armoured block with a
// checksum: GnuPG 2.2 takes the last line of a block without one for data when the
// base64 needs no padding.
func armoured(kind string, write func(*bytes.Buffer) error) (string, error) {
	var octets, out bytes.Buffer
	if err := write(&octets); err != nil {
		return "", err
	}
	w, err := armor.Encode(&out, kind, nil)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(octets.Bytes()); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return out.String() + "\n", nil
}

// withChecksum adds the checksum that the library's clearsign leaves out.
func withChecksum(proof string) (string, error) {
	block, err := armor.Decode(strings.NewReader(proof + "\n"))
	if err != nil {
		return "", err
	}
	return armoured(block.Type, func(out *bytes.Buffer) error {
		_, err := out.ReadFrom(block.Body)
		return err
	})
}
