package leagues

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/league"
	outcomes "keryx/adjudicator/outcome"
	"keryx/store"
	"keryx/templates"
)

// What a season's file says can change while it runs, by its organisers, with a reason that all entrants read. A
// season that was made by mistake can be taken back until its first game.

// LeagueChange is what changes in a season. What is empty stays as it is.
type LeagueChange struct {
	Ends        string // the last day: "2027-05-31"
	Referee     string // address
	AbsenceDays *int   // that stop the clocks of one player; 0: as the club allows
	Reason      string // which all entrants read
}

// ErrGamesBegun refuses to delete a season in which a game has begun.
var ErrGamesBegun = errors.New("a game of it has begun")

// SetLeague changes a season and tells its entrants. A *[club.SettingError] says what will not do, or the error of
// [season.File.Rules].
func (lg *Leagues) SetLeague(ctx context.Context, id string, c LeagueChange) error {
	if strings.TrimSpace(c.Reason) == "" {
		return &club.SettingError{Setting: "reason", Value: "", Want: "why it changes, which all entrants read"}
	}
	return lg.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error { return lg.amend(tx, s, c) })
}

// amend is SetLeague for a season that was read.
func (lg *Leagues) amend(tx club.Tx, s *season.Season, c LeagueChange) error {
	var what []adjudicator.Phrase
	body := league.Amending{Reason: c.Reason}
	if c.Ends != "" && c.Ends != s.File.Ends {
		f := s.File
		f.Ends = c.Ends
		_, terms, err := f.Rules()
		if err != nil {
			return err
		}
		if today := lg.Now().UTC().Format(time.DateOnly); c.Ends < today { // a day is checked to be one, so that it sorts as it reads
			return &club.SettingError{Setting: "ends", Value: c.Ends, Want: "today or a later day"}
		}
		body.Ends, s.File.Ends = terms.Ends, c.Ends
		what = append(what, adjudicator.Say("league.changed.ends", "Day", c.Ends))
		if lg.Now().Before(terms.Ends) { // what was asked for at the end is asked for again then
			s.Asked = slices.DeleteFunc(s.Asked, func(o string) bool { return o == "judging" })
			for _, g := range s.State.Open() {
				s.AskAnew(g.ID)
			}
		}
	}
	if c.Referee != "" && store.Address(c.Referee) != store.Address(s.File.Referee) {
		player, err := tx.Player(store.Address(c.Referee))
		if errors.Is(err, store.ErrNotFound) {
			return &club.SettingError{Setting: "referee", Value: c.Referee, Want: "the address of a registered player"}
		}
		if err != nil {
			return err
		}
		s.File.Referee = player.Address
		what = append(what, adjudicator.Say("league.changed.referee", "Player", player.Name))
	}
	if c.AbsenceDays != nil && *c.AbsenceDays != s.File.AbsenceDays {
		if *c.AbsenceDays < 0 || *c.AbsenceDays > 366 {
			return &club.SettingError{Setting: "absence-days", Value: fmt.Sprint(*c.AbsenceDays), Want: "0 to 366 days"}
		}
		s.File.AbsenceDays = *c.AbsenceDays
		what = append(what, adjudicator.Say("league.changed.absences", "Count", *c.AbsenceDays, "Ladder", s.State.Ladder != nil))
	}
	if len(what) == 0 {
		return &club.SettingError{Setting: "league", Value: s.ID, Want: "something that changes: --ends, --referee or --absence-days"}
	}
	for _, p := range what {
		body.What = append(body.What, strings.TrimPrefix(p.Key, "league.changed."))
	}
	if err := s.Append(league.Amended, lg.Now(), body); err != nil {
		return err
	}
	for _, e := range s.State.Joined() {
		if s.State.Entrants[e].Left {
			continue
		}
		if err := lg.tellLeague(tx, s, s.People[e], "amended", s.Once("amended"), leaguePart(tx, s), "What", what, "Why", c.Reason); err != nil {
			return err
		}
	}
	return nil
}

// DeleteLeague takes back a season that was made by mistake, and tells those who entered it. It fails with
// [ErrGamesBegun] once a game has begun.
func (lg *Leagues) DeleteLeague(ctx context.Context, id, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return &club.SettingError{Setting: "reason", Value: "", Want: "why it is called off, which all entrants read"}
	}
	return lg.Write(ctx, func(tx club.Tx) error {
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(s.State.AllGames(), func(g league.Game) bool { return g.Started }) {
			return fmt.Errorf("league %s: %w; keryx league close %s --preview shows how it can end", id, ErrGamesBegun, id)
		}
		for _, e := range s.State.Joined() {
			if s.State.Entrants[e].Left {
				continue
			}
			if err := lg.tellLeague(tx, s, s.People[e], "deleted", "", leaguePart(tx, s), "Why", reason); err != nil {
				return err
			}
		}
		if err := forgetWords(tx, s.ID); err != nil {
			return err
		}
		return season.Delete(tx, id)
	})
}

// GameAtEnd is what becomes of an unfinished game when its season ends.
type GameAtEnd struct {
	League        *season.Season
	Game          league.Game
	First, Second string // names
	// Way is how it is settled: "late" (who alone keeps it waiting loses), "position" (Result is what the rulebook says
	// now), "members" (three members judge it), "referee" (there are not enough members: the referee rules), or
	// "not-begun" (both lose it, unless they agree or the referee rules).
	Way    string
	Result string // in English; of "late" and "position"
}

// LeagueAtEnd tells how the unfinished games of a season would be settled if it ended now, and changes nothing.
func (lg *Leagues) LeagueAtEnd(ctx context.Context, id string) (all []GameAtEnd, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		all = nil
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		names := s.Apart(clock.NamesIn(tx))
		for _, g := range s.State.Open() {
			one := GameAtEnd{League: s, Game: g, First: s.Name(g.First, names), Second: s.Name(g.Second, names)}
			if one.Way, one.Result, err = lg.atEnd(tx, s, g, [2]string{one.First, one.Second}); err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// atEnd is how one game would be settled now.
func (lg *Leagues) atEnd(tx store.ReadTx, s *season.Season, g league.Game, names [2]string) (way, result string, err error) {
	p := templates.For("en", s.State.Rules.Ruleset)
	if !g.Started {
		return "not-begun", "", nil
	}
	late, err := lg.Results.aloneLate(tx, s, g)
	if err != nil {
		return "", "", err
	}
	if late != "" {
		winner := adjudicator.Side(0)
		if late == g.First {
			winner = 1
		}
		return "late", p.Result(outcomes.Verdict{How: outcomes.Forfeit, Winner: winner}, names), nil
	}
	if s.State.Terms.Unfinished == league.ByPosition {
		now, err := resultNow(tx, g.Host)
		if err != nil || now == nil {
			return "referee", "", err
		}
		g.Result = new(credited(s, g, *now, league.ByAdjudication))
		g.History = []league.Entered{{Result: *g.Result, At: lg.Now()}}
		return "position", p.Result(s.State.Outcome(g).Verdict, names), nil
	}
	judges, err := chooseJudges(tx, s, g)
	if err != nil || len(judges) < 3 {
		return "referee", "", err
	}
	return "members", "", nil
}

// EndLeagueNow has the last day of a season be today, tells its entrants, and does at once what can be done: games
// that the file settles are settled, judges are asked. It reports whether the season is over by that.
func (lg *Leagues) EndLeagueNow(ctx context.Context, id, reason string) (over bool, err error) {
	if err := lg.SetLeague(ctx, id, LeagueChange{Ends: lg.Now().UTC().Format(time.DateOnly), Reason: reason}); err != nil {
		return false, err
	}
	if err := lg.TendLeagues(ctx); err != nil {
		return false, err
	}
	s, err := lg.League(ctx, id)
	return err == nil && s.State.Closed != nil, err
}

// organisers are those who are told that a season needs a hand: its referee, or those of the club.
func organisers(tx store.ReadTx, s *season.Season) (all []string, err error) {
	if s.File.Referee != "" {
		return []string{s.File.Referee}, nil
	}
	players, err := tx.Players()
	for _, player := range players {
		games, err := seating.RefereeOf(player)
		if err != nil {
			return nil, err
		}
		if slices.Contains(games, seating.AllGames) {
			all = append(all, player.Address)
		}
	}
	return all, err
}

// FindLeagues notes the games that wait for a referee at the end of their seasons.
func (lg *Leagues) FindLeagues(tx store.ReadTx, o *clock.Overview) error {
	seasons, err := season.All(tx)
	if err != nil {
		return err
	}
	for _, s := range seasons {
		if s.State.Closed != nil || !slices.Contains(s.Asked, "judging") {
			continue
		}
		for _, g := range s.State.Open() {
			wait := clock.LeagueWaits{League: s.ID, Game: g.ID, Begun: g.Started}
			switch {
			case !g.Started:
				wait.Until = s.Due[g.ID]
			case len(s.Judges[g.ID]) > 0 && lg.Now().Before(s.Due[g.ID]):
				continue // three members judge it
			}
			o.Leagues = append(o.Leagues, wait)
		}
	}
	return nil
}
