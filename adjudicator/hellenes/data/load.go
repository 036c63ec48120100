package data

import (
	"embed"
	"io/fs"
	"strconv"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The names of the files that no other game has.
const (
	provincesName = "provinces.toml"
	blocksName    = "blocks.toml"
	cardsName     = "cards.toml"
	tablesName    = "tables.toml"
)

//go:embed *.toml
var embedded embed.FS

//go:embed texts
var named embed.FS

// Texts are what things of the data are called, in all languages: a ruleset brings them
// behind its own texts.
var Texts = adjudicator.Texts{Owner: "greece", Files: named}

var names = []string{field.MapName, field.GeometryName, provincesName, blocksName, cardsName, tablesName, field.ScenariosName, field.LexiconName}

// Default returns the embedded data. They are loaded once; a fault in them is a fault of the
// program and panics.
var Default = sync.OnceValue(Embedded)

// Embedded loads the embedded data once more than [Default], for who adds to them.
func Embedded() *Game {
	g, err := Load(embedded)
	if err != nil {
		panic("data: embedded files: " + err.Error())
	}
	return g
}

// LoadDir loads the data with the files of a directory in the place of the embedded ones of
// the same names. A TOML file of another name is refused, because its owner would believe it
// to be in use, and so is a directory without any.
func LoadDir(dir string) (*Game, error) {
	fsys, err := board.Folder(dir, embedded, names...)
	if err != nil {
		return nil, err
	}
	return Load(fsys)
}

// Load reads the data files of fsys. Faults of a file are *board.LoadError with the file and
// the key. What the files say is not compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	return field.Fill(&Game{}, fsys, loadMap, loadProvinces, loadBlocks, loadCards, loadTables, loadScenarios, loadLexicon)
}

// reading begins the reading of a file.
func (g *Game) reading(file string) field.Reading {
	return field.Reading{File: file, Sides: SideIDs[:]}
}

// loadMap reads the map, whose provinces come before its seas, and how it is drawn.
func loadMap(fsys fs.FS, g *Game) (err error) {
	if g.Map, err = field.Map(fsys, field.MapName, SideIDs[:]); err != nil {
		return err
	}
	r := g.reading(field.MapName)
	for z := range g.Map.All().All() {
		p := g.Map.Place(z)
		if p.Kind != board.Land && p.Kind != board.Sea {
			r.Fail("zone "+p.ID+".kind", board.ErrInvalid, "a zone is land or sea")
		}
		if p.Kind == board.Sea {
			g.Seas = append(g.Seas, g.sea(&r, z))
		} else if g.Provinces = append(g.Provinces, Province{Theatre: g.theatre(&r, z)}); len(g.Seas) > 0 {
			r.Fail("zone "+p.ID, board.ErrInvalid, "provinces stand before seas")
		}
	}
	if r.Err != nil {
		return r.Err
	}
	g.Geometry, err = field.Geometry(fsys, field.GeometryName, g.Map)
	return err
}

// theatre is the one of which a zone has the tag.
func (g *Game) theatre(r *field.Reading, z board.Zone) Theatre {
	for t := range theatres {
		if g.Map.Tagged(t.String()).Has(z) {
			return t
		}
	}
	r.Fail("zone "+g.Map.Name(z)+".tags", board.ErrMissing, "the part of the map")
	return Greece
}

func (g *Game) sea(r *field.Reading, z board.Zone) Sea {
	high, strait := g.Map.EdgeTag("high"), g.Map.EdgeTag("strait")
	s := Sea{Zone: z, Theatre: g.theatre(r, z), Grain: g.Map.Tagged("grain").Has(z), Coasts: g.Map.Near(z, board.Shore)}
	for _, e := range g.Map.Edges(z) {
		if e.Tags&high != 0 {
			s.High.Add(e.To)
		}
		if e.Tags&strait != 0 {
			s.Straits.Add(e.To)
		}
	}
	return s
}

// loadLexicon gathers the identifiers and names of the other files and the forms of the
// lexicon file. A form that would name two things of one kind is refused.
func loadLexicon(fsys fs.FS, g *Game) (err error) {
	words := field.NewWords()
	words.Zones(ZoneKind, g.Map)
	for n := 1; n <= max(len(g.Blocks[Athens]), len(g.Blocks[Sparta])); n++ {
		words.Add(BlockKind, strconv.Itoa(n), strconv.Itoa(n), "b"+strconv.Itoa(n))
	}
	for _, c := range g.Cards {
		words.Add(CardKind, strconv.Itoa(c.Number))
	}
	for _, e := range g.Events {
		words.Add(EventKind, e.ID, e.Names.EN, e.Names.FR)
	}
	for _, l := range g.Leaders {
		words.Add(LeaderKind, l.ID, l.Names.EN, l.Names.FR)
	}
	for _, x := range g.Regions {
		words.Add(RegionKind, x.ID, x.Names.EN, x.Names.FR)
	}
	for _, n := range g.Nations {
		words.Add(NationKind, n.ID, n.Names.EN, n.Names.FR)
	}
	for _, id := range armIDs {
		words.Add(ArmKind, id)
	}
	for i, s := range g.Tables.Seasons {
		words.Add(SeasonKind, Season(i).String(), s.Names.EN, s.Names.FR)
	}
	for i, o := range g.Tables.Olympians {
		words.Add(OlympianKind, Olympian(i).String(), o.EN, o.FR)
	}
	for _, id := range SideIDs {
		words.Add(SideKind, id)
	}
	g.Lexicon, err = words.Lexicon(fsys, field.LexiconName)
	return err
}
