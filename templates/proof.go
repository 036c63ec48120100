package templates

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// Proof is the figures in a report with which its reader can check the ledger
// and the dice: see package dice for the scheme and [adjudicator.ChainSum] for
// the chain.
//
// It is a block of plain words between two marks, in a file that goes with the letter; the
// letter itself has the ledger's head alone, see [Proof.ProofHead]. Letters of older versions have
// the block in their text. Each record is a keyword and its values, separated by blanks and
// line ends in any number:
//
//	keryx-proof-1 hel-7
//	secret <commitment of the game's secret>
//	after 10 <hash of the entry before the first one listed>
//	entry 11 commit - 2026-11-20T09:00:00.000Z <digest> <hash>
//	entry 12 orders athens 2026-11-21T18:04:05.000Z <digest> <hash>
//	salt 11 <salt>
//	body 11 2 <base64> <base64>
//	head 12 <hash>
//	commit 3 <commitment of the turn's seed>
//	fork 3 <commitment before> <commitment after> <commitment of another secret>
//	reveal 2 <seed of the turn>
//	opening <the secret, when the game has ended>
//	roll 2 9/0 d6 4 2
//	sealed 3 K7Q2-9XWM <seal of the ledger as it stands>
//	throw 3 1 d6 5 1
//	end hel-7
//
// An entry without a side has "-". A body is in base64, in as many words as the number
// before them says; of a ruling with two lines the digest covers the second by its SHA-256, see
// [adjudicator.Entry.Public]. A roll names its turn, the ledger entry that caused it, the index of
// its first die in the scheme of package dice, the kind of dice, and the faces. While a
// turn is in play, who has
// written and when is not told: its entries and rolls follow when it is over. Until then
// a letter bears a seal of the ledger, by the letter's report code, and the throws by
// their places among those of the turn. Hashes, salts and seeds are 64
// hexadecimal digits.
type Proof struct {
	Source  string // where it was read, for those who are told of faults; no part of the block
	Game    string
	Secret  dice.Head // commitment; zero if not told
	Opening []byte    // when the game has ended: the secret itself, 32 bytes, and those that took its place
	After   Link      // the entry before Entries; zero if they begin with the first
	Entries []ProofEntry
	Head    Link // of the ledger now; zero if not told
	Commits []TurnHead
	Forks   []ProofFork // of the turn in play
	Reveals []TurnHead
	Rolls   []ProofRoll  // of turns that are over
	Seals   []ProofSeal  // of the turn in play
	Throws  []ProofThrow // of the turn in play
}

// Link is a ledger entry's number and hash.
type Link struct {
	Seq  int
	Hash dice.Head
}

// ProofEntry is a ledger entry as a player may see it: with salt and body only
// where they are public.
type ProofEntry struct {
	Seq    int
	Kind   adjudicator.EntryKind
	Side   string
	Time   time.Time // UTC, milliseconds
	Digest dice.Head
	Hash   dice.Head
	Open   bool // whether Salt and Body are told
	Salt   [32]byte
	Body   []byte
}

// TurnHead is a turn's number with the commitment of its seed, or with the seed.
type TurnHead struct {
	Turn  int
	Value dice.Head
}

// ProofFork says that a turn goes on with other dice than it began with, since a line of
// the ledger was given up. All are commitments: of the turn's seed until then and from
// then on, and of the secret that takes the place of the game's.
type ProofFork struct {
	Turn                  int
	Before, After, Secret dice.Head
}

// ProofRoll is a throw of public dice.
type ProofRoll struct {
	Turn, Entry, Index, Sides int
	Faces                     []int
}

// ShowEntry makes the proof's record of a ledger entry, with its salt and body
// if open is set.
func ShowEntry(e adjudicator.Entry, open bool) ProofEntry {
	shown := ProofEntry{Seq: e.Seq, Kind: e.Kind, Side: e.Side, Time: e.Time.UTC().Truncate(time.Millisecond),
		Digest: e.Digest(), Hash: e.Hash}
	if open {
		shown.Open, shown.Salt, shown.Body = true, e.Salt, e.Body
	}
	return shown
}

const (
	proofMark  = "keryx-proof-1"
	headMark   = "keryx-head-1"
	proofEnd   = "end"
	proofTime  = "2006-01-02T15:04:05.000Z"
	proofWidth = 72
	bodyWord   = 60 // base64 characters of a body in one word
)

// String writes the block, in lines of at most 72 columns.
func (p Proof) String() string {
	var b strings.Builder
	record := func(words ...any) { writeRecord(&b, words) }
	record(proofMark, p.Game)
	if p.Secret != (dice.Head{}) {
		record("secret", p.Secret)
	}
	if p.After != (Link{}) {
		record("after", p.After.Seq, p.After.Hash)
	}
	for _, e := range p.Entries {
		record("entry", e.Seq, e.Kind, dash(e.Side), e.Time.UTC().Format(proofTime), e.Digest, e.Hash)
		if e.Open {
			record("salt", e.Seq, dice.Head(e.Salt))
			words := chop(base64.StdEncoding.EncodeToString(e.Body), bodyWord)
			record(append([]any{"body", e.Seq, len(words)}, words...)...)
		}
	}
	if p.Head != (Link{}) {
		record("head", p.Head.Seq, p.Head.Hash)
	}
	for _, c := range p.Commits {
		record("commit", c.Turn, c.Value)
	}
	for _, f := range p.Forks {
		record("fork", f.Turn, f.Before, f.After, f.Secret)
	}
	for _, r := range p.Reveals {
		record("reveal", r.Turn, r.Value)
	}
	for i := 0; i+32 <= len(p.Opening); i += 32 {
		record("opening", dice.Head(p.Opening[i:i+32]))
	}
	for _, r := range p.Rolls {
		record(append([]any{"roll", r.Turn, fmt.Sprintf("%d/%d", r.Entry, r.Index), fmt.Sprintf("d%d", r.Sides)}, anyOf(r.Faces)...)...)
	}
	p.sealed(record)
	record(proofEnd, p.Game)
	return b.String()
}

// ProofHead is the record in a letter whose proof is a file that goes with it: the game, and
// the last entry of the ledger that the proof tells of.
//
//	keryx-head-1 hel-7 12
//	    <hash of entry 12>
func (p Proof) ProofHead() string {
	var b strings.Builder
	words := []any{headMark, p.Game}
	if p.Head != (Link{}) {
		words = append(words, p.Head.Seq, p.Head.Hash)
	}
	writeRecord(&b, words)
	return b.String()
}

// writeRecord writes one record, going on in indented lines where it is long.
func writeRecord(b *strings.Builder, words []any) {
	column := 0
	for i, w := range words {
		text := fmt.Sprint(w)
		switch {
		case i == 0:
		case column+1+len(text) > proofWidth:
			b.WriteString("\n    ")
			column = 4
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(text)
		column += len(text)
	}
	b.WriteByte('\n')
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// chop cuts a text into words of n characters.
func chop(s string, n int) []any {
	var words []any
	for len(s) > 0 {
		k := min(n, len(s))
		words = append(words, s[:k])
		s = s[k:]
	}
	return words
}
