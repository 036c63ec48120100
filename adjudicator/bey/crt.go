package bey

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"keryx/adjudicator/board"
	"keryx/adjudicator/tables"
)

//go:embed data/crt.toml
var crtFiles embed.FS

// Result is what a combat does to one side's units (rule 4.2.3).
type Result uint8

// The results, from the lightest to the heaviest.
const (
	NoLoss        Result = iota // R
	Quarter                     // weaken a quarter
	Half                        // weaken half
	ThreeQuarters               // weaken three quarters
	AllWeakened                 // A
	AllEliminated               // E: all units, and the leaders with them
)

var resultIDs = [...]string{"R", "1/4", "1/2", "3/4", "A", "E"}

// String returns the result as the table prints it: "R", "1/4", "A" ...
func (r Result) String() string { return resultIDs[r] }

// Part returns how many of n units (on land) or force points (at sea) the result
// weakens: the fraction rounded down, at least 1 when there is any loss and
// anything to lose (rule 4.2.3). For A and E it is n.
func (r Result) Part(n int) int {
	part := 0
	switch r {
	case NoLoss:
		return 0
	case Quarter:
		part = n / 4
	case Half:
		part = n / 2
	case ThreeQuarters:
		part = n * 3 / 4
	default:
		return n
	}
	return min(n, max(part, 1))
}

// Combatant is one of the two parts in a combat.
type Combatant uint8

// The combatants.
const (
	Attacker Combatant = iota
	Defender
)

var combatantIDs = [...]string{"attacker", "defender"}

// String returns "attacker" or "defender".
func (c Combatant) String() string { return combatantIDs[c] }

// Cell is one entry of the combat results table.
type Cell struct {
	Attacker, Defender Result
	Winner             Combatant // the other one retreats
}

// String returns "1/4 - 1/2, attacker wins".
func (c Cell) String() string {
	return fmt.Sprintf("%s - %s, %s wins", c.Attacker, c.Defender, c.Winner)
}

// The size of the table.
const (
	CRTColumns = 7
	CRTRows    = 10
	MinDie     = -1 // the row for -1 and less
	MaxDie     = 8  // the row for 8 and more
)

// ratios are the columns as attacker to defender.
var ratios = [CRTColumns][2]int{{1, 3}, {1, 2}, {2, 3}, {1, 1}, {3, 2}, {2, 1}, {3, 1}}

// crtShape is the table's: its columns are named by their ratios.
var crtShape = func() tables.Shape {
	shape := tables.Shape{First: MinDie, Last: MaxDie}
	for _, r := range ratios {
		shape.Columns = append(shape.Columns, strconv.Itoa(r[0])+":"+strconv.Itoa(r[1]))
	}
	return shape
}()

// CRT is the combat results table.
type CRT struct {
	*tables.Table[Cell]
	winnerSource board.Source
}

// Column returns the column, 0 to 6, of a force ratio, rounded in favour of the
// defender (rule 4.2.2): the highest column whose ratio the attacker
// reaches, column 0 below that. Attacker and defender are in PF.
func (*CRT) Column(attacker, defender int) int {
	for c := CRTColumns - 1; c > 0; c-- {
		if attacker*ratios[c][1] >= defender*ratios[c][0] {
			return c
		}
	}
	return 0
}

// ColumnName returns the force ratio of a column: "3:2".
func (*CRT) ColumnName(column int) string { return crtShape.Columns[ClampColumn(column)] }

// ClampColumn returns the column of the table for a column after all shifts.
func ClampColumn(column int) int { return crtShape.ClampColumn(column) }

// WinnerSource returns where the winners come from.
func (t *CRT) WinnerSource() board.Source { return t.winnerSource }

// DefaultCRT returns the embedded table. It is loaded once; a fault in it is a
// fault of the program and panics.
var DefaultCRT = sync.OnceValue(func() *CRT {
	t, err := LoadCRT(crtFiles, "data/crt.toml")
	if err != nil {
		panic(fmt.Sprintf("bey: embedded combat table: %v", err))
	}
	return t
})

// crtFile is the table as its file has it.
type crtFile struct {
	tables.File[crtCell]
	WinnerSource board.Source `toml:"winner_source"`
}

// crtCell is a cell of the file.
type crtCell struct {
	Attacker string `toml:"attacker"`
	Defender string `toml:"defender"`
	Winner   string `toml:"winner"`
}

// read returns the cell, or an error that tells what is in it.
func (c crtCell) read() (Cell, error) {
	a, d := slices.Index(resultIDs[:], c.Attacker), slices.Index(resultIDs[:], c.Defender)
	w := slices.Index(combatantIDs[:], c.Winner)
	if a < 0 || d < 0 || w < 0 {
		return Cell{}, fmt.Errorf("%q - %q, winner %q", c.Attacker, c.Defender, c.Winner)
	}
	return Cell{Attacker: Result(a), Defender: Result(d), Winner: Combatant(w)}, nil
}

// LoadCRT reads the table from a file of fsys. Faults of the file are
// *board.LoadError; a missing file is fs.ErrNotExist.
func LoadCRT(fsys fs.FS, name string) (*CRT, error) {
	var f crtFile
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return nil, err
	}
	return f.table(name)
}

// table makes the table of the file of that name.
func (f *crtFile) table(name string) (*CRT, error) {
	if !f.WinnerSource.Valid() {
		return nil, &board.LoadError{File: name, Key: "winner_source", Err: board.ErrSource, Detail: strconv.Quote(string(f.WinnerSource))}
	}
	t, err := tables.New(name, &f.File, crtShape, crtCell.read)
	if err != nil {
		return nil, err
	}
	return &CRT{t, f.WinnerSource}, nil
}

// printedResults are the results of the table as the rulebook prints them, one
// string per row, columns separated by blanks.
var printedResults = [CRTRows]string{
	"E-R A-R 3/4-R 1/2-R 1/2-R 1/2-R 1/2-R",
	"E-R 3/4-R 1/2-R 1/2-R 1/2-R 1/2-R 1/4-1/4",
	"A-R 1/2-R 1/2-R 1/2-R 1/2-R 1/4-1/4 1/4-1/4",
	"A-R 1/2-R 1/2-R 1/4-R 1/4-1/4 1/4-1/4 1/4-1/2",
	"3/4-R 1/2-R 1/4-R 1/4-1/4 1/4-1/4 1/4-1/4 R-1/2",
	"1/2-R 1/4-1/4 1/4-1/4 1/4-1/4 1/4-1/4 R-1/2 R-3/4",
	"1/2-1/4 1/4-1/4 1/4-1/4 R-1/4 R-1/2 R-1/2 R-A",
	"1/4-1/4 1/4-1/4 R-1/4 R-1/2 R-1/2 R-3/4 R-A",
	"1/4-1/4 R-1/4 R-1/2 R-1/2 R-1/2 R-3/4 R-E",
	"R-1/2 R-1/2 R-1/2 R-1/2 R-3/4 R-A R-E",
}

// Check compares the table with the results that the rulebook prints, and
// demands that a higher die or a better column never turns a victory of the
// attacker into a defeat.
func (t *CRT) Check() []board.Finding {
	var findings []board.Finding
	for i, row := range printedResults {
		for c, want := range strings.Fields(row) {
			die := i + MinDie
			cell, where := t.At(die, c), fmt.Sprintf("combat table, die %d at %s", die, t.ColumnName(c))
			if found := cell.Attacker.String() + "-" + cell.Defender.String(); found != want {
				findings = append(findings, board.Finding{Fact: where, Rule: "rule 4.2", Found: found, Want: want})
			}
			if cell.Winner == Attacker {
				continue
			}
			if t.At(die-1, c).Winner == Attacker || t.At(die, c-1).Winner == Attacker { // at an end, the cell itself
				findings = append(findings, board.Finding{Fact: where + ": a better roll or ratio never loses",
					Rule: "rule 4.2", Found: "defender wins", Want: "attacker wins"})
			}
		}
	}
	return findings
}
