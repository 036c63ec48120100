package leagues

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// leaguePart is what every letter about a season begins with.
func leaguePart(_ store.ReadTx, s *season.Season) templates.LeaguePart {
	return templates.LeaguePart{ID: s.ID, Name: s.File.Name, Ruleset: s.State.Rules.Ruleset, Ladder: s.State.Ladder != nil}
}

// tellHappening writes the letters of a step that a season has made.
func (lg *Leagues) tellHappening(tx club.Tx, s *season.Season, what season.Happening) error {
	names := s.Apart(clock.NamesIn(tx))
	switch what.What {
	case season.Mustering:
		occasion, once := "muster", ""
		if what.Round > 0 {
			occasion, once = "muster-round", fmt.Sprintf("%d-%d", what.Division+1, what.Round)
		}
		for _, e := range what.Entrants {
			if err := lg.tellLeague(tx, s, s.People[e], occasion, once, leaguePart(tx, s), "Begins", what.Day, "Round", what.Round); err != nil {
				return err
			}
		}
	case season.Consents:
		for _, e := range what.Entrants {
			player, err := tx.Player(s.People[e])
			if err != nil {
				continue // he has been removed
			}
			part := leaguePart(tx, s)
			part.Rules = leagueRules(player.Language, s)
			if err := lg.tellLeague(tx, s, player.Address, "consents", "", part); err != nil {
				return err
			}
		}
	case season.Began, season.Paired:
		return lg.tellRound(tx, s, what, names)
	case season.Sided:
		return lg.tellSides(tx, s, what.Fixtures[0], names)
	case season.Closing:
		return lg.tellClosed(tx, s, names)
	case season.Judging:
		if err := lg.Ladders.tellEnding(tx, s, names); err != nil {
			return err
		}
		return lg.Results.askToAgree(tx, s, names)
	case season.TooFew, season.Stuck:
		to, err := organisers(tx, s)
		if err != nil {
			return err
		}
		if len(to) == 0 {
			lg.Log.Warn("a league needs a referee, and neither it nor the club has one", "league", s.ID, "why", string(what.What))
		}
		for _, referee := range to {
			if err := lg.tellLeague(tx, s, referee, string(what.What), fmt.Sprint(len(s.Entries)), leaguePart(tx, s)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellRound mails everybody his fixtures.
func (lg *Leagues) tellRound(tx club.Tx, s *season.Season, what season.Happening, names func(string) string) error {
	for _, e := range s.State.Joined() {
		en := s.State.Entrants[e]
		if en.Left || what.What == season.Paired && en.Division != what.Division {
			continue
		}
		part := leaguePart(tx, s)
		part.Fixtures = fixturesOf(s, e, names)
		if en.Reserve {
			part.Told = append(part.Told, adjudicator.Say("league.told.reserve"))
		}
		if what.What == season.Paired {
			player, err := tx.Player(s.People[e])
			if err != nil {
				continue // he has been removed
			}
			part.Told = append(part.Told, inDecimals(templates.For(player.Language, ""), byName(s, what.Reasons, names))...)
			part.Tables = []templates.LeagueTable{tableOf(s, en.Division, names)}
		}
		once := fmt.Sprintf("%d", len(s.Entries))
		if err := lg.tellLeague(tx, s, s.People[e], string(what.What), once, part); err != nil {
			return err
		}
	}
	return nil
}

// inDecimals writes the scores in the reasons of pairings as a language writes numbers.
func inDecimals(p *templates.Printer, list []adjudicator.Phrase) (out []adjudicator.Phrase) {
	for _, ph := range list {
		args := slices.Clone(ph.Args)
		for i := 1; i < len(args); i += 2 {
			if score, ok := args[i].(string); ok && (args[i-1] == "score" || args[i-1] == "other") {
				args[i] = p.Decimal(score)
			}
		}
		out = append(out, adjudicator.Phrase{Key: ph.Key, Args: args})
	}
	return out
}

// byName puts names into phrases that speak of entrants.
func byName(s *season.Season, list []adjudicator.Phrase, names func(string) string) (out []adjudicator.Phrase) {
	for _, p := range list {
		args := slices.Clone(p.Args)
		for i, arg := range args {
			switch v := arg.(type) {
			case string:
				if _, there := s.People[v]; there {
					args[i] = s.Name(v, names)
				}
			case []adjudicator.Phrase:
				args[i] = byName(s, v, names)
			}
		}
		out = append(out, adjudicator.Phrase{Key: p.Key, Args: args})
	}
	return out
}

// tellSides opens the bids of a fixture to both.
func (lg *Leagues) tellSides(tx club.Tx, s *season.Season, f league.Fixture, names func(string) string) error {
	games := s.State.GamesOf(f.ID)
	if len(games) == 0 {
		return nil
	}
	credit := s.State.Credit(f.ID)
	bids := s.LastBids(f.ID)
	for _, e := range []string{f.Home, f.Away} {
		player, err := tx.Player(s.People[e])
		if err != nil {
			return err
		}
		args := []any{"Fixture", f.ID, "Home", s.Name(f.Home, names), "Away", s.Name(f.Away, names),
			"HomeBid", bidWords(player.Language, s, bids[0]), "AwayBid", bidWords(player.Language, s, bids[1]),
			"First", s.Name(games[0].First, names), "Side", templates.For(player.Language, s.State.Rules.Ruleset).Term(adjudicator.Term{Kind: "side", ID: s.State.Rules.Sides[0]}),
			"Count", max(credit[0], credit[1]), "Credited", s.Name(f.Home, names)}
		if credit[1] > 0 {
			args[len(args)-1] = s.Name(f.Away, names)
		}
		part := leaguePart(tx, s)
		part.Fixtures = fixturesOf(s, e, names)
		if err := lg.tellLeague(tx, s, s.People[e], "sided", f.ID, part, args...); err != nil {
			return err
		}
	}
	return nil
}

// bidWords says a bid in a language.
func bidWords(lang string, s *season.Season, b league.Bid) string {
	p := templates.For(lang, s.State.Rules.Ruleset)
	if b.Side == "" {
		return p.Say("league.bid.any")
	}
	return p.Say("league.bid.side", "Side", p.Term(adjudicator.Term{Kind: "side", ID: b.Side}), "Count", b.Price)
}

// tellClosed tells everybody how the season ended, and forgets the words it has heard.
func (lg *Leagues) tellClosed(tx club.Tx, s *season.Season, names func(string) string) error {
	if err := forgetWords(tx, s.ID); err != nil {
		return err
	}
	for _, e := range s.State.Joined() {
		player, err := tx.Player(s.People[e])
		if err != nil {
			continue // he has been removed
		}
		part := leaguePart(tx, s)
		order(s, &part, e, names)
		if s.State.Closed != nil {
			part.Told = append(part.Told, adjudicator.Say("league.told.secret", "League", s.ID, "Secret", s.State.Closed.Secret))
		}
		part.Told = append(voidChallenges(s, e, names), part.Told...)
		if err := lg.tellLeague(tx, s, player.Address, "closed", "", part, "Champions", championsWords(s, names)); err != nil {
			return err
		}
	}
	return nil
}

// order adds to a part how all stand: the tables of a season that has begun, or the places of a
// ladder.
func order(s *season.Season, part *templates.LeaguePart, me string, names func(string) string) {
	if s.State.Ladder != nil {
		part.Places = placesIn(s, me, names)
		return
	}
	if !s.State.Begun() {
		return
	}
	for i := range s.State.Divisions {
		part.Tables = append(part.Tables, tableOf(s, i, names))
	}
}

// champions says who has won, in a language.
func champions(lang string, s *season.Season, names func(string) string) string {
	return templates.For(lang, "").Phrase(championsWords(s, names))
}

// championsWords says who has won.
func championsWords(s *season.Season, names func(string) string) adjudicator.Phrase {
	if s.State.Closed == nil || len(s.State.Closed.Champions) == 0 {
		return adjudicator.Say("league.no-champion")
	}
	var list []string
	for _, e := range s.State.Closed.Champions {
		list = append(list, s.Name(e, names))
	}
	key := "league.champion"
	if len(list) > 1 {
		key = "league.champions"
	}
	return adjudicator.Say(key, "Players", list)
}

// fixturesOf are the games that an entrant has to play.
func fixturesOf(s *season.Season, entrant string, names func(string) string) (out []templates.LeagueFixture) {
	en := s.State.Entrants[entrant]
	if en == nil {
		return nil
	}
	for _, f := range s.State.Fixtures() {
		if f.Home != entrant && f.Away != entrant {
			continue
		}
		var division, round, n int
		if _, err := fmt.Sscanf(f.ID, "%d-%d-%d", &division, &round, &n); err != nil {
			continue
		}
		line := templates.LeagueFixture{Round: round, ID: f.ID, Fixture: f.ID, Until: s.RoundEnds(en.Division)}
		if s.State.Ladder != nil {
			line.Round = 0
		}
		if f.Away == "" {
			line.State = "bye"
			out = append(out, line)
			continue
		}
		line.Opponent = s.Name(f.Home, names)
		if f.Home == entrant {
			line.Opponent = s.Name(f.Away, names)
		}
		games := s.State.GamesOf(f.ID)
		if s.State.Struck(f.Home) || s.State.Struck(f.Away) {
			line.State, line.Until = "struck", time.Time{}
			out = append(out, line)
			continue
		}
		if !s.State.Sided(f.ID) && slices.ContainsFunc(games, func(g league.Game) bool { return g.Result != nil }) {
			line.State, line.Until = "ended", time.Time{}
			out = append(out, line)
			continue
		}
		if !s.State.Sided(f.ID) {
			line.State, line.Until = "bids", s.BidsUntil(f.ID)
			out = append(out, line)
			continue
		}
		for _, g := range games {
			one := line
			one.ID, one.Side, one.Game = g.ID, s.State.Rules.Sides[0], g.Host
			if g.Second == entrant {
				one.Side = s.State.Rules.Sides[1]
			}
			switch {
			case g.Result != nil:
				one.State, one.Until = "ended", time.Time{}
			case g.Started:
				one.State = "running"
			default:
				one.State = "waiting"
			}
			out = append(out, one)
		}
	}
	return out
}

// resultLine is the result of a game as letters show it.
func resultLine(s *season.Season, game string, names func(string) string) templates.LeagueResult {
	g, err := s.State.Game(game)
	if err != nil || g.Result == nil {
		return templates.LeagueResult{ID: game}
	}
	var division, round, n int
	fmt.Sscanf(g.Fixture, "%d-%d-%d", &division, &round, &n)
	p := s.State.PointsOf(g)
	line := templates.LeagueResult{Round: round, ID: g.ID, First: s.Name(g.First, names), Second: s.Name(g.Second, names),
		Outcome: s.State.Outcome(g).Verdict, Points: fmt.Sprintf("%s – %s", p[0], p[1])}
	if s.State.Ladder != nil {
		line.Round, line.Points = 0, ""
	}
	return line
}

// resultsOf are all results of a season.
func resultsOf(s *season.Season, names func(string) string) (out []templates.LeagueResult) {
	for _, g := range s.State.AllGames() {
		if g.Result != nil {
			out = append(out, resultLine(s, g.ID, names))
		}
	}
	return out
}

// tableOf is the table of a division.
func tableOf(s *season.Season, division int, names func(string) string) templates.LeagueTable {
	t := s.State.Table(division)
	out := templates.LeagueTable{}
	if len(s.State.Divisions) > 1 {
		out.Division = s.State.Divisions[division].Name
	}
	for _, b := range t.Breaks {
		out.Breaks = append(out.Breaks, string(b))
	}
	for _, r := range t.Rows {
		row := templates.LeagueRow{Rank: r.Rank, Name: s.Name(r.Entrant, names), Played: r.Played, Pending: r.Pending, ForfeitWon: r.ForfeitWon, ForfeitLost: r.ForfeitLost, Byes: r.Byes,
			Score: r.Score.Total.String(), Terms: r.Score.String()}
		if len(r.Score.Terms) < 2 {
			row.Terms = row.Score
		}
		for _, v := range r.Breaks {
			text, made := "", ""
			if !v.Without {
				text, made = v.Total.String(), v.String()
			}
			if len(v.Terms) < 2 {
				made = ""
			}
			row.Values, row.Made = append(row.Values, text), append(row.Made, made)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// leagueRules says how a season is played.
func leagueRules(lang string, s *season.Season) []adjudicator.Phrase {
	r, t := s.State.Rules, s.State.Terms
	p := templates.For(lang, r.Ruleset)
	list := []adjudicator.Phrase{
		adjudicator.Say("league.rule.game", "Game", p.Say(r.Ruleset+".name"), "Scenario", r.Scenario),
		adjudicator.Say("league.rule.format."+string(r.Format), "Count", r.FormatCount()),
	}
	switch {
	case r.Ladder != nil:
		list = append(list, ladderRules(p, r, t)...)
	case r.Twice && r.Together:
		list = append(list, adjudicator.Say("league.rule.twice"), adjudicator.Say("league.rule.together"))
	case r.Twice:
		list = append(list, adjudicator.Say("league.rule.twice"), adjudicator.Say("league.rule.one-by-one"))
	case r.CreditWinner:
		list = append(list, adjudicator.Say("league.rule.once"), adjudicator.Say("league.rule.credit-winner"))
	default:
		list = append(list, adjudicator.Say("league.rule.once"), adjudicator.Say("league.rule.credit-mean"))
	}
	var levels, breaks []string
	for _, level := range slices.SortedFunc(maps.Keys(r.Points), func(a, b string) int {
		return int(r.Points[b].Winner - r.Points[a].Winner)
	}) {
		name := level
		if p.Has("league.level." + level) {
			name = p.Say("league.level." + level)
		}
		levels = append(levels, p.Say("league.rule.points.level", "Level", name, "Winner", p.Decimal(r.Points[level].Winner.String()), "Loser", p.Decimal(r.Points[level].Loser.String())))
	}
	for _, b := range r.Breaks {
		breaks = append(breaks, p.Say("league.break."+string(b)))
	}
	if r.Ladder == nil || r.Twice {
		list = append(list, adjudicator.Say("league.rule.points", "Points", strings.Join(levels, ", ")))
	}
	if len(breaks) > 0 && r.Ladder == nil {
		list = append(list, adjudicator.Say("league.rule.breaks", "Breaks", strings.Join(breaks, ", ")))
	}
	list = append(list, adjudicator.Say("league.rule.answer", "Answer", spanTold(p, t.Answer)))
	if !t.Begins.IsZero() {
		list = append(list, adjudicator.Say("league.rule.begins", "Begins", p.Day(t.Begins)))
	}
	if !t.Ends.IsZero() {
		list = append(list, adjudicator.Say("league.rule.ends", "Ends", p.Day(t.Ends)))
	}
	switch b := s.File.Bounds(t.Begins); {
	case b.None && r.Ladder != nil:
		list = append(list, adjudicator.Say("league.rule.absences.none.ladder"))
	case b.None:
		list = append(list, adjudicator.Say("league.rule.absences.none"))
	case b.Days > 0:
		list = append(list, adjudicator.Say("league.rule.absences.days", "Count", b.Days))
		fallthrough
	default:
		if !b.To.IsZero() {
			list = append(list, adjudicator.Say("league.rule.absences.shut", "To", p.Day(b.To)))
		}
	}
	if o := play.Observing(s.File.Observers); o == play.ObservedByAll || o == play.ObservedByInvited {
		list = append(list, adjudicator.Say("league.rule.observers."+string(o), "After", p.After(LeagueDelay(s.File)), "Ladder", r.Ladder != nil))
	}
	list = append(list, termsTold(p, s)...)
	if r.Flags > 0 {
		list = append(list, adjudicator.Say("league.rule.flags", "Count", r.Flags))
	}
	if t.Bar > 0 {
		list = append(list, adjudicator.Say("league.rule.bar", "Span", spanTold(p, t.Bar)))
	}
	if t.Machine == league.MachineForfeits {
		list = append(list, adjudicator.Say("league.rule.machine"))
	}
	list = append(list, adjudicator.Say("league.rule.handed-over", "Count", t.HandedOver))
	if len(t.Reconstructed) > 0 {
		list = append(list, adjudicator.Say("league.rule.reconstructed"))
		if t.BothAccept {
			list = append(list, adjudicator.Say("league.rule.both-accept", "League", s.ID))
		}
	}
	return append(list, adjudicator.Say("league.rule.commitment", "Commitment", s.Commitment().String()))
}

// termsTold says what becomes of those who are not there, or do not finish.
func termsTold(p *templates.Printer, s *season.Season) (list []adjudicator.Phrase) {
	r, t := s.State.Rules, s.State.Terms
	if !t.Ends.IsZero() {
		list = append(list, adjudicator.Say("league.rule.unfinished."+string(t.Unfinished)))
	}
	if r.Ladder != nil {
		return list
	}
	if t.Muster > 0 {
		key := "league.rule.muster"
		if r.Format.ByRounds() && t.Round > 0 {
			key = "league.rule.muster-rounds"
		}
		list = append(list, adjudicator.Say(key, "Span", spanTold(p, t.Muster)))
	}
	if t.Grace > 0 {
		list = append(list, adjudicator.Say("league.rule.grace", "Span", spanTold(p, t.Grace)))
	}
	switch {
	case r.Format.ByRounds() && r.HalfByes == 0:
		list = append(list, adjudicator.Say("league.rule.no-half-byes"))
	case r.Format.ByRounds():
		list = append(list, adjudicator.Say("league.rule.half-byes", "Count", r.HalfByes))
	case r.Format.Strikes():
		list = append(list, adjudicator.Say("league.rule.withdrawal"))
	}
	return append(list, adjudicator.Say("league.rule.rated", "Count", t.LeastTurns))
}
