package play

import (
	"cmp"
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/store"
	"keryx/templates"
)

// When a database was put back to an older copy, a line of the ledger may have been
// played that nobody will go on with: its seeds, salts and even the game's secret may
// have been published. From then on all dice, draws, salts and report codes hang on
// another secret, which was never published; a ledger entry says so before anything is
// taken up, and both players are told. What was thrown until then stays as it is.

// ReseedBody is the body of a [adjudicator.Reseed] entry.
type ReseedBody struct {
	Why        string `json:"why"`           // [WhyRuling] and its like
	From       int    `json:"from"`          // the last entry of the copy: what was told to follow it may be given up
	Turn       int    `json:"turn"`          // the turn in play
	Was        int    `json:"was,omitempty"` // the one that was in play until here, if it is another
	Seed       string `json:"seed"`          // its seed until here, in hexadecimal
	Commitment string `json:"commitment"`    // SHA-256 of its seed from here on
	Secret     string `json:"secret"`        // SHA-256 of the secret that takes the place of the one before
}

// secretAt is the secret that a ledger entry hangs on: its salt, and the seed that it
// commits to or publishes.
func secretAt(game store.Game, entry int) dice.Secret {
	secret := dice.Secret(game.Secret)
	for _, later := range game.Later {
		if later.Entry < entry {
			secret = dice.Secret(later.Secret)
		}
	}
	return secret
}

// Secret is the one that what follows the ledger's end hangs on.
func (p *Position) Secret() dice.Secret { return secretAt(p.Game, p.Last.Seq+1) }

// Seed is that of the turn in play, from the ledger's end on.
func (p *Position) Seed(turn int) dice.Seed { return p.Secret().TurnSeed(p.Game.ID, turn) }

// Reseed gives a game that goes on a new secret, be it broken or whole. From is the last
// entry of the copy that the database was put back to.
func (g *Games) Reseed(tx club.Tx, game store.Game, why string, from int) (fork templates.ProofFork, err error) {
	fresh, err := dice.NewSecret(g.Random)
	if err != nil {
		return fork, err
	}
	return g.ReseedTo(tx, game, fresh, ReseedBody{Why: why, From: from, Turn: game.Turn})
}

// ReadReseed reads the body of an entry.
func ReadReseed(e adjudicator.Entry) (body ReseedBody, fork templates.ProofFork, err error) {
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return body, fork, fmt.Errorf("ledger entry %d: %w", e.Seq, err)
	}
	switch body.Why {
	case WhyReplay, WhyDiscard, WhyRuling, WhyReopened, WhyMoved, WhyVoid:
	default:
		return body, fork, fmt.Errorf("ledger entry %d gives other dice for a reason that is unknown: %q", e.Seq, body.Why)
	}
	seed, err := dice.ParseHead(body.Seed)
	if err == nil {
		fork.After, err = dice.ParseHead(body.Commitment)
	}
	if err == nil {
		fork.Secret, err = dice.ParseHead(body.Secret)
	}
	if err != nil {
		return body, fork, fmt.Errorf("ledger entry %d: %w", e.Seq, err)
	}
	fork.Turn, fork.Before = body.Turn, dice.Seed(seed).Commitment()
	return body, fork, nil
}

// reseeded goes on with another secret where the ledger says so. It returns an error that
// matches [ErrReplay] if the stored secrets are not those that the entry promises.
func (p *Position) reseeded(e adjudicator.Entry) error {
	body, fork, err := ReadReseed(e)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrReplay, err)
	}
	before, after := secretAt(p.Game, e.Seq), secretAt(p.Game, e.Seq+1)
	turn := p.Session.Turn()
	switch {
	case body.Turn != turn:
		return fmt.Errorf("%w: ledger entry %d gives new dice to turn %d, in turn %d", ErrReplay, e.Seq, body.Turn, turn)
	case fork.Secret != after.Commitment() || fork.After != after.TurnSeed(p.Game.ID, turn).Commitment():
		return fmt.Errorf("%w: ledger entry %d commits to another secret than the one that is stored", ErrReplay, e.Seq)
	case body.Why == WhyRuling && after != before.Next():
		return fmt.Errorf("%w: the secret that ledger entry %d gives does not follow from the one before", ErrReplay, e.Seq)
	case fork.Before != before.TurnSeed(p.Game.ID, cmp.Or(body.Was, turn)).Commitment():
		return fmt.Errorf("%w: ledger entry %d publishes another seed", ErrReplay, e.Seq)
	}
	p.Session.Redice(p.source(turn))
	return nil
}

// Forks lists the new dice that the turn in play was given, for a letter that does not
// list the entries of that turn yet.
func Forks(entries []store.Entry, after int) (all []templates.ProofFork, err error) {
	for _, e := range entries {
		if e.Seq <= after || e.Kind != string(adjudicator.Reseed) {
			continue
		}
		_, fork, err := ReadReseed(club.LedgerEntry(e))
		if err != nil {
			return nil, err
		}
		all = append(all, fork)
	}
	return all, nil
}
