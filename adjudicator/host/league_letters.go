package host

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// leaguePart is what every letter about a season begins with.
func (h *Host) leaguePart(_ store.ReadTx, s *season.Season) templates.LeaguePart {
	return templates.LeaguePart{ID: s.ID, Name: s.File.Name, Ruleset: s.State.Rules.Ruleset}
}

// tellHappening writes the letters of a step that a season has made.
func (h *Host) tellHappening(tx store.Tx, s *season.Season, what season.Happening) error {
	names := namesIn(tx)
	switch what.What {
	case season.Mustering:
		for _, e := range s.State.Joined() {
			if s.State.Entrants[e].Left {
				continue
			}
			if err := h.tellLeague(tx, s, s.People[e], "muster", "", h.leaguePart(tx, s), "Begins", s.State.Terms.Begins); err != nil {
				return err
			}
		}
	case season.Began, season.Paired:
		return h.tellRound(tx, s, what, names)
	case season.Sided:
		return h.tellSides(tx, s, what.Fixtures[0], names)
	case season.Closing:
		return h.tellClosed(tx, s, names)
	case season.Judging:
		return h.askToAgree(tx, s, names)
	case season.TooFew, season.Stuck:
		if to := s.File.Referee; to != "" {
			return h.tellLeague(tx, s, to, string(what.What), fmt.Sprint(len(s.Entries)), h.leaguePart(tx, s))
		}
		h.Log.Warn("a league needs its referee, and has none", "league", s.ID, "why", string(what.What))
	}
	return nil
}

// tellRound mails everybody his fixtures.
func (h *Host) tellRound(tx store.Tx, s *season.Season, what season.Happening, names func(string) string) error {
	for _, e := range s.State.Joined() {
		en := s.State.Entrants[e]
		if en.Left || what.What == season.Paired && en.Division != what.Division {
			continue
		}
		part := h.leaguePart(tx, s)
		part.Fixtures = h.fixturesOf(s, e, names)
		if en.Reserve {
			part.Told = append(part.Told, adjudicator.Say("league.told.reserve"))
		}
		if what.What == season.Paired {
			part.Told = append(part.Told, byName(s, what.Reasons, names)...)
			part.Tables = []templates.LeagueTable{h.tableOf(s, en.Division, names)}
		}
		once := fmt.Sprintf("%d", len(s.Entries))
		if err := h.tellLeague(tx, s, s.People[e], string(what.What), once, part); err != nil {
			return err
		}
	}
	return nil
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
func (h *Host) tellSides(tx store.Tx, s *season.Season, f league.Fixture, names func(string) string) error {
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
			"HomeBid", h.bidWords(player.Language, s, bids[0]), "AwayBid", h.bidWords(player.Language, s, bids[1]),
			"First", s.Name(games[0].First, names), "Side", templates.For(player.Language, s.State.Rules.Ruleset).Term(adjudicator.Term{Kind: "side", ID: s.State.Rules.Sides[0]}),
			"Credit", max(credit[0], credit[1]), "Credited", s.Name(f.Home, names)}
		if credit[1] > 0 {
			args[len(args)-1] = s.Name(f.Away, names)
		}
		part := h.leaguePart(tx, s)
		part.Fixtures = h.fixturesOf(s, e, names)
		if err := h.tellLeague(tx, s, s.People[e], "sided", f.ID, part, args...); err != nil {
			return err
		}
	}
	return nil
}

// bidWords says a bid in a language.
func (h *Host) bidWords(lang string, s *season.Season, b league.Bid) string {
	p := templates.For(lang, s.State.Rules.Ruleset)
	if b.Side == "" {
		return p.Say("league.bid.any")
	}
	return p.Say("league.bid.side", "Side", p.Term(adjudicator.Term{Kind: "side", ID: b.Side}), "Count", b.Price)
}

// tellClosed tells everybody how the season ended.
func (h *Host) tellClosed(tx store.Tx, s *season.Season, names func(string) string) error {
	for _, e := range s.State.Joined() {
		player, err := tx.Player(s.People[e])
		if err != nil {
			continue // he has been removed
		}
		part := h.leaguePart(tx, s)
		for i := range s.State.Divisions {
			part.Tables = append(part.Tables, h.tableOf(s, i, names))
		}
		if err := h.tellLeague(tx, s, player.Address, "closed", "", part, "Champions", h.champions(player.Language, s, names)); err != nil {
			return err
		}
	}
	return nil
}

// champions says who has won, in a language.
func (h *Host) champions(lang string, s *season.Season, names func(string) string) string {
	p := templates.For(lang, "")
	if s.State.Closed == nil || len(s.State.Closed.Champions) == 0 {
		return p.Say("league.no-champion")
	}
	var list []string
	for _, e := range s.State.Closed.Champions {
		list = append(list, s.Name(e, names))
	}
	key := "league.champion"
	if len(list) > 1 {
		key = "league.champions"
	}
	return p.Say(key, "Players", list)
}

// fixturesOf are the games that an entrant has to play.
func (h *Host) fixturesOf(s *season.Season, entrant string, names func(string) string) (out []templates.LeagueFixture) {
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
		line := templates.LeagueFixture{Round: round, ID: f.ID, Until: s.RoundEnds(en.Division)}
		if f.Away == "" {
			line.State = "bye"
			out = append(out, line)
			continue
		}
		line.Opponent = s.Name(f.Home, names)
		if f.Home == entrant {
			line.Opponent = s.Name(f.Away, names)
		}
		if !s.State.Sided(f.ID) {
			line.State, line.Until = "bids", s.BidsUntil(f.ID)
			out = append(out, line)
			continue
		}
		for _, g := range s.State.GamesOf(f.ID) {
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
func (h *Host) resultLine(s *season.Season, game string, names func(string) string) templates.LeagueResult {
	g, err := s.State.Game(game)
	if err != nil || g.Result == nil {
		return templates.LeagueResult{ID: game}
	}
	var division, round, n int
	fmt.Sscanf(g.Fixture, "%d-%d-%d", &division, &round, &n)
	p := s.State.PointsOf(g)
	line := templates.LeagueResult{Round: round, ID: g.ID, First: s.Name(g.First, names), Second: s.Name(g.Second, names),
		Level: g.Result.Level, Victory: g.Result.Victory, How: string(g.Result.How), Points: fmt.Sprintf("%s – %s", p[0], p[1])}
	if g.Result.Winner != "" {
		line.Winner = s.Name(g.Result.Winner, names)
	}
	return line
}

// resultsOf are all results of a season.
func (h *Host) resultsOf(s *season.Season, names func(string) string) (out []templates.LeagueResult) {
	for _, g := range s.State.AllGames() {
		if g.Result != nil {
			out = append(out, h.resultLine(s, g.ID, names))
		}
	}
	return out
}

// tableOf is the table of a division.
func (h *Host) tableOf(s *season.Season, division int, names func(string) string) templates.LeagueTable {
	t := s.State.Table(division)
	out := templates.LeagueTable{}
	if len(s.State.Divisions) > 1 {
		out.Division = s.State.Divisions[division].Name
	}
	for _, b := range t.Breaks {
		out.Breaks = append(out.Breaks, string(b))
	}
	for _, r := range t.Rows {
		row := templates.LeagueRow{Rank: r.Rank, Name: s.Name(r.Entrant, names), Played: r.Played, Pending: r.Pending,
			Score: r.Score.Total.String(), Terms: r.Score.String()}
		for _, v := range r.Breaks {
			text := ""
			if !v.Without {
				text = v.Total.String()
			}
			row.Values = append(row.Values, text)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// leagueRules says how a season is played.
func (h *Host) leagueRules(lang string, s *season.Season) []adjudicator.Phrase {
	r, t := s.State.Rules, s.State.Terms
	p := templates.For(lang, r.Ruleset)
	list := []adjudicator.Phrase{
		adjudicator.Say("league.rule.game", "Game", p.Say(r.Ruleset+".name"), "Scenario", r.Scenario),
		adjudicator.Say("league.rule.format."+string(r.Format), "Count", r.Rounds),
	}
	if r.Twice {
		list = append(list, adjudicator.Say("league.rule.twice"))
	} else {
		list = append(list, adjudicator.Say("league.rule.once"))
	}
	var levels, breaks []string
	for _, level := range slices.SortedFunc(maps.Keys(r.Points), func(a, b string) int {
		return int(r.Points[b].Winner - r.Points[a].Winner)
	}) {
		name := level
		if p.Has("league.level." + level) {
			name = p.Say("league.level." + level)
		}
		levels = append(levels, p.Say("league.rule.points.level", "Level", name, "Winner", r.Points[level].Winner.String(), "Loser", r.Points[level].Loser.String()))
	}
	for _, b := range r.Breaks {
		breaks = append(breaks, p.Say("league.break."+string(b)))
	}
	list = append(list, adjudicator.Say("league.rule.points", "Points", strings.Join(levels, ", ")))
	if len(breaks) > 0 {
		list = append(list, adjudicator.Say("league.rule.breaks", "Breaks", strings.Join(breaks, ", ")))
	}
	list = append(list, adjudicator.Say("league.rule.answer", "Answer", calendar.Span{Duration: t.Answer}.String()))
	if !t.Begins.IsZero() {
		list = append(list, adjudicator.Say("league.rule.begins", "Begins", p.Day(t.Begins)))
	}
	if !t.Ends.IsZero() {
		list = append(list, adjudicator.Say("league.rule.ends", "Ends", p.Day(t.Ends)))
	}
	if r.Flags > 0 {
		list = append(list, adjudicator.Say("league.rule.flags", "Count", r.Flags))
	}
	list = append(list, adjudicator.Say("league.rule.handed-over", "Count", t.HandedOver))
	if len(t.Reconstructed) > 0 {
		list = append(list, adjudicator.Say("league.rule.reconstructed"))
		if t.BothAccept {
			list = append(list, adjudicator.Say("league.rule.both-accept", "League", s.ID))
		}
	}
	return list
}
