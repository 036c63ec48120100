package field

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// The names of the files that every game of the series has.
const (
	MapName        = "map.toml"
	GeometryName   = "geometry.toml"
	CountersName   = "counters.toml"
	StratagemsName = "stratagems.toml"
	ScenariosName  = "scenarios.toml"
	LexiconName    = "lexicon.toml"
	CRTName        = "crt.toml" // a combat table in the place of the series' own
)

// shared are the names of all of them.
var shared = []string{MapName, GeometryName, CountersName, StratagemsName, ScenariosName, LexiconName, CRTName}

// Map reads the map file, whose sides must be the given ones in their order.
func Map(fsys fs.FS, name string, sides []string) (*board.Map, error) {
	m, err := board.Load(fsys, name)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(m.Sides(), sides) {
		return nil, &board.LoadError{File: name, Key: "sides", Err: board.ErrInvalid,
			Detail: fmt.Sprintf("%q, want %q", m.Sides(), sides)}
	}
	return m, nil
}

// CRT reads the combat table: that of fsys, or the series' own where it has none.
func CRT(fsys fs.FS) (*bey.CRT, error) {
	crt, err := bey.LoadCRT(fsys, CRTName)
	if errors.Is(err, fs.ErrNotExist) {
		return bey.DefaultCRT(), nil
	}
	return crt, err
}

// Geometry reads how the map is drawn. It returns nil when there is no such file.
func Geometry(fsys fs.FS, name string, m *board.Map) (*board.Geometry, error) {
	geo, err := board.LoadGeometry(fsys, name, m)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return geo, err
}

// Files are the data files of a game, and how they become its data.
type Files[G any] struct {
	Embedded fs.FS
	Own      []string // the names of those that no other game has
	Load     func(fs.FS) (G, error)
}

// Default loads the embedded files. A fault in them is a fault of the program and panics.
func (f Files[G]) Default() G {
	g, err := f.Load(f.Embedded)
	if err != nil {
		panic(fmt.Sprintf("data: embedded files: %v", err))
	}
	return g
}

// Dir loads the data with the files of a directory in the place of the embedded ones of the
// same names; crt.toml replaces the combat table of the series. The errors are those of
// [board.Folder] and Load.
func (f Files[G]) Dir(dir string) (g G, err error) {
	fsys, err := board.Folder(dir, f.Embedded, slices.Concat(shared, f.Own)...)
	if err != nil {
		return g, err
	}
	return f.Load(fsys)
}

// Fill reads the files of a game into its data, step by step, and returns the data, or the
// first fault.
func Fill[G any](g G, fsys fs.FS, steps ...func(fs.FS, G) error) (none G, err error) {
	for _, step := range steps {
		if err := step(fsys, g); err != nil {
			return none, err
		}
	}
	return g, nil
}
