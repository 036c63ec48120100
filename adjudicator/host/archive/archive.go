// Package archive writes the games of a club as a site that people browse: pages for the
// club, its games turn by turn with maps, and its players, in every language that Keryx
// speaks. The site is files and nothing else. It works from a folder, a USB stick and any
// web server: links are relative, data for scripts come in scripts, and no page asks
// another host for anything.
//
// # What is shown
//
// All of it is made of a [host.Chronicle], which holds what may be shown of a game and
// nothing else: of one that runs what both sides know, some time after each turn; of one
// that is open everything.
//
// # Files
//
//	index.html, site.css, *.js     the same for all
//	LANG/index.html                the club: games that run, the last that ended, the years
//	LANG/years/2026-1.html         its games, fifty to a page, in the order in which they began
//	LANG/games/hel-7/index.html    a game
//	LANG/games/hel-7/turn-3.html   one of its turns
//	LANG/players/ID.html           a player
//	LANG/leagues/spring.html       a season of a league
//	data/hel-7/                    what is the same in all languages: proof.js for the check of dice
//	data/leagues/                  tables of leagues for programs
//	maps/hel-7/                    pictures
//	search/                        the index in pieces, a folder for each page of games
//	.keryx/                        what the next writing needs to know of this one
//
// # Cost
//
// A turn more costs the pages of its game that it changes, one page of games, the pages of two players
// and the front page, whatever else the archive holds. A file whose bytes would be the same is
// not written.
package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"keryx/adjudicator/host"
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
	Leagues host.Leagues // nil: there are none
	Log     *slog.Logger

	tree  tree
	langs []language
	due   map[string]time.Time // when more is to be shown of a game though nothing happens in it
}

// Written is what a writing came to.
type Written struct {
	Games   int // that were written anew
	Files   int // that have changed
	Bytes   int64
	Removed int       // files
	Failed  []string  // games that do not replay, and are shown as such
	Next    time.Time // when more is to be shown though nothing happens; zero if nothing
}

// Write brings the whole site up to date: it looks at every game, and writes those that have
// changed.
func (s *Site) Write(ctx context.Context) (w Written, err error) {
	var ids []string
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
	if err := s.begin(); err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	book, err := s.openBook(ctx)
	if err != nil {
		return w, fmt.Errorf("archive: %w", err)
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return w, err
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
	w.Files, w.Bytes, w.Removed = s.tree.files, s.tree.bytes, s.tree.removed
	return w, nil
}

// begin opens the directory and writes what is the same for all.
func (s *Site) begin() error {
	s.tree = tree{dir: s.Dir}
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
	}
	return s.statics()
}

// game brings one game up to date.
func (s *Site) game(ctx context.Context, b *book, id string, w *Written) error {
	c, err := s.Host.Outline(ctx, id, s.Leagues)
	if errors.Is(err, host.ErrNotShown) {
		return nil
	}
	if err != nil {
		return err
	}
	known, err := b.row(id)
	if err != nil {
		return err
	}
	mark := b.sum(edition + " " + s.Name + " " + c.Fingerprint())
	if known != nil && known.Mark == mark {
		b.club.expect(id, c)
		return nil
	}
	full, err := s.Host.Recount(ctx, id, s.Leagues)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		s.log().Error("a game cannot be shown", "game", id, "error", err)
		w.Failed = append(w.Failed, id)
		full, mark = c, "" // it is tried again
		full.Turns, full.Open = nil, false
	}
	w.Games++
	row, err := s.writeGame(b, full)
	if err != nil {
		return err
	}
	row.Mark = mark
	b.club.expect(id, c)
	return b.put(row)
}

// edition changes whenever pages of games that have not changed are to be written anew.
const edition = "1"

func (s *Site) log() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}
