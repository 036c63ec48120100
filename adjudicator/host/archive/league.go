package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/standing"
	"keryx/store"
	"keryx/templates"
)

// shownSeason is a season as far as it may be shown. One that runs stands as its ledger did
// when the delay of its games began: that a game has ended is not to be known from a table
// before the game itself shows it.
type shownSeason struct {
	id, name string
	state    *league.State
	people   map[string]person // by entrant
	seen     int               // entries of the ledger that are shown
}

// person is who an entrant is. Whoever was removed has no name.
type person struct{ name, address string }

// seasons are those that have begun as far as may be shown, oldest first; none if the site
// knows no leagues.
func (s *Site) seasons(ctx context.Context) (all []shownSeason, err error) {
	if s.Leagues == nil {
		return nil, nil
	}
	err = s.Host.Store.View(ctx, func(tx store.ReadTx) error {
		all = nil
		seasons, err := season.All(tx)
		if err != nil {
			return err
		}
		for _, one := range seasons {
			shown := shownSeason{id: one.ID, name: one.File.Name, people: map[string]person{}}
			if shown.state, shown.seen, err = s.shownState(one); err != nil {
				return err
			}
			if !shown.state.Begun() {
				continue
			}
			for entrant, address := range one.People {
				p, err := tx.Player(address)
				if err != nil && !errors.Is(err, store.ErrNotFound) {
					return err
				}
				if !host.Former(address) {
					shown.people[entrant] = person{p.Name, address}
				}
			}
			all = append(all, shown)
		}
		return nil
	})
	return all, err
}

// shownState is what may be shown of a season, and after how many entries of its ledger.
func (s *Site) shownState(one *season.Season) (*league.State, int, error) {
	if one.State.Closed != nil {
		return one.State, len(one.Entries), nil
	}
	until := s.Host.Now().Add(-host.UsualShowing().Delay.Duration)
	n := slices.IndexFunc(one.Entries, func(e league.Entry) bool { return e.Time.After(until) })
	if n < 0 {
		return one.State, len(one.Entries), nil
	}
	state, err := league.Fold(one.Entries[:n])
	if err != nil {
		return nil, n, fmt.Errorf("league %s: %w", one.ID, err)
	}
	return state, n, nil
}

// leagueMark tells whether there is more to show of any season than there was.
func (s *Site) leagueMark(ctx context.Context) (mark string, err error) {
	seasons, err := s.seasons(ctx)
	for _, one := range seasons {
		mark += fmt.Sprintf("%s %d %t\n", one.id, one.seen, one.state.Closed != nil)
	}
	return mark, err
}

// leagueData is the page of a season.
type leagueData struct {
	Name, Rules string
	Over        bool
	Delay       string // after which a season that runs is shown
	Divisions   []divisionData
}

// divisionData is a division with its table and its games.
type divisionData struct {
	Name   string // empty if it is the only one
	Breaks []string
	Rows   []tableRow
	Rounds []roundData
	File   string // of the table for programs, from the top of the site, without its ending
}

// tableRow is a line of a table.
type tableRow struct {
	standing.Row
	Name, Player string   // as shown, and of his page; empty if he has none
	Cross        []string // what he has from each other row
}

// roundData is a round with its games.
type roundData struct {
	Number int
	Games  []leagueGame
}

// leagueGame is a game of a round.
type leagueGame struct {
	First, Second string // nobody is second in a bye
	Game          string // "hel-7"; empty while it has not begun
	Result        string // in words; empty while there is none
}

// leaguePages writes the page of each season, and its tables for programs.
func (s *Site) leaguePages(ctx context.Context, b *book) error {
	seasons, err := s.seasons(ctx)
	if err != nil {
		return err
	}
	b.leagues = nil
	for _, one := range slices.Backward(seasons) {
		b.leagues = append(b.leagues, pageLine{Name: one.id, Title: one.name})
		for _, l := range s.langs {
			d, err := s.leagueIn(l, b, one)
			if err != nil {
				return err
			}
			if err := s.write(l, "league", page{Path: l.tag + "/leagues/" + one.id + ".html", Title: d.Name, Data: d}); err != nil {
				return err
			}
		}
	}
	return nil
}

// leagueIn is a season in the words of a language, with its tables for programs written.
func (s *Site) leagueIn(l language, b *book, one shownSeason) (d leagueData, err error) {
	r := one.state.Rules
	d = leagueData{Name: one.name, Over: one.state.Closed != nil, Delay: host.UsualShowing().Delay.String()}
	d.Rules = fmt.Sprintf("%s. %s", strings.TrimSuffix(l.in(r.Ruleset).Say(r.Ruleset+".name"), "."), l.words.Say("league.rule.format."+string(r.Format), "Count", r.Rounds))
	for i := range one.state.Divisions {
		v, err := s.divisionIn(l, b, one, i)
		if err != nil {
			return d, err
		}
		d.Divisions = append(d.Divisions, v)
	}
	return d, nil
}

// named finds the name of an entrant in a language.
func (one shownSeason) named(l language) func(string) string {
	return func(entrant string) string {
		if _, is := one.state.Entrants[entrant]; !is {
			return entrant // a term of a table that is about a game
		}
		if p := one.people[entrant]; p.name != "" {
			return p.name
		}
		return l.words.Say("archive.former")
	}
}

// divisionIn is a division in the words of a language.
func (s *Site) divisionIn(l language, b *book, one shownSeason, i int) (v divisionData, err error) {
	name, table := one.named(l), one.state.Table(i)
	v.File = fmt.Sprintf("data/leagues/%s-%d-%s", one.id, i+1, l.tag)
	if len(one.state.Divisions) > 1 {
		v.Name = one.state.Divisions[i].Name
	}
	for _, breaking := range table.Breaks {
		v.Breaks = append(v.Breaks, l.words.Say("league.break."+string(breaking)))
	}
	cross := standing.Crosstable(one.state.Cards(i), table)
	for n, row := range table.Rows {
		line := tableRow{Row: row, Name: name(row.Entrant), Cross: crossed(l, cross[n], n)}
		if p := one.people[row.Entrant]; p.address != "" {
			if id := b.playerID(p.address); b.club.Players[id].Games > 0 {
				line.Player = id
			}
		}
		v.Rows = append(v.Rows, line)
	}
	for _, f := range one.state.Fixtures() {
		var in, round, number int
		if _, err := fmt.Sscanf(f.ID, "%d-%d-%d", &in, &round, &number); err != nil || in != i+1 {
			continue
		}
		for len(v.Rounds) < round {
			v.Rounds = append(v.Rounds, roundData{Number: len(v.Rounds) + 1})
		}
		at := &v.Rounds[round-1]
		if f.Away == "" {
			at.Games = append(at.Games, leagueGame{First: name(f.Home), Result: l.words.Say("league.state.bye")})
		}
		for _, g := range one.state.GamesOf(f.ID) {
			at.Games = append(at.Games, gameOf(l.words, g, name, b))
		}
	}
	return v, s.tables(v.File, table.Named(name))
}

// crossed are the cells of a row of a crosstable; a star marks what is not finished.
func crossed(l language, cells [][]standing.Cell, own int) (out []string) {
	for i, list := range cells {
		var had []string
		for _, c := range list {
			text := l.words.Decimal(c.Points.String())
			if c.Pending {
				text += "*"
			}
			had = append(had, text)
		}
		if i == own {
			had = []string{"×"}
		}
		out = append(out, strings.Join(had, " "))
	}
	return out
}

// gameOf is a game of a league in words.
func gameOf(p *templates.Printer, g league.Game, name func(string) string, b *book) leagueGame {
	out := leagueGame{First: name(g.First), Second: name(g.Second)}
	if _, known := b.club.Where[g.Host]; known {
		out.Game = g.Host
	}
	r := g.Result
	if r == nil {
		return out
	}
	winner := ""
	if r.Winner != "" {
		winner = name(r.Winner)
	}
	if r.How != league.ByPlay && r.How != league.ByAdjudication {
		out.Result = p.Say("league.how."+string(r.How), "Winner", winner)
		return out
	}
	level, key := r.Level, "league.won"
	if p.Has("league.level." + level) {
		level = p.Say("league.level." + level)
	}
	if winner == "" {
		key = "league.drawn"
	}
	out.Result = p.Say(key, "Winner", winner, "Level", level, "One", r.Victory[0], "Other", r.Victory[1])
	if r.How == league.ByAdjudication {
		out.Result = p.Say("league.adjudged", "Result", out.Result)
	}
	return out
}

// tables writes a table for programs.
func (s *Site) tables(name string, t standing.Table) error {
	var list, object bytes.Buffer
	if err := t.WriteCSV(&list); err != nil {
		return err
	}
	if err := t.WriteJSON(&object); err != nil {
		return err
	}
	if err := s.tree.put(name+".csv", list.Bytes()); err != nil {
		return err
	}
	return s.tree.put(name+".json", object.Bytes())
}
