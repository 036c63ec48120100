package archive

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"keryx/adjudicator/host/watch"
)

// feedEntries is how many entries a feed has.
const feedEntries = 30

// feedName is the club's feed in a language, from the top of the site.
func (s *Site) feedName(l language) string { return l.tag + "/feed.atom" }

// href is the address of a page of the site: whole where it is known where the site is
// served, and else the way from a feed of some depth.
func (s *Site) href(from, name string) string {
	if s.Address != "" {
		return strings.TrimSuffix(s.Address, "/") + "/" + name
	}
	return up(from) + name
}

// tag names something for ever, wherever the site is served (RFC 4151).
func (s *Site) tag(day time.Time, what string) string {
	return "tag:" + cmp.Or(s.Host.Post.Domain, "keryx.invalid") + "," + day.UTC().Format("2006-01-02") + ":" + what
}

// clubFeed writes what is new in some of the club's games, the last first.
func (s *Site) clubFeed(l language, rows []row) error {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(b.updated().Compare(a.updated()), cmp.Compare(a.ID, b.ID)) })
	name := s.feedName(l)
	f := feeds.Feed{Title: s.Name, Link: &feeds.Link{Href: s.href(name, l.tag+"/index.html")}}
	for _, r := range rows[:min(len(rows), feedEntries)] {
		f.Items = append(f.Items, s.item(l, r, name, "game", l.tag+"/games/"+r.ID+"/index.html", r.state(l), r.updated()))
	}
	return s.feed(l, name, &f)
}

// gameFeed writes the turns of a game that are shown, the last first.
func (s *Site) gameFeed(l language, r row, c watch.Chronicle, lines []turnLine, keep map[string]bool) error {
	name := gameFolder(l, r.ID) + "/feed.atom"
	keep[name] = true
	p := l.in(r.Ruleset)
	f := feeds.Feed{Title: p.Say(r.Ruleset+".name") + " · " + r.ID, Link: &feeds.Link{Href: s.href(name, gameFolder(l, r.ID)+"/index.html")}}
	for _, t := range slices.Backward(lines) {
		if len(f.Items) == feedEntries {
			break
		}
		item := s.item(l, r, name, "turn-"+strconv.Itoa(t.Number), gameFolder(l, r.ID)+"/"+turnFile(t.Number), strings.Join(t.Tally, " "), t.Ended)
		item.Title = t.Name + " · " + r.ID
		f.Items = append(f.Items, item)
	}
	return s.feed(l, name, &f)
}

// item is an entry of a feed about a game.
func (s *Site) item(l language, r row, from, what, name, text string, at time.Time) *feeds.Item {
	return &feeds.Item{Title: l.in(r.Ruleset).Say(r.Ruleset+".name") + " · " + r.ID, Link: &feeds.Link{Href: s.href(from, name)},
		Id: s.tag(r.Created, r.ID+"/"+what+"/"+l.tag), Updated: at, Created: at, Description: text}
}

// feed writes a feed. Its time is that of its newest entry, so that what has not changed
// is the same to the byte.
func (s *Site) feed(l language, name string, f *feeds.Feed) error {
	f.Author, f.Updated = &feeds.Author{Name: s.Name}, time.Unix(0, 0).UTC()
	for _, item := range f.Items {
		if item.Updated.After(f.Updated) {
			f.Updated = item.Updated
		}
	}
	atom := (&feeds.Atom{Feed: f}).AtomFeed()
	atom.Id = s.tag(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), name)
	text, err := feeds.ToXML(atomOf{atom})
	if err != nil {
		return err
	}
	return s.tree.put(name, []byte(text))
}

// atomOf hands a finished feed to the library's writer.
type atomOf struct{ feed *feeds.AtomFeed }

// FeedXml is what the library writes.
func (a atomOf) FeedXml() any { return a.feed }
