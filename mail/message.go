package mail

import (
	"context"
	"time"
)

// The limits of what is read of a stranger's mail. All are checked before the
// work they bound.
const (
	MaxMail      = 256 << 10 // bytes of a whole mail
	MaxHeader    = 64 << 10  // bytes of one header
	MaxFields    = 200       // fields of one header
	MaxField     = 4 << 10   // bytes of one header field that is used
	MaxParts     = 50        // MIME parts of a mail, nested ones included
	MaxDepth     = 8         // depth of nested multiparts
	MaxText      = 64 << 10  // bytes of a decoded text or attachment
	MaxSignature = 16 << 10  // bytes of an armoured signature
)

// MaxSkew is how far ahead of the own clock a signature may be dated.
const MaxSkew = 10 * time.Minute

// Scheme names the accepted shape in which a text came signed.
type Scheme string

// The accepted shapes.
const (
	PGPMIME        Scheme = "pgp-mime"     // multipart/signed at the root, RFC 3156
	Clearsigned    Scheme = "clearsigned"  // one cleartext signature block, RFC 9580 section 7
	PGPDetached    Scheme = "pgp-detached" // an order file and its armoured OpenPGP signature
	SSHDetached    Scheme = "ssh-detached" // an order file and its SSH signature
	SSHInline      Scheme = "ssh-inline"   // the block that keryx sign writes
	maxIgnored            = 200            // lines reported in Message.Ignored
	maxIgnoredLine        = 200            // characters of each
	maxOpening            = 3              // lines in Message.Opening
)

// Signed is a text together with the proof of who signed it. [Intake.Read] is
// the only source of it, and its Text the only text of a mail that may reach
// the order parser.
type Signed struct {
	// Text is valid UTF-8 with LF line ends; the only control characters in it are LF
	// and TAB. It is derived from nothing but the signed octets.
	Text string
	// Fingerprint is the full fingerprint of the registered key: "SHA256:..."
	// of an SSH key, upper-case hex of an OpenPGP primary key.
	Fingerprint string
	Scheme      Scheme
	// Signed is the time stated in the signature; zero for SSH signatures, which
	// state none. It decides nothing: receipt does.
	Signed time.Time
	// Canonical reports that the signature fits Canonical of what was received
	// and not the received octets themselves. Text is then the canonical text.
	Canonical bool
	// To holds the addresses of the fields To and Cc that the signature covers, in lower case, if
	// Addressed says that it covers any. They say whom the text was written to.
	To        []string
	Addressed bool
	// Octets and Proof are the signed octets and the armoured signature over
	// them, kept as evidence.
	Octets, Proof []byte
}

// Message is what [Intake.Read] found in a mail. Except for Signed, all of it
// is a stranger's claim, cleaned for display, and decides nothing.
type Message struct {
	From    string  // the address only; empty when it is missing, double or odd
	Subject string  // decoded, without control and direction characters, at most 100 characters
	ID      string  // "<...>"; empty when missing, double or odd
	Program Program // that the sender writes with, if it tells; empty otherwise
	Auto    Auto    // why the mail counts as automatic; empty otherwise

	// Sealed is set for a mail that came encrypted to us. What is known of it beside its
	// header may be told to its author alone, and encrypted.
	Sealed bool

	// Signed is nil when the mail is refused.
	Signed *Signed
	// Ignored holds the lines of text that stand outside the signed text and
	// were ignored, shortened and without control characters. They may be anybody's:
	// an answer tells how many there are and how long, and repeats none.
	Ignored []string
	// Attachments holds the names of the attachments that were ignored,
	// cleaned likewise.
	Attachments []string
	// Opening holds the first lines of a mail in which nothing is signed, cleaned
	// like the subject: a player who needs help may not know how to sign.
	Opening []string
	// Bounce is set for delivery status notifications.
	Bounce *Bounce
}

// Keyring finds registered keys. Nothing in a mail can add to it.
//
// Both methods return no key and no error when nothing is registered; an error
// means that the look-up itself failed, and Read hands it on so that the mail
// is tried again later.
type Keyring interface {
	// ByFingerprint returns the key with that full fingerprint.
	ByFingerprint(ctx context.Context, fingerprint string) ([]Key, error)
	// ByKeyID returns the OpenPGP keys that hold a primary key or subkey with
	// that 64-bit key id (see [PublicKey.KeyIDs]). An id proves nothing: it
	// can be made to collide, so all candidates are tried, and the full
	// fingerprint decides.
	ByKeyID(ctx context.Context, id uint64) ([]Key, error)
}

// KeyState tells whether the referee's register still honours a key.
type KeyState uint8

// The states of a registered key.
const (
	Active  KeyState = iota
	Retired          // replaced by another key
	Revoked          // declared stolen or lost
)

// Key is a registered public key.
type Key struct {
	PublicKey
	State KeyState
}

// Keys is a Keyring in memory, for tests and small clubs. It must not be
// changed while in use.
type Keys []Key

// ByFingerprint implements Keyring.
func (k Keys) ByFingerprint(_ context.Context, fingerprint string) ([]Key, error) {
	var found []Key
	for _, key := range k {
		if key.Fingerprint == fingerprint {
			found = append(found, key)
		}
	}
	return found, nil
}

// ByKeyID implements Keyring.
func (k Keys) ByKeyID(_ context.Context, id uint64) ([]Key, error) {
	var found []Key
	for _, key := range k {
		for _, have := range key.KeyIDs {
			if have == id {
				found = append(found, key)
				break
			}
		}
	}
	return found, nil
}
