package mail

import (
	"fmt"
	"strings"
)

// Class groups the refusals by what the host does with them: whom it answers,
// in which folder the mail ends, and whether the referee hears of it.
type Class uint8

// The classes of refusals.
const (
	Unsigned     Class = iota // nothing in the mail is signed in an accepted shape
	BadSignature              // a signature is there, and it does not count
	Ambiguous                 // what was signed, or by whom, can be read in two ways
	Automatic                 // sent by a program: never orders, never answered
	TooLarge                  // over a limit; nothing beyond the limit was read
	Malformed                 // breaks the mail standards where guessing would be needed
)

// String returns the class in lower case, as logs and the ledger name it.
func (c Class) String() string {
	switch c {
	case Unsigned:
		return "unsigned"
	case BadSignature:
		return "bad signature"
	case Ambiguous:
		return "ambiguous"
	case Automatic:
		return "automatic"
	case TooLarge:
		return "too large"
	case Malformed:
		return "malformed"
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// Code names one reason to refuse a mail. Codes are stable: they stand in the
// ledger, and in the message catalogues as "refusal.CODE" and
// "refusal.CODE.mend".
type Code string

// The codes of refusals. The comment names what was found.
const (
	// Nothing is signed.
	NotSigned     Code = "unsigned"       // plain text without any signature
	HTMLOnly      Code = "html-only"      // no plain text in the mail
	NoText        Code = "no-text"        // neither text nor anything else to read
	Forwarded     Code = "forwarded"      // another mail is attached (message/rfc822)
	Encrypted     Code = "encrypted"      // OpenPGP or S/MIME encryption
	SealedMail    Code = "sealed"         // encrypted to us; why it is refused is told to nobody
	SMIME         Code = "smime"          // S/MIME signature
	QuotedBlock   Code = "quoted-block"   // the signed block stands behind a quote mark
	AttachedBlock Code = "attached-block" // a clearsigned file is attached instead of pasted
	NoMarker      Code = "no-marker"      // an SSH signature without the line that begins the orders
	NoOrderFile   Code = "no-order-file"  // a detached signature, and no file it could belong to
	OddBody       Code = "odd-body"       // winmail.dat, uuencode, yEnc, calendar, rich text

	// There is a signature, and it does not count.
	WrongSignature  Code = "bad-signature"        // does not fit the text
	Flowed          Code = "flowed"               // does not fit, and the mail program re-wraps lines
	Reencoded       Code = "re-encoded"           // PGP/MIME that does not fit: changed under way
	UnknownKey      Code = "unknown-key"          // not registered
	PendingKey      Code = "pending-key"          // registered and not confirmed
	ExpiredKey      Code = "expired-key"          // the key's own expiry has passed
	RevokedKey      Code = "revoked-key"          // revoked by its owner or by the referee
	RetiredKey      Code = "retired-key"          // replaced by another key
	ExpiredSign     Code = "expired-signature"    // the signer set an end, and it has passed
	FutureSignature Code = "future-signature"     // dated more than MaxSkew ahead
	WeakHash        Code = "weak-hash"            // MD5, SHA-1, RIPEMD-160
	WeakKey         Code = "weak-key"             // the registered key may not sign (any more)
	UnfitKey        Code = "unfit-key"            // a subkey that is not bound for signing
	UnsupportedKey  Code = "unsupported-key"      // SSH certificate, hardware key, DSA
	WrongType       Code = "wrong-signature-type" // not a signature over a document
	WrongNamespace  Code = "wrong-namespace"      // an SSH signature for another purpose
	HashMismatch    Code = "hash-mismatch"        // the Hash line names another algorithm
	BrokenSignature Code = "broken-signature"     // cannot be decoded as a signature
	BinarySignature Code = "binary-signature"     // detached and not armoured

	// More than one reading.
	TwoSignatures Code = "two-signatures"      // several signature packets or files
	TwoBlocks     Code = "two-blocks"          // several signed blocks
	TwoFiles      Code = "two-files"           // several files for one signature
	TwoTexts      Code = "two-texts"           // several text parts under one signature
	TextOutside   Code = "text-outside"        // an order stands outside the signed text
	NestedSigned  Code = "nested-signed"       // a signed part inside an unsigned frame
	LaterBlock    Code = "block-not-first"     // the block is not in the first text part
	WrongPGPMIME  Code = "wrong-shape-pgpmime" // multipart/signed against RFC 3156
	WrongBlock    Code = "wrong-shape-block"   // the frame of a signed block is broken
	ArmorHeader   Code = "wrong-armor-header"  // a line in the block's head that may not be there
	DashLine      Code = "unescaped-dash"      // a line in the block begins with a bare dash
	PartialMail   Code = "partial-mail"        // message/partial, message/external-body

	// Sent by a program.
	AutoReply Code = "auto-reply" // answering machines, reports, lists
	OwnMail   Code = "own-mail"   // our own mail came back

	// Over a limit.
	MailTooLarge   Code = "too-large"        // MaxMail
	HeaderTooLarge Code = "header-too-large" // MaxHeader, MaxFields, MaxField
	TooManyParts   Code = "too-many-parts"   // MaxParts
	TooDeep        Code = "too-deep"         // MaxDepth
	TextTooLarge   Code = "text-too-large"   // MaxText, MaxSignature

	// Against the standards.
	BadHeader    Code = "bad-header"        // a header line that is none
	DoubleField  Code = "double-field"      // two Content-Type fields and the like
	BadMediaType Code = "bad-media-type"    // Content-Type cannot be read in one way
	BadBoundary  Code = "bad-boundary"      // boundary missing, malformed, or not closed
	BadEncoding  Code = "bad-encoding"      // base64 or quoted-printable that is none
	BadCharset   Code = "bad-charset"       // a character set that is not on the list
	NotASCII     Code = "not-ascii"         // letters outside ASCII under a label that is not UTF-8
	BadUTF8      Code = "bad-utf8"          // not valid UTF-8
	ControlChar  Code = "control-character" // NUL, escape, form feed and the like in the text
	BareCR       Code = "bare-cr"           // a carriage return without a line feed
	EmptyText    Code = "empty-text"        // a good frame around nothing
	Poison       Code = "poison"            // a library gave up on it

	// Keys offered for registration, see [ParsePublicKey].
	NoKey       Code = "no-key"        // neither an OpenSSH nor an OpenPGP public key
	PrivateKey  Code = "private-key"   // a private key was sent
	SeveralKeys Code = "several-keys"  // more than one key
	KeyTooLarge Code = "key-too-large" // MaxKey, or an RSA modulus over 8192 bits
)

// classes gives every code its class; a code that is missing here does not
// exist.
var classes = map[Code]Class{
	NotSigned: Unsigned, HTMLOnly: Unsigned, NoText: Unsigned, Forwarded: Unsigned, Encrypted: Unsigned, SealedMail: Unsigned, SMIME: Unsigned,
	QuotedBlock: Unsigned, AttachedBlock: Unsigned, NoMarker: Unsigned, NoOrderFile: Unsigned, OddBody: Unsigned,

	WrongSignature: BadSignature, Flowed: BadSignature, Reencoded: BadSignature, UnknownKey: BadSignature, PendingKey: BadSignature,
	ExpiredKey: BadSignature, RevokedKey: BadSignature, RetiredKey: BadSignature, ExpiredSign: BadSignature,
	FutureSignature: BadSignature, WeakHash: BadSignature, WeakKey: BadSignature, UnfitKey: BadSignature,
	UnsupportedKey: BadSignature, WrongType: BadSignature, WrongNamespace: BadSignature, HashMismatch: BadSignature,
	BrokenSignature: BadSignature, BinarySignature: BadSignature,

	TwoSignatures: Ambiguous, TwoBlocks: Ambiguous, TwoFiles: Ambiguous, TwoTexts: Ambiguous, TextOutside: Ambiguous,
	NestedSigned: Ambiguous, LaterBlock: Ambiguous, WrongPGPMIME: Ambiguous, WrongBlock: Ambiguous,
	ArmorHeader: Ambiguous, DashLine: Ambiguous, PartialMail: Ambiguous,

	AutoReply: Automatic, OwnMail: Automatic,

	MailTooLarge: TooLarge, HeaderTooLarge: TooLarge, TooManyParts: TooLarge, TooDeep: TooLarge, TextTooLarge: TooLarge,

	BadHeader: Malformed, DoubleField: Malformed, BadMediaType: Malformed, BadBoundary: Malformed,
	BadEncoding: Malformed, BadCharset: Malformed, NotASCII: Malformed, BadUTF8: Malformed, ControlChar: Malformed,
	BareCR: Malformed, EmptyText: Malformed, Poison: Malformed,

	NoKey: Malformed, PrivateKey: Malformed, SeveralKeys: Ambiguous, KeyTooLarge: TooLarge,
}

// Refusal is the error of [Intake.Read] for a mail that gives no orders. Its
// text for people is not here but in the catalogues, under "refusal.CODE"
// (what was found) and "refusal.CODE.mend" (how to send it instead), filled
// with Args.
type Refusal struct {
	Code  Code
	Class Class
	Args  []any // name ("Line"), value, name, value ... for the texts; values come from a stranger's mail, escaped and short

	// Fingerprint is set when the signature itself is good and only something
	// else is wrong (the key has expired, a line outside looks like an order).
	// Only then is it known who wrote, and only then may a reply go to the
	// registered address and say more than the general help text.
	Fingerprint string

	// Sealed is set when the mail came encrypted to us. Then the answer to somebody who has
	// proved nothing is that of [RefuseSealed], whatever the reason.
	Sealed bool

	Err error // the library's error, for the log
}

// refuse makes a refusal; args are name, value pairs for the catalogue.
func refuse(code Code, args ...any) *Refusal {
	return &Refusal{Code: code, Class: classes[code], Args: args}
}

// RefuseSealed is the one refusal of encrypted mail that is told to those who have not
// proved who they are: whether it could be decrypted, and what was in it, would help
// somebody who has caught another's mail and sends it to us changed.
func RefuseSealed() *Refusal { return refuse(SealedMail) }

// RefusePending is the refusal of a mail signed by a key that was sent to be registered and
// waits for its confirmation.
func RefusePending(fingerprint string) *Refusal { return refuse(PendingKey, "Key", fingerprint) }

// because keeps a library's error for the log.
func (r *Refusal) because(err error) *Refusal {
	r.Err = err
	return r
}

// by notes that the signature of that key is good nevertheless.
func (r *Refusal) by(fingerprint string) *Refusal {
	r.Fingerprint = fingerprint
	return r
}

// Error implements error. It is for logs; players get the catalogue's texts.
func (r *Refusal) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "mail refused (%s): %s", r.Class, r.Code)
	for i := 0; i+1 < len(r.Args); i += 2 {
		fmt.Fprintf(&b, " %v=%q", r.Args[i], fmt.Sprint(r.Args[i+1]))
	}
	if r.Err != nil {
		fmt.Fprintf(&b, ": %v", r.Err)
	}
	return b.String()
}

// Unwrap returns the library's error.
func (r *Refusal) Unwrap() error { return r.Err }

// Data returns Args as the map that the catalogue's templates are filled with.
func (r *Refusal) Data() map[string]any {
	data := make(map[string]any, len(r.Args)/2)
	for i := 0; i+1 < len(r.Args); i += 2 {
		data[fmt.Sprint(r.Args[i])] = r.Args[i+1]
	}
	return data
}
