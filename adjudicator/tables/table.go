// Package tables reads the tables of a rulebook from TOML: a cell for each die result and
// column, with where the table comes from. What stands in a cell is the ruleset's, and so
// is how a column is found.
//
// A file has one block for each die result, in rising order:
//
//	source = "rule 6.4"
//	columns = ["summer", "winter"]
//
//	[[row]]
//	die = 1
//	cells = ["none", "one"]
//
// The rulebook fixes which columns and rows there are, its [Shape]; a file that has others
// is refused, and so is a cell that the ruleset cannot read. Beyond the ends the outermost
// row or column holds.
package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/board"
)

// Shape is how large a table is.
type Shape struct {
	Columns     []string // their names, in order
	First, Last int      // die results of the first and last row
}

// ClampColumn returns the column of the table for one of any number, from 0: the outermost
// beyond the ends.
func (s Shape) ClampColumn(column int) int { return min(max(column, 0), len(s.Columns)-1) }

// ClampDie returns the die result whose row holds for one of any size.
func (s Shape) ClampDie(die int) int { return min(max(die, s.First), s.Last) }

// File is a table as TOML has it, with T for a cell. A table that has more keys is read
// into a struct that embeds it.
type File[T any] struct {
	Source  board.Source `toml:"source"`
	Columns []string     `toml:"columns"`
	Rows    []Row[T]     `toml:"row"`
}

// Row is a row of a [File].
type Row[T any] struct {
	Die   int `toml:"die"`
	Cells []T `toml:"cells"`
}

// Table is a table of cells. It does not change.
type Table[C any] struct {
	Shape
	cells  [][]C
	source board.Source
}

// New makes a table of what was read from the file of that name. A cell is made by read,
// whose error says what it cannot be. Faults are *[board.LoadError].
func New[C, T any](name string, f *File[T], shape Shape, read func(T) (C, error)) (*Table[C], error) {
	fail := func(key string, err error, detail string) (*Table[C], error) {
		return nil, &board.LoadError{File: name, Key: key, Err: err, Detail: detail}
	}
	if !f.Source.Valid() {
		return fail("source", board.ErrSource, strconv.Quote(string(f.Source)))
	}
	if !slices.Equal(f.Columns, shape.Columns) {
		return fail("columns", board.ErrInvalid, fmt.Sprintf(`want "%s"`, strings.Join(shape.Columns, `", "`)))
	}
	if want := shape.Last - shape.First + 1; len(f.Rows) != want {
		return fail("row", board.ErrInvalid, fmt.Sprintf("%d rows, want %d", len(f.Rows), want))
	}
	t := &Table[C]{Shape: shape, source: f.Source}
	for i, row := range f.Rows {
		key := fmt.Sprintf("row %d", row.Die)
		if row.Die != shape.First+i {
			return fail(key, board.ErrInvalid, fmt.Sprintf("want die %d here", shape.First+i))
		}
		if len(row.Cells) != len(shape.Columns) {
			return fail(key+".cells", board.ErrInvalid, fmt.Sprintf("%d cells, want %d", len(row.Cells), len(shape.Columns)))
		}
		cells := make([]C, len(row.Cells))
		for c, text := range row.Cells {
			cell, err := read(text)
			if err != nil {
				return fail(key+" column "+shape.Columns[c], board.ErrUnknown, err.Error())
			}
			cells[c] = cell
		}
		t.cells = append(t.cells, cells)
	}
	return t, nil
}

// At returns the cell of a die result and a column, both of any size.
func (t *Table[C]) At(die, column int) C {
	return t.cells[t.ClampDie(die)-t.First][t.ClampColumn(column)]
}

// Source returns where the table comes from.
func (t *Table[C]) Source() board.Source { return t.source }
