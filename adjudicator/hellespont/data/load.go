package data

import (
	"embed"
	"io/fs"
	"slices"
	"sync"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

//go:embed *.toml
var embedded embed.FS

var files = field.Files[*Game]{Embedded: embedded, Own: []string{monthsName, attritionName}, Load: Load}

// Default returns the embedded data. They are loaded once; a fault in them is a
// fault of the program and panics.
var Default = sync.OnceValue(Embedded)

// Embedded loads the embedded data once more than [Default], for who adds to them.
func Embedded() *Game { return files.Default() }

// LoadDir loads the data with the files of a directory in the place of the
// embedded ones of the same names; crt.toml replaces the combat table of the
// series. A TOML file of another name is refused, because its owner would believe
// it to be in use, and so is a directory without any.
func LoadDir(dir string) (*Game, error) { return files.Dir(dir) }

// Load reads the data files of fsys. The combat table is the embedded one of the
// series unless fsys has its own crt.toml. Faults of a file are
// *board.LoadError with the file and the key. What the files say is not
// compared with the rulebook; see [Check].
func Load(fsys fs.FS) (*Game, error) {
	g := &Game{Facts: field.Facts{MaxStratagem: 23, TurnKind: MonthKind}} // 21 does not exist
	return field.Fill(g, fsys, loadBoard, loadCounters, loadStratagems, loadMonths, loadAttrition, loadScenarios, loadLexicon)
}

func loadBoard(fsys fs.FS, g *Game) error { return g.ReadBoard(fsys, SideIDs[:]) }

func loadCounters(fsys fs.FS, g *Game) error {
	var f countersFile
	if err := board.ReadTOML(fsys, field.CountersName, &f); err != nil {
		return err
	}
	r := g.Reading(field.CountersName)
	for _, e := range f.Unit {
		ally := ""
		if e.Persian {
			ally = Persia
		}
		g.AddUnits(&r, e.UnitEntry, "", ally)
	}
	for _, e := range f.Leader {
		if e.Persian != (e.Ally == Persia) {
			r.Fail("leader "+e.ID+".persian", board.ErrInvalid, "true for leaders whose ally is "+Persia+", and for no others")
		}
		g.AddLeader(&r, e.LeaderEntry, 2)
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
		s := &Stratagem{Land: slices.Contains(e.Combat, "land"), Naval: slices.Contains(e.Combat, "naval"), NoStraits: e.NotInStraits}
		r.Among(e.Key()+".combat", e.Combat, "land", "naval")
		g.AddStratagem(&r, &s.Stratagem, e.StratagemEntry, "B.2", "B.3", "C", "D.3", "D.4", "D.5", "any")
		g.Stratagems = append(g.Stratagems, s)
	}
	g.AddCounters(&r, f.Counter)
	return r.Err
}

func loadMonths(fsys fs.FS, g *Game) error {
	var f monthsFile
	if err := board.ReadTOML(fsys, monthsName, &f); err != nil {
		return err
	}
	r := g.Reading(monthsName)
	for _, e := range f.Month {
		key := "month " + e.ID
		if g.TurnNamed(e.ID) >= 0 {
			r.Fail(key, board.ErrDuplicate, "")
		}
		m := &Month{Turn: field.Turn{ID: e.ID, Dice: 2, FreeActivation: e.FreeActivation, Winter: e.Siege < 0},
			SupplyRises: e.SupplyRises, Siege: e.Siege}
		g.AddTurn(&r, key, &m.Turn, e.TurnEntry)
		g.Months = append(g.Months, m)
	}
	return r.Err
}

// loadLexicon gathers the identifiers and names of the other files and the forms
// of the lexicon file. A form that would name two things of one kind is refused.
func loadLexicon(fsys fs.FS, g *Game) (err error) {
	words := g.Words()
	for _, m := range g.Months {
		words.Add(MonthKind, m.ID)
	}
	g.Lexicon, err = words.Lexicon(fsys, field.LexiconName)
	return err
}
