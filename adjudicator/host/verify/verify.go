package verify

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/play"
	"keryx/templates"
)

// Verification is what a reader's reports prove about one game, computed from
// those reports alone.
type Verification struct {
	Game    string
	Reports int
	Entries int // ledger entries whose hash was computed again
	Bodies  int // bodies that fit their digest
	Rolls   int // throws computed again
	Turns   int // turns whose seed was published and fits its commitment
	Pending int // throws of turns whose seed is not published yet
	Head    templates.Link
	Ended   bool // the game's secret was published and fits its commitment

	Versions []string // of the rules that it was played by, in their order, as far as the reports tell

	Restored  int // how often the server was put back to an older copy, and the dice given another secret
	TakenBack int // how often a ruling gave up what had been played
	GivenUp   int // reports of what was given up then
}

// ErrProof reports reports that contradict each other, their dice or their
// hashes.
var ErrProof = errors.New("the proof does not hold")

// Verify checks the proofs of one reader's reports, in any order, offline: each
// ledger entry's hash, the chain, published seeds against their commitments, and
// every throw of the turns whose seed is known. Any number of readers' proofs
// may be given together; they must then tell of one ledger, or of a line of it that was
// given up when the server was put back to an older copy, which the ledger says.
func Verify(proofs []templates.Proof) (Verification, error) {
	for _, p := range proofs {
		if p.Game != proofs[0].Game {
			return Verification{Reports: len(proofs), Game: proofs[0].Game}, unnamed("reports of %s and of %s were put together", proofs[0].Game, p.Game)
		}
	}
	live, abandoned, err := lines(proofs)
	if err != nil {
		return Verification{Reports: len(proofs)}, err
	}
	result, err := verifyLine(live)
	if err != nil {
		return result, err
	}
	for _, line := range abandoned {
		if _, err := verifyLine(line); err != nil {
			return result, fmt.Errorf("in what was given up: %w", err)
		}
	}
	result.GivenUp += len(proofs) - len(live)
	result.Reports = len(proofs)
	return result, nil
}

// verifyLine checks proofs that tell of one line of a ledger.
func verifyLine(proofs []templates.Proof) (Verification, error) {
	v := verifier{commits: map[int][]dice.Head{}, seeds: map[dice.Head]dice.Seed{}, over: map[int]bool{},
		entries: map[int]templates.ProofEntry{}, hashes: map[int]dice.Head{},
		heads: map[int]dice.Head{}, orders: map[int]int{}, force: map[int]dice.Head{}, turnAt: map[int]int{}, secretOf: map[int]int{}, void: map[int]bool{}, following: map[int]bool{}, sources: map[string][]string{}, appeals: map[int]int{}, decided: map[int]int{}}
	for _, p := range proofs {
		if err := v.gather(p); err != nil {
			return v.result, err
		}
	}
	for _, check := range []func() error{v.checkLedger, v.checkCommits, v.checkSeeds, v.checkRolls, v.checkLetters, v.checkTurns} {
		if err := check(); err != nil {
			return v.result, err
		}
	}
	return v.result, nil
}

// verifier gathers what all reports say.
type verifier struct {
	result  Verification
	secret  dice.Head // commitment
	opening []byte
	entries map[int]templates.ProofEntry
	hashes  map[int]dice.Head   // of every entry named, listed or only linked to
	commits map[int][]dice.Head // what the reports told of each turn
	seeds   map[dice.Head]dice.Seed
	over    map[int]bool // turns whose last seed was published
	reveals []templates.TurnHead
	forks   []templates.ProofFork
	rolls   []templates.ProofRoll
	letters []templates.Proof // what was told while a turn was in play

	scheme   dice.Scheme
	heads    map[int]dice.Head     // what the dice of an entry hang on
	orders   map[int]int           // the number of each entry of orders among all orders, from 1
	force    map[int]dice.Head     // the commitment of the seed that the dice of an entry are made with
	turnAt   map[int]int           // the turn in play behind an entry
	turn     int                   // the turn in play where the ledger is read
	secrets  []dice.Head           // commitments: of the game's secret and of those that took its place
	secretOf map[int]int           // which of them an entry hangs on
	ledger   []promise             // the commitments that the ledger lists, in their order
	listed   []templates.ProofFork // the forks that it lists

	void      map[int]bool     // entries that rulings have given up
	behind    *play.RulingBody // the ruling directly before the entry in hand that other dice must follow
	final     bool             // the game is over, as far as the ledger has been read
	published int              // how many secrets had been committed to when it was over last
	following map[int]bool     // secrets that follow from the one before

	source  string              // of the report being gathered
	sources map[string][]string // which reports speak of something

	appeals map[int]int // entries of rulings that are appealed against, by the entry of the appeal
	decided map[int]int // entries of the rulings that decide appeals, by the entry of the appeal
}

// ProofError says what does not hold, and which of the reports say it. It matches
// [ErrProof].
type ProofError struct {
	What    string
	Sources []string // of the reports, as [templates.Proof] names them; none if they have no names
}

// Error says what does not hold, and where that stands.
func (e *ProofError) Error() string {
	text := ErrProof.Error() + ": " + e.What
	if len(e.Sources) > 0 {
		text += "\n  in " + strings.Join(e.Sources, "\n  in ")
	}
	return text
}

// Unwrap makes the error match [ErrProof].
func (e *ProofError) Unwrap() error { return ErrProof }

// said notes that the report being gathered speaks of something.
func (v *verifier) said(topic ...any) {
	key := fmt.Sprint(topic...)
	if v.source != "" && !slices.Contains(v.sources[key], v.source) {
		v.sources[key] = append(v.sources[key], v.source)
	}
}

// broken is the error about something that reports speak of.
func (v *verifier) broken(topic []any, format string, args ...any) error {
	return &ProofError{fmt.Sprintf(format, args...), v.sources[fmt.Sprint(topic...)]}
}

// unnamed is the error about what all reports say together.
func unnamed(format string, args ...any) error {
	return &ProofError{What: fmt.Sprintf(format, args...)}
}

// about names a topic: "entry" 5, "seed" 2.
func about(topic ...any) []any { return topic }

// gather adds one report, refusing what contradicts an earlier one.
func (v *verifier) gather(p templates.Proof) error {
	v.result.Reports++
	v.source = p.Source
	v.said("game")
	if v.result.Game == "" {
		v.result.Game = p.Game
	}
	if p.Secret != (dice.Head{}) {
		v.said("secret")
		if v.secret != (dice.Head{}) && v.secret != p.Secret {
			return v.broken(about("secret"), "two reports give different commitments of the game's secret")
		}
		v.secret = p.Secret
	}
	if p.Opening != nil {
		v.said("opening")
		// A game that was over and went on by a ruling publishes more of them when it ends again.
		short, long := v.opening, p.Opening
		if len(short) > len(long) {
			short, long = long, short
		}
		if !bytes.HasPrefix(long, short) {
			return v.broken(about("opening"), "two reports give different secrets of the game")
		}
		v.opening = long
	}
	for _, link := range []templates.Link{p.After, p.Head} {
		if err := v.link(link); err != nil {
			return err
		}
	}
	if p.Head.Seq > v.result.Head.Seq {
		v.result.Head = p.Head
	}
	for _, e := range p.Entries {
		if err := v.link(templates.Link{Seq: e.Seq, Hash: e.Hash}); err != nil {
			return err
		}
		if err := v.entry(e); err != nil {
			return err
		}
	}
	for _, c := range p.Commits {
		v.said("commit", c.Turn)
		if !slices.Contains(v.commits[c.Turn], c.Value) {
			v.commits[c.Turn] = append(v.commits[c.Turn], c.Value)
		}
	}
	for _, r := range p.Reveals {
		v.said("seed", r.Turn)
		v.over[r.Turn] = true
		v.seeds[dice.Seed(r.Value).Commitment()] = dice.Seed(r.Value)
		v.reveals = append(v.reveals, r)
	}
	v.forks = append(v.forks, p.Forks...)
	for _, r := range p.Rolls {
		v.said("roll", r.Turn, r.Entry, r.Index)
	}
	for _, t := range p.Throws {
		v.said("throw", t.Turn, t.Number)
	}
	for _, s := range p.Seals {
		v.said("seal", s.Name)
	}
	v.rolls = append(v.rolls, p.Rolls...)
	if len(p.Throws)+len(p.Seals) > 0 {
		v.letters = append(v.letters, p)
	}
	return nil
}

// link notes the hash of an entry.
func (v *verifier) link(l templates.Link) error {
	if l == (templates.Link{}) {
		return nil
	}
	v.said("entry", l.Seq)
	if known, ok := v.hashes[l.Seq]; ok && known != l.Hash {
		return v.broken(about("entry", l.Seq), "two reports give different hashes of ledger entry %d: the ledger was rewritten", l.Seq)
	}
	v.hashes[l.Seq] = l.Hash
	return nil
}

// entry notes a listed entry. What one reader may read of it and the other may not
// is kept from whoever may.
func (v *verifier) entry(e templates.ProofEntry) error {
	known, ok := v.entries[e.Seq]
	if ok && (known.Kind != e.Kind || known.Side != e.Side || !known.Time.Equal(e.Time) || known.Digest != e.Digest) {
		return v.broken(about("entry", e.Seq), "two reports tell ledger entry %d differently", e.Seq)
	}
	if ok && known.Open && e.Open && (known.Salt != e.Salt || !bytes.Equal(known.Body, e.Body)) {
		return v.broken(about("entry", e.Seq), "two reports give different bodies of ledger entry %d", e.Seq)
	}
	if !ok || e.Open {
		v.entries[e.Seq] = e
	}
	return nil
}
