package data

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
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
var Default = sync.OnceValue(func() *Game {
	g, err := Load(embedded)
	if err != nil {
		panic(fmt.Sprintf("data: embedded files: %v", err))
	}
	return g
})

// LoadDir loads the data with the files of a directory in the place of the embedded ones
// of the same names; crt.toml replaces the combat table of the series. The errors are
// those of [field.Folder] and [Load].
func LoadDir(dir string) (*Game, error) {
	fsys, err := field.Folder(dir, embedded, garrisonsName, wallsName, turnsName)
	if err != nil {
		return nil, err
	}
	return Load(fsys)
}

// Load reads the data files of fsys. Faults of a file are *board.LoadError with the file
// and the key. What the files say is not compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	m, err := field.Map(fsys, mapName, SideIDs[:])
	if err != nil {
		return nil, err
	}
	g := &Game{Map: m}
	if g.Geometry, err = field.Geometry(fsys, geometryName, m); err != nil {
		return nil, err
	}
	if g.CRT, err = field.CRT(fsys); err != nil {
		return nil, err
	}
	for _, step := range []func(fs.FS, *Game) error{
		loadCounters, loadGarrisons, loadWalls, loadTurns, loadStratagems, loadScenarios, loadLexicon,
	} {
		if err := step(fsys, g); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// reading begins the reading of a file.
func reading(file string) field.Reading { return field.Reading{File: file, Sides: SideIDs[:]} }

func loadCounters(fsys fs.FS, g *Game) error {
	var f countersFile
	if err := board.ReadTOML(fsys, countersName, &f); err != nil {
		return err
	}
	r := reading(countersName)
	for _, e := range f.Unit {
		key := "unit " + e.Side + " " + e.Class
		suffix := ""
		if n := len(e.Class); n > 0 && e.Class[n-1] == 'a' {
			suffix = "a"
			if e.Band {
				r.Fail(key+".band", board.ErrInvalid, "an ally has none")
			}
		}
		for _, u := range r.Units(e.UnitEntry, suffix) {
			if u.Number == 1 && g.Class(u.Side, u.Class) != nil {
				r.Fail(key, board.ErrDuplicate, "")
			}
			g.Units = append(g.Units, UnitDef{Unit: u, Band: e.Band})
		}
	}
	for _, e := range f.Leader {
		key := "leader " + e.ID
		r.Source(key, e.Source, e.BonusSource)
		if e.Bonus < 0 || e.Bonus > 3 {
			r.Fail(key+".bonus", board.ErrInvalid, strconv.Itoa(e.Bonus))
		}
		if g.Leader(e.ID) >= 0 {
			r.Fail(key, board.ErrDuplicate, "")
		}
		g.Leaders = append(g.Leaders, LeaderDef{ID: e.ID, Names: r.Names(key, e.EN, e.FR), Side: r.Side(key, e.Side),
			Bonus: e.Bonus, Source: e.Source, BonusSource: e.BonusSource})
	}
	slices.SortStableFunc(g.Units, func(a, b UnitDef) int { return int(a.Side) - int(b.Side) })
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
	r := reading(garrisonsName)
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
	r := reading(wallsName)
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

func loadTurns(fsys fs.FS, g *Game) error {
	var f turnsFile
	if err := board.ReadTOML(fsys, turnsName, &f); err != nil {
		return err
	}
	r := reading(turnsName)
	for i, e := range f.Turn {
		key := fmt.Sprintf("turn %d", e.Number)
		r.Source(key, e.Source, e.SeasonSource)
		r.Among(key+".season", []string{e.Season}, "summer", "autumn", "winter", "spring")
		if e.Number != i {
			r.Fail(key+".number", board.ErrInvalid, fmt.Sprintf("want %d here", i))
		}
		if e.Dice < 1 || e.Wall < 1 || e.Wall > 6 {
			r.Fail(key, board.ErrInvalid, "dice from 1, wall from 1 to 6")
		}
		g.Turns = append(g.Turns, Turn{Number: e.Number, Season: e.Season, Year: e.Year, Names: r.Names(key, e.EN, e.FR),
			Armistice: e.Armistice, Dice: e.Dice, PA: e.PA, PAUnless: e.PAUnless, Attrition: e.Attrition, Wall: e.Wall,
			Source: e.Source, SeasonSource: e.SeasonSource})
	}
	if len(g.Turns) == 0 {
		r.Fail("turn", board.ErrMissing, "")
	}
	return r.Err
}

func loadStratagems(fsys fs.FS, g *Game) error {
	var f stratagemsFile
	if err := board.ReadTOML(fsys, stratagemsName, &f); err != nil {
		return err
	}
	r := reading(stratagemsName)
	for _, e := range f.Stratagem {
		key := fmt.Sprintf("stratagem %d", e.Number)
		if e.Number < 1 || e.Number > 22 {
			r.Fail(key, board.ErrInvalid, "stratagems are numbered from 1 to 22")
			break
		}
		if g.Stratagem(field.StratagemNo(e.Number)) != nil {
			r.Fail(key, board.ErrDuplicate, "")
		}
		r.Source(key, e.Source)
		r.Among(key+".phases", e.Phases, "B.2", "B.3", "D.2", "D.3", "D.4", "D.5", "any")
		r.Among(key+".by", e.By, "attacker", "defender")
		s := Stratagem{Number: field.StratagemNo(e.Number), ID: fmt.Sprintf("S%d", e.Number), Names: r.Names(key, e.EN, e.FR),
			Category: e.Category, Phases: e.Phases, Combat: e.Combat, MainMap: e.MainMap, Permanent: e.Permanent,
			Attacker: slices.Contains(e.By, "attacker"), Defender: slices.Contains(e.By, "defender"), Source: e.Source}
		for _, id := range e.Sides {
			s.Sides = append(s.Sides, r.Side(key+".sides", id))
		}
		g.Stratagems = append(g.Stratagems, s)
	}
	g.Counters = r.Counters(f.Counter, func(key, id string) field.StratagemNo { return stratagem(&r, g, key, id) })
	return r.Err
}

// stratagem resolves "S18".
func stratagem(r *field.Reading, g *Game, key, id string) field.StratagemNo {
	for _, s := range g.Stratagems {
		if s.ID == id {
			return s.Number
		}
	}
	r.Fail(key, board.ErrUnknown, strconv.Quote(id))
	return 0
}

func loadLexicon(fsys fs.FS, g *Game) (err error) {
	words := field.NewWords()
	words.Zones(ZoneKind, g.Map, board.Land, board.Sea)
	for _, x := range g.Garrisons {
		words.Add(GarrisonKind, x.ID, x.Names.EN, x.Names.FR)
	}
	for _, l := range g.Leaders {
		words.Add(LeaderKind, l.ID, l.Names.EN, l.Names.FR)
	}
	for _, s := range g.Stratagems {
		words.Add(StratagemKind, s.ID, s.ID, s.Names.EN, s.Names.FR)
	}
	for _, t := range field.UnitTypes {
		words.Add(TypeKind, t.String())
	}
	for _, id := range SideIDs {
		words.Add(SideKind, id)
	}
	for _, id := range []string{"summer", "autumn", "winter", "spring"} {
		words.Add(SeasonKind, id)
	}
	g.Lexicon, err = words.Lexicon(fsys, lexiconName)
	return err
}
