package data

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"sync"

	"keryx/adjudicator/bey/field"
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
	fsys, err := field.Folder(dir, embedded, []string{mapName, countersName, stratagemsName, monthsName, scenariosName,
		lexiconName, geometryName, crtName})
	if err != nil {
		return nil, err
	}
	return Load(fsys)
}

// Load reads the data files of fsys. The combat table is the embedded one of the
// series unless fsys has its own crt.toml. Faults of a file are
// *board.LoadError with the file and the key. What the files say is not
// compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	m, err := field.Map(fsys, mapName, SideIDs[:])
	if err != nil {
		return nil, err
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

func loadCRT(fsys fs.FS, g *Game) (err error) {
	g.CRT, err = field.CRT(fsys)
	return err
}

func loadGeometry(fsys fs.FS, g *Game) (err error) {
	g.Geometry, err = field.Geometry(fsys, geometryName, g.Map)
	return err
}

// reading begins the reading of a file.
func reading(file string) field.Reading { return field.Reading{File: file, Sides: SideIDs[:]} }

func loadCounters(fsys fs.FS, g *Game) error {
	var f countersFile
	if err := board.ReadTOML(fsys, countersName, &f); err != nil {
		return err
	}
	c := reading(countersName)
	for _, e := range f.Unit {
		for _, u := range c.Units(e.UnitEntry, "") {
			if u.Number == 1 && slices.ContainsFunc(g.Units, func(o UnitDef) bool { return o.Side == u.Side && o.Class == u.Class }) {
				c.Fail("unit "+e.Side+" "+e.Class, board.ErrDuplicate, "")
			}
			g.Units = append(g.Units, UnitDef{Unit: u, Persian: e.Persian})
		}
	}
	for _, e := range f.Leader {
		key := "leader " + e.ID
		l := LeaderDef{ID: e.ID, Names: c.Names(key, e.EN, e.FR), Side: c.Side(key, e.Side), Bonus: e.Bonus,
			Ally: e.Ally, Persian: e.Persian, Source: e.Source, BonusSource: e.BonusSource}
		c.Source(key, e.Source, e.BonusSource)
		if e.Bonus < 0 || e.Bonus > 2 {
			c.Fail(key+".bonus", board.ErrInvalid, strconv.Itoa(e.Bonus))
		}
		if g.Leader(e.ID) >= 0 {
			c.Fail(key, board.ErrDuplicate, "")
		}
		g.Leaders = append(g.Leaders, l)
	}
	slices.SortStableFunc(g.Units, func(a, b UnitDef) int { return int(a.Side) - int(b.Side) })
	return c.Err
}

func loadMonths(fsys fs.FS, g *Game) error {
	var f monthsFile
	if err := board.ReadTOML(fsys, monthsName, &f); err != nil {
		return err
	}
	c := reading(monthsName)
	for _, e := range f.Month {
		key := "month " + e.ID
		c.Source(key, e.Source)
		if g.Month(e.ID) >= 0 {
			c.Fail(key, board.ErrDuplicate, "")
		}
		g.Months = append(g.Months, Month{ID: e.ID, Year: e.Year, Names: c.Names(key, e.EN, e.FR), PA: e.PA,
			PAUnless: e.PAUnless, FreeActivation: e.FreeActivation, SupplyRises: e.SupplyRises,
			Siege: e.Siege, Attrition: e.Attrition, Source: e.Source})
	}
	return c.Err
}
