// Package edition is how a printed game of the family is opened: in which versions its rules
// are played, and with which data files and texts.
package edition

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/adjudicator/readings"
)

// Edition is a version of the rules as they are played here. Whatever has the same
// answers give another game makes a new one, and the one before stays in the list, so
// that games which were begun under it end under it: what differs is one of the habits,
// which the code asks for, or the data.
type Edition struct {
	Version string
	field.Habits
}

// List are the editions that a game can be played in, newest first. New games are of the
// first.
type List []Edition

// Of returns the edition of a version. It returns an error if there is none.
func (l List) Of(version string) (*Edition, error) {
	i := slices.IndexFunc(l, func(e Edition) bool { return e.Version == version })
	if i < 0 {
		return nil, fmt.Errorf("no version %q of the rules", version)
	}
	return &l[i], nil
}

// Remembered returns the edition of a version that a position names. Those of before the
// versions were named in them are of the oldest. It returns an error if there is none.
func (l List) Remembered(version string) (*Edition, error) {
	if version == "" {
		return &l[len(l)-1], nil
	}
	return l.Of(version)
}

// Game is a printed game whose data files are read as a D.
type Game[D any] struct {
	Name     string   // of the ruleset
	Prefix   string   // of the identifiers of games
	Phases   []string // of the sequence of play
	Editions List
	Settled  func() readings.List                        // the decisions on unclear rules
	Starter  string                                      // the standing orders to begin with, for [advice.ReadStarters]
	Calendar *standing.Calendar                          // how standing orders name the parts of a turn
	Advice   [][]standing.Kind                           // the sorts of standing orders, those before that go before
	Texts    fs.FS                                       // the embedded ones
	Embedded func() D                                    // loads the embedded data files, each time anew: a ruleset adds its verbs to them
	LoadDir  func(dir string) (D, error)                 // loads those of a directory
	With     func(Parts[D]) (adjudicator.Ruleset, error) // makes the ruleset
	// Check compares data with what the rulebook fixes, and Reconstructed says what it does not.
	Check         func(D) []board.Finding
	Reconstructed func(D) []field.Topic
}

// Parts are what a ruleset is made of.
type Parts[D any] struct {
	*Edition
	Version string // that of the edition, and what names the data files if they are not the embedded ones
	Data    D
	Texts   fs.FS
	game    *Game[D]
}

// Parts are what the ruleset of an edition is made of, with data files that are the embedded
// ones.
func (g Game[D]) Parts(e *Edition, data D, texts fs.FS) Parts[D] {
	return Parts[D]{e, e.Version, data, texts, &g}
}

// Opener opens the game.
func (g Game[D]) Opener() adjudicator.Opener {
	newest := sync.OnceValue(func() adjudicator.Ruleset { return g.embedded(&g.Editions[0]) })
	return adjudicator.Opener{Name: g.Name, Prefix: g.Prefix, Version: g.Editions[0].Version, Newest: newest, FromDir: g.fromDir,
		Embedded: sync.OnceValue(func() []adjudicator.Ruleset {
			all := []adjudicator.Ruleset{newest()}
			for i := range g.Editions[1:] {
				all = append(all, g.embedded(&g.Editions[1+i]))
			}
			return all
		})}
}

// embedded returns the ruleset with the embedded data files in a version that it can be
// played in.
func (g Game[D]) embedded(e *Edition) adjudicator.Ruleset {
	rs, err := g.With(g.Parts(e, g.Embedded(), g.Texts))
	if err != nil {
		panic(fmt.Sprintf("%s: embedded data: %v", g.Name, err))
	}
	return rs
}

// fromDir returns the ruleset with the data files of a directory in the place of the
// embedded ones, in every version that it can be played in, newest first. Their versions
// name those files, since a game played with other data would not replay. A folder texts
// in it takes the place of the embedded texts.
func (g Game[D]) fromDir(dir string) (all []adjudicator.Ruleset, err error) {
	sum, err := digest(dir)
	if err != nil {
		return nil, err
	}
	for i := range g.Editions {
		e := &g.Editions[i]
		d, err := g.LoadDir(dir)
		if err != nil {
			return nil, err
		}
		own, err := g.With(Parts[D]{e, e.Version + fmt.Sprintf("+%x", sum[:4]), d, g.textsOf(dir), &g})
		if err != nil {
			return nil, err
		}
		all = append(all, own)
	}
	return all, nil
}

// textsOf returns the texts of a directory of data files, or the embedded ones where it has
// none.
func (g Game[D]) textsOf(dir string) fs.FS {
	own := os.DirFS(dir)
	if _, err := fs.Stat(own, "texts"); err != nil {
		return g.Texts
	}
	return own
}

// digest is the SHA-256 of the names, lengths and bytes of the data files.
func digest(dir string) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.toml")) // sorted
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("data directory: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(name), len(text))
		sum.Write(text)
	}
	return sum.Sum(nil), nil
}
