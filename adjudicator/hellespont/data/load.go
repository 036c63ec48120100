package data

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

//go:embed *.toml
var embedded embed.FS

// Default returns the embedded data. They are loaded once; a fault in them is a
// fault of the program and panics.
var Default = sync.OnceValue(Embedded)

// Embedded loads the embedded data once more than [Default], for who adds to them.
func Embedded() *Game {
	g, err := Load(embedded)
	if err != nil {
		panic(fmt.Sprintf("data: embedded files: %v", err))
	}
	return g
}

// LoadDir loads the data with the files of a directory in the place of the
// embedded ones of the same names; crt.toml replaces the combat table of the
// series. A TOML file of another name is refused, because its owner would believe
// it to be in use, and so is a directory without any.
func LoadDir(dir string) (*Game, error) {
	over := os.DirFS(dir)
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	found, err := fs.Glob(over, "*.toml")
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	known := []string{mapName, countersName, stratagemsName, monthsName, scenariosName, lexiconName, geometryName, crtName}
	for _, name := range found {
		if !slices.Contains(known, name) {
			return nil, &board.LoadError{File: name, Err: board.ErrUnknown, Detail: "data files are " + strings.Join(known, ", ")}
		}
	}
	if len(found) == 0 {
		return nil, &board.LoadError{File: dir, Err: board.ErrMissing, Detail: "none of " + strings.Join(known, ", ")}
	}
	return Load(Overlay{Over: over, Under: embedded})
}

// Overlay is a file system in which the files of Over hide those of Under.
type Overlay struct {
	Over, Under fs.FS
}

// Open opens name in Over, or in Under when Over does not have it.
func (o Overlay) Open(name string) (fs.File, error) {
	f, err := o.Over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.Under.Open(name)
	}
	return f, err
}

// Load reads the data files of fsys. The combat table is the embedded one of the
// series unless fsys has its own crt.toml. Faults of a file are
// *board.LoadError with the file and the key. What the files say is not
// compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	m, err := board.Load(fsys, mapName)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(m.Sides(), SideIDs[:]) {
		return nil, &board.LoadError{File: mapName, Key: "sides", Err: board.ErrInvalid,
			Detail: fmt.Sprintf("%q, want %q", m.Sides(), SideIDs)}
	}
	g := &Game{Map: m}
	for _, step := range []func(fs.FS, *Game) error{
		loadCounters, loadStratagems, loadMonths, loadScenarios, loadCRT, loadLexicon, loadGeometry,
	} {
		if err := step(fsys, g); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func loadCRT(fsys fs.FS, g *Game) error {
	crt, err := bey.LoadCRT(fsys, crtName)
	if errors.Is(err, fs.ErrNotExist) {
		crt, err = bey.DefaultCRT(), nil
	}
	g.CRT = crt
	return err
}

func loadGeometry(fsys fs.FS, g *Game) error {
	geo, err := board.LoadGeometry(fsys, geometryName, g.Map)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	g.Geometry = geo
	return err
}

// checker collects the first fault of one file.
type checker struct {
	file string
	err  error
}

func (c *checker) fail(key string, err error, detail string) {
	if c.err == nil {
		c.err = &board.LoadError{File: c.file, Key: key, Err: err, Detail: detail}
	}
}

func (c *checker) source(key string, sources ...board.Source) {
	for _, s := range sources {
		if !s.Valid() {
			c.fail(key+".source", board.ErrSource, strconv.Quote(string(s)))
		}
	}
}

func (c *checker) names(key, en, fr string) board.Names {
	n := board.Names{EN: en, FR: fr}
	if !n.Complete() {
		c.fail(key, board.ErrMissing, "en and fr")
	}
	return n
}

func (c *checker) side(key, id string) Side {
	i := slices.Index(SideIDs[:], id)
	if i < 0 {
		c.fail(key+".side", board.ErrUnknown, strconv.Quote(id))
		return Athens
	}
	return Side(i)
}

// among requires each word to be one of those allowed.
func (c *checker) among(key string, words []string, allowed ...string) {
	for _, w := range words {
		if !slices.Contains(allowed, w) {
			c.fail(key, board.ErrUnknown, fmt.Sprintf("%q, want one of %s", w, strings.Join(allowed, ", ")))
		}
	}
}

func loadCounters(fsys fs.FS, g *Game) error {
	var f countersFile
	if err := board.ReadTOML(fsys, countersName, &f); err != nil {
		return err
	}
	c := checker{file: countersName}
	for _, e := range f.Unit {
		key := "unit " + e.Side + " " + e.Class
		u := UnitDef{Class: e.Class, Side: c.side(key, e.Side), Full: e.PF, Reduced: e.Reduced, Bonus: e.Bonus,
			Persian: e.Persian, Source: e.Source, ReducedSource: e.ReducedSource}
		c.source(key, e.Source, e.ReducedSource)
		c.among(key+".type", []string{e.Type}, "T", "H", "C", "P", "A")
		if c.err != nil {
			return c.err
		}
		u.Type = UnitType(e.Type[0])
		if want := className(&u); e.Class != want {
			c.fail(key+".class", board.ErrInvalid, "its type, PF and bonus are those of "+want)
		}
		if e.Reduced < 1 || e.Reduced >= e.PF {
			c.fail(key+".reduced", board.ErrInvalid, fmt.Sprintf("%d of %d PF", e.Reduced, e.PF))
		}
		if e.Count < 1 {
			c.fail(key+".count", board.ErrInvalid, strconv.Itoa(e.Count))
		}
		for _, other := range g.Units {
			if other.Side == u.Side && other.Class == u.Class {
				c.fail(key, board.ErrDuplicate, "")
			}
		}
		for u.Number = 1; u.Number <= e.Count && c.err == nil; u.Number++ {
			u.ID = fmt.Sprintf("%s:%s.%d", e.Side, e.Class, u.Number)
			g.Units = append(g.Units, u)
		}
	}
	for _, e := range f.Leader {
		key := "leader " + e.ID
		l := LeaderDef{ID: e.ID, Names: c.names(key, e.EN, e.FR), Side: c.side(key, e.Side), Bonus: e.Bonus,
			Ally: e.Ally, Persian: e.Persian, Source: e.Source, BonusSource: e.BonusSource}
		c.source(key, e.Source, e.BonusSource)
		if e.Bonus < 0 || e.Bonus > 2 {
			c.fail(key+".bonus", board.ErrInvalid, strconv.Itoa(e.Bonus))
		}
		if g.Leader(e.ID) >= 0 {
			c.fail(key, board.ErrDuplicate, "")
		}
		g.Leaders = append(g.Leaders, l)
	}
	slices.SortStableFunc(g.Units, func(a, b UnitDef) int { return int(a.Side) - int(b.Side) })
	return c.err
}

// className is what the counter of u shows: "H4+".
func className(u *UnitDef) string {
	name := u.Type.String() + strconv.Itoa(u.Full)
	if u.Bonus {
		name += "+"
	}
	return name
}

func loadMonths(fsys fs.FS, g *Game) error {
	var f monthsFile
	if err := board.ReadTOML(fsys, monthsName, &f); err != nil {
		return err
	}
	c := checker{file: monthsName}
	for _, e := range f.Month {
		key := "month " + e.ID
		c.source(key, e.Source)
		if g.Month(e.ID) >= 0 {
			c.fail(key, board.ErrDuplicate, "")
		}
		g.Months = append(g.Months, Month{ID: e.ID, Year: e.Year, Names: c.names(key, e.EN, e.FR), PA: e.PA,
			PAUnless: e.PAUnless, FreeActivation: e.FreeActivation, SupplyRises: e.SupplyRises,
			Siege: e.Siege, Attrition: e.Attrition, Source: e.Source})
	}
	return c.err
}
