package archive

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
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
	Years           []yearLine
	Leagues         []pageLine
	Players         int
	Games           int
}

// yearLine is a year with its pages.
type yearLine struct {
	Year  string
	Pages []pageLine
}

// pageLine is a page of a year.
type pageLine struct {
	Name  string
	Title string // of a league
	Games int
}

// lists writes the pages that list games, as far as they have changed.
func (s *Site) lists(b *book) error {
	for _, what := range slices.Sorted(maps.Keys(b.touched)) {
		kind, name, _ := strings.Cut(what, " ")
		var err error
		switch kind {
		case "page":
			err = s.yearPage(b, name)
		case "player":
			err = s.playerPage(b, name)
		}
		if err != nil {
			return err
		}
	}
	if err := s.playerList(b); err != nil {
		return err
	}
	if err := s.searchPages(b); err != nil {
		return err
	}
	front := frontPage{Recent: b.club.Recent, Leagues: b.leagues, Years: b.years(), Players: len(b.club.Players), Games: len(b.club.Where)}
	for _, id := range slices.SortedFunc(maps.Keys(b.club.Running), naturally) {
		front.Running = append(front.Running, b.club.Running[id])
	}
	for _, l := range s.langs {
		if err := s.clubFeed(l, b); err != nil {
			return err
		}
		if err := s.write(l, "club", page{Path: l.tag + "/index.html", Title: s.Name, Data: front, Feed: s.feedName(l)}); err != nil {
			return err
		}
	}
	return s.tree.note("club", b.club)
}

// years lists the years, the last first.
func (b *book) years() (all []yearLine) {
	names := slices.SortedFunc(maps.Keys(b.club.Pages), naturally)
	for _, name := range slices.Backward(names) {
		year, _, _ := strings.Cut(name, "-")
		if n := len(all); n == 0 || all[n-1].Year != year {
			all = append(all, yearLine{Year: year})
		}
		last := &all[len(all)-1]
		last.Pages = append(last.Pages, pageLine{Name: name, Games: b.club.Pages[name]})
	}
	return all
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
	Name string
	Rows []row
}

// yearPage writes a page of the games of a year.
func (s *Site) yearPage(b *book, name string) error {
	rows, err := b.page(name)
	if err != nil {
		return err
	}
	list := listPage{Name: name}
	for _, id := range slices.SortedFunc(maps.Keys(rows), naturally) {
		list.Rows = append(list.Rows, rows[id])
	}
	slices.SortStableFunc(list.Rows, func(a, b row) int { return a.Created.Compare(b.Created) })
	for _, l := range s.langs {
		if err := s.write(l, "year", page{Path: l.tag + "/years/" + name + ".html", Title: l.words.Say("archive.games-of", "Page", name), Data: list}); err != nil {
			return err
		}
	}
	if err := s.searchPieces(b, name, list.Rows); err != nil {
		return err
	}
	return s.tree.note("page-"+name, rows)
}
