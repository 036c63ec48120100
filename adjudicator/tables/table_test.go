package tables_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/board"
	"keryx/adjudicator/tables"
)

// costs is a table of numbers: what it costs to build, by the die and by who builds.
const costs = `
source = "published prices"
columns = ["alone", "with allies"]

[[row]]
die = 2
cells = [4, 3]
[[row]]
die = 3
cells = [2, 1]
`

var shape = tables.Shape{Columns: []string{"alone", "with allies"}, First: 2, Last: 3}

// load reads a table of numbers, none of which is below 0.
func load(text string) (*tables.Table[int], error) {
	var f tables.File[int]
	if err := board.ReadTOML(fstest.MapFS{"costs.toml": {Data: []byte(text)}}, "costs.toml", &f); err != nil {
		return nil, err
	}
	return tables.New("costs.toml", &f, shape, func(n int) (int, error) {
		if n < 0 {
			return 0, fmt.Errorf("%d is no price", n)
		}
		return n, nil
	})
}

// A table of attrition by season, with words for cells.
func Example() {
	var f tables.File[string]
	err := board.ReadTOML(fstest.MapFS{"attrition.toml": {Data: []byte(`
		source = "rule 6.4"
		columns = ["summer", "winter"]
		[[row]]
		die = 1
		cells = ["none", "one"]
		[[row]]
		die = 2
		cells = ["one", "all"]
	`)}}, "attrition.toml", &f)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := tables.New("attrition.toml", &f, tables.Shape{Columns: []string{"summer", "winter"}, First: 1, Last: 2},
		func(word string) (string, error) {
			if !strings.Contains("none one all", word) {
				return "", fmt.Errorf("%q is no loss", word)
			}
			return word, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.At(1, 0), t.At(5, 1), t.Source())
	// Output: none all rule 6.4
}

// Each cell is found, and beyond the ends the outermost holds.
func TestAt(t *testing.T) {
	table, err := load(costs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ die, column, want int }{
		{2, 0, 4}, {2, 1, 3}, {3, 0, 2}, {3, 1, 1}, {-9, 0, 4}, {9, 0, 2}, {2, -1, 4}, {2, 7, 3}, {9, 7, 1},
	} {
		if got := table.At(c.die, c.column); got != c.want {
			t.Errorf("die %d, column %d: %d, want %d", c.die, c.column, got, c.want)
		}
	}
	if table.Source() != "published prices" {
		t.Errorf("source %q", table.Source())
	}
}

// What is not the table of the rulebook is refused, with the place.
func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     error
		key      string
	}{
		{"published prices", "memory", board.ErrSource, "source"},
		{`["alone", "with allies"]`, `["with allies", "alone"]`, board.ErrInvalid, "columns"},
		{`["alone", "with allies"]`, `["alone"]`, board.ErrInvalid, "columns"},
		{"[[row]]\ndie = 3\ncells = [2, 1]\n", "", board.ErrInvalid, "row"},
		{"die = 3", "die = 4", board.ErrInvalid, "row 4"},
		{"die = 3", "die = 2", board.ErrInvalid, "row 2"},
		{"[2, 1]", "[2]", board.ErrInvalid, "row 3.cells"},
		{"[2, 1]", "[2, 1, 0]", board.ErrInvalid, "row 3.cells"},
		{"[2, 1]", "[2, -1]", board.ErrUnknown, "row 3 column with allies"},
		{"[2, 1]", `["two", 1]`, board.ErrSyntax, ""},
		{"cells = [2, 1]", "cell = [2, 1]", board.ErrUnknownKey, ""},
	} {
		if !strings.Contains(costs, c.old) {
			t.Fatalf("no %q", c.old)
		}
		_, err := load(strings.Replace(costs, c.old, c.new, 1))
		var fault *board.LoadError
		if !errors.Is(err, c.want) || !errors.As(err, &fault) || c.key != "" && fault.Key != c.key || fault.File != "costs.toml" {
			t.Errorf("%s for %s: %v, want %v at %q", strconv.Quote(c.new), strconv.Quote(c.old), err, c.want, c.key)
		}
	}
}
