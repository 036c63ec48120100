// Package archive writes the games of a club as a site that people browse: pages for the
// club, its games turn by turn with maps, and its players, in every language that Keryx
// speaks. The site is files and nothing else. It works from a folder, a USB stick and any
// web server: links are relative, data for scripts come in scripts, and no page asks
// another host for anything.
//
// # What is shown
//
// All of it is made of a [watch.Chronicle], which holds what may be shown of a game and
// nothing else: of one that runs what both sides know, some time after each turn; of one
// that is open everything.
//
// # Files
//
//	index.html, site.css, *.js     the same for all
//	LANG/index.html                the club: games that run, the last that ended, the years
//	LANG/years/2026.html           a year: its pages of games
//	LANG/years/2026-1.html         games, fifty to a page, in the order in which they began
//	LANG/years/2026-1-read.html    those of them that are over, without their results
//	LANG/games/hel-7/index.html    a game
//	LANG/games/hel-7/turn-3.html   one of its turns
//	LANG/games/hel-7/replay.html   the game step by step on the map, for who has scripts
//	LANG/games/hel-7/read.html     from where it is read without its result, once it is over
//	LANG/players/ID.html           a player
//	LANG/players/ID-2026-1.html    his games of a year, if he has many
//	LANG/ratings.html              the ratings, with their curves
//	LANG/leagues.html              all seasons, if there are many
//	LANG/leagues/spring.html       a season of a league
//	LANG/manual/TOPIC.html         a page of the manual
//	data/hel-7/                    what is the same in all languages: proof.js for the check of dice
//	data/hel-7/replay-3-en.js      and of each turn and language its steps
//	data/boards/hellespont-en.js   the map of a ruleset in shapes, for replays
//	data/leagues/                  tables of leagues for programs
//	maps/hel-7/                    pictures, of each turn layers for the screen and one for paper
//	search/                        the index in pieces: a list for each year, a folder for each page of games
//	.keryx/                        what the next writing needs to know of this one
//
// # Cost
//
// A turn more costs the pages and maps of that turn, the page of the turn before, which leads to it
// now, the page of its game, one page of games with those pieces of the index in which its words
// stand, the pages of two players and the front page, however long the game is and whatever else
// the archive holds: what is noted of a game's turns spares them being played and drawn again, and
// a list whose own lines are as they were is neither read nor written. A file whose bytes would be
// the same is not written.
//
// # What goes wrong
//
// A writing that is broken off, by whatever, is taken up by the next one. A file of a game that is
// missing or has another size than it was written with is made again when the game is looked at
// next: each time by "keryx archive", and by the daemon in turn, a page of games at each look.
package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
	"keryx/store"
	"keryx/templates"
)

// Site is an archive in a directory. One process at a time may write it.
type Site struct {
	Dir  string
	Name string // of the club, as its pages are headed
	// Address is where the site is served, "https://club.example/games"; feeds need one. It may be empty.
	Address string
	Host    *host.Host
	Leagues reports.Leagues // nil: there are none
	// Manual returns the pages of the manual, which the site has as well; nil: it has none.
	Manual func() ([]ManualPage, error)
	Log    *slog.Logger
	// Progress is told of how many games a writing looks at, and how many it has looked at; nil: nobody waits.
	Progress func(done, of int)

	tree  tree
	drawn int // maps
	langs []language
	due   map[string]time.Time // when more is to be shown of a game though nothing happens in it
	known map[string]knownSeason
}

// Written is what a writing came to.
type Written struct {
	Games   int // that were written anew
	Files   int // that have changed
	Bytes   int64
	Read    int64     // bytes of the site and its notes that were looked at
	Drawn   int       // maps that were drawn: one whose turn has not changed is not
	Removed int       // files
	Failed  []string  // games that do not replay, and are shown as such
	Next    time.Time // when more is to be shown though nothing happens; zero if nothing
}

// Write brings the whole site up to date: it looks at every game, and writes those that have
// changed.
func (s *Site) Write(ctx context.Context) (w Written, err error) {
	var ids []string
	s.known = nil // somebody may have another name
	err = s.Host.Store.View(ctx, func(tx store.ReadTx) error {
		games, err := tx.Games()
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		return err
	})
	if err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	return s.Update(ctx, ids)
}

// Update brings the pages of some games up to date, and those that list them.
func (s *Site) Update(ctx context.Context, ids []string) (w Written, err error) {
	s.tree, s.drawn = tree{dir: s.Dir}, 0
	if err := s.ours(); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	release, err := s.lock()
	if err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := s.begin(); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	book, err := s.openBook(ctx)
	if err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	if book.seasons, err = s.seasons(ctx); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	for id := range book.broken {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	ids = append(ids, book.gamesOfLeagues(ids)...)
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return w, err
		}
		if s.Progress != nil {
			s.Progress(i, len(ids))
		}
		if err := s.game(ctx, book, id, &w); err != nil {
			return w, fmt.Errorf("archive: game %s: %w", id, err)
		}
	}
	if err := s.leaguePages(ctx, book); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	if err := s.lists(book); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	w.Next = book.club.due()
	w.Files, w.Bytes, w.Read, w.Removed, w.Drawn = s.tree.files, s.tree.bytes, s.tree.read, s.tree.removed, s.drawn
	return w, nil
}

// begin opens the directory and writes what is the same for all.
func (s *Site) begin() error {
	s.tree, s.drawn = tree{dir: s.Dir}, 0
	if s.langs == nil {
		s.due = map[string]time.Time{}
		langs := templates.Known().Languages()
		slices.Sort(langs)
		for _, lang := range langs {
			l, err := newLanguage(lang)
			if err != nil {
				return err
			}
			s.langs = append(s.langs, l)
		}
		if err := s.manual(); err != nil {
			s.langs = nil // it is tried again
			return err
		}
	}
	return s.statics()
}

// game brings one game up to date.
func (s *Site) game(ctx context.Context, b *book, id string, w *Written) error {
	c, err := s.Host.Watchers.Outline(ctx, id, s.Leagues)
	notShown := errors.Is(err, watch.ErrNotShown)
	if err != nil && !notShown {
		return err
	}
	known, err := b.row(id)
	if err != nil {
		return err
	}
	if notShown {
		if known == nil {
			return nil
		}
		return s.takeOff(b, *known)
	}
	played := b.playedFor(id)
	mark := b.sum(strings.Join([]string{edition, s.Name, s.Address, c.Fingerprint(), played.mark()}, " "))
	whole, err := s.tree.sound(id)
	if err != nil {
		return err
	}
	if known != nil && known.Mark == mark && whole && !b.broken[id] {
		b.club.expect(id, c)
		return nil
	}
	memo, err := s.recallGame(b, c)
	if err != nil {
		return err
	}
	if !whole { // somebody has damaged or removed a file
		memo.from, memo.Films = 0, nil
	}
	found := memo.Words
	row, failed, err := s.recount(ctx, b, c, &memo)
	if errors.Is(err, errUnplayed) { // a map is drawn otherwise now, or a film is damaged
		memo.from, memo.Films = 0, nil
		row, failed, err = s.recount(ctx, b, c, &memo)
	}
	if err != nil {
		return err
	}
	w.Games++
	if failed {
		w.Failed = append(w.Failed, id)
		mark = "" // it is tried again
	}
	row.Mark, row.League = mark, played.mark()
	b.club.expect(id, c)
	return b.put(row, found, memo.Words)
}

// recount plays a game again from the turn on that its memo says, and writes its pages. One that
// does not replay has failed, and is written without its turns.
func (s *Site) recount(ctx context.Context, b *book, c watch.Chronicle, m *memo) (r row, failed bool, err error) {
	full, err := s.Host.Watchers.RecountFrom(ctx, c.ID, s.Leagues, m.from)
	if err != nil {
		if ctx.Err() != nil {
			return r, false, err
		}
		s.log().Error("a game cannot be shown", "game", c.ID, "error", err)
		full, failed, m.from = c, true, 0
		full.Turns, full.Open = nil, false
	}
	r, err = s.writeGame(b, full, m)
	return r, failed, err
}

// edition changes whenever pages of games that have not changed are to be written anew.
const edition = "12"

func (s *Site) log() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}
