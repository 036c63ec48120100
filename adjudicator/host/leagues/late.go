package leagues

import (
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// A league takes a game from a player who does not answer. It does so only where his own
// game would hold him late: never while his clock stands still, whatever the reason.

// neverAnswered are the players of a game who have given no orders by the end of their first
// grace. Press and offers are no orders.
func (rs *Results) neverAnswered(tx store.ReadTx, s *season.Season, g league.Game, game store.Game) (silent []string, err error) {
	grace := s.State.Terms.Grace
	if grace == 0 || game.Status != store.Running {
		return nil, nil
	}
	for i, side := range s.State.Rules.Sides {
		seat, err := tx.Seat(game.ID, side)
		if err != nil {
			return nil, err
		}
		if seat.Deadline == nil || rs.Now().Before(seat.Deadline.Add(grace)) {
			continue
		}
		if late, err := rs.lateFor(tx, game, seat, seat.Deadline.Add(grace)); err != nil {
			return nil, err
		} else if !late {
			continue
		}
		if wrote, err := hasOrdered(tx, game.ID, side); err != nil {
			return nil, err
		} else if !wrote {
			silent = append(silent, [2]string{g.First, g.Second}[i])
		}
	}
	return silent, nil
}

// voidGame stops a game in which somebody never answered. Where a member of the reserve list can
// take his place he loses it, and the game is begun anew; else the other has what a bye gives.
// Nobody has anything where both were silent.
func (rs *Results) voidGame(tx club.Tx, s *season.Season, g league.Game, silent []string) error {
	res := league.Result{Game: g.ID, How: league.Void}
	names := s.Apart(clock.NamesIn(tx))
	key, args := "report.stopped.silent", []any{"Player", s.Name(silent[0], names)}
	switch {
	case len(silent) > 1:
		key, args = "report.stopped.both-silent", nil
	case silent[0] == g.First:
		res.Winner = g.Second
	default:
		res.Winner = g.First
	}
	if len(silent) == 1 && s.Replaceable(silent[0]) {
		return rs.Leagues.leaveSeason(tx, s, s.People[silent[0]], "never answered in "+g.ID, g.ID)
	}
	if err := rs.Leagues.stopLeagueGame(tx, g.Host, nil, adjudicator.Say(key, args...)); err != nil {
		return err
	}
	entries, err := tx.Entries(g.Host, 1)
	if err != nil {
		return err
	}
	res.Flags = flagsIn(s, entries)
	return rs.enterResult(tx, s, g, res, "result")
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
func (rs *Results) aloneLate(tx store.ReadTx, s *season.Season, g league.Game) (string, error) {
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
		if late, err := rs.lateFor(tx, game, seat, *seat.Deadline); err != nil {
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
func (rs *Results) lateFor(tx store.ReadTx, game store.Game, seat store.Seat, by time.Time) (bool, error) {
	if game.Status != store.Running {
		return false, nil
	}
	if moving, err := Shifting(tx); err != nil || moving {
		return false, err
	}
	if holds, err := clock.Held(tx, seat); err != nil || holds {
		return false, err
	}
	if since, err := rs.Terms.StoppedSince(tx, seat); err != nil || since != nil {
		return false, err
	}
	if since, err := post.BrokenSince(tx, game.ID); err != nil || since != nil {
		return false, err
	}
	waits, err := keyring.Arrived(tx, by)
	return !waits, err
}
