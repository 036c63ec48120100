package form_test

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// column is which of some pieces go, and where to.
type column struct {
	pieces draw.Set
	to     board.Zone
}

func (c column) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword("move")}
	for rest := c.pieces; rest != 0; {
		w = append(w, int(rest.Pop())+1)
	}
	return append(w, adjudicator.Keyword("to"), [...]string{"Corinth", "Megara"}[c.to])
}

// Some of three pieces at a crossroads go to Corinth or to Megara: "move 1 3 to Corinth".
func ExampleGroup() {
	const corinth, megara board.Zone = 0, 1
	f := &form.Group[draw.Set, column]{
		Zones: board.SetOf(corinth, megara),
		Of:    func(p draw.Set, to board.Zone) column { return column{p, to} },
		In:    func(c column) (draw.Set, board.Zone) { return c.pieces, c.to },
		Some:  func(board.Zone, *rand.Rand) draw.Set { return draw.All(3) },
		Read: func(o adjudicator.Order, _ *orders.Statement) (draw.Set, board.Zone, *orders.Diagnostic) {
			c := o.(column)
			return c.pieces, c.to, nil
		},
		Wrong: func(p draw.Set, _ board.Zone) error {
			if p == 0 || p&^draw.All(3) != 0 {
				return form.ErrIllegal
			}
			return nil
		},
		Refuse: func(adjudicator.Order, *orders.Statement, draw.Set, board.Zone) *orders.Diagnostic {
			return &orders.Diagnostic{Code: "not-there"}
		},
	}
	a, _ := f.Accept(column{0b101, corinth}, nil)
	fmt.Println(a.Words()...)
	_, refused := f.Accept(column{0b1001, megara}, nil)
	fmt.Println("refused:", refused.Code)
	fmt.Println(f.Default().Words()...)
	// Output:
	// move 1 3 to Corinth
	// refused: not-there
	// move 1 2 3 to Corinth
}
