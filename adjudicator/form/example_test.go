package form_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// column is one part of a march: which of the pieces go, and where to.
type column struct {
	pieces draw.Set
	to     board.Zone
}

// march is the whole order.
type march []column

func (c column) Words() adjudicator.Words { return march{c}.Words() }

func (m march) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword("move")}
	for _, c := range m {
		for rest := c.pieces; rest != 0; {
			w = append(w, int(rest.Pop())+1)
		}
		w = append(w, adjudicator.Keyword("to"), [...]string{"Corinth", "Megara"}[c.to])
	}
	return w
}

var errTwice = errors.New("a piece goes one way only")

// Three pieces at a crossroads go in one order wherever each is to go: "move 1 3 to Corinth, 2 to Megara". The
// group says what one column may be; Together, what the columns may not be beside each other.
func ExampleRows() {
	const corinth, megara board.Zone = 0, 1
	columns := form.Rows[draw.Set, column, march]{
		Group: form.Group[draw.Set, column]{
			Zones: board.SetOf(corinth, megara),
			Of:    func(p draw.Set, to board.Zone) column { return column{p, to} },
			In:    func(c column) (draw.Set, board.Zone) { return c.pieces, c.to },
			Some:  func(board.Zone, *rand.Rand) draw.Set { return draw.All(3) },
			Wrong: func(p draw.Set, _ board.Zone) error {
				if p == 0 || p&^draw.All(3) != 0 {
					return form.ErrIllegal
				}
				return nil
			},
		},
		Most: 2, // ways
		All:  func(rows []column) march { return rows },
		Each: func(m march) []column { return m },
		ReadAll: func(o adjudicator.Order, _ *orders.Statement) ([]column, *orders.Diagnostic) {
			return o.(march), nil
		},
		Together: func(rows []column) (int, error) {
			var gone draw.Set
			for i, c := range rows {
				if c.pieces&gone != 0 {
					return i, errTwice
				}
				gone |= c.pieces
			}
			return -1, nil
		},
		RefuseRow: func(_ adjudicator.Order, _ *orders.Statement, _ []column, row int) *orders.Diagnostic {
			return &orders.Diagnostic{Code: fmt.Sprintf("column %d", row+1)}
		},
	}
	f := columns.Form()
	a, _ := f.Accept(march{{0b101, corinth}, {0b010, megara}}, nil)
	fmt.Println(a.Words()...)
	_, refused := f.Accept(march{{0b101, corinth}, {0b110, megara}}, nil)
	fmt.Println("refused:", refused.Code)
	fmt.Println("nobody is asked to go:", len(f.Default().Words()) == 1)
	// Output:
	// move 1 3 to Corinth 2 to Megara
	// refused: column 2
	// nobody is asked to go: true
}
