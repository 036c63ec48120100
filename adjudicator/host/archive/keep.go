package archive

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator/host/reports"
	"keryx/store"
)

// Keep keeps the site up to date until ctx ends: all of it at the start and after somebody
// was forgotten or renamed, and otherwise the games in which a turn has ended or of which more
// may be shown by now, with the leagues. It looks every so often; after waits, as time.After does. What
// fails is tried again with the next look.
func (s *Site) Keep(ctx context.Context, every time.Duration, after func(time.Duration) <-chan time.Time) error {
	k := keeper{Site: s}
	for {
		if err := k.look(ctx); err != nil && ctx.Err() == nil {
			s.log().Error("the archive could not be written; it will be tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-after(every):
		}
	}
}

// keeper remembers what the last look saw.
type keeper struct {
	*Site
	whole bool           // all of it was written
	names []byte         // when somebody was forgotten or renamed last
	turns map[string]int // of the games that are not over
	mark  string         // of what was shown of leagues
	sound string         // the page of games whose files were looked at last
}

// look brings up to date what has changed since the last one.
func (k *keeper) look(ctx context.Context) error {
	turns, names := map[string]int{}, []byte(nil)
	err := k.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
		if names, err = tx.Setting(reports.NamesChanged); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		for last := ""; ; {
			ids, err := tx.UnendedGames(last, 500)
			if err != nil || len(ids) == 0 {
				return err
			}
			for _, id := range ids {
				game, err := tx.Game(id)
				if err != nil {
					return err
				}
				turns[id] = game.Turn
			}
			last = ids[len(ids)-1]
		}
	})
	if err != nil {
		return err
	}
	mark, err := k.leagueMark(ctx)
	if err != nil {
		return err
	}
	damaged, page, err := k.damaged(k.sound)
	if err != nil {
		return err
	}
	k.sound = page
	start := time.Now()
	var w Written
	switch changed := append(k.changed(turns), damaged...); {
	case !k.whole || !bytes.Equal(names, k.names):
		w, err = k.Write(ctx)
	case len(changed) > 0 || mark != k.mark:
		w, err = k.Update(ctx, changed)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	k.whole, k.names, k.turns, k.mark = true, names, turns, mark
	k.log().Info("the archive is up to date", "games", w.Games, "files", w.Files, "maps", w.Drawn, "took", time.Since(start).Round(time.Millisecond))
	return nil
}

// changed lists the games to be looked at: new ones, those in which a turn has ended, those
// that are over now, and those whose time has come.
func (k *keeper) changed(turns map[string]int) (ids []string) {
	due := map[string]bool{}
	for _, id := range (&clubNotes{Due: k.due}).waiting(k.Host.Now()) {
		due[id] = true
	}
	for id, turn := range turns {
		if known, ok := k.turns[id]; !ok || known != turn {
			due[id] = true
		}
	}
	for id := range k.turns {
		if _, runs := turns[id]; !runs {
			due[id] = true
		}
	}
	return slices.Sorted(maps.Keys(due))
}
