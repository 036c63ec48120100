package data

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

//go:embed *.toml
var embedded embed.FS

var files = field.Files[*Game]{Embedded: embedded, Own: []string{garrisonsName, wallsName, turnsName}, Load: Load}

// Default returns the embedded data. They are loaded once; a fault in them is a
// fault of the program and panics.
var Default = sync.OnceValue(Embedded)

// Embedded loads the embedded data once more than [Default], for who adds to them.
func Embedded() *Game { return files.Default() }

// LoadDir loads the data with the files of a directory in the place of the embedded ones
// of the same names; crt.toml replaces the combat table of the series. The errors are
// those of [board.Folder] and [Load].
func LoadDir(dir string) (*Game, error) { return files.Dir(dir) }

// Load reads the data files of fsys. Faults of a file are *board.LoadError with the file
// and the key. What the files say is not compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	g := &Game{Facts: field.Facts{MaxStratagem: 22, TurnKind: SeasonKind}}
	return field.Fill(g, fsys, loadBoard, loadCounters, loadGarrisons, loadWalls, loadTurns, loadStratagems, loadScenarios, loadLexicon)
}

func loadBoard(fsys fs.FS, g *Game) error { return g.ReadBoard(fsys, SideIDs[:]) }

func loadCounters(fsys fs.FS, g *Game) error {
	var f countersFile
	if err := board.ReadTOML(fsys, field.CountersName, &f); err != nil {
		return err
	}
	r := g.Reading(field.CountersName)
	for _, e := range f.Unit {
		suffix, ally := "", Allied
		if strings.HasSuffix(e.Class, "a") {
			suffix = "a"
			if e.Band {
				r.Fail("unit "+e.Side+" "+e.Class+".band", board.ErrInvalid, "an ally has none")
			}
		}
		if e.Band {
			ally = ""
		}
		g.AddUnits(&r, e.UnitEntry, suffix, ally)
	}
	for _, e := range f.Leader {
		g.AddLeader(&r, e, 3)
	}
	return r.Err
}

// zone resolves a zone of the map.
func zone(r *field.Reading, g *Game, key, id string) board.Zone {
	z, ok := g.Map.Zone(id)
	if !ok {
		r.Fail(key, board.ErrUnknown, strconv.Quote(id))
	}
	return z
}

func loadGarrisons(fsys fs.FS, g *Game) error {
	var f garrisonsFile
	if err := board.ReadTOML(fsys, garrisonsName, &f); err != nil {
		return err
	}
	r := g.Reading(garrisonsName)
	for _, e := range f.Garrison {
		key := "garrison " + e.ID
		r.Source(key, e.Source, e.PFSource, e.VASource)
		x := Garrison{ID: e.ID, Zone: zone(&r, g, key+".zone", e.Zone), Names: r.Names(key, e.EN, e.FR), PF: e.PF,
			Source: e.Source, PFSource: e.PFSource, VASource: e.VASource}
		if e.PF < 1 {
			r.Fail(key+".pf", board.ErrInvalid, strconv.Itoa(e.PF))
		}
		for _, id := range slices.Sorted(maps.Keys(e.VA)) {
			if va := e.VA[id]; va < 3 || va > 6 {
				r.Fail(key+".va", board.ErrInvalid, fmt.Sprintf("%d, want 3 to 6", va))
			}
			x.VA[r.Side(key+".va", id)] = e.VA[id]
		}
		if g.Garrison(e.ID) >= 0 {
			r.Fail(key, board.ErrDuplicate, "")
		}
		g.Garrisons = append(g.Garrisons, x)
	}
	return r.Err
}

func loadWalls(fsys fs.FS, g *Game) error {
	var f wallsFile
	if err := board.ReadTOML(fsys, wallsName, &f); err != nil {
		return err
	}
	r := g.Reading(wallsName)
	permanent, works := g.Map.EdgeTag("wall"), g.Map.EdgeTag("works")
	for _, e := range f.Wall {
		key := "wall " + e.Inside + "-" + e.Outside
		r.Source(key, e.Source, e.EffectSource)
		w := Wall{Inside: zone(&r, g, key+".inside", e.Inside), Outside: zone(&r, g, key+".outside", e.Outside),
			Permanent: e.Permanent, Built: e.Built, Source: e.Source, EffectSource: e.EffectSource}
		for i, x := range []effectEntry{e.Absent, e.Standing, e.Destroyed} {
			w.Effects[i] = WallEffect(x)
			if x.In < 0 || x.Out < 0 || x.Columns < 0 {
				r.Fail(key, board.ErrInvalid, "a wall helps nobody across")
			}
		}
		if r.Err != nil {
			return r.Err
		}
		if g.Wall(w.Inside, w.Outside) != nil || g.Wall(w.Outside, w.Inside) != nil {
			r.Fail(key, board.ErrDuplicate, "")
		}
		tag := permanent
		if e.Built {
			tag = works
		}
		if edge := g.Map.Edge(w.Inside, w.Outside); edge == nil || edge.Tags&tag == 0 {
			r.Fail(key, board.ErrInvalid, "the map has no such wall on that border")
		}
		g.Walls = append(g.Walls, w)
	}
	for z := range g.Map.All().All() {
		for _, e := range g.Map.Edges(z) {
			if e.Tags&(permanent|works) != 0 && z < e.To && g.Wall(z, e.To) == nil && g.Wall(e.To, z) == nil {
				r.Fail("wall", board.ErrMissing, g.Map.Name(z)+"-"+g.Map.Name(e.To))
			}
		}
	}
	return r.Err
}

// Wall returns the wall with that inside and outside, or nil.
func (g *Game) Wall(inside, outside board.Zone) *Wall {
	for i := range g.Walls {
		if w := &g.Walls[i]; w.Inside == inside && w.Outside == outside {
			return w
		}
	}
	return nil
}

// seasons are the identifiers of turns, in the order of the year of the game.
var seasons = []string{"summer", "autumn", "winter", "spring"}

func loadTurns(fsys fs.FS, g *Game) error {
	var f turnsFile
	if err := board.ReadTOML(fsys, turnsName, &f); err != nil {
		return err
	}
	r := g.Reading(turnsName)
	for i, e := range f.Turn {
		key := fmt.Sprintf("turn %d", e.Number)
		r.Source(key, e.SeasonSource)
		r.Among(key+".season", []string{e.Season}, seasons...)
		if e.Number != i {
			r.Fail(key+".number", board.ErrInvalid, fmt.Sprintf("want %d here", i))
		}
		if e.Dice < 1 || e.Wall < 1 || e.Wall > 6 {
			r.Fail(key, board.ErrInvalid, "dice from 1, wall from 1 to 6")
		}
		t := &Turn{Turn: field.Turn{ID: e.Season, Dice: e.Dice, FreeActivation: true, Winter: e.Season == "winter"},
			Armistice: e.Armistice, Wall: e.Wall, SeasonSource: e.SeasonSource}
		g.AddTurn(&r, key, &t.Turn, e.TurnEntry)
		g.Turns = append(g.Turns, t)
	}
	if len(g.Turns) == 0 {
		r.Fail("turn", board.ErrMissing, "")
	}
	return r.Err
}

func loadStratagems(fsys fs.FS, g *Game) error {
	var f stratagemsFile
	if err := board.ReadTOML(fsys, field.StratagemsName, &f); err != nil {
		return err
	}
	r := g.Reading(field.StratagemsName)
	for _, e := range f.Stratagem {
		s := &Stratagem{Combat: e.Combat, MainMap: e.MainMap}
		for _, id := range e.Sides {
			s.Sides = append(s.Sides, r.Side(e.Key()+".sides", id))
		}
		g.AddStratagem(&r, &s.Stratagem, e.StratagemEntry, "B.2", "B.3", "D.2", "D.3", "D.4", "D.5", "any")
		g.Stratagems = append(g.Stratagems, s)
	}
	g.AddCounters(&r, f.Counter)
	return r.Err
}

func loadLexicon(fsys fs.FS, g *Game) (err error) {
	words := g.Words()
	for _, x := range g.Garrisons {
		words.Add(GarrisonKind, x.ID, x.Names.EN, x.Names.FR)
	}
	for _, id := range seasons {
		words.Add(SeasonKind, id)
	}
	g.Lexicon, err = words.Lexicon(fsys, field.LexiconName)
	return err
}
