package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
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
}

// ErrProof reports reports that contradict each other, their dice or their
// hashes.
var ErrProof = errors.New("the proof does not hold")

// Verify checks the proofs of one reader's reports, in any order, offline: each
// ledger entry's hash, the chain, published seeds against their commitments, and
// every throw of the turns whose seed is known. Any number of readers' proofs
// may be given together; they must then tell of one ledger.
func Verify(proofs []templates.Proof) (Verification, error) {
	v := verifier{seeds: map[int]dice.Seed{}, commits: map[int]dice.Head{}, entries: map[int]templates.ProofEntry{}, hashes: map[int]dice.Head{},
		heads: map[int]dice.Head{}, orders: map[int]int{}, sources: map[string][]string{}}
	for _, p := range proofs {
		if err := v.gather(p); err != nil {
			return v.result, err
		}
	}
	for _, check := range []func() error{v.checkLedger, v.checkSeeds, v.checkRolls, v.checkThrows, v.checkSeals} {
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
	hashes  map[int]dice.Head // of every entry named, listed or only linked to
	commits map[int]dice.Head
	seeds   map[int]dice.Seed
	rolls   []templates.ProofRoll
	throws  []templates.ProofThrow
	seals   []templates.ProofSeal
	scheme  dice.Scheme
	heads   map[int]dice.Head // what the dice of an entry hang on
	orders  map[int]int       // the number of each entry of orders among all orders, from 1

	source  string              // of the report being gathered
	sources map[string][]string // which reports speak of something
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
	if p.Game != v.result.Game {
		return v.broken(about("game"), "reports of %s and of %s were put together", v.result.Game, p.Game)
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
		if v.opening != nil && !bytes.Equal(v.opening, p.Opening) {
			return v.broken(about("opening"), "two reports give different secrets of the game")
		}
		v.opening = p.Opening
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
		if known, ok := v.commits[c.Turn]; ok && known != c.Value {
			return v.broken(about("commit", c.Turn), "two reports give different commitments of turn %d", c.Turn)
		}
		v.commits[c.Turn] = c.Value
	}
	for _, r := range p.Reveals {
		v.said("seed", r.Turn)
		if known, ok := v.seeds[r.Turn]; ok && known != dice.Seed(r.Value) {
			return v.broken(about("seed", r.Turn), "two reports give different seeds of turn %d", r.Turn)
		}
		v.seeds[r.Turn] = dice.Seed(r.Value)
	}
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
	v.throws = append(v.throws, p.Throws...)
	v.seals = append(v.seals, p.Seals...)
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

// checkLedger computes every listed entry's hash from the one before it, and the chain
// of orders with them.
func (v *verifier) checkLedger() error {
	var chain dice.Chain
	for seq := 1; seq <= v.result.Head.Seq; seq++ {
		e, ok := v.entries[seq]
		if !ok {
			return v.broken(nil, "ledger entry %d of %d is in no report: a report is missing", seq, v.result.Head.Seq)
		}
		prev := v.hashes[seq-1]
		if sum := adjudicator.ChainSum(v.result.Game, seq, e.Kind, e.Side, e.Time, e.Digest, prev); sum != e.Hash {
			return v.broken(about("entry", seq), "ledger entry %d does not have the hash that the report gives", seq)
		}
		v.result.Entries++
		if e.Kind == adjudicator.Ordered {
			chain = chain.Add(e.Side, e.Digest)
			v.orders[seq] = chain.Orders
		}
		if e.Open {
			if err := v.checkBody(e); err != nil {
				return err
			}
		}
		switch v.scheme {
		case dice.ByOrders:
			v.heads[seq] = chain.Head
		case dice.ByEntry:
			v.heads[seq] = e.Hash
		default:
			return v.broken(about("entry", 1), "no report tells what ledger entry 1 says, which creates the game")
		}
	}
	return nil
}

// checkBody compares what was told of an entry with its digest and with the reports.
func (v *verifier) checkBody(e templates.ProofEntry) error {
	opened := adjudicator.Entry{Salt: e.Salt, Body: e.Body}
	if opened.Digest() != e.Digest {
		return v.broken(about("entry", e.Seq), "the body of ledger entry %d does not fit its digest", e.Seq)
	}
	v.result.Bodies++
	return v.checkCommit(e)
}

// checkCommit compares a commitment in the ledger with what the reports say.
func (v *verifier) checkCommit(e templates.ProofEntry) error {
	switch e.Kind {
	case adjudicator.Created:
		var created createdBody
		if err := json.Unmarshal(e.Body, &created); err != nil {
			return v.broken(about("entry", e.Seq), "ledger entry %d creates nothing: %v", e.Seq, err)
		}
		if v.secret != (dice.Head{}) && v.secret.String() != created.Commitment {
			return v.broken(about("secret"), "the ledger and a report give different commitments of the game's secret")
		}
		var err error
		if v.scheme, err = created.scheme(); err != nil {
			return fmt.Errorf("ledger entry %d: %w", e.Seq, err)
		}
		return nil
	case adjudicator.Commit:
	default:
		return nil
	}
	var turn int
	var text string
	if _, err := fmt.Sscanf(string(e.Body), "turn %d %s", &turn, &text); err != nil {
		return v.broken(about("entry", e.Seq), "ledger entry %d commits to nothing: %v", e.Seq, err)
	}
	if stated, ok := v.commits[turn]; ok && stated.String() != text {
		return v.broken(about("commit", turn), "the ledger and a report give different commitments of turn %d", turn)
	}
	return nil
}

// checkSeeds compares what was published with what was promised.
func (v *verifier) checkSeeds() error {
	for _, turn := range slices.Sorted(maps.Keys(v.seeds)) {
		commitment, ok := v.commits[turn]
		if !ok {
			return v.broken(about("seed", turn), "the seed of turn %d was published, and no report gave its commitment", turn)
		}
		if err := v.seeds[turn].Check(commitment); err != nil {
			return v.broken(about("seed", turn), "turn %d: %v", turn, err)
		}
		v.result.Turns++
	}
	if v.opening == nil {
		return nil
	}
	secret := dice.Secret(v.opening)
	if secret.Commitment() != v.secret {
		return v.broken(about("opening"), "the published secret does not fit its commitment")
	}
	for turn, seed := range v.seeds {
		if secret.TurnSeed(v.result.Game, turn) != seed {
			return v.broken(about("seed", turn), "the seed of turn %d does not follow from the game's secret", turn)
		}
	}
	v.result.Ended = true
	return v.checkSalts(secret)
}

// checkSalts checks that the salts of the orders that the reader may read follow from
// the secret: a server that chose them could have chosen among dice.
func (v *verifier) checkSalts(secret dice.Secret) error {
	for _, seq := range slices.Sorted(maps.Keys(v.orders)) {
		e := v.entries[seq]
		if !e.Open {
			continue
		}
		want := secret.Salt(v.result.Game, seq)
		if v.scheme == dice.ByOrders {
			want = secret.OrdersSalt(v.result.Game, v.orders[seq])
		}
		if e.Salt != want {
			return v.broken(about("entry", seq), "the salt of the orders in ledger entry %d does not follow from the game's secret", seq)
		}
	}
	return nil
}

// checkRolls computes the dice again. Every copy of a throw is checked; the same
// throw told to two readers counts once.
func (v *verifier) checkRolls() error {
	seen := map[[3]int]bool{}
	for _, r := range v.rolls {
		key := [3]int{r.Turn, r.Entry, r.Index}
		again := seen[key]
		seen[key] = true
		seed, ok := v.seeds[r.Turn]
		if !ok {
			if !again {
				v.result.Pending++
			}
			continue
		}
		head, ok := v.heads[r.Entry]
		if !ok {
			return v.broken(about("roll", r.Turn, r.Entry, r.Index), "a throw hangs on ledger entry %d, which no report lists", r.Entry)
		}
		for i, face := range r.Faces {
			if want := seed.Roll(head, r.Index+i, r.Sides); face != want {
				return v.broken(about("roll", r.Turn, r.Entry, r.Index), "turn %d, die %d/%d shows %d, the seed says %d", r.Turn, r.Entry, r.Index+i, face, want)
			}
		}
		if !again {
			v.result.Rolls++
		}
	}
	return nil
}
