package reports

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// A Tally is how a club stands, in numbers that tell nothing of any one game.
type Tally struct {
	store.Backlog
	Games    map[store.Status]int
	Broken   int        // games that were found to be such as cannot be continued
	NextSend *time.Time // when the next mail that goes out is due; nil if none is
	Awake    time.Time  // when a daemon last ran; zero if none ever did
}

// Figures counts how a club stands. What it costs does not grow with what is done with.
func Figures(ctx context.Context, s store.Store, now time.Time) (f Tally, err error) {
	err = s.View(ctx, func(tx store.ReadTx) error {
		if f.Backlog, err = tx.Backlog(now); err != nil {
			return err
		}
		if f.Oldest != nil {
			first, err := FirstArrived(tx)
			if err != nil {
				return err
			}
			if f.Oldest = nil; first != nil {
				f.Oldest = &first.Receipt
			}
		}
		if f.Games, err = tx.CountGames(); err != nil {
			return err
		}
		if f.NextSend, err = tx.NextSend(); err != nil {
			return err
		}
		broken, err := tx.SettingsUnder(post.BrokenSetting)
		if err != nil {
			return err
		}
		f.Broken = len(broken)
		awake, err := LastAwake(tx)
		if awake != nil {
			f.Awake = *awake
		}
		return err
	})
	return f, err
}

// AwakeSetting remembers when the daemon was last awake.
const AwakeSetting = "awake"

// LastAwake returns when that was; nil if it never was.
func LastAwake(tx store.ReadTx) (*time.Time, error) {
	text, err := tx.Setting(AwakeSetting)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return nil, fmt.Errorf("reading when the daemon was last awake: %w", err)
	}
	return &at, nil
}
