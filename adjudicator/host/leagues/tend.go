package leagues

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// A league is tended by the daemon: what a moment calls for is done step by step, each step
// in a transaction of its own, so that whatever is cut off goes on where it was.

// TendLeagues does what the moment calls for in all leagues: results are taken over, rounds
// are paired, games begin, letters are written. A league that cannot be tended holds up no other.
// While mail that has come waits to be read nothing is done: a bid may be in it that was in time.
func (lg *Leagues) TendLeagues(ctx context.Context) error {
	_, err := lg.TendOpen(ctx)
	return err
}

// TendOpen is TendLeagues, and reports whether leagues wait for mail.
func (lg *Leagues) TendOpen(ctx context.Context) (waits bool, err error) {
	now := lg.Now()
	touched, err := lg.leaguesTouched(ctx)
	if err != nil {
		return false, fmt.Errorf("looking for leagues: %w", err)
	}
	if lg.leagues.still(touched, now) {
		return false, nil
	}
	due, until, err := lg.leaguesToTend(ctx, now)
	if err != nil {
		return false, fmt.Errorf("looking for leagues: %w", err)
	}
	if len(due) > 0 {
		err = lg.Store.View(ctx, func(tx store.ReadTx) error {
			waits, err = keyring.Arrived(tx, now)
			return err
		})
		if err != nil || waits {
			return waits, err
		}
	}
	quiet := true
	for _, row := range due {
		did, err := lg.tendLeague(ctx, row)
		if err != nil {
			return false, err
		}
		quiet = quiet && !did
	}
	lg.leagues.settle(quiet, touched, now, until)
	return false, nil
}

// leaguesToTend are the leagues that a moment may call for something in, and the next moment that is
// known to do so.
func (lg *Leagues) leaguesToTend(ctx context.Context, now time.Time) (due []store.League, until time.Time, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		due, until = nil, now.Add(lookAgain)
		rows, err := tx.Leagues()
		for _, row := range rows {
			skips, again := lg.leagues.skips(row, now)
			if skips {
				if !again.IsZero() && again.Before(until) {
					until = again
				}
				continue
			}
			s, err := season.Load(tx, row.ID)
			if err == nil && s.State.Closed != nil {
				lg.leagues.closed(row.ID)
				continue
			}
			due = append(due, row)
			if err != nil {
				continue // what is wrong with it is told when it is tended
			}
			if next := s.When(now); !next.IsZero() && next.Before(until) {
				until = next
			}
		}
		return err
	})
	return due, until, err
}

// tendLeague does all that a moment calls for in one league, and reports whether that was anything,
// or is to be tried again at once. What fails once may be the store's fault; what fails again waits.
func (lg *Leagues) tendLeague(ctx context.Context, row store.League) (did bool, err error) {
	for again := true; again; did = did || again {
		err := lg.Write(ctx, func(tx club.Tx) (err error) {
			if row, err = tx.League(row.ID); err != nil {
				return err
			}
			again, err = lg.tend(tx, row.ID)
			return err
		})
		if ctx.Err() != nil || errors.Is(err, store.ErrUnavailable) {
			return did, err
		}
		tell, retry := lg.leagues.tended(row, err, lg.Now())
		if tell {
			lg.Log.Error("league update failed", "league", row.ID, "error", err)
		}
		if err != nil {
			return did || retry, nil
		}
	}
	return did, nil
}

// tend does one thing, and reports whether there may be more to do.
func (lg *Leagues) tend(tx club.Tx, id string) (again bool, err error) {
	s, err := clock.LoadSeason(tx, id)
	if err != nil || s.State.Closed != nil {
		return false, err
	}
	save := func() (bool, error) { return true, s.Save(tx, lg.Now()) }
	for _, step := range []func(club.Tx, *season.Season) (bool, error){lg.Results.takeResult, lg.Results.settleOpen} {
		if done, err := step(tx, s); err != nil {
			return false, err
		} else if done {
			return save()
		}
	}
	if done, err := lg.carryConsents(tx, s); err != nil {
		return false, err
	} else if done {
		return save()
	}
	happened, err := s.Advance(lg.Now())
	if err != nil {
		return false, err
	}
	if happened.What != season.Nothing {
		if err := lg.tellHappening(tx, s, happened); err != nil {
			return false, err
		}
		return save()
	}
	if ends := s.State.Terms.Ends; !ends.IsZero() && !lg.Now().Before(ends) {
		return false, nil // no further game begins
	}
	games := s.State.Startable()
	if len(games) == 0 {
		return false, nil
	}
	if err := lg.startFixture(tx, s, games[0]); err != nil {
		return false, err
	}
	return save()
}

// startFixture creates a game of the season on the server.
func (lg *Leagues) startFixture(tx club.Tx, s *season.Season, g league.Game) error {
	n := leagueGame(s, s.People[g.First], s.People[g.Second])
	if s.State.Ladder != nil {
		n.Shown.Opens = play.AtRoundEnd // it has no end: a game opens with the other one of its challenge
	}
	n.Bounds = s.File.Bounds(lg.Now())
	id, err := lg.Upkeep.CreateIn(tx, n)
	if err != nil {
		return fmt.Errorf("starting %s: %w", g.ID, err)
	}
	return s.Append(league.Started, lg.Now(), league.Start{Game: g.ID, Host: id})
}

// leagueGame are the settings of a game of the season.
func leagueGame(s *season.Season, first, second string) post.NewGame {
	r, t, shown := s.State.Rules, s.State.Terms, leagueShowing(s.File)
	return post.NewGame{Ruleset: r.Ruleset, Scenario: r.Scenario, Options: t.Options, AnswerTime: t.Answer, Contract: post.Contract(t.Contract),
		Language: s.File.Language, Referee: s.File.Referee, Shown: &shown,
		Seats: map[string]string{r.Sides[0]: first, r.Sides[1]: second}}
}
