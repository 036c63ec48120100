package season

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"keryx/store"
)

// What a season waits for: a moment that is known, or something that is done to it or to its games.

// When is the next moment at which a season does something by itself, after now; the zero time if
// none is known. What its games bring is not in it.
func (s *Season) When(now time.Time) (next time.Time) {
	if s.State.Closed != nil {
		return next
	}
	t := s.State.Terms
	add := func(at time.Time) {
		if !at.IsZero() && at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	add(t.Begins)
	add(t.Begins.Add(-t.Muster))
	add(t.Ends)
	add(t.Ends.Add(t.Verdict))
	for _, due := range s.Due {
		add(due)
	}
	for _, f := range s.State.Unsided() {
		add(s.BidsUntil(f.ID))
	}
	if s.State.Rules.Format.ByRounds() && t.Round > 0 {
		for _, paired := range s.Rounds {
			add(paired.Add(t.Round))
			add(paired.Add(t.Round - t.Muster))
		}
	}
	return next
}

// changes is the setting that counts what was done to leagues and what ended.
const changes = "league-changes"

// Touch notes that leagues may have something to do: one was changed, or a game has ended or goes
// on again.
func Touch(tx store.Tx) error {
	n, err := Touched(tx)
	if err != nil {
		return err
	}
	if err := tx.SetSetting(changes, strconv.AppendInt(nil, n+1, 10)); err != nil {
		return fmt.Errorf("noting that leagues have something to do: %w", err)
	}
	return nil
}

// Touched is how often [Touch] was called. It is one query.
func Touched(tx store.ReadTx) (int64, error) {
	text, err := tx.Setting(changes)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the setting %s: %w", changes, err)
	}
	return n, nil
}
