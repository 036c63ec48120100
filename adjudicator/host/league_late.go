package host

import (
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// A league takes a game from a player who does not answer. It does so only where his own
// game would hold him late: never while his clock stands still, whatever the reason.

// neverAnswered reports whether a player of a game has given no orders by the end of his
// first grace, and who is not to blame. Press and offers are no orders.
func (h *Host) neverAnswered(tx store.ReadTx, s *season.Season, g league.Game, game store.Game) (bool, string, error) {
	grace := s.State.Terms.Grace
	if grace == 0 || game.Status != store.Running {
		return false, "", nil
	}
	for i, side := range s.State.Rules.Sides {
		seat, err := tx.Seat(game.ID, side)
		if err != nil {
			return false, "", err
		}
		if seat.Deadline == nil || h.Now().Before(seat.Deadline.Add(grace)) {
			continue
		}
		if late, err := h.lateFor(tx, game, seat, seat.Deadline.Add(grace)); err != nil {
			return false, "", err
		} else if !late {
			continue
		}
		if wrote, err := hasOrdered(tx, game.ID, side); err != nil {
			return false, "", err
		} else if wrote {
			continue
		}
		if i == 0 {
			return true, g.Second, nil
		}
		return true, g.First, nil
	}
	return false, "", nil
}

// hasOrdered reports whether orders of a side have ever been taken.
func hasOrdered(tx store.ReadTx, game, side string) (bool, error) {
	entries, err := tx.Entries(game, 1)
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered && e.Side == side {
			return true, err
		}
	}
	return false, err
}

// aloneLate is the one player whom a game has waited for past his deadline when the season ended,
// if it waits for nobody else.
func (h *Host) aloneLate(tx store.ReadTx, s *season.Season, g league.Game) (string, error) {
	if g.Host == "" {
		return "", nil
	}
	game, err := tx.Game(g.Host)
	if err != nil {
		return "", err
	}
	asked, alone := 0, ""
	for i, e := range []string{g.First, g.Second} {
		seat, err := tx.Seat(g.Host, s.State.Rules.Sides[i])
		if err != nil {
			return "", err
		}
		if seat.Deadline == nil {
			continue
		}
		asked++
		if !seat.Deadline.Before(s.State.Terms.Ends) {
			continue
		}
		if late, err := h.lateFor(tx, game, seat, *seat.Deadline); err != nil {
			return "", err
		} else if late {
			alone = e
		}
	}
	if asked != 1 {
		return "", nil
	}
	return alone, nil
}

// lateFor reports whether nothing excuses a seat whose deadline has passed: its game runs, no
// claim or mail that came back holds its clock, no outage is being made good, and no mail
// that was received by a moment, and may hold the answer, waits to be read.
func (h *Host) lateFor(tx store.ReadTx, game store.Game, seat store.Seat, by time.Time) (bool, error) {
	if game.Status != store.Running {
		return false, nil
	}
	if moving, err := shifting(tx); err != nil || moving {
		return false, err
	}
	if holds, err := held(tx, seat); err != nil || holds {
		return false, err
	}
	if since, err := h.stoppedSince(tx, seat); err != nil || since != nil {
		return false, err
	}
	if since, err := brokenSince(tx, game.ID); err != nil || since != nil {
		return false, err
	}
	waits, err := arrived(tx, by)
	return !waits, err
}
