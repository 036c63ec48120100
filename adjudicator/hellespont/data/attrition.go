package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"keryx/adjudicator/board"
	"keryx/adjudicator/tables"
)

// attritionName is the name of the file of the attrition table.
const attritionName = "attrition.toml"

// Toll is what attrition does to the units of a zone (rule 6.4).
type Toll uint8

// The tolls, from the lightest to the heaviest.
const (
	NoToll  Toll = iota
	OneUnit      // one is weakened, of the owner's choice
	AllUnits
)

var tollIDs = [...]string{"none", "one", "all"}

// String returns the toll as the table has it: "none", "one", "all".
func (t Toll) String() string { return tollIDs[t] }

// Attrition is the table of what a modified die comes to.
type Attrition struct{ *tables.Table[Toll] }

// Of returns the toll of a modified die of any size.
func (a Attrition) Of(die int) Toll { return a.At(die, 0) }

// Harmless returns the highest modified die up to which nothing happens.
func (a Attrition) Harmless() int {
	die := a.First
	for die <= a.Last && a.Of(die) == NoToll {
		die++
	}
	return die - 1
}

// attritionShape has a row for each face of the die.
var attritionShape = tables.Shape{Columns: []string{"outcome"}, First: 1, Last: 6}

func loadAttrition(fsys fs.FS, g *Game) (err error) {
	var f tables.File[string]
	if err := board.ReadTOML(fsys, attritionName, &f); err != nil {
		return err
	}
	g.Attrition.Table, err = tables.New(attritionName, &f, attritionShape, func(id string) (Toll, error) {
		i := slices.Index(tollIDs[:], id)
		if i < 0 {
			return 0, fmt.Errorf("%q is none of %s", id, strings.Join(tollIDs[:], ", "))
		}
		return Toll(i), nil
	})
	return err
}

// attrition compares the table with what the rulebook says of each modified die.
func (a *audit) attrition() {
	for die, want := range []Toll{NoToll, NoToll, NoToll, NoToll, NoToll, OneUnit, AllUnits, AllUnits} {
		a.Want(fmt.Sprintf("attrition of a modified %d", die), "rule 6.4", a.g.Attrition.Of(die), want)
	}
}
