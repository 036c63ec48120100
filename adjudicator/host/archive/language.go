package archive

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/league/standing"
	"keryx/templates"
)

//go:embed layout/*.tmpl
var layouts embed.FS

// language writes the pages of one language.
type language struct {
	tag   string
	words *templates.Printer
	pages *template.Template
}

func newLanguage(tag string) (l language, err error) {
	l = language{tag: tag, words: templates.For(tag, "")}
	l.pages, err = template.New("site").Funcs(template.FuncMap{
		"t":       func(key string, args ...any) string { return l.words.Say("archive."+key, args...) },
		"dice":    diceOf,
		"say":     func(key string) string { return l.words.Say(key) },
		"when":    l.words.When,
		"decimal": func(p standing.Points) string { return l.words.Decimal(p.String()) },
		"day":     func(t time.Time) string { return l.words.Day(t.UTC()) },
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"game":    func(ruleset string) string { return l.in(ruleset).Say(ruleset + ".name") },
		"side":    l.side,
		"seat":    l.seat,
		"level":   func(r row) string { return l.result(r) },
		"scenario": func(ruleset, id string) string {
			return l.in(ruleset).Term(adjudicator.Term{Kind: "scenario", ID: id})
		},
		"rows":    func(p page, rows []row) rowsData { return rowsData{p, rows} },
		"games":   func(p page, games []leagueGame) gamesData { return gamesData{p, games} },
		"picture": func(p page, m mapFile, later bool) pictureData { return pictureData{p.Up(), m, later} },
		"small":   smallName,
		"percent": func(n, of int) string {
			if of == 0 {
				return ""
			}
			return l.words.Say("archive.percent", "Count", (100*n+of/2)/of)
		},
		"inc":   func(n int) int { return n + 1 },
		"lines": func(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") },
	}).ParseFS(layouts, "layout/*.tmpl")
	return l, err
}

// in speaks of a ruleset.
func (l language) in(ruleset string) *templates.Printer { return templates.For(l.tag, ruleset) }

// side names a side of a ruleset.
func (l language) side(ruleset, id string) string {
	return l.in(ruleset).Term(adjudicator.Term{Kind: "side", ID: id})
}

// seat says who plays a side.
func (l language) seat(s seatRow) string {
	switch {
	case s.Gone:
		return l.words.Say("archive.former")
	case s.Machine:
		return l.words.Say("player.machine")
	}
	return s.Name
}

// seatRowOf is a seat as lists show it.
func seatRowOf(b *book, s watch.ChronicleSeat) seatRow {
	r := seatRow{Name: s.Name, Machine: s.Machine, Gone: s.Gone}
	if s.Gone {
		r.Name = ""
	}
	if !s.Gone && !s.Machine {
		r.ID = b.playerID(s.Player)
	}
	return r
}

// result says how a game ended, in the one line that all pages have.
func (l language) result(r row) string {
	return l.in(r.Ruleset).Result(r.Result, l.sides(r))
}

// sides names both sides of a game.
func (l language) sides(r row) [2]string {
	return [2]string{l.side(r.Ruleset, r.Sides[0]), l.side(r.Ruleset, r.Sides[1])}
}

// gamesData is a list of games of a league on a page.
type gamesData struct {
	Page  page
	Games []leagueGame
}

// pictureData is a picture on a page.
type pictureData struct {
	Up string
	mapFile
	Later bool // it is loaded once it is seen
}

// rowsData is a list of games on a page.
type rowsData struct {
	Page page
	Rows []row
}

// page is what every page has.
type page struct {
	Lang  string
	Path  string // "en/games/hel-7/index.html"
	Title string
	Club  string
	Data  any

	About   string   // a sentence on it, for who is sent its address; empty for that of the club
	Image   string   // a picture of it, from the top of the site; empty for none
	Address string   // where the site is served; empty for not known
	Scripts []string // beside the common ones, from the top of the site
	Feed    string   // from the top of the site; empty if there is none
	Eyes    []eyes   // with which the page can be read; in another language with the same
	langs   []language
}

// Up is the way to the top of the site.
func (p page) Up() string { return up(p.Path) }

// Home is the way to the front page of the language.
func (p page) Home() string { return up(p.Path) + p.Lang + "/" }

// other is the same page in another language.
type other struct{ Lang, Href, Name string }

// Others are the same page in the other languages.
func (p page) Others() (all []other) {
	for _, l := range p.langs {
		if l.tag == p.Lang {
			continue
		}
		_, rest, _ := strings.Cut(p.Path, "/")
		all = append(all, other{l.tag, up(p.Path) + l.tag + "/" + rest, l.words.Say("archive.language")})
	}
	return all
}

// write writes a page by the layout of that name.
func (s *Site) write(l language, layout string, p page) error {
	p.Lang, p.Club, p.langs, p.Address = l.tag, s.Name, s.langs, strings.TrimSuffix(s.Address, "/")
	if p.About == "" {
		p.About = l.words.Say("archive.about", "Club", s.Name)
	}
	var body bytes.Buffer
	if err := l.pages.ExecuteTemplate(&body, layout, p); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	return s.tree.put(p.Path, body.Bytes())
}
