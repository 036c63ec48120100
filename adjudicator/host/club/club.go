// Package club is what everything else of a server stands on: its settings, its store, its clock and its
// randomness. It knows no game, no mail and no player.
package club

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"log/slog"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/mail"
	"keryx/store"
)

// Club is what all work of one server shares: its store, its clock, its randomness, and its settings.
type Club struct {
	Store  store.Store
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader, but for tests
	Log    *slog.Logger
	Post   Post

	// Rules are what the club has settled; whoever has nothing to say about them begins with [Usual].
	Rules Rules

	// User is who gives the commands of this process, as the operating system knows him: it
	// goes on record when he looks at what is secret. Empty if it does not say.
	User string
	// FeedAddress is where the site is served, without a slash at its end: below it players
	// have private addresses of their deadlines. Empty if it is not served.
	FeedAddress string
	// Signer, if set, signs every mail that goes out, with an OpenPGP key (RFC 3156).
	Signer *mail.Signer

	// WorkLimit is how long the work on one message may take, two minutes unless a test says otherwise. What takes
	// longer counts as failed.
	WorkLimit time.Duration
	// Hung, if set, is called when the work on a message does not even end some time
	// after WorkLimit. Code that loops can be stopped with the process only.
	Hung func(message int64)

	// Trace, if set, is called when a step of the pipeline has been done and the
	// next has not begun, for several mails at once. A daemon counts the steps there,
	// and tests kill the process.
	Trace func(Step)

	ByJobs bool // what is kept becomes a job by itself: a daemon is at work
}

// Post is the post office box that the server is reached by.
type Post struct {
	Address string // "orders@club.example"
	Name    string // display name
	Domain  string // of Message-IDs and List-Ids

	// PlainReturn sends all mail with Address as its envelope sender, for a mailbox
	// that gets no mail at local+anything@domain. Bounces are then known by the
	// Message-ID that they carry back.
	PlainReturn bool
}

// Step is a moment in the life of a mail; see the package comment.
type Step string

// The steps, in their order.
const (
	StepFetched   Step = "fetched"
	StepTried     Step = "tried"
	StepRead      Step = "read"
	StepPlayed    Step = "played"
	StepDrafted   Step = "drafted"
	StepCommitted Step = "committed"
	StepClaimed   Step = "claimed"
	StepSent      Step = "sent"
	StepMarked    Step = "marked"
	StepFiled     Step = "filed"
)

// Steps lists all steps in their order.
var Steps = []Step{StepFetched, StepTried, StepRead, StepPlayed, StepDrafted, StepCommitted, StepClaimed, StepSent, StepMarked, StepFiled}

// Steps of a game's way between clubs, of the commands that send it and load it. A receipt, a
// release and a void take the steps of every other mail.
const (
	StepClosing   Step = "closing"   // of a game that is given away; not committed
	StepClosed    Step = "closed"    // and committed, with its note
	StepNoted     Step = "noted"     // the mail server has taken the note, and the file is handed out
	StepRehearsed Step = "rehearsed" // a bundle was played again
	StepLoading   Step = "loading"   // it stands in the database, not committed
	StepLoaded    Step = "loaded"    // committed, with its receipt
)

// ExportSteps and ImportSteps list them in their order.
var (
	ExportSteps = []Step{StepClosing, StepClosed, StepNoted}
	ImportSteps = []Step{StepRehearsed, StepLoading, StepLoaded}
)

// Did tells whoever follows the work that a step is done.
func (c *Club) Did(s Step) {
	if c.Trace != nil {
		c.Trace(s)
	}
}

// Code is the word by which an order file says which report it answers: eight
// characters that nobody can foretell who has not read the report.
func Code(secret store.Secret, game, side string, entry int) string {
	m := hmac.New(sha256.New, secret[:])
	fmt.Fprintf(m, "%s/code/%s/%d", game, side, entry)
	text := base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").EncodeToString(m.Sum(nil)[:5])
	return text[:CodeHalf] + "-" + text[CodeHalf:]
}

// CodeHalf is where the hyphen of a report code stands.
const CodeHalf = 4

// LedgerEntry turns a stored entry into the kit's.
func LedgerEntry(e store.Entry) adjudicator.Entry {
	return adjudicator.Entry{Game: e.Game, Seq: e.Seq, Kind: adjudicator.EntryKind(e.Kind), Side: e.Side,
		Time: e.Time, Body: e.Body, Salt: e.Salt, Prev: dice.Head(e.Prev), Hash: dice.Head(e.Hash), Removed: dice.Head(e.Removed)}
}

// LedgerEntries are stored entries as entries of a ledger, in the same order.
func LedgerEntries(stored []store.Entry) []adjudicator.Entry {
	entries := make([]adjudicator.Entry, len(stored))
	for i, e := range stored {
		entries[i] = LedgerEntry(e)
	}
	return entries
}

// StoredEntry turns an entry of the kit into one to be stored, with its evidence.
func StoredEntry(e adjudicator.Entry, ev Evidence) store.Entry {
	return store.Entry{Game: e.Game, Seq: e.Seq, Kind: string(e.Kind), Side: e.Side, Time: e.Time, Body: e.Body,
		Salt: e.Salt, Prev: store.Digest(e.Prev), Hash: store.Digest(e.Hash),
		Fingerprint: ev.Fingerprint, Scheme: ev.Scheme, Raw: ev.Raw}
}

// Evidence is what stands behind a signed entry.
type Evidence struct {
	Fingerprint, Scheme string
	Raw                 []byte
}
