package data

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"keryx/adjudicator/board"
	"keryx/adjudicator/tables"
)

//go:embed *.toml
var embedded embed.FS

// Default returns the embedded data. They are loaded once; a fault in them is a fault of the
// program and panics.
var Default = sync.OnceValue(func() *Game {
	g, err := Load(embedded)
	if err != nil {
		panic(err)
	}
	return g
})

// LoadDir loads the data with the files of a directory in the place of the embedded ones of the
// same names. A TOML file of another name is refused, because its owner would believe it to be
// in use, and so is a directory without any.
func LoadDir(dir string) (*Game, error) {
	own, err := fs.Glob(os.DirFS(dir), "*.toml")
	if err != nil {
		return nil, err
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("there is no data file in %s", dir)
	}
	for _, name := range own {
		if _, err := fs.Stat(embedded, name); err != nil {
			return nil, &board.LoadError{File: name, Err: board.ErrUnknown, Detail: "no data file has this name"}
		}
	}
	g, err := Load(overlay{os.DirFS(dir), embedded})
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range own { // sorted
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, fmt.Errorf("reading data: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
	}
	g.Own = fmt.Sprintf("%x", sum.Sum(nil)[:4])
	return g, nil
}

// overlay is a file system whose files stand before those of another.
type overlay struct{ upper, lower fs.FS }

// Open implements [fs.FS].
func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.upper.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.lower.Open(name)
	}
	return f, err
}

// Load reads the data files of fsys. Faults of a file are *[board.LoadError] with the file and
// the key. What the files say is not compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	g := &Game{sources: map[string][]board.Source{}}
	for _, step := range []func(fs.FS, *Game) error{loadBoard, loadLeaders, loadCounters, loadActions, loadTables, loadScenarios} {
		if err := step(fsys, g); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func loadBoard(fsys fs.FS, g *Game) (err error) {
	if g.Map, err = board.Load(fsys, "map.toml"); err != nil {
		return err
	}
	if g.Geometry, err = board.LoadGeometry(fsys, "geometry.toml", g.Map); err != nil {
		return err
	}
	n := g.Map.Len()
	for _, near := range []*[]board.Set{&g.Land, &g.Sea, &g.Coast, &g.Pindus} {
		*near = make([]board.Set, n)
	}
	tagged := map[string][]board.Set{"land": g.Land, "sea": g.Sea, "coast": g.Coast, "pindus": g.Pindus}
	for z := range board.Zone(n) {
		p := g.Map.Place(z)
		g.note("zones", p.Source)
		g.note("terrain", p.TerrainSource)
		for _, e := range g.Map.Edges(z) {
			for tag, near := range tagged {
				if bit := g.Map.EdgeTag(tag); bit != 0 && e.Tags&bit != 0 {
					near[z].Add(e.To)
				}
			}
			g.note("what lies next to what", e.Source)
		}
		if g.Map.Kind(z) == board.Mixed {
			g.Coast[z].Add(z)
		}
	}
	g.note("picture", g.Geometry.Source)
	return nil
}

// note remembers where a datum comes from.
func (g *Game) note(topic string, s board.Source) {
	if s != "" {
		g.sources[topic] = append(g.sources[topic], s)
	}
}

type leaderEntry struct {
	ID           string       `toml:"id"`
	Side         string       `toml:"side"`
	EN           string       `toml:"en"`
	FR           string       `toml:"fr"`
	Strategic    int          `toml:"strategic"`
	Tactical     int          `toml:"tactical"`
	Stars        int          `toml:"stars"`
	Naval        bool         `toml:"naval"`
	City         string       `toml:"city"`
	Source       board.Source `toml:"source"`
	ValuesSource board.Source `toml:"values_source"`
}

func loadLeaders(fsys fs.FS, g *Game) error {
	const name = "leaders.toml"
	var f struct {
		Leader []leaderEntry `toml:"leader"`
	}
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return err
	}
	for _, e := range f.Leader {
		side := slices.Index(SideIDs, e.Side)
		switch {
		case side < 0:
			return &board.LoadError{File: name, Key: "leader " + e.ID + ".side", Err: board.ErrUnknown, Detail: e.Side}
		case !e.Source.Valid() || !e.ValuesSource.Valid():
			return &board.LoadError{File: name, Key: "leader " + e.ID, Err: board.ErrSource}
		case g.leader(e.ID) >= 0:
			return &board.LoadError{File: name, Key: "leader " + e.ID, Err: board.ErrDuplicate}
		}
		g.Leaders = append(g.Leaders, Leader{ID: e.ID, EN: e.EN, FR: e.FR, Side: side, Strategic: e.Strategic, Tactical: e.Tactical,
			Stars: e.Stars, Naval: e.Naval, City: e.City})
		g.note("values of leaders", e.ValuesSource)
	}
	return nil
}

func (g *Game) leader(id string) int {
	return slices.IndexFunc(g.Leaders, func(l Leader) bool { return l.ID == id })
}

type counterEntry struct {
	ID        string       `toml:"id"`
	Label     string       `toml:"label"`
	EN        string       `toml:"en"`
	FR        string       `toml:"fr"`
	Also      []string     `toml:"also"`
	Arm       string       `toml:"arm"`
	Strength  int          `toml:"strength"`
	Morale    string       `toml:"morale"`
	City      string       `toml:"city"`
	Count     int          `toml:"count"`
	Source    board.Source `toml:"source"`
	ArmSource board.Source `toml:"arm_source"`
}

// morale is what two dice have to reach, by class (7.4).
var morale = map[string]int{"A": 5, "B": 6, "C": 7, "D": 8}

func loadCounters(fsys fs.FS, g *Game) error {
	const name = "counters.toml"
	var f struct {
		Counter []counterEntry `toml:"counter"`
	}
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return err
	}
	for _, e := range f.Counter {
		key := "counter " + e.ID
		arm := slices.Index(arms, e.Arm)
		switch {
		case arm < 0:
			return &board.LoadError{File: name, Key: key + ".arm", Err: board.ErrUnknown, Detail: e.Arm}
		case !e.Source.Valid() || !e.ArmSource.Valid():
			return &board.LoadError{File: name, Key: key, Err: board.ErrSource}
		case e.Strength < 1 || Arm(arm) != Ship && morale[e.Morale] == 0:
			return &board.LoadError{File: name, Key: key, Err: board.ErrInvalid, Detail: "strength from 1, morale A to D"}
		case g.kind(e.ID) >= 0:
			return &board.LoadError{File: name, Key: key, Err: board.ErrDuplicate}
		}
		g.Kinds = append(g.Kinds, Kind{ID: e.ID, Label: e.Label, EN: e.EN, FR: e.FR, Also: e.Also, Arm: Arm(arm), Strength: e.Strength,
			Morale: morale[e.Morale], City: e.City, Count: e.Count})
		g.note("counters", e.Source)
		g.note("arms of counters", e.ArmSource)
	}
	return nil
}

func (g *Game) kind(id string) int {
	return slices.IndexFunc(g.Kinds, func(k Kind) bool { return k.ID == id })
}

type stratagemEntry struct {
	ID     string       `toml:"id"`
	Number int          `toml:"number"`
	EN     string       `toml:"en"`
	FR     string       `toml:"fr"`
	Count  int          `toml:"count"`
	For    string       `toml:"for"`
	Source board.Source `toml:"source"`
}

type costEntry struct {
	March        int          `toml:"march"`
	Thermopylae  int          `toml:"thermopylae"`
	Pindus       int          `toml:"pindus"`
	Interception int          `toml:"interception"`
	Voyage       int          `toml:"voyage"`
	Embark       int          `toml:"embark"`
	Scorch       int          `toml:"scorch"`
	MarchSource  board.Source `toml:"march_source"`
	ScorchSource board.Source `toml:"scorch_source"`
	Source       board.Source `toml:"source"`
}

func loadActions(fsys fs.FS, g *Game) error {
	const name = "action.toml"
	var f struct {
		ChitsSource board.Source     `toml:"chits_source"`
		Chits       [][2]int         `toml:"chits"`
		Cost        costEntry        `toml:"cost"`
		Stratagem   []stratagemEntry `toml:"stratagem"`
	}
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return err
	}
	c := f.Cost
	for _, s := range []board.Source{f.ChitsSource, c.MarchSource, c.ScorchSource, c.Source} {
		if !s.Valid() {
			return &board.LoadError{File: name, Key: "cost, chits", Err: board.ErrSource}
		}
	}
	if len(f.Chits) < 2 {
		return &board.LoadError{File: name, Key: "chits", Err: board.ErrInvalid, Detail: "at least two"}
	}
	g.Chits = f.Chits
	g.Cost = Costs{c.March, c.Thermopylae, c.Pindus, c.Interception, c.Voyage, c.Embark, c.Scorch}
	g.note("chits", f.ChitsSource)
	g.note("costs of a march and of scorching", c.MarchSource)
	for _, e := range f.Stratagem {
		if !e.Source.Valid() || !slices.Contains([]string{"both", "greeks", "persians"}, e.For) {
			return &board.LoadError{File: name, Key: "stratagem " + e.ID, Err: board.ErrInvalid}
		}
		g.Stratagems = append(g.Stratagems, Stratagem{ID: e.ID, EN: e.EN, FR: e.FR, Number: e.Number, Count: e.Count, For: e.For})
	}
	return nil
}

func readInt(s string) (int, error) { return strconv.Atoi(s) }

func readBlow(s string) (Blow, error) {
	points, test := strings.CutSuffix(s, "T")
	n, err := strconv.Atoi(points)
	return Blow{n, test}, err
}

func readFight(s string) (Fight, error) {
	i := slices.Index([]string{"-", "B", "A"}, s)
	if i < 0 {
		return 0, fmt.Errorf("%q is none of -, B and A", s)
	}
	return Fight(i), nil
}

// table reads a file of a table.
func table[C any](g *Game, fsys fs.FS, name, topic string, shape tables.Shape, read func(string) (C, error), into **tables.Table[C]) error {
	var f tables.File[string]
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return err
	}
	t, err := tables.New(name, &f, shape, read)
	if err != nil {
		return err
	}
	*into = t
	g.note(topic, t.Source())
	return nil
}

func loadTables(fsys fs.FS, g *Game) error {
	zones := []string{"1", "2", "3", "4", "5", "6"}
	return errors.Join(
		table(g, fsys, "interception.toml", "table of interception", tables.Shape{Columns: []string{"-3", "-2", "-1", "0", "+1", "+2", "+3"}, First: 1, Last: 7}, readFight, &g.Interception),
		table(g, fsys, "combat.toml", "table of combat", tables.Shape{Columns: []string{"1-5", "6-10", "11-15", "16-20", "21-30", "31-40", "41-50", "51-65", "66-80", "81+"}, First: 2, Last: 9}, readBlow, &g.Combat),
		table(g, fsys, "naval.toml", "table of naval combat", tables.Shape{Columns: []string{"1", "2", "3", "4", "5"}, First: 0, Last: 10}, readInt, &g.Naval),
		table(g, fsys, "attrition-land.toml", "table of attrition of marches", tables.Shape{Columns: zones, First: 1, Last: 6}, readInt, &g.LandWear),
		table(g, fsys, "attrition-naval.toml", "table of attrition of voyages", tables.Shape{Columns: zones, First: 1, Last: 6}, readInt, &g.SeaWear),
		table(g, fsys, "attrition-unsupplied.toml", "table of attrition without supply", tables.Shape{Columns: []string{"clear", "rough", "mountain"}, First: 1, Last: 7}, readInt, &g.UnsuppliedWear))
}
