package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Case writes a played turn of a game as a case for the tests of its ruleset: the
// whole position, both hands included, the orders, the dice and what came of them.
// It is for who looks after the games, not for players: that it was written is on record.
// The title says what the case is
// to show, and may be empty. An error matches [store.ErrNotFound] if there is no such
// turn.
func (g *Games) Case(ctx context.Context, id string, turn int, title string) (text string, err error) {
	err = g.Write(ctx, func(tx club.Tx) error {
		game, err := GameNamed(tx, id)
		if err != nil {
			return err
		}
		version := game.RulesetVersion
		if snap, err := tx.Snapshot(id, turn); err == nil {
			version = snap.Version
		}
		rules, err := adjudicator.OpenVersion(game.Ruleset, version)
		if err != nil {
			return err
		}
		staged, ok := rules.(cases.Rules)
		if !ok {
			return fmt.Errorf("%s writes no cases", game.Ruleset)
		}
		p := &Position{Game: game, Rules: rules, Info: rules.Info()}
		played, err := p.playedTurn(tx, turn)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("%s has not come to turn %d: %w", id, turn, store.ErrNotFound)
		}
		if err != nil {
			return fmt.Errorf("game %s, turn %d: %w", id, turn, err)
		}
		played.Title = title
		if text, err = cases.Write(staged, fmt.Sprintf("%s-%d", id, turn), played); err != nil {
			return err
		}
		return g.NoteLook(tx, Look{fmt.Sprintf("case %s %d", id, turn), readCase}, game)
	})
	if err != nil {
		return "", err
	}
	g.Log.Warn("audit: turn read", "game", id, "turn", turn)
	return text, nil
}

// playedTurn gathers what is stored of a turn.
func (p *Position) playedTurn(tx store.ReadTx, turn int) (cases.Turn, error) {
	var played cases.Turn
	snap, err := tx.Snapshot(p.Game.ID, turn)
	if err != nil {
		return played, fmt.Errorf("its snapshot: %w", err)
	}
	if err := json.Unmarshal(snap.Body, &played.Start); err != nil {
		return played, fmt.Errorf("%w: its snapshot: %w", ErrReplay, err)
	}
	p.Chain = played.Start.Chain
	entries, err := tx.Entries(p.Game.ID, snap.Seq)
	if err != nil {
		return played, err
	}
	void := GivenUp(entries)
	for i, stored := range entries {
		e := club.LedgerEntry(stored)
		if void[e.Seq] {
			p.Follow(e)
			continue
		}
		if i == 0 {
			p.Last = e
			played.Dice = p.source(turn)
			played.Entry, played.Head = e.Seq, p.Head(e)
			continue
		}
		if e.Kind == adjudicator.Reveal || e.Kind == adjudicator.Commit {
			break
		}
		if e.Kind == adjudicator.Reseed {
			return played, errors.New("it was given other dice after a restore or a ruling, and cannot be written as one case")
		}
		in, moves, err := p.input(e)
		if err != nil {
			return played, err
		}
		p.Follow(e)
		if moves {
			played.Inputs = append(played.Inputs, in)
		}
	}
	return played, nil
}
