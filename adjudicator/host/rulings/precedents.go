package rulings

import (
	"context"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Precedent is a ruling that was given in a game, for the register of a ruleset.
type Precedent struct {
	Game   string
	Entry  int // of its ledger
	At     time.Time
	Act    string // what was ruled: "pause", "back", "dismiss"
	Reason string
	Void   bool // a later ruling gave it up
}

// Precedents lists the rulings that were given in the games of a ruleset, game by game and
// in their order: what both players of each game have read of them, and no more.
func (cl *Claims) Precedents(ctx context.Context, ruleset string) (all []Precedent, err error) {
	if _, err := adjudicator.Lookup(ruleset); err != nil {
		return nil, fmt.Errorf("the register of rulings: %w", err)
	}
	entries, err := cl.rulingsOf(ctx, ruleset)
	for _, e := range entries {
		if e.body.Act != written.ActCorrectPart && e.body.Via != viaClock {
			all = append(all, Precedent{e.game, e.seq, e.at, e.body.Act, e.body.Reason, e.void})
		}
	}
	return all, err
}

// ruledEntry is a ruling in the ledger of a game.
type ruledEntry struct {
	game string
	seq  int
	at   time.Time
	body play.RulingBody
	void bool
}

func (cl *Claims) rulingsOf(ctx context.Context, ruleset string) (all []ruledEntry, err error) {
	err = cl.Store.View(ctx, func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, game := range games {
			if game.Ruleset != ruleset {
				continue
			}
			entries, err := tx.Entries(game.ID, 1)
			if err != nil {
				return fmt.Errorf("game %s: its ledger: %w", game.ID, err)
			}
			void := play.GivenUp(entries)
			for _, e := range entries {
				if body, ok := play.ReadRulingBody(club.LedgerEntry(e)); ok {
					all = append(all, ruledEntry{game.ID, e.Seq, e.Time, body, void[e.Seq]})
				}
			}
		}
		return nil
	})
	return all, err
}
