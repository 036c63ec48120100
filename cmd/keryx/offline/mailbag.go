package offline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/templates"
)

// mailbag gathers the proofs of the reports among saved mails, and what was passed over.
type mailbag struct {
	keys  []mail.PublicKey             // one of which must have signed a report; none if none was given
	open  func([]byte) ([]byte, error) // decrypts; nil without a private key
	games map[string][]templates.Proof

	files, mails int
	skipped      map[string][]string // why, and which
	servers      map[string]bool     // addresses that reports signed by the key came from
	unsigned     []unsigned
}

// unsigned is a mail with a proof that the key has not signed.
type unsigned struct {
	name, from string
	err        error
}

// Why mails and files are passed over.
const (
	skipEncrypted = "encrypted mails: --private KEY opens those that were encrypted to you"
	skipSealedUp  = "encrypted mails that cannot be decrypted with this private key"
	skipLarge     = "mails larger than any of ours"
	skipOther     = "mails without a proof: your own, answers to requests, other people's"
	skipMissing   = "reports whose proof is missing: they came without the attached file that holds it, and were not verified"
	skipUnsigned  = "mails with a proof that another sender quotes"
	skipFile      = "files that hold no mail"
	skipOutlook   = "files of Outlook, which cannot be read: save the mails as .eml"
	skipBroken    = "files that cannot be read"
)

func (b *mailbag) skip(why, what string) {
	b.skipped[why] = append(b.skipped[why], what)
}

// collect reads a file, or all files of a directory with its folders.
func (b *mailbag) collect(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == root:
			return err
		case err != nil:
			b.skip(skipBroken, fmt.Sprintf("%s (%v)", path, err))
			return nil
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			b.skip(skipFile, path)
			return nil
		}
		return b.file(path)
	})
}

// file reads a file of saved mail. Only a proof that cannot be read is an error.
func (b *mailbag) file(path string) error {
	if ext := strings.ToLower(filepath.Ext(path)); ext == ".pst" || ext == ".ost" || ext == ".msg" {
		b.skip(skipOutlook, path)
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		b.skip(skipBroken, fmt.Sprintf("%s (%v)", path, err))
		return nil
	}
	defer f.Close()
	b.files++
	var last looked
	at := 0
	kind, err := mail.ReadSaved(f, func(n int, raw []byte) (bool, error) {
		now := b.look(path, n, raw)
		switch {
		case n != at:
			bad := b.count(at, last)
			last, at = now, n
			return now.proof != nil, bad
		case now.proof != nil: // another reading of the same mail
			last = now
		}
		return now.proof != nil, nil
	})
	if err == nil {
		err = b.count(at, last)
	}
	var bad *badProof
	switch {
	case errors.As(err, &bad):
		return err
	case errors.Is(err, mail.ErrNoMail):
		b.skip(skipFile, path)
	case err != nil:
		b.skip(skipBroken, fmt.Sprintf("%s (%s: %v)", path, kind, err))
	}
	return nil
}

// looked is what a mail was found to be.
type looked struct {
	name, from string
	proof      *templates.Proof // of a report that counts
	why        string           // it is passed over
	unsealed   error            // it has a proof, and the key has not signed it
	bad        error            // it has a proof that cannot be read
}

// count takes a mail for what it was found to be. Number 0 is none.
func (b *mailbag) count(n int, l looked) error {
	if n == 0 {
		return nil
	}
	b.mails++
	switch {
	case l.bad != nil:
		return &badProof{l.name, l.bad}
	case l.unsealed != nil:
		b.unsigned = append(b.unsigned, unsigned{l.name, l.from, l.unsealed})
	case l.proof != nil:
		b.servers[l.from] = len(b.keys) > 0
		b.games[l.proof.Game] = append(b.games[l.proof.Game], *l.proof)
	default:
		b.skip(l.why, l.name)
	}
	return nil
}

// badProof is a mail whose proof cannot be read.
type badProof struct {
	mail string
	err  error
}

// Error names the mail.
func (e *badProof) Error() string { return e.mail + ": " + e.err.Error() }

// Unwrap returns what is wrong with it.
func (e *badProof) Unwrap() error { return e.err }

// look says what one mail is, number n of a file.
func (b *mailbag) look(path string, n int, raw []byte) (l looked) {
	l.name = nameOf(path, n, mail.Received{})
	if raw == nil {
		l.why = skipLarge
		return l
	}
	clear, err := raw, error(nil)
	if b.open != nil {
		if clear, err = b.open(raw); err != nil {
			l.why = skipSealedUp
			return l
		}
	}
	r, err := mail.ReadReport(clear)
	if err != nil {
		l.why = skipOther
		return l
	}
	l.name, l.from = nameOf(path, n, r), strings.ToLower(r.From)
	if kept := r.Copy(); kept != nil { // of an old report: it counts as it was sent
		if was, err := mail.ReadReport(kept); err == nil {
			r, clear = was, kept
			l.from = strings.ToLower(r.From)
		}
	}
	proof, err := templates.FindProof(r.Texts()...)
	switch {
	case errors.Is(err, templates.ErrNoProof) && b.open == nil && bytes.Contains(raw, []byte("-----BEGIN PGP MESSAGE-----")):
		l.why = skipEncrypted
		return l
	case errors.Is(err, templates.ErrNoProof):
		l.why = skipOther
		return l
	case errors.Is(err, templates.ErrProofMissing):
		l.why = skipMissing
		return l
	case len(b.keys) > 0:
		if l.unsealed = b.sealed(clear); l.unsealed != nil {
			return l
		}
	}
	if l.bad = err; err == nil {
		proof.Source = l.name
		l.proof = &proof
	}
	return l
}

// sealed checks that one of the keys has signed a mail.
func (b *mailbag) sealed(clear []byte) (err error) {
	for _, key := range b.keys {
		if _, err = mail.CheckSeal(clear, key); err == nil {
			return nil
		}
	}
	return err
}

// nameOf says which mail is meant.
func nameOf(path string, n int, r mail.Received) string {
	name := path
	if n > 1 || r.Subject == "" {
		name = fmt.Sprintf("%s, mail %d", path, n)
	}
	if r.Subject != "" {
		name += fmt.Sprintf(" (%q of %s)", r.Subject, r.Date.UTC().Format("2006-01-02 15:04"))
	}
	return name
}

// verify checks the reports of each game. A mail that claims to be a report of the
// server and is not signed by it is an error; one of another sender who quotes a report
// is passed over.
func (b *mailbag) verify() (all []verify.Verification, err error) {
	var faults []error
	for _, u := range b.unsigned {
		if len(b.servers) > 0 && !b.servers[u.from] {
			b.skip(skipUnsigned, u.name)
			continue
		}
		faults = append(faults, fmt.Errorf("%s: %w", u.name, u.err))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	for _, name := range slices.Sorted(maps.Keys(b.games)) {
		v, err := verify.Verify(b.games[name])
		if err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// maxNamed is how many of the mails and files that were passed over are named.
const maxNamed = 5

// explain says what was read and what was passed over, and why.
func (b *mailbag) explain(out io.Writer) {
	reports := 0
	for _, proofs := range b.games {
		reports += len(proofs)
	}
	fmt.Fprintf(out, "read: %d mails in %d files, %d of them reports\n", b.mails, b.files, reports)
	for _, why := range slices.Sorted(maps.Keys(b.skipped)) {
		what := b.skipped[why]
		fmt.Fprintf(out, "passed over: %d %s\n", len(what), why)
		if why == skipOther || why == skipFile {
			continue // nothing that a reader would miss
		}
		for _, name := range what[:min(len(what), maxNamed)] {
			fmt.Fprintf(out, "  %s\n", name)
		}
		if more := len(what) - maxNamed; more > 0 {
			fmt.Fprintf(out, "  and %d more\n", more)
		}
	}
}

// newMailbag returns an empty bag, with the server's keys, if any, and with what decrypts, which
// may be nil.
func newMailbag(keys []mail.PublicKey, open func([]byte) ([]byte, error)) *mailbag {
	return &mailbag{keys: keys, open: open, games: map[string][]templates.Proof{}, skipped: map[string][]string{}, servers: map[string]bool{}}
}

// VerifyDir checks the reports of each game below a directory, and their signatures if
// a key is given.
func VerifyDir(dir string, key *mail.PublicKey, open func([]byte) ([]byte, error)) ([]verify.Verification, error) {
	var keys []mail.PublicKey
	if key != nil {
		keys = append(keys, *key)
	}
	bag := newMailbag(keys, open)
	if err := bag.collect(dir); err != nil {
		return nil, err
	}
	return bag.verify()
}
