package leagues

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// takeResult takes the result of one game over that has ended on the server.
func (rs *Results) takeResult(tx club.Tx, s *season.Season) (bool, error) {
	for _, g := range s.State.AllGames() {
		if g.Host == "" {
			continue
		}
		game, err := tx.Game(g.Host)
		if err != nil {
			return false, fmt.Errorf("game %s: %w", g.ID, err)
		}
		if g.Result != nil {
			if game.Status == store.Ended || !s.State.Entered(g.ID) { // who has withdrawn forfeits it all the same
				continue
			}
			// A ruling has opened it again, and has told both players so. What was said of the position
			// that is given up says nothing of the new one.
			s.AskAnew(g.ID)
			res := league.Result{Game: g.ID, How: league.Reopened, Ruling: "the game was opened again by a ruling"}
			if err := s.Append(league.Ended, rs.Now(), res); err != nil || !slices.Contains(s.Asked, "judging") {
				return true, err
			}
			return true, rs.askAbout(tx, s, g, s.Apart(clock.NamesIn(tx)))
		}
		if game.Status != store.Ended {
			silent, err := rs.neverAnswered(tx, s, g, game)
			if err != nil {
				return false, err
			}
			if len(silent) > 0 {
				return true, rs.voidGame(tx, s, g, silent)
			}
			continue
		}
		if _, cancelled, err := watch.Cancelled(tx, game.ID); err != nil || cancelled {
			if err != nil {
				return false, err
			}
			continue // the referee rules
		}
		res, err := resultOf(tx, s, g, game)
		if err != nil {
			return false, err
		}
		return true, rs.enterResult(tx, s, g, res, "result")
	}
	return false, nil
}

// resultOf reads how a game ended, what bids credit included.
func resultOf(tx store.ReadTx, s *season.Season, g league.Game, game store.Game) (league.Result, error) {
	head, err := tx.Head(game.ID)
	if err != nil {
		return league.Result{}, err
	}
	entries, err := tx.Entries(game.ID, 1)
	if err != nil || len(entries) == 0 {
		return league.Result{}, fmt.Errorf("the ledger of %s: %w", game.ID, err)
	}
	var ended play.EndedBody
	end, ok := seating.EndOf(entries)
	if !ok {
		return league.Result{}, fmt.Errorf("none of the %d entries of %s tells a result", head.Seq, game.ID)
	}
	if err := json.Unmarshal(end.Body, &ended); err != nil {
		return league.Result{}, fmt.Errorf("entry %d of %s, of %d, tells no result: %w", end.Seq, game.ID, head.Seq, err)
	}
	res := league.Result{Game: g.ID, How: league.Void} // annulled: it counts for nothing
	switch {
	case ended.Result == nil:
	case ended.How == "" && !ended.Result.Ruled:
		res = credited(s, g, *ended.Result, league.ByPlay)
	default: // it says at which level it ended: nothing is read off the points
		res = cutFor(g, *ended.Result, ended.Board)
	}
	res.Turns, res.Flags = game.Turn, flagsIn(s, entries)
	if ended.Result == nil || s.State.Terms.Machine != league.MachineForfeits {
		return res, nil
	}
	return machineForfeits(tx, s, g, res)
}

// machineForfeits makes a forfeit of the result of a game that the machine finished for somebody.
func machineForfeits(tx store.ReadTx, s *season.Season, g league.Game, res league.Result) (league.Result, error) {
	var gone []string
	for i, side := range s.State.Rules.Sides {
		seat, err := tx.Seat(g.Host, side)
		if err != nil {
			return res, err
		}
		if seat.Player == post.MachineAddress {
			gone = append(gone, [2]string{g.Second, g.First}[i]) // who wins by it
		}
	}
	switch len(gone) {
	case 1:
		res.How, res.Winner, res.Level, res.Victory = league.ByForfeit, gone[0], "", [2]int{}
	case 2:
		res.How, res.Winner, res.Level, res.Victory = league.BothForfeit, "", "", [2]int{}
	}
	return res, nil
}

// flagsIn counts how often the time of the first and the second side ran out.
func flagsIn(s *season.Season, entries []store.Entry) (flags [2]int) {
	for _, e := range entries {
		if i := slices.Index(s.State.Rules.Sides[:], e.Side); i >= 0 && adjudicator.EntryKind(e.Kind) == adjudicator.Deadline {
			flags[i]++
		}
	}
	return flags
}

// credited makes the result of a game for the league: what a bid credits is added to the
// victory points before the level is read, but for a victory that no points decide.
func credited(s *season.Season, g league.Game, r adjudicator.Result, how league.Ending) league.Result {
	credit, board := s.State.CreditOf(g), r.Points
	rules, err := adjudicator.Lookup(s.State.Rules.Ruleset)
	if l, ok := rules.(adjudicator.PointLeveller); err == nil && ok && credit != [2]int{} && !l.Final(r.Level) {
		points := [2]int{r.Points[0] + credit[0], r.Points[1] + credit[1]}
		if again := l.LevelOf(points); again != nil {
			r = *again
		}
	}
	res := league.Result{Game: g.ID, Level: r.Level, Victory: r.Points, How: how, Board: &board}
	return wonBy(res, g, r)
}

// wonBy names the winner of a game in its result.
func wonBy(res league.Result, g league.Game, r adjudicator.Result) league.Result {
	switch {
	case r.Level == league.Draw:
	case r.Winner == 0:
		res.Winner = g.First
	case r.Winner == 1:
		res.Winner = g.Second
	}
	return res
}

// cutFor is the result of a game that ended before its rules ended it, with what stood on the board.
func cutFor(g league.Game, r adjudicator.Result, board *[2]int) league.Result {
	how := league.ByPlay
	if r.Ruled {
		how = league.ByAdjudication
	}
	return onBoard(wonBy(league.Result{Game: g.ID, Level: r.Level, How: how}, g, r), board)
}

// onBoard notes in a result what stood on the board when no rule ended the game. What bids credit is not added:
// no level is read off these points.
func onBoard(res league.Result, board *[2]int) league.Result {
	if board != nil {
		res.Board, res.Victory = board, *board
	}
	return res
}

// enterResult writes a result into the league's ledger, and tells both players with the table.
func (rs *Results) enterResult(tx club.Tx, s *season.Season, g league.Game, res league.Result, occasion string, args ...any) error {
	var before map[string]int
	if s.State.Ladder != nil {
		before = placesOf(s)
	}
	if err := s.Append(league.Ended, rs.Now(), res); err != nil {
		return fmt.Errorf("the result of %s: %w", g.ID, err)
	}
	delete(s.Agreed, g.ID)
	delete(s.Verdicts, g.ID)
	if s.State.Ladder != nil {
		return rs.Ladders.tellPlaces(tx, s, g, res, occasion, before, args...)
	}
	names := s.Apart(clock.NamesIn(tx))
	for _, e := range []string{g.First, g.Second} {
		part := leaguePart(tx, s)
		part.Results, part.Told = []templates.LeagueResult{resultLine(s, g.ID, names)}, verdictsTold(s, res, names)
		part.Tables = []templates.LeagueTable{tableOf(s, s.State.Entrants[e].Division, names)}
		part.Fixtures = fixturesOf(s, e, names)
		once := fmt.Sprintf("%s %d", g.ID, len(s.Entries))
		all := append([]any{"Fixture", g.ID, "First", s.Name(g.First, names), "Second", s.Name(g.Second, names)}, args...)
		if err := rs.Leagues.tellLeague(tx, s, s.People[e], occasion, once, part, all...); err != nil {
			return err
		}
	}
	return nil
}
