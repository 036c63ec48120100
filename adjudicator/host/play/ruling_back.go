package play

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// WhyRuling and whyReopened are why dice are given another secret by a ruling: in a game that
// goes on it follows from the one before; in one that was over, and whose secret is published,
// it is a fresh one.
const (
	WhyRuling   = "ruling"
	WhyReopened = "reopened"
	WhyReplay   = "replay" // after a restore, and so is the next
	WhyMoved    = "moved"  // by a club that goes on with a game of another
	WhyVoid     = "void"   // by a club that has opened again what it gave to another
	WhyDiscard  = "discard"
)

// GivesUp returns the first and the last of the entries that an entry gives up.
func GivesUp(e store.Entry) (from, to int, ok bool) {
	if e.Kind != string(adjudicator.Ruling) {
		return 0, 0, false
	}
	body, ok := ReadRulingBody(club.LedgerEntry(e))
	switch {
	case ok && body.Act == written.ActBack:
		return body.Entry + 1, e.Seq - 1, true
	case ok && body.Act == written.ActThrow:
		return body.Entry, e.Seq - 1, true
	}
	return 0, 0, false
}

// GivenUp finds the entries that were given up by rulings among them.
func GivenUp(entries []store.Entry) map[int]bool {
	void := map[int]bool{}
	for _, e := range entries {
		if from, to, ok := GivesUp(e); ok {
			for seq := max(from, 1); seq <= to; seq++ {
				void[seq] = true
			}
		}
	}
	return void
}

// ReseedTo gives a game another secret. Of the body what the caller says stands: why, the
// last entry that stands, and the turn that is in play from here on.
func (g *Games) ReseedTo(tx club.Tx, game store.Game, secret dice.Secret, body ReseedBody) (fork templates.ProofFork, err error) {
	p := &Position{Game: game}
	if err := p.LoadLast(tx); err != nil {
		return fork, err
	}
	old, seed := p.Seed(game.Turn), secret.TurnSeed(p.Game.ID, body.Turn)
	fork = templates.ProofFork{Turn: body.Turn, Before: old.Commitment(), After: seed.Commitment(), Secret: secret.Commitment()}
	if body.Turn != game.Turn {
		body.Was = game.Turn
	}
	body.Seed, body.Commitment, body.Secret = old.Hex(), fork.After.String(), fork.Secret.String()
	text, err := json.Marshal(body)
	if err != nil {
		return fork, err
	}
	if err := p.Append(tx, g.Next(p, adjudicator.Reseed, "", text), club.Evidence{}); err != nil {
		return fork, err
	}
	later := store.LaterSecret{Entry: p.Last.Seq, Secret: store.Secret(secret)}
	if err := tx.AddSecret(p.Game.ID, later); err != nil {
		return fork, fmt.Errorf("game %s: %w", p.Game.ID, err)
	}
	return fork, nil
}
