package league

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator/dice"
)

// LotsOf returns the source of a league's lots: the dice of its secret. Every lot hangs on the
// ledger's head when it is drawn, too.
func LotsOf(secret dice.Secret, league string) dice.Source {
	return dice.NewTurn(dice.ByOrders, secret, "league "+league, 1)
}

// EvenLot is who wins where two bids are equal, 0 for home and 1 for away.
func EvenLot(source dice.Source, head dice.Head) int { return source.Roll(head, 0, 2) - 1 }

// ErrLots reports lots that are not those of the secret to which the league committed itself.
var ErrLots = errors.New("the lots are not those of the league's secret")

// Audit is what a check of a whole ledger has found.
type Audit struct {
	Entries    int
	Commitment dice.Head // of the secret
	Closed     bool      // the secret is published, and every lot was drawn again
	Lots       int       // that were drawn again: draws of start numbers, and sides, those of a ladder included
}

// Verify checks a ledger from nothing but its entries: the chain, that each entry follows from
// those before it (pairings, sides, who is champion), and, once the season is closed and its
// secret published, that it is the secret of the commitment and every lot hangs on it. It fails
// with [ErrChain], [ErrLots], or with what is wrong with an entry.
func Verify(entries []Entry) (a Audit, err error) {
	if err := VerifyChain(entries); err != nil {
		return a, err
	}
	if len(entries) == 0 {
		return a, fmt.Errorf("%w: it is empty", ErrChain)
	}
	state, err := Fold(entries)
	if err != nil {
		return a, err
	}
	var opening Opening
	if err := json.Unmarshal(entries[0].Body, &opening); err != nil {
		return a, fmt.Errorf("entry 1: %w", err)
	}
	a.Entries, a.Commitment, a.Closed = len(entries), opening.Commitment, state.Closed != nil
	if !a.Closed {
		return a, nil
	}
	head, err := dice.ParseHead(state.Closed.Secret)
	if err != nil {
		return a, fmt.Errorf("%w: what was published is none: %w", ErrLots, err)
	}
	secret := dice.Secret(head)
	if secret.Commitment() != opening.Commitment {
		return a, fmt.Errorf("%w: the secret that was published is not the one it committed itself to", ErrLots)
	}
	a.Lots, err = drawAgain(entries, LotsOf(secret, entries[0].League))
	return a, err
}

// CheckLots draws every lot of a ledger again from a secret that need not be published yet, and
// returns how many there are. It fails with [ErrLots] if the secret is not the one of the commitment,
// or a lot does not hang on it.
func CheckLots(entries []Entry, secret dice.Secret) (int, error) {
	var opening Opening
	if len(entries) == 0 || json.Unmarshal(entries[0].Body, &opening) != nil || opening.Commitment != secret.Commitment() {
		return 0, fmt.Errorf("%w: the stored secret is not the one it committed itself to", ErrLots)
	}
	return drawAgain(entries, LotsOf(secret, entries[0].League))
}

// drawAgain draws every lot of a ledger again.
func drawAgain(entries []Entry, source dice.Source) (n int, err error) {
	s := &State{}
	for _, e := range entries {
		switch e.Kind {
		case Drawn:
			var had Lots
			want, err := s.DrawLots(source)
			if err = errors.Join(err, json.Unmarshal(e.Body, &had)); err != nil {
				return n, fmt.Errorf("entry %d: %w", e.Seq, err)
			}
			if !slices.EqualFunc(had.Divisions, want.Divisions, slices.Equal[[]string]) || !slices.Equal(had.Reserves, want.Reserves) || !maps.Equal(had.Lots, want.Lots) {
				return n, fmt.Errorf("%w: entry %d", ErrLots, e.Seq)
			}
			n++
		case Sided:
			var had Siding
			if err := json.Unmarshal(e.Body, &had); err != nil {
				return n, fmt.Errorf("entry %d: %w", e.Seq, err)
			}
			var bids [2]Bid
			for i, b := range had.Bids {
				if b != nil {
					bids[i] = b.Bid
				}
			}
			want, err := s.Rules.Assign(bids, EvenLot(source, s.Head))
			if err != nil || want != had.Sides {
				return n, errors.Join(fmt.Errorf("%w: entry %d", ErrLots, e.Seq), err)
			}
			n++
		case Accepted:
			var had Acceptance
			if err := json.Unmarshal(e.Body, &had); err != nil {
				return n, fmt.Errorf("entry %d: %w", e.Seq, err)
			}
			want, err := s.Accepting(had.Number, had.Received, source)
			if err != nil || want.First != had.First {
				return n, errors.Join(fmt.Errorf("%w: entry %d", ErrLots, e.Seq), err)
			}
			n++
		}
		if err := s.Apply(e); err != nil {
			return n, err
		}
	}
	return n, nil
}

// written is how a ledger is handed on: a line of JSON for each entry, the body as the text
// that its hash covers.
type written struct {
	League string    `json:"league"`
	Seq    int       `json:"seq"`
	Kind   Kind      `json:"kind"`
	Time   string    `json:"time"`
	Body   string    `json:"body"`
	Prev   dice.Head `json:"prev"`
	Hash   dice.Head `json:"hash"`
}

// MarshalLedger writes a ledger so that [ReadLedger], or anybody who can compute SHA-256, can
// check it: a JSON object a line, with what [Entry.Sum] covers. It names nobody: who the
// entrants are stands beside the ledger.
func MarshalLedger(entries []Entry) ([]byte, error) {
	var out []byte
	for _, e := range entries {
		line, err := json.Marshal(written{e.League, e.Seq, e.Kind, e.Time.UTC().Format(timeLayout), string(e.Body), e.Prev, e.Hash})
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
		}
		out = append(append(out, line...), '\n')
	}
	return out, nil
}

// maxLedger is how many entries a ledger that somebody hands over may have.
const maxLedger = 1 << 20

// ReadLedger reads what [MarshalLedger] writes. It fails with [ErrChain] for what is no such
// list; whether its hashes hold is for [Verify] to say.
func ReadLedger(text []byte) (out []Entry, err error) {
	for n, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		if n >= maxLedger {
			return nil, fmt.Errorf("%w: more than %d entries", ErrChain, maxLedger)
		}
		var w written
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&w); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrChain, n+1, err)
		}
		at, err := time.Parse(timeLayout, w.Time)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: the time: %w", ErrChain, n+1, err)
		}
		out = append(out, Entry{League: w.League, Seq: w.Seq, Kind: w.Kind, Time: at, Body: []byte(w.Body), Prev: w.Prev, Hash: w.Hash})
	}
	return out, nil
}
