package archive

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator/league/standing"
)

//go:embed static/*
var static embed.FS

// statics writes the style, the scripts, and the page that lets choose a language.
func (s *Site) statics() error {
	list, err := fs.ReadDir(static, "static")
	if err != nil {
		return err
	}
	for _, e := range list {
		data, err := static.ReadFile("static/" + e.Name())
		if err != nil {
			return err
		}
		if err := s.tree.put(e.Name(), data); err != nil {
			return err
		}
	}
	for _, l := range s.langs {
		if err := s.writeWords(l); err != nil {
			return err
		}
		if l.tag == "en" {
			if err := s.write(l, "door", page{Path: "index.html", Title: s.Name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// frontPage is what the front page lists.
type frontPage struct {
	Running, Recent []row
	More            int // games that are played and not listed
	Years           []yearLine
	Leagues         []pageLine
	AllLeagues      bool // there are more
	Players         int
	Games           int
	Rated           bool // there are ratings
	Manual          bool // the site has the manual
	Standings       []frontTable
	Scenarios       bool // there are statistics
}

// frontTable is how a season that runs stands, in short.
type frontTable struct {
	ID, Name string
	Rows     []frontLine
	Ladder   bool
}

// frontLine is a place in it.
type frontLine struct {
	Place        int
	Name, Player string
	Points       standing.Points
}

// How many seasons stand on the front page with how many places each.
const (
	frontSeasons = 4
	frontPlaces  = 5
)

// standingsOf are the first places of the seasons that run.
func (b *book) standingsOf(l language) (all []frontTable) {
	for _, one := range slices.Backward(b.seasons) {
		if one.state.Closed != nil || len(all) == frontSeasons {
			continue
		}
		name, page := one.named(l), func(entrant string) string {
			if p := one.people[entrant]; p.address != "" {
				if id := b.playerID(p.address); b.known(id).Games > 0 {
					return id
				}
			}
			return ""
		}
		if one.state.Ladder != nil {
			t := frontTable{ID: one.id, Name: one.name, Ladder: true}
			for i, p := range one.state.Ladder.Players[:min(frontPlaces, len(one.state.Ladder.Players))] {
				t.Rows = append(t.Rows, frontLine{Place: i + 1, Name: name(p.Name), Player: page(p.Name)})
			}
			all = append(all, t)
			continue
		}
		for i, division := range one.state.Divisions {
			t := frontTable{ID: one.id, Name: one.name}
			if len(one.state.Divisions) > 1 {
				t.Name += " · " + division.Name
			}
			rows := one.state.Table(i).Rows
			for _, row := range rows[:min(frontPlaces, len(rows))] {
				t.Rows = append(t.Rows, frontLine{row.Rank, name(row.Entrant), page(row.Entrant), row.Score.Total})
			}
			all = append(all, t)
		}
	}
	return all
}

// yearLine is a year.
type yearLine struct {
	Year  string
	Games int
}

// pageLine is a page of a year, or of a league.
type pageLine struct {
	Name    string `json:"name"`
	Title   string `json:"title"` // of a league
	Games   int    `json:"-"`
	Running int    `json:"-"`
	Reads   int    `json:"-"` // games that can be read without their results
}

// lists writes the pages that list games, as far as they have changed.
func (s *Site) lists(b *book) error {
	if err := s.rowNotes(b); err != nil {
		return err
	}
	if b.fresh {
		if err := b.touchAll(); err != nil {
			return err
		}
	}
	for _, name := range b.those("page") {
		if err := s.yearPage(b, name); err != nil {
			return err
		}
	}
	for _, year := range b.those("year") {
		if err := s.yearIndex(b, year); err != nil {
			return err
		}
	}
	for _, id := range b.those("player") {
		if err := s.playerPage(b, id); err != nil {
			return err
		}
	}
	if len(b.those("list")) > 0 {
		if err := s.playerList(b); err != nil {
			return err
		}
	}
	if err := s.front(b); err != nil {
		return err
	}
	if b.failed != nil {
		return b.failed
	}
	if err := s.tree.note("leagues", b.leagues); err != nil {
		return err
	}
	if err := s.tree.note("club", b.club); err != nil {
		return err
	}
	if err := s.forgetGone(b); err != nil {
		return err
	}
	return s.tree.remove(memory + unfinished + ".json")
}

// rowNotes notes the games that were written, and that their lists are not yet.
func (s *Site) rowNotes(b *book) error {
	written := b.those("row")
	if len(written) == 0 {
		return nil
	}
	for id := range b.broken {
		if !slices.Contains(written, id) {
			written = append(written, id)
		}
	}
	slices.Sort(written)
	if err := s.tree.note(unfinished, written); err != nil {
		return err
	}
	for _, id := range b.those("row") {
		if err := b.rows.keep(id); err != nil {
			return err
		}
	}
	return nil
}

// touchAll has every list written anew.
func (b *book) touchAll() error {
	for year := range b.club.Years {
		note, err := b.years.get(year)
		if err != nil {
			return err
		}
		b.touch("year", year)
		for name := range note.Pages {
			b.touch("page", name)
		}
	}
	list, err := b.lists.get("players")
	if err != nil {
		return err
	}
	for id := range list.Players {
		b.touch("player", id)
	}
	b.touch("list", "players")
	return nil
}

// front writes the front page and the club's feed.
func (s *Site) front(b *book) error {
	front := frontPage{Recent: b.club.Recent[:min(len(b.club.Recent), recent)], Leagues: b.leagues.List, Players: b.club.Players, Rated: b.leagues.Rated, Manual: s.Manual != nil}
	for _, year := range slices.Backward(slices.SortedFunc(maps.Keys(b.club.Years), naturally)) {
		front.Years = append(front.Years, yearLine{year, b.club.Years[year]})
		front.Games += b.club.Years[year]
	}
	if front.AllLeagues = len(front.Leagues) > recent; front.AllLeagues {
		front.Leagues = front.Leagues[:recent]
	}
	var err error
	if front.Running, front.More, err = b.played(mostPlayed); err != nil {
		return err
	}
	news := slices.Concat(front.Recent, front.Running)
	slices.SortFunc(front.Running, func(a, b row) int { return naturally(a.ID, b.ID) })
	if front.Scenarios, err = s.scenarios(b); err != nil {
		return err
	}
	for _, l := range s.langs {
		if err := s.clubFeed(l, news); err != nil {
			return err
		}
		front.Standings = b.standingsOf(l)
		if err := s.write(l, "club", page{Path: l.tag + "/index.html", Title: s.Name, Data: front, Feed: s.feedName(l)}); err != nil {
			return err
		}
		if !front.AllLeagues {
			continue // they all stand there
		}
		if err := s.write(l, "leagues", page{Path: l.tag + "/leagues.html", Title: l.words.Say("archive.leagues"), Data: b.leagues.List}); err != nil {
			return err
		}
	}
	var years []string
	for _, y := range front.Years {
		years = append(years, y.Year)
	}
	return s.searchPages(years)
}

// yearIndex writes the list of the pages of a year.
func (s *Site) yearIndex(b *book, year string) error {
	note, err := b.years.get(year)
	if err != nil {
		return err
	}
	if len(note.Pages) == 0 {
		return s.emptyYear(b, year)
	}
	var pages []pageLine
	names := slices.SortedFunc(maps.Keys(note.Pages), naturally)
	for _, name := range slices.Backward(names) {
		pages = append(pages, pageLine{Name: name, Games: note.Pages[name].Games, Running: note.Pages[name].Running, Reads: note.Pages[name].Reads})
	}
	for _, l := range s.langs {
		if err := s.write(l, "pages", page{Path: l.tag + "/years/" + year + ".html", Title: l.words.Say("archive.games-of", "Page", year), Data: pages}); err != nil {
			return err
		}
	}
	if err := s.searchYear(year, note); err != nil {
		return err
	}
	return b.years.keep(year)
}

// naturally compares names with a number behind a hyphen: hel-9 before hel-10.
func naturally(a, b string) int {
	split := func(s string) (string, int) {
		i := strings.LastIndexByte(s, '-')
		n := 0
		if _, err := fmt.Sscanf(s[i+1:], "%d", &n); err != nil {
			return s, 0
		}
		return s[:max(i, 0)], n
	}
	an, ai := split(a)
	bn, bi := split(b)
	return cmp.Or(cmp.Compare(an, bn), cmp.Compare(ai, bi), cmp.Compare(a, b))
}

// listPage is a list of games.
type listPage struct {
	Name  string
	Rows  []row
	Reads []row // those that can be read without their results
}

// yearPage writes a page of the games of a year.
func (s *Site) yearPage(b *book, name string) error {
	note, err := b.pages.get(name)
	if err != nil {
		return err
	}
	if len(note.Rows) == 0 {
		return s.emptyPage(b, name)
	}
	list := listPage{Name: name, Rows: slices.SortedFunc(maps.Values(note.Rows), begun)}
	for _, r := range list.Rows {
		if r.readable() {
			list.Reads = append(list.Reads, r)
		}
	}
	for _, l := range s.langs {
		quiet := page{Path: l.tag + "/years/" + name + "-read.html", Title: l.words.Say("archive.read-games", "Page", name), Data: list}
		if len(list.Reads) == 0 {
			if err := s.tree.remove(quiet.Path); err != nil {
				return err
			}
		} else if err := s.write(l, "reads", quiet); err != nil {
			return err
		}
		if err := s.write(l, "year", page{Path: l.tag + "/years/" + name + ".html", Title: l.words.Say("archive.games-of", "Page", name), Data: list}); err != nil {
			return err
		}
	}
	if err := s.searchPieces(b, name, note, list.Rows); err != nil {
		return err
	}
	return b.pages.keep(name)
}
