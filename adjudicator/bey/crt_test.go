package bey

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/board"
)

func TestColumnRoundsInFavourOfDefender(t *testing.T) {
	crt := DefaultCRT()
	for _, c := range []struct {
		attacker, defender int
		want               string
	}{
		{1, 100, "1:3"}, {1, 3, "1:3"}, {49, 100, "1:3"}, {1, 2, "1:2"}, {65, 100, "1:2"}, {2, 3, "2:3"},
		{99, 100, "2:3"}, {7, 7, "1:1"}, {149, 100, "1:1"}, {3, 2, "3:2"}, {199, 100, "3:2"}, {20, 10, "2:1"},
		{299, 100, "2:1"}, {30, 10, "3:1"}, {500, 1, "3:1"}, {5, 0, "3:1"},
	} {
		if got := crt.ColumnName(crt.Column(c.attacker, c.defender)); got != c.want {
			t.Errorf("%d against %d: column %s, want %s", c.attacker, c.defender, got, c.want)
		}
	}
}

func TestAtClampsDieAndColumn(t *testing.T) {
	crt := DefaultCRT()
	for _, c := range []struct {
		die, column int
		want        string
	}{
		{-7, -3, "E - R, defender wins"},
		{-1, 0, "E - R, defender wins"},
		{12, 11, "R - E, attacker wins"},
		{5, 0, "1/2 - 1/4, defender wins"},
		{2, 6, "1/4 - 1/2, attacker wins"},
		{3, 3, "1/4 - 1/4, defender wins"},
		{4, 3, "1/4 - 1/4, attacker wins"},
	} {
		if got := crt.At(c.die, c.column).String(); got != c.want {
			t.Errorf("die %d, column %d: %s, want %s", c.die, c.column, got, c.want)
		}
	}
}

// The cases with 3 and 2 units and with 38 and 15 PF are those of rule 4.2.3.
func TestPart(t *testing.T) {
	for _, c := range []struct {
		result  Result
		n, want int
	}{
		{Half, 3, 1}, {Quarter, 2, 1}, {Half, 38, 19}, {Quarter, 15, 3}, {ThreeQuarters, 5, 3},
		{NoLoss, 5, 0}, {AllWeakened, 5, 5}, {AllEliminated, 5, 5}, {Quarter, 0, 0}, {Half, 1, 1},
	} {
		if got := c.result.Part(c.n); got != c.want {
			t.Errorf("%s of %d: %d, want %d", c.result, c.n, got, c.want)
		}
	}
}

func TestCheckFindsBrokenCells(t *testing.T) {
	if f := DefaultCRT().Check(); len(f) != 0 {
		t.Fatalf("the embedded table: %v", f)
	}
	for die := MinDie; die <= MaxDie; die++ {
		for col := range CRTColumns {
			broken := changed(t, die, col, func(c *crtCell) {
				next := (slices.Index(resultIDs[:], c.Defender) + 1) % len(resultIDs)
				c.Defender = resultIDs[next]
			})
			if len(broken.Check()) == 0 {
				t.Errorf("die %d, column %d: a changed result is not found", die, col)
			}
		}
	}
	for _, at := range [][2]int{{2, 3}, {7, 6}, {0, 1}} {
		broken := changed(t, at[0]+MinDie, at[1], func(c *crtCell) {
			c.Winner = combatantIDs[1-slices.Index(combatantIDs[:], c.Winner)]
		})
		if len(broken.Check()) == 0 {
			t.Errorf("row %d, column %d: a reversed winner is not found", at[0], at[1])
		}
	}
}

// changed is the embedded table with one cell changed.
func changed(t *testing.T, die, column int, change func(*crtCell)) *CRT {
	t.Helper()
	var f crtFile
	if err := board.ReadTOML(crtFiles, "data/crt.toml", &f); err != nil {
		t.Fatal(err)
	}
	change(&f.Rows[die-MinDie].Cells[column])
	table, err := f.table("crt.toml")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLoadCRTRefuses(t *testing.T) {
	good, err := fs.ReadFile(crtFiles, "data/crt.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, old, new string
		want           error
	}{
		{"winner", `winner = "defender"`, `winner = "nobody"`, board.ErrUnknown},
		{"result", `attacker = "3/4"`, `attacker = "2/3"`, board.ErrUnknown},
		{"key", `winner = "defender"`, `victor = "defender"`, board.ErrUnknownKey},
		{"column", `"2:3"`, `"3:4"`, board.ErrInvalid},
		{"die", "die = 4\n", "die = 5\n", board.ErrInvalid},
		{"winner source", `winner_source = "reconstruction"`, `winner_source = "memory"`, board.ErrSource},
		{"source", `source = "rule 4.2"`, `source = "memory"`, board.ErrSource},
		{"syntax", "[[row]]", "[[row]", board.ErrSyntax},
		{"row", "[[row]]\ndie = 8", "[[rows]]\ndie = 8", board.ErrUnknownKey},
	} {
		text := strings.Replace(string(good), c.old, c.new, 1)
		_, err := LoadCRT(fstest.MapFS{"crt.toml": {Data: []byte(text)}}, "crt.toml")
		var load *board.LoadError
		if !errors.As(err, &load) || load.File != "crt.toml" || !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v in crt.toml", c.name, err, c.want)
		}
	}
	if _, err := LoadCRT(fstest.MapFS{}, "crt.toml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v, want fs.ErrNotExist", err)
	}
}
