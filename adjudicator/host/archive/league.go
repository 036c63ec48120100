package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/standing"
	"keryx/store"
)

// shownSeason is a season as far as it may be shown. One that runs stands as its ledger did
// when the delay of its games began: that a game has ended is not to be known from a table
// before the game itself shows it.
type shownSeason struct {
	id, name string
	state    *league.State
	people   map[string]person // by entrant
	delay    time.Duration     // after which it is shown
	seen     int               // entries of the ledger that are shown
	entries  []league.Entry    // those
	mark     string            // tells it apart from what was shown of it before
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
		leagues, err := tx.Leagues()
		if err != nil {
			return err
		}
		names, err := tx.Setting(reports.NamesChanged)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		for _, stored := range leagues {
			one, err := s.readSeason(tx, stored, names)
			if err != nil {
				return err
			}
			if one.state.Begun() {
				all = append(all, one)
			}
		}
		return nil
	})
	return all, err
}

// knownSeason is a season as it was read last: most are over, and nothing changes in them.
type knownSeason struct {
	body  [sha256.Size]byte
	names []byte
	whole *season.Season
	shown shownSeason
}

// readSeason reads what may be shown of a season, unless that is known.
func (s *Site) readSeason(tx store.ReadTx, stored store.League, names []byte) (one shownSeason, err error) {
	k := knownSeason{body: sha256.Sum256(stored.Body), names: names}
	old, known := s.known[stored.ID]
	if known = known && old.body == k.body && bytes.Equal(old.names, names); known {
		k.whole = old.whole
	} else if k.whole, err = season.Of(stored); err != nil {
		return one, err
	}
	n := s.seen(k.whole)
	if known && n == old.shown.seen {
		return old.shown, nil
	}
	one = shownSeason{id: k.whole.ID, name: k.whole.File.Name, people: map[string]person{}, delay: leagues.LeagueDelay(k.whole.File), seen: n, entries: k.whole.Entries[:n]}
	if one.state, err = shownState(k.whole, n); err != nil {
		return one, err
	}
	for entrant, address := range k.whole.People {
		p, err := tx.Player(address)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return one, err
		}
		if !reports.Former(address) {
			one.people[entrant] = person{p.Name, address}
		}
	}
	one.mark = fmt.Sprintf("%s %q %d %t", one.id, one.name, one.seen, one.state.Closed != nil)
	for _, entrant := range slices.Sorted(maps.Keys(one.people)) {
		one.mark += fmt.Sprintf(" %s %q %s", entrant, one.people[entrant].name, one.people[entrant].address)
	}
	if k.shown = one; s.known == nil {
		s.known = map[string]knownSeason{}
	}
	s.known[stored.ID] = k
	return one, nil
}

// seen is how many entries of a season's ledger may be shown.
func (s *Site) seen(one *season.Season) int {
	if one.State.Closed != nil {
		return len(one.Entries)
	}
	until := s.Host.Now().Add(-leagues.LeagueDelay(one.File))
	if n := slices.IndexFunc(one.Entries, func(e league.Entry) bool { return e.Time.After(until) }); n >= 0 {
		return n
	}
	return len(one.Entries)
}

// shownState is a season after some entries of its ledger.
func shownState(one *season.Season, n int) (*league.State, error) {
	if n == len(one.Entries) {
		return one.State, nil
	}
	state, err := league.Fold(one.Entries[:n])
	if err != nil {
		return nil, fmt.Errorf("league %s: %w", one.ID, err)
	}
	return state, nil
}

// leagueMark tells whether there is more to show of any season than there was.
func (s *Site) leagueMark(ctx context.Context) (mark string, err error) {
	seasons, err := s.seasons(ctx)
	for _, one := range seasons {
		mark += one.mark + "\n"
	}
	return mark, err
}

// leagueData is the page of a season.
type leagueData struct {
	Name, Rules string
	Over        bool
	Delay       string // after which a season that runs is shown
	Divisions   []divisionData
	Ladder      *ladderData // of a ladder, in the place of tables
	Rated       bool        // there are ratings
}

// ladderData is a ladder: its order, what is open on it, and what has happened.
type ladderData struct {
	Places  []ladderPlace
	Open    []challengeLine
	History []historyLine // the last first
	File    string        // of the order for programs, from the top of the site, without its ending
}

// divisionData is a division with its table and its games.
type divisionData struct {
	Name   string // empty if it is the only one
	Breaks []string
	Rows   []tableRow
	Rounds []roundData
	// Forfeits and Byes tell that there are any, and Star that a game of a pair is not finished.
	Forfeits, Byes, Star bool
	Performances         bool   // anybody has one
	File                 string // of the table for programs, from the top of the site, without its ending
}

// tableRow is a line of a table.
type tableRow struct {
	standing.Row
	Name, Player string        // as shown, and of his page; empty if he has none
	Performance  int           // in the rated games of the season; 0 if he has none
	Cross        [][]crossCell // what he has from each other row, game by game
}

// crossCell is what somebody has from a game with another.
type crossCell struct{ Text, Game string }

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

// leaguePlay is a game as one of a league; nil if it is none.
type leaguePlay struct {
	season shownSeason
	game   league.Game
}

// mark tells apart what is shown of it on the page of the game.
func (p *leaguePlay) mark() string {
	if p == nil {
		return ""
	}
	text := " " + p.season.id
	if o := p.season.state.Outcome(p.game); len(o.Steps) > 0 {
		text += fmt.Sprintf(" %v %q %q", o, p.season.called(p.game.First), p.season.called(p.game.Second))
	}
	return text
}

// playedFor finds the league that a game is played for.
func (b *book) playedFor(id string) *leaguePlay {
	if b.plays == nil {
		b.plays = map[string]*leaguePlay{}
		for _, one := range b.seasons {
			for _, g := range one.state.AllGames() {
				if g.Host != "" && b.plays[g.Host] == nil {
					b.plays[g.Host] = &leaguePlay{one, g}
				}
			}
		}
	}
	return b.plays[id]
}

// seasonMark is what the page of a season is made of beside its games' pages.
func (b *book) seasonMark(one shownSeason) string { return b.sum("season " + one.mark) }

// gamesOfLeagues lists those games on the site whose league has more to show of them than their pages
// do, without those of a list.
func (b *book) gamesOfLeagues(known []string) (ids []string) {
	given := map[string]bool{}
	for _, id := range known {
		given[id] = true
	}
	for _, one := range b.seasons {
		if b.leagues.Seasons[one.id] == b.seasonMark(one) {
			continue
		}
		for _, g := range one.state.AllGames() {
			if g.Host == "" || given[g.Host] {
				continue
			}
			r, err := b.row(g.Host)
			if err != nil || r == nil {
				continue // it is not on the site, or a later writing says what is wrong
			}
			if r.League != (&leaguePlay{one, g}).mark() {
				ids = append(ids, g.Host)
			}
		}
	}
	return ids
}

// leagueOf is the league of a game on its page.
type leagueOf struct{ ID, Name, Result string }

// leaguePages writes the pages of seasons of which there is more to show, with their tables for
// programs, and the ratings.
func (s *Site) leaguePages(ctx context.Context, b *book) error {
	text := "leagues"
	for _, one := range b.seasons {
		text += "\n" + one.mark
	}
	mark, all := b.sum(text), b.fresh || b.moved
	if all || mark != b.leagues.Mark {
		rated, err := s.rated(ctx, b.seasons)
		if err != nil {
			return err
		}
		b.standings = rated
		if err := s.ratingPages(b, rated); err != nil {
			return err
		}
		all = all || b.leagues.Rated != (rated != nil)
		b.leagues.Rated = rated != nil
	}
	b.leagues.Mark, b.leagues.List = mark, nil
	if b.standings == nil && len(b.seasons) > 0 {
		var err error
		if b.standings, err = s.rated(ctx, b.seasons); err != nil {
			return err
		}
	}
	for _, one := range slices.Backward(b.seasons) {
		b.leagues.List = append(b.leagues.List, pageLine{Name: one.id, Title: one.name})
		performance := b.sum(fmt.Sprint(b.performances(one)))
		same := b.leagues.Seasons[one.id] == b.seasonMark(one) && b.leagues.Performance[one.id] == performance
		if !all && !b.touched["season "+one.id] && same {
			continue
		}
		for _, l := range s.langs {
			d, err := s.leagueIn(l, b, one)
			if err != nil {
				return err
			}
			if err := s.write(l, "league", page{Path: l.tag + "/leagues/" + one.id + ".html", Title: d.Name, Data: d}); err != nil {
				return err
			}
		}
		b.leagues.Seasons[one.id], b.leagues.Performance[one.id] = b.seasonMark(one), performance
	}
	return nil
}

// performances are those of the entrants of a season in its rated games, by entrant.
func (b *book) performances(one shownSeason) map[string]int {
	all := map[string]int{}
	if b.standings == nil {
		return all
	}
	of := func(game string, _ time.Time) bool { return strings.HasPrefix(game, one.id+"/") }
	for entrant, p := range one.people {
		if points, n := b.standings.book.Performance(one.state.Rules.Ruleset, p.address, of); n > 0 {
			all[entrant] = int(math.Round(points))
		}
	}
	return all
}

// leagueIn is a season in the words of a language, with its tables for programs written.
func (s *Site) leagueIn(l language, b *book, one shownSeason) (d leagueData, err error) {
	r := one.state.Rules
	d = leagueData{Name: one.name, Over: one.state.Closed != nil, Delay: l.words.Phrase(club.SpanTold(one.delay))}
	d.Rules = fmt.Sprintf("%s. %s", strings.TrimSuffix(l.in(r.Ruleset).Say(r.Ruleset+".name"), "."), l.words.Say("league.rule.format."+string(r.Format), "Count", r.FormatCount()))
	d.Rated = b.leagues.Rated
	if one.state.Ladder != nil {
		if d.Ladder, err = s.ladderIn(l, b, one); err != nil {
			return d, err
		}
	}
	for i := range one.state.Divisions {
		v, err := s.divisionIn(l, b, one, i)
		if err != nil {
			return d, err
		}
		d.Divisions = append(d.Divisions, v)
	}
	return d, nil
}

// ratedIn is somebody's rating in a printed game; 0 if he has none.
func (b *book) ratedIn(ruleset, address string) int {
	if b.standings == nil || address == "" {
		return 0
	}
	for _, e := range b.standings.book.List(ruleset, b.standings.at) {
		if e.Player == address {
			return int(math.Round(e.Rating.Rating))
		}
	}
	return 0
}

// named finds the name of an entrant in a language.
func (one shownSeason) named(l language) func(string) string {
	return func(entrant string) string {
		if _, is := one.state.Entrants[entrant]; !is {
			return entrant // a term of a table that is about a game
		}
		if name := one.called(entrant); name != "" {
			return name
		}
		return l.words.Say("archive.former")
	}
}

// called is the name of an entrant, told apart from another's that is the same as commands and
// letters do it; empty of a former member.
func (one shownSeason) called(entrant string) string {
	name := one.people[entrant].name
	for other, p := range one.people {
		if name != "" && other != entrant && strings.EqualFold(p.name, name) {
			return fmt.Sprintf("%s (%s)", name, entrant)
		}
	}
	return name
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
	cross, performed := standing.Crosstable(one.state.Cards(i), table), b.performances(one)
	for n, row := range table.Rows {
		line := tableRow{Row: row, Name: name(row.Entrant), Performance: performed[row.Entrant], Cross: crossed(l, b, one, row.Entrant, cross[n], n)}
		if p := one.people[row.Entrant]; p.address != "" {
			if id := b.playerID(p.address); b.known(id).Games > 0 {
				line.Player = id
			}
		}
		v.Forfeits, v.Byes, v.Star = v.Forfeits || row.ForfeitWon+row.ForfeitLost > 0, v.Byes || row.Byes > 0, v.Star || row.Pending > 0
		v.Performances = v.Performances || line.Performance > 0
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
			at.Games = append(at.Games, gameOf(l, one, g, b))
		}
	}
	if err := s.report(b, v.File+".trf", one, i, name); err != nil {
		return v, err
	}
	return v, s.tables(v.File, table.Named(name))
}

// report writes the crosstable of a division for the programs of others.
func (s *Site) report(b *book, file string, one shownSeason, i int, name func(string) string) error {
	had := map[string]int{}
	for entrant := range one.state.Entrants {
		had[name(entrant)]++
	}
	apart := func(entrant string) string {
		if had[name(entrant)] > 1 { // former members have one name
			return name(entrant) + " (" + entrant + ")"
		}
		return name(entrant)
	}
	rating := func(entrant string) int { return b.ratedIn(one.state.Rules.Ruleset, one.people[entrant].address) }
	var text bytes.Buffer
	if err := standing.WriteTRF(&text, season.ReportOf(one.state, one.name, i, apart, rating)); err != nil {
		return err
	}
	return s.tree.put(file, text.Bytes())
}

// crossed are the cells of a row of a crosstable, each with its game; a star marks what is not finished.
func crossed(l language, b *book, one shownSeason, entrant string, cells [][]standing.Cell, own int) (out [][]crossCell) {
	taken := map[string]bool{}
	gameOf := func(c standing.Cell) string {
		first, second := c.Opponent, entrant
		if c.First {
			first, second = second, first
		}
		for range 2 { // where sides were bid for, they may be the other way round
			for _, g := range one.state.AllGames() {
				if g.First == first && g.Second == second && !taken[g.ID] {
					taken[g.ID] = true
					return g.Host
				}
			}
			first, second = second, first
		}
		return ""
	}
	for i, list := range cells {
		had := []crossCell{}
		for _, c := range list {
			cell := crossCell{Text: l.words.Decimal(c.Points.String())}
			if c.Pending {
				cell.Text += "*"
			}
			if id := gameOf(c); id != "" && b.shows(id) {
				cell.Game = id
			}
			had = append(had, cell)
		}
		if i == own {
			had = []crossCell{{Text: "×"}}
		}
		out = append(out, had)
	}
	return out
}

// gameOf is a game of a league in words.
func gameOf(l language, one shownSeason, g league.Game, b *book) leagueGame {
	name := one.named(l)
	out := leagueGame{First: name(g.First), Second: name(g.Second)}
	if g.Host != "" && b.shows(g.Host) {
		out.Game = g.Host
	}
	out.Result = l.in(one.state.Rules.Ruleset).Result(one.state.Outcome(g).Verdict, [2]string{out.First, out.Second})
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
