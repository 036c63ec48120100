package leagues

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// Three members without interest judge a game on which its players do not agree. They are sent
// what both players may know of it, and how long each has taken; the middle verdict counts, and
// both players read all three with their reasons.

// askJudges names three members and asks them; where there are not as many the referee rules.
func (rs *Results) askJudges(tx club.Tx, s *season.Season, g league.Game, names func(string) string) error {
	judges, err := chooseJudges(tx, s, g)
	if err != nil {
		return err
	}
	if len(judges) < 3 {
		return rs.tellUnjudged(tx, s, g, "too-few-judges")
	}
	s.Judges[g.ID] = judges
	for _, to := range judges {
		player, err := tx.Player(to)
		if err != nil {
			return err
		}
		part := leaguePart(tx, s)
		if part.Told, part.Position, err = rs.judgesFile(tx, s, g, player, names); err != nil {
			return err
		}
		if err := rs.Leagues.tellLeague(tx, s, to, "judge", s.Once(g.ID), part, append(exampleResult(s), "Fixture", g.ID, "Until", s.Due[g.ID])...); err != nil {
			return err
		}
	}
	return nil
}

// exampleResult are the words of a result that can be claimed in a season's games, for letters that ask for one: a side,
// and a level that there is in them.
func exampleResult(s *season.Season) []any {
	levels := leagueLevels(s.State.Rules)
	return []any{"Side", adjudicator.Term{Kind: "side", ID: s.State.Rules.Sides[0]}, "Level", levelWord(levels[0])}
}

// chooseJudges names the first three of the league's judges who have no interest: they do not
// play in the division, where every result moves somebody, and have never had a part in the game.
func chooseJudges(tx store.ReadTx, s *season.Season, g league.Game) (out []string, err error) {
	game, err := tx.Game(g.Host)
	if err != nil {
		return nil, err
	}
	division := s.State.Entrants[g.First].Division
	for _, address := range s.File.Judges {
		address = store.Address(address)
		player, err := tx.Player(address)
		if err != nil || slices.Contains(out, address) || address == s.People[g.First] || address == s.People[g.Second] {
			continue
		}
		if e := s.Entrant(address); e != "" && !s.State.Entrants[e].Left && !s.State.Entrants[e].Reserve && s.State.Entrants[e].Division == division {
			continue
		}
		if has, err := rulings.HasInterest(tx, game, player); err != nil {
			return nil, err
		} else if has {
			continue
		}
		if out = append(out, address); len(out) == 3 {
			break
		}
	}
	return out, nil
}

// tellUnjudged tells the referee that a game waits for his ruling, and why; those who were asked
// and have not answered are named to him.
func (rs *Results) tellUnjudged(tx club.Tx, s *season.Season, g league.Game, why string) error {
	to, err := organisers(tx, s)
	if err != nil {
		return err
	}
	if len(to) == 0 { // keryx status tells of it all the same
		rs.Log.Warn("a game waits for a ruling, and neither its league nor the club has a referee", "league", s.ID, "game", g.ID, "why", why)
	}
	names := clock.NamesIn(tx)
	var silent []string
	for _, j := range s.Judges[g.ID] {
		if _, spoke := s.Verdicts[g.ID][j]; !spoke {
			silent = append(silent, names(j))
		}
	}
	for _, referee := range to {
		err := rs.Leagues.tellLeague(tx, s, referee, why, s.Once(g.ID), leaguePart(tx, s), "Fixture", g.ID, "Silent", strings.Join(silent, ", "), "Until", s.Due[g.ID])
		if err != nil {
			return err
		}
	}
	return nil
}

// verdictsLate tells the referee once that the time of those who judge a game is over.
func (rs *Results) verdictsLate(tx club.Tx, s *season.Season, g league.Game) (bool, error) {
	due, asked := s.Due[g.ID]
	if len(s.Judges[g.ID]) == 0 || !asked || rs.Now().Before(due) || s.Has("verdicts-late "+g.ID) {
		return false, nil
	}
	return true, rs.tellUnjudged(tx, s, g, "verdicts-late")
}

// judgesFile is what those who judge a game are told of it, in their language: the position as
// everybody may see it, and the time that each player took. Nothing that one of its players must
// not know, for they may be his friends.
func (rs *Results) judgesFile(tx store.ReadTx, s *season.Season, g league.Game, to store.Player, names func(string) string) (list []adjudicator.Phrase, position []adjudicator.Listing, err error) {
	p, err := play.Load(tx, g.Host)
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	rules := s.State.Rules
	side := func(i int) adjudicator.Term { return adjudicator.Term{Kind: "side", ID: rules.Sides[i]} }
	list = []adjudicator.Phrase{adjudicator.Say("league.told.judge.sides", "Game", g.Host,
		"First", s.Name(g.First, names), "One", side(0), "Second", s.Name(g.Second, names), "Other", side(1))}
	if p.Session != nil {
		game := p.Session.Game()
		view := game.View(adjudicator.Observer)
		list = append(list, adjudicator.Say("league.told.judge.turn", "Turn", view.Turn, "Left", max(0, view.Last-view.Number)))
		if a, ok := game.(adjudicator.Adjudged); ok {
			if now := a.ResultNow(); now != nil {
				list = append(list, adjudicator.Say("league.told.judge.points", "One", side(0), "Points", now.Points[0], "Other", side(1),
					"Theirs", now.Points[1], "Level", levelWord(now.Level)))
			}
		}
		list, position = append(list, view.Goals...), view.Tables
	}
	entries, err := tx.Entries(g.Host, 1)
	if err != nil {
		return nil, nil, err
	}
	flags, words := flagsIn(s, entries), templates.For(to.Language, "")
	for i, e := range []string{g.First, g.Second} {
		taken, answers, err := timeTaken(tx, g.Host, rules.Sides[i], entries, rs.Now())
		if err != nil {
			return nil, nil, err
		}
		name := s.Name(e, names)
		list = append(list, adjudicator.Say("league.told.judge.time", "Player", name, "Days", words.Decimal(fmt.Sprintf("%.1f", taken.Hours()/24)), "Count", answers))
		if flags[i] > 0 {
			list = append(list, adjudicator.Say("league.told.judge.late", "Player", name, "Count", flags[i]))
		}
		seat, err := tx.Seat(g.Host, rules.Sides[i])
		if err != nil {
			return nil, nil, err
		}
		game, err := tx.Game(g.Host)
		if err != nil {
			return nil, nil, err
		}
		late, _, err := rs.Terms.OverdueSince(tx, game, seat)
		if err != nil {
			return nil, nil, err
		}
		if late {
			list = append(list, adjudicator.Say("league.told.judge.waits", "Player", name, "Since", words.WhenIn(*seat.Deadline, written.ZoneOf(to))))
		}
	}
	return list, position, nil
}

// timeTaken is how long a side took for all its answers together, from the report that asked for
// each, and how many it gave. What it is asked now counts up to now.
func timeTaken(tx store.ReadTx, game, side string, entries []store.Entry, now time.Time) (taken time.Duration, answers int, err error) {
	reports, err := tx.Reports(game, side)
	if err != nil {
		return 0, 0, err
	}
	next := 0
	asked := func(until time.Time) (since time.Time, ok bool) { // the first question after the last answer
		for ; next < len(reports) && !reports[next].Created.After(until); next++ {
			if r := reports[next]; r.Code != "" && !ok {
				since, ok = r.Created, true
			}
		}
		return since, ok
	}
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) != adjudicator.Ordered || e.Side != side {
			continue
		}
		answers++
		if since, ok := asked(e.Time); ok {
			taken += e.Time.Sub(since)
		}
	}
	if seat, err := tx.Seat(game, side); err != nil || seat.Deadline == nil {
		return taken, answers, err
	}
	if since, ok := asked(now); ok {
		taken += now.Sub(since)
	}
	return taken, answers, nil
}

// levelWord is a level of victory in words, as far as the catalogues have it.
func levelWord(level string) any {
	if key := "league.level." + level; templates.For("en", "").Has(key) {
		return adjudicator.Say(key)
	}
	return level
}

// verdictsTold are the verdicts that gave a result, with their reasons.
func verdictsTold(s *season.Season, res league.Result, names func(string) string) (list []adjudicator.Phrase) {
	for i, v := range res.Verdicts {
		key, args := "league.told.verdict.draw", []any{"Number", i + 1, "Why", v.Why}
		if v.Winner != "" {
			key, args = "league.told.verdict.won", append(args, "Winner", s.Name(v.Winner, names), "Level", levelWord(v.Level))
		}
		list = append(list, adjudicator.Say(key, args...))
	}
	return list
}
