package leagues

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// How games that are not finished at a season's end get their results: as both players
// agree; else by the position or by three members, as the league has it.

// askToAgree tells the players of unfinished games that the season ends.
func (rs *Results) askToAgree(tx club.Tx, s *season.Season, names func(string) string) error {
	for _, g := range s.State.Open() {
		if err := rs.askAbout(tx, s, g, names); err != nil {
			return err
		}
	}
	return nil
}

// askAbout asks for the result of one game that is not finished: its players, and those who judge
// it if they do not agree.
func (rs *Results) askAbout(tx club.Tx, s *season.Season, g league.Game, names func(string) string) error {
	s.Due[g.ID] = post.Later(s.State.Terms.Ends, rs.Now()).Add(s.State.Terms.Verdict)
	for _, e := range []string{g.First, g.Second} {
		part := leaguePart(tx, s)
		if err := rs.Leagues.tellLeague(tx, s, s.People[e], "judging", s.Once(g.ID), part, append(exampleResult(s), "Fixture", g.ID,
			"Begun", g.Started, "ByPosition", g.Started && s.State.Terms.Unfinished == league.ByPosition, "Until", s.Due[g.ID])...); err != nil {
			return err
		}
	}
	switch {
	case !g.Started:
		return rs.tellUnjudged(tx, s, g, "not-begun")
	case s.State.Terms.Unfinished == league.ByPosition:
		return nil
	}
	return rs.askJudges(tx, s, g, names)
}

// resultNow is the result that the rulebook gives for the present position of a game; nil if
// it says nothing of that.
func resultNow(tx store.ReadTx, id string) (*adjudicator.Result, error) {
	p, err := play.Load(tx, id)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if p.Session == nil {
		return nil, nil
	}
	if a, ok := p.Session.Game().(adjudicator.Adjudged); ok {
		return a.ResultNow(), nil
	}
	return nil, nil
}

// settleOpen gives one unfinished game its result, if the season is at its end and there is
// one to give. Who alone keeps a game waiting at the end loses it.
func (rs *Results) settleOpen(tx club.Tx, s *season.Season) (bool, error) {
	ends := s.State.Terms.Ends
	if ends.IsZero() || rs.Now().Before(ends) || !slices.Contains(s.Asked, "judging") {
		return false, nil
	}
	for _, g := range s.State.Open() {
		late, err := rs.aloneLate(tx, s, g)
		if err != nil {
			return false, err
		}
		if late != "" {
			winner := g.First
			if late == g.First {
				winner = g.Second
			}
			return true, rs.adjudge(tx, s, g, league.Result{Game: g.ID, How: league.ByForfeit, Winner: winner})
		}
		if !g.Started && !rs.Now().Before(post.Later(s.Due[g.ID], ends.Add(s.State.Terms.Verdict))) {
			return true, rs.adjudge(tx, s, g, league.Result{Game: g.ID, How: league.BothForfeit})
		}
		if g.Started && s.State.Terms.Unfinished == league.ByPosition {
			now, err := resultNow(tx, g.Host)
			if err != nil {
				return false, err
			}
			if now == nil {
				continue
			}
			return true, rs.adjudge(tx, s, g, credited(s, g, *now, league.ByAdjudication))
		}
		if res, ok, err := middle(s, g); err != nil {
			return false, err
		} else if ok {
			return true, rs.adjudge(tx, s, g, res)
		}
		if told, err := rs.verdictsLate(tx, s, g); err != nil || told {
			return told, err
		}
	}
	return false, nil
}

// middle is the middle verdict of three, once all are in.
func middle(s *season.Season, g league.Game) (league.Result, bool, error) {
	judges := s.Judges[g.ID]
	if len(judges) != 3 || len(s.Verdicts[g.ID]) != 3 {
		return league.Result{}, false, nil
	}
	var all [3]league.Verdict
	for i, j := range judges {
		o := s.Verdicts[g.ID][j]
		all[i] = league.Verdict{Member: fmt.Sprintf("judge %d", i+1), Winner: o.Winner, Level: o.Level, Why: o.Why}
	}
	v, err := s.State.Middle(g.ID, all)
	if err != nil {
		return league.Result{}, false, err
	}
	return league.Result{Game: g.ID, Winner: v.Winner, Level: v.Level, How: league.ByAdjudication, Verdicts: all[:]}, true, nil
}

// adjudge enters the result of a game that is not finished, and stops it.
func (rs *Results) adjudge(tx club.Tx, s *season.Season, g league.Game, res league.Result) error {
	if g.Host != "" {
		game, err := tx.Game(g.Host)
		if err != nil {
			return err
		}
		entries, err := tx.Entries(g.Host, 1)
		if err != nil {
			return err
		}
		res.Turns, res.Flags = max(0, game.Turn-1), flagsIn(s, entries) // the turn in play is not over
		if res.Board == nil {
			board, err := play.BoardOf(tx, g.Host)
			if err != nil {
				return err
			}
			res = onBoard(res, board)
		}
		why := adjudicator.Say("report.stopped.adjudicated")
		if res.How == league.ByForfeit {
			late := g.First
			if res.Winner == g.First {
				late = g.Second
			}
			why = adjudicator.Say("report.stopped.late", "Player", s.Name(late, s.Apart(clock.NamesIn(tx))))
		}
		if err := rs.Leagues.stopLeagueGame(tx, g.Host, adjudged(s, g, res), why); err != nil {
			return err
		}
	}
	return rs.enterResult(tx, s, g, res, "result")
}

// Rule is a referee's ruling on a result.
type Rule struct {
	Game   string // of the league: "1-3-2-1"
	Winner string // a player's address or name; empty for a draw
	Level  string // victory level, or "draw", "forfeit", "both-forfeit", "void"
	Why    string
}

// RuleResult enters a result by ruling of the referee, or replaces one.
func (rs *Results) RuleResult(ctx context.Context, id string, r Rule) error {
	return rs.Leagues.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		g, err := s.State.Game(r.Game)
		if err != nil {
			return err
		}
		if strings.TrimSpace(r.Why) == "" {
			return &club.SettingError{Setting: "reason", Value: "", Want: "why the referee rules so"}
		}
		if r.Winner != "" {
			name := r.Winner
			if r.Winner = s.Member(name, s.Apart(clock.NamesIn(tx))); r.Winner == "" {
				return &club.SettingError{Setting: "winner", Value: name, Want: "one of the two players"}
			}
		}
		return rs.ruleResult(tx, s, g, r)
	})
}

// ruleResult is RuleResult for a season that was read; the winner is an entrant.
func (rs *Results) ruleResult(tx club.Tx, s *season.Season, g league.Game, r Rule) error {
	res := league.Result{Game: g.ID, Winner: r.Winner, Level: r.Level, How: league.ByAdjudication, Ruling: r.Why}
	if g.Host != "" {
		board, err := play.BoardOf(tx, g.Host)
		if err != nil {
			return err
		}
		res = onBoard(res, board)
	}
	if g.Result != nil {
		if res.Turns, res.Flags = g.Result.Turns, g.Result.Flags; res.Board == nil {
			res.Victory, res.Board = g.Result.Victory, g.Result.Board
		}
		if res.How = g.Result.How; res.How != league.ByPlay {
			res.How = league.ByAdjudication
		}
	}
	switch r.Level {
	case "forfeit":
		res.How, res.Level = league.ByForfeit, ""
	case "both-forfeit":
		res.How, res.Level = league.BothForfeit, ""
	case "void":
		res.How, res.Level = league.Void, ""
	}
	if err := rs.enterResult(tx, s, g, res, "ruled", "Why", r.Why); err != nil {
		return err
	}
	if g.Host == "" {
		return nil
	}
	return rs.Leagues.stopLeagueGame(tx, g.Host, adjudged(s, g, res), adjudicator.Say("report.stopped.ruled", "Why", r.Why))
}

// CloseLeague ends a season. The error matches league.ErrOrder while a result is missing.
func (rs *Results) CloseLeague(ctx context.Context, id string) error {
	return rs.Leagues.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		if err := s.Close(rs.Now()); err != nil {
			if s.State.Ladder != nil {
				return fmt.Errorf("%w; keryx league close %s --after-games ends the ladder when they have ended; --preview shows what becomes of each, and with --reason TEXT the ladder ends now", err, id)
			}
			return fmt.Errorf("%w; keryx league close %s --preview shows what becomes of each, and with --reason TEXT the season ends now", err, id)
		}
		return rs.Leagues.tellClosed(tx, s, s.Apart(clock.NamesIn(tx)))
	})
}

// PairLeague begins a season, or pairs the next round of a division before its time. The
// division counts from 0.
func (rs *Results) PairLeague(ctx context.Context, id string, division int) (what season.Happening, err error) {
	err = rs.Leagues.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		if what, err = s.PairNow(division, rs.Now()); err != nil {
			return err
		}
		what.Reasons = byName(s, what.Reasons, s.Apart(clock.NamesIn(tx)))
		return rs.Leagues.tellHappening(tx, s, what)
	})
	return what, err
}
