package archive

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/outcome"
	"keryx/store"
)

// noteForm tells notes of this form from older ones, after which every list is written anew.
const noteForm = 5

// clubNotes is what the front page is made of. It does not grow with the games that are over.
type clubNotes struct {
	Form    int                  `json:"form"`
	Mark    string               `json:"mark"`   // what lists are made of beside games
	Years   map[string]int       `json:"years"`  // games of each
	Running map[string]time.Time `json:"played"` // games, and when something happened in them last
	Recent  []row                `json:"recent"` // last first
	Players int                  `json:"people"`
	Counted bool                 `json:"counted,omitempty"` // there are statistics of scenarios
	// Due is when more is to be shown of a game. It is not kept: that a turn has ended is not
	// to be known before its time.
	Due map[string]time.Time `json:"-"`
}

// pageNote is a page of games, in the note of its own and in that of its year.
type pageNote struct {
	Games   int                     `json:"games"`
	Running int                     `json:"running"`
	Reads   int                     `json:"reads"`            // games that can be read without their results
	Counts  map[string]scenarioNote `json:"counts,omitempty"` // of games that are over, by ruleset and scenario
	Letters string                  `json:"letters"`          // with which words begin that its games are found by
	Order   []string                `json:"order,omitempty"`
	Rows    map[string]row          `json:"rows,omitempty"`
}

// yearNote is the pages of a year.
type yearNote struct {
	Pages map[string]pageNote `json:"pages"`
}

// playerNote is what a player's page is made of, beside his games year by year.
type playerNote struct {
	Name    string               `json:"name"`
	Years   map[string]tallyNote `json:"years"`
	Running map[string]row       `json:"running"` // his games that are played
	Pages   map[string]int       `json:"pages"`   // how many there are of each year; none if all games stand on the first
	Ratings []poolNote           `json:"ratings,omitempty"`
	Curve   bool                 `json:"curve,omitempty"` // there is a picture of them
}

// tallyNote is how a player's games of a year went.
type tallyNote struct {
	outcome.Record
	Games   int                    `json:"games"`
	Running int                    `json:"running"`
	Against map[string]againstNote `json:"against,omitempty"` // by the page of each opponent
}

// againstNote is how games with one opponent went.
type againstNote struct {
	outcome.Record
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// poolNote is a player's rating in a pool.
type poolNote struct {
	Pool string `json:"pool"`
	ratingRow
}

// recordNote is a player's games of a year.
type recordNote struct {
	Rows map[string]row `json:"rows"`
}

// listNote is the list of players.
type listNote struct {
	Players map[string]player `json:"players"`
}

// player is one in the list of players.
type player struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// leagueNotes is what is known of leagues.
type leagueNotes struct {
	Mark    string            `json:"mark"` // what all that is shown of them was made of
	Seasons map[string]string `json:"seasons"`
	// Performance tells apart, by season, what its table says of performances: another season's results change them too.
	Performance map[string]string `json:"performance,omitempty"`
	List        []pageLine        `json:"list"` // the last first
	Rated       bool              `json:"rated"`
}

// ratingNotes are the ratings of each player, as his page has them.
type ratingNotes struct {
	Lines map[string]string `json:"lines"`
}

// sheaf is the notes of one kind, of which only those that are asked for are read.
type sheaf[T any] struct {
	tree *tree
	kind string
	read map[string]*T
}

func newSheaf[T any](t *tree, kind string) sheaf[T] { return sheaf[T]{t, kind, map[string]*T{}} }

// get returns a note, an empty one if there is none.
func (s sheaf[T]) get(name string) (*T, error) {
	if value, ok := s.read[name]; ok {
		return value, nil
	}
	value := new(T)
	if _, err := s.tree.recall(s.kind+name, value); err != nil {
		return nil, err
	}
	s.read[name] = value
	return value, nil
}

// keep notes what was made of a note.
func (s sheaf[T]) keep(name string) error { return s.tree.note(s.kind+name, s.read[name]) }

// remove forgets a note.
func (s sheaf[T]) remove(name string) error {
	delete(s.read, name)
	return s.tree.remove(memory + s.kind + name + ".json")
}

// forget removes the notes of an older form. What they say of the maps of games stays.
func (t *tree) forget() error {
	list, err := os.ReadDir(filepath.Join(t.dir, memory))
	if err != nil {
		return nil // there are none
	}
	for _, e := range list {
		if strings.HasSuffix(e.Name(), ".json") && !strings.HasPrefix(e.Name(), "game-") {
			if err := t.remove(memory + e.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// expect notes when more is to be shown of a game though nothing happens in it. One that
// has ended and is not open is looked at again each time.
func (c *clubNotes) expect(id string, g watch.Chronicle) {
	delete(c.Due, id)
	switch {
	case !g.Next.IsZero():
		c.Due[id] = g.Next
	case g.Status == store.Ended && !g.Open:
		c.Due[id] = time.Time{}
	}
}

// due is the first moment at which more is to be shown.
func (c *clubNotes) due() (first time.Time) {
	for _, at := range c.Due {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// waiting lists the games of which more may be to show by a moment.
func (c *clubNotes) waiting(now time.Time) (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(c.Due)) {
		if !c.Due[id].After(now) {
			ids = append(ids, id)
		}
	}
	return ids
}

// games is how many a player has.
func (p *playerNote) games() (n int) {
	for _, t := range p.Years {
		n += t.Games
	}
	return n
}

// set notes how a player's games of a year went.
func (p *playerNote) set(year, id string, games map[string]row) {
	var t tallyNote
	for _, r := range games {
		t.Games++
		side := adjudicator.Side(slices.IndexFunc(r.Seats[:], func(s seatRow) bool { return s.ID == id }))
		if r.Running {
			t.Running++
		}
		t.Add(r.Result, side)
		other := r.Seats[side.Other()]
		if other.ID == "" || other.ID == id || r.Running {
			continue
		}
		if t.Against == nil {
			t.Against = map[string]againstNote{}
		}
		a := t.Against[other.ID]
		a.Name = other.Name
		a.Games++
		a.Add(r.Result, side)
		t.Against[other.ID] = a
	}
	if p.Years == nil {
		p.Years = map[string]tallyNote{}
	}
	if p.Years[year] = t; t.Games == 0 {
		delete(p.Years, year)
	}
}

// yearOf is the year that a game stands in.
func yearOf(r row) string { return strconv.Itoa(r.Created.UTC().Year()) }

// place is the page that a new game stands on: the first of its year that has room.
func (b *book) place(id string, created time.Time) (string, error) {
	if known, err := b.row(id); err != nil || known != nil {
		if err != nil {
			return "", err
		}
		return known.Page, nil
	}
	year := created.UTC().Year()
	note, err := b.years.get(strconv.Itoa(year))
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		if page := fmt.Sprintf("%d-%d", year, n); note.Pages[page].Games < perPage {
			return page, nil
		}
	}
}
