package host

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
	"keryx/templates"
)

// whyRuling and whyReopened are why dice are given another secret by a ruling: in a game that
// goes on it follows from the one before; in one that was over, and whose secret is published,
// it is a fresh one.
const (
	whyRuling   = "ruling"
	whyReopened = "reopened"
	whyReplay   = "replay" // after a restore, and so is the next
	whyMoved    = "moved"  // by a club that goes on with a game of another
	whyVoid     = "void"   // by a club that has opened again what it gave to another
	whyDiscard  = "discard"
)

// givesUp returns the first and the last of the entries that an entry gives up.
func givesUp(e store.Entry) (from, to int, ok bool) {
	if e.Kind != string(adjudicator.Ruling) {
		return 0, 0, false
	}
	body, ok := readRulingBody(ledgerEntry(e))
	switch {
	case ok && body.Act == actBack:
		return body.Entry + 1, e.Seq - 1, true
	case ok && body.Act == actThrow:
		return body.Entry, e.Seq - 1, true
	}
	return 0, 0, false
}

// givenUp finds the entries that were given up by rulings among them.
func givenUp(entries []store.Entry) map[int]bool {
	void := map[int]bool{}
	for _, e := range entries {
		if from, to, ok := givesUp(e); ok {
			for seq := max(from, 1); seq <= to; seq++ {
				void[seq] = true
			}
		}
	}
	return void
}

// reseedTo gives a game another secret. Of the body what the caller says stands: why, the
// last entry that stands, and the turn that is in play from here on.
func (h *Host) reseedTo(tx store.Tx, game store.Game, secret dice.Secret, body reseedBody) (fork templates.ProofFork, err error) {
	p := &position{game: game}
	if err := p.loadLast(tx); err != nil {
		return fork, err
	}
	old, seed := p.seed(game.Turn), secret.TurnSeed(p.game.ID, body.Turn)
	fork = templates.ProofFork{Turn: body.Turn, Before: old.Commitment(), After: seed.Commitment(), Secret: secret.Commitment()}
	if body.Turn != game.Turn {
		body.Was = game.Turn
	}
	body.Seed, body.Commitment, body.Secret = old.Hex(), fork.After.String(), fork.Secret.String()
	text, err := json.Marshal(body)
	if err != nil {
		return fork, err
	}
	if err := p.append(tx, h.next(p, adjudicator.Reseed, "", text), evidence{}); err != nil {
		return fork, err
	}
	later := store.LaterSecret{Entry: p.last.Seq, Secret: store.Secret(secret)}
	if err := tx.AddSecret(p.game.ID, later); err != nil {
		return fork, fmt.Errorf("game %s: %w", p.game.ID, err)
	}
	return fork, nil
}
