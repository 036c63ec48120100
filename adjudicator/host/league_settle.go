package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// How games that are not finished at a season's end get their results: as both players
// agree; else by the position or by three members, as the league has it.

// askToAgree tells the players of unfinished games that the season ends.
func (h *Host) askToAgree(tx store.Tx, s *season.Season, names func(string) string) error {
	for _, g := range s.State.Open() {
		for _, e := range []string{g.First, g.Second} {
			part := h.leaguePart(tx, s)
			if err := h.tellLeague(tx, s, s.People[e], "judging", g.ID, part, "Fixture", g.ID, "Side", s.State.Rules.Sides[0]); err != nil {
				return err
			}
		}
		if !g.Started || s.State.Terms.Unfinished == league.ByPosition {
			continue
		}
		judges := h.chooseJudges(tx, s, g)
		if len(judges) < 3 {
			h.Log.Warn("three members without interest are not named; the referee must rule", "league", s.ID, "game", g.ID)
			continue
		}
		s.Judges[g.ID] = judges
		for _, to := range judges {
			part := h.leaguePart(tx, s)
			var err error
			if part.Told, err = h.judgesFile(tx, s, g, names); err != nil {
				return err
			}
			until := s.State.Terms.Ends.Add(s.State.Terms.Verdict)
			if err := h.tellLeague(tx, s, to, "judge", g.ID, part, "Fixture", g.ID, "Side", s.State.Rules.Sides[0], "Until", until); err != nil {
				return err
			}
		}
	}
	return nil
}

// chooseJudges names the first three of the league's judges who neither play the game nor
// meet one of its players in the season's title.
func (h *Host) chooseJudges(tx store.ReadTx, s *season.Season, g league.Game) (out []string) {
	for _, address := range s.File.Judges {
		address = store.Address(address)
		if _, err := tx.Player(address); err != nil || address == s.People[g.First] || address == s.People[g.Second] || slices.Contains(out, address) {
			continue
		}
		if out = append(out, address); len(out) == 3 {
			return out
		}
	}
	return out
}

// judgesFile is what those who judge a game are told of it: nothing that one of its players
// must not know, for they may be his friends.
func (h *Host) judgesFile(tx store.ReadTx, s *season.Season, g league.Game, names func(string) string) ([]adjudicator.Phrase, error) {
	game, err := tx.Game(g.Host)
	if err != nil {
		return nil, err
	}
	list := []adjudicator.Phrase{adjudicator.Say("league.told.judge.turn", "Game", game.ID, "Turn", game.Turn,
		"First", s.Name(g.First, names), "Second", s.Name(g.Second, names))}
	if now, err := h.resultNow(tx, g.Host); err == nil && now != nil {
		list = append(list, adjudicator.Say("league.told.judge.points", "One", now.Points[0], "Other", now.Points[1], "Level", adjudicator.Say("league.level."+now.Level)))
	}
	entries, err := tx.Entries(g.Host, 1)
	if err != nil {
		return nil, err
	}
	for i, e := range []string{g.First, g.Second} {
		side := s.State.Rules.Sides[i]
		late := 0
		for _, entry := range entries {
			if adjudicator.EntryKind(entry.Kind) == adjudicator.Deadline && entry.Side == side {
				late++
			}
		}
		if late > 0 {
			list = append(list, adjudicator.Say("league.told.judge.late", "Player", s.Name(e, names), "Count", late))
		}
		seat, err := tx.Seat(g.Host, side)
		if err != nil {
			return nil, err
		}
		if seat.Deadline != nil && seat.Deadline.Before(h.Now()) {
			list = append(list, adjudicator.Say("league.told.judge.waits", "Player", s.Name(e, names), "Since", templates.For("en", "").When(*seat.Deadline)))
		}
	}
	return list, nil
}

// resultNow is the result that the rulebook gives for the present position of a game; nil if
// it says nothing of that.
func (h *Host) resultNow(tx store.ReadTx, id string) (*adjudicator.Result, error) {
	p, err := load(tx, id)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if p.session == nil {
		return nil, nil
	}
	if a, ok := p.session.Game().(adjudicator.Adjudged); ok {
		return a.ResultNow(), nil
	}
	return nil, nil
}

// settleOpen gives one unfinished game its result, if the season is at its end and there is
// one to give. Who alone keeps a game waiting at the end loses it.
func (h *Host) settleOpen(tx store.Tx, s *season.Season) (bool, error) {
	ends := s.State.Terms.Ends
	if ends.IsZero() || h.Now().Before(ends) || !slices.Contains(s.Asked, "judging") {
		return false, nil
	}
	for _, g := range s.State.Open() {
		late, err := h.aloneLate(tx, s, g)
		if err != nil {
			return false, err
		}
		if late != "" {
			winner := g.First
			if late == g.First {
				winner = g.Second
			}
			return true, h.adjudge(tx, s, g, league.Result{Game: g.ID, How: league.ByForfeit, Winner: winner})
		}
		if !g.Started && s.State.Terms.Unfinished == league.ByPosition && !h.Now().Before(ends.Add(s.State.Terms.Verdict)) {
			return true, h.adjudge(tx, s, g, league.Result{Game: g.ID, How: league.BothForfeit})
		}
		if g.Started && s.State.Terms.Unfinished == league.ByPosition {
			now, err := h.resultNow(tx, g.Host)
			if err != nil {
				return false, err
			}
			if now == nil {
				continue
			}
			return true, h.adjudge(tx, s, g, h.credited(s, g, *now, league.ByAdjudication))
		}
		if res, ok, err := h.middle(s, g); err != nil {
			return false, err
		} else if ok {
			return true, h.adjudge(tx, s, g, res)
		}
	}
	return false, nil
}

// middle is the middle verdict of three, once all are in.
func (h *Host) middle(s *season.Season, g league.Game) (league.Result, bool, error) {
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
	return league.Result{Game: g.ID, Winner: v.Winner, Level: v.Level, How: league.ByAdjudication}, true, nil
}

// adjudge enters the result of a game that is not finished, and stops it.
func (h *Host) adjudge(tx store.Tx, s *season.Season, g league.Game, res league.Result) error {
	if g.Host != "" {
		game, err := tx.Game(g.Host)
		if err != nil {
			return err
		}
		res.Turns = game.Turn
		why := adjudicator.Say("report.stopped.adjudicated")
		if res.How == league.ByForfeit {
			late := g.First
			if res.Winner == g.First {
				late = g.Second
			}
			why = adjudicator.Say("report.stopped.late", "Player", s.Name(late, namesIn(tx)))
		}
		if err := h.stopLeagueGame(tx, g.Host, adjudged(s, g, res), why); err != nil {
			return err
		}
	}
	return h.enterResult(tx, s, g, res, "result")
}

// Rule is a referee's ruling on a result.
type Rule struct {
	Game   string // of the league: "1-3-2-1"
	Winner string // a player's address or name; empty for a draw
	Level  string // victory level, or "draw", "forfeit", "both-forfeit", "void"
	Why    string
}

// RuleResult enters a result by ruling of the referee, or replaces one.
func (h *Host) RuleResult(ctx context.Context, id string, r Rule) error {
	return h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error {
		g, err := s.State.Game(r.Game)
		if err != nil {
			return err
		}
		if strings.TrimSpace(r.Why) == "" {
			return &SettingError{"reason", "", "why the referee rules so"}
		}
		res := league.Result{Game: g.ID, Level: r.Level, How: league.ByAdjudication, Ruling: r.Why}
		if g.Result != nil {
			res.Victory, res.Turns, res.Flags = g.Result.Victory, g.Result.Turns, g.Result.Flags
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
		if r.Winner != "" {
			if res.Winner = s.Member(r.Winner, namesIn(tx)); res.Winner == "" {
				return &SettingError{"winner", r.Winner, "one of the two players"}
			}
		}
		if err := h.enterResult(tx, s, g, res, "ruled", "Why", r.Why); err != nil {
			return err
		}
		if g.Host == "" {
			return nil
		}
		return h.stopLeagueGame(tx, g.Host, adjudged(s, g, res), adjudicator.Say("report.stopped.ruled", "Why", r.Why))
	})
}

// CloseLeague ends a season. The error matches league.ErrOrder while a result is missing.
func (h *Host) CloseLeague(ctx context.Context, id string) error {
	return h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error {
		if s.State.Closed != nil {
			return errors.New("the season is closed")
		}
		if err := s.Close(h.Now()); err != nil {
			return err
		}
		return h.tellClosed(tx, s, namesIn(tx))
	})
}

// PairLeague begins a season, or pairs the next round of a division before its time. The
// division counts from 0.
func (h *Host) PairLeague(ctx context.Context, id string, division int) (what season.Happening, err error) {
	err = h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error {
		if what, err = s.PairNow(division, h.Now()); err != nil {
			return err
		}
		what.Reasons = byName(s, what.Reasons, namesIn(tx))
		return h.tellHappening(tx, s, what)
	})
	return what, err
}
