package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/store"
)

// The most games that are looked for, and mails that are taken up again, in one
// transaction.
const (
	inspectedAtOnce = 200
	retriedAtOnce   = 200
)

// Inspect brings every game that is not over to where it is, one after the other, tells the
// referees of those that are broken, and returns how many those are. It computes the hashes of
// their whole ledgers again: a game goes on whose turn in play is whole, but its referee is told
// of what does not hold before. The mails of games
// that were broken and are whole again wait to be worked on afterwards. A daemon does so
// when it has started, behind its work: another version of a ruleset may be at fault, or
// have mended it.
func (uk *Upkeep) Inspect(ctx context.Context) (broken int, err error) {
	if _, err := uk.RetrySetAside(ctx, "", 0); err != nil {
		return 0, err
	}
	for last := ""; ; {
		var ids []string
		var recorded map[string][]byte
		err := uk.Store.View(ctx, func(tx store.ReadTx) (err error) {
			if ids, err = tx.UnendedGames(last, inspectedAtOnce); err != nil {
				return err
			}
			recorded, err = tx.SettingsUnder(post.BrokenSetting)
			return err
		})
		if err != nil {
			return broken, fmt.Errorf("looking through the games: %w", err)
		}
		if len(ids) == 0 {
			return broken, ctx.Err()
		}
		for _, id := range ids {
			fault, err := uk.inspect(ctx, id, recorded[post.BrokenSetting+id] != nil)
			if err != nil {
				return broken, err
			}
			if fault != nil {
				broken++
			}
		}
		last = ids[len(ids)-1]
	}
}

// inspect brings one game to where it is. A fault of the game is told; one that is whole
// after it was noted to be broken goes on.
func (uk *Upkeep) inspect(ctx context.Context, id string, noted bool) (fault, err error) {
	if fault, err = uk.faultOf(ctx, id); err != nil {
		return nil, err
	}
	if fault != nil {
		uk.Log.Error("game replay failed", "game", id, "error", fault)
		uk.Letters.ReportBroken(ctx, id, fault)
		return fault, nil
	}
	if err := uk.inspectPast(ctx, id); err != nil || !noted {
		return nil, err
	}
	return nil, uk.Write(ctx, func(tx club.Tx) error { return uk.Letters.Mended(tx, id) })
}

// inspectPast tells the referee of a game, once for each entry, that its ledger does not hold
// together, though the game can be brought to where it is.
func (uk *Upkeep) inspectPast(ctx context.Context, id string) error {
	var damage error
	err := uk.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := reports.LedgerOf(tx, id)
		damage = adjudicator.VerifyChain(all)
		return err
	})
	if err != nil || damage == nil {
		return err
	}
	uk.Log.Error("ledger modified outside keryx", "game", id, "error", damage)
	return uk.Write(ctx, func(tx club.Tx) error {
		game, err := tx.Game(id)
		if err != nil {
			return err
		}
		return uk.Letters.TellReferee(tx, game, post.Notice{Key: "damaged", Once: damage.Error(), Args: []any{"Game", id, "Reason", damage.Error()}})
	})
}

// faultOf returns why a game cannot be brought to where it is; nil if it can.
func (uk *Upkeep) faultOf(ctx context.Context, id string) (fault, err error) {
	err = uk.Store.View(ctx, func(tx store.ReadTx) error {
		fault = play.FaultIn(tx, id)
		return ctx.Err()
	})
	return fault, err
}

// RetrySetAside puts the mails that were set aside while their games were broken back to
// those that wait to be worked on, where the game is whole again: of one game, or of up to
// most if it is empty, or of all if most is 0. It returns how many mails those were.
func (uk *Upkeep) RetrySetAside(ctx context.Context, game string, most int) (n int, err error) {
	aside := map[string][]int64{}
	var order []string
	err = uk.Store.View(ctx, func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{Game: game, State: store.Poison})
		for _, row := range rows {
			if row.Game == "" || !strings.HasPrefix(row.Reason, post.BrokenReason) {
				continue
			}
			if aside[row.Game] == nil {
				order = append(order, row.Game)
			}
			aside[row.Game] = append(aside[row.Game], row.ID)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for mails that were set aside: %w", err)
	}
	if most > 0 {
		order = order[:min(len(order), most)]
	}
	for _, game := range order {
		fault, err := uk.faultOf(ctx, game)
		if err != nil {
			return n, err
		}
		if fault != nil {
			continue
		}
		for mails := range slices.Chunk(aside[game], retriedAtOnce) {
			if err := uk.retryMails(ctx, game, mails); err != nil {
				return n, err
			}
			n += len(mails)
		}
	}
	return n, nil
}

// retryMails puts mails that were set aside back to those that wait. One that somebody has
// dealt with meanwhile stays as it is.
func (uk *Upkeep) retryMails(ctx context.Context, game string, mails []int64) error {
	return uk.Write(ctx, func(tx club.Tx) error {
		for _, id := range mails {
			if err := tx.RetryInbox(id); errors.Is(err, store.ErrConflict) {
				continue
			} else if err != nil {
				return err
			}
			uk.Log.Info("a mail that was set aside is taken up", "game", game, "message", id)
		}
		return nil
	})
}
