package field

import (
	"fmt"
	"io/fs"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Facts are what the games of the series all print: the map, the counters, the texts of
// the stratagems, the turns, the scenarios and the combat table. They never change after
// they have been loaded, so all games share them.
//
// What only one game prints stands beside them in its own types, which embed those of
// this package: Stratagems, Turns and Scenarios point at the part that is shared.
type Facts struct {
	Map          *board.Map
	Geometry     *board.Geometry // nil when the data have no geometry.toml
	CRT          *bey.CRT
	Units        []Unit // those of the first side first
	Leaders      []Leader
	MaxStratagem StratagemNo // the highest number of a stratagem
	Stratagems   []*Stratagem
	Counters     []Counter
	TurnKind     string // what a turn is called in the lexicon: "month"
	Turns        []*Turn
	Scenarios    []*Scenario
	Lexicon      *orders.Lexicon

	byNumber []*Stratagem
}

// Kinds of entries in [Facts.Lexicon], beside that of the turns.
const (
	ZoneKind      = "zone"
	LeaderKind    = "leader"
	StratagemKind = "stratagem"
	TypeKind      = "type" // entries "T", "H", "C", "P", "A"
	SideKind      = "side"
)

// ReadBoard reads the map, whose sides must be the given ones in their order, how it is
// drawn, and the combat table.
func (f *Facts) ReadBoard(fsys fs.FS, sides []string) (err error) {
	if f.Map, err = Map(fsys, MapName, sides); err != nil {
		return err
	}
	if f.Geometry, err = Geometry(fsys, GeometryName, f.Map); err != nil {
		return err
	}
	f.CRT, err = CRT(fsys)
	return err
}

// Reading begins the reading of a file.
func (f *Facts) Reading(file string) Reading { return Reading{File: file, Sides: f.Map.Sides()} }

// SideByID returns the side with this identifier. It returns an error for one that there
// is not.
func (f *Facts) SideByID(id string) (adjudicator.Side, error) {
	s := slices.Index(f.Map.Sides(), id)
	if s < 0 {
		return adjudicator.Observer, fmt.Errorf("no side %q", id)
	}
	return adjudicator.Side(s), nil
}

// Leader returns the index in Leaders of the leader with this identifier, or -1.
func (f *Facts) Leader(id string) int {
	return slices.IndexFunc(f.Leaders, func(l Leader) bool { return l.ID == id })
}

// UnitNamed returns the unit with this identifier, or NoUnit.
func (f *Facts) UnitNamed(id string) UnitNo {
	for i := range f.Units {
		if f.Units[i].ID == id {
			return UnitNo(i)
		}
	}
	return NoUnit
}

// Stratagem returns the stratagem with this number, or nil.
func (f *Facts) Stratagem(n StratagemNo) *Stratagem {
	if int(n) >= len(f.byNumber) {
		return nil
	}
	return f.byNumber[n]
}

// Class returns one of a side's units of a class, or nil.
func (f *Facts) Class(s adjudicator.Side, class string) *Unit {
	i := slices.IndexFunc(f.Units, func(u Unit) bool { return u.Side == s && u.Class == class })
	if i < 0 {
		return nil
	}
	return &f.Units[i]
}

// Words returns the names of what the facts hold: zones, leaders, stratagems, types of
// units and sides.
func (f *Facts) Words() *Words {
	words := NewWords()
	words.Zones(ZoneKind, f.Map, board.Land, board.Sea)
	for _, l := range f.Leaders {
		words.Add(LeaderKind, l.ID, l.Names.EN, l.Names.FR)
	}
	for _, s := range f.Stratagems {
		words.Add(StratagemKind, s.ID, s.ID, s.Names.EN, s.Names.FR)
	}
	for _, t := range UnitTypes {
		words.Add(TypeKind, t.String())
	}
	for _, id := range f.Map.Sides() {
		words.Add(SideKind, id)
	}
	return words
}
