package cases_test

import (
	"fmt"
	"strings"

	"keryx/adjudicator/cases"
	"keryx/adjudicator/internal/ford"
)

// The tiny game of the kit's tests plays two cases, one of which is wrong about it.
func Example() {
	rules := ford.Cased{Rules: ford.New("ford", ford.None)}
	results, err := cases.Play(rules, strings.NewReader(`
case F1: a march
rule 3
play C north
north:
  march 2
told marched Paces=2
paces north 2

case F2: a march that is too long
rule 3
paces north 5
play C north
north:
  march 2
`))
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range results {
		fmt.Println(r.ID, r.Gives, r.Ends, r.Err)
	}
	// Output:
	// F1 [3] [] <nil>
	// F2 [3] [] an order file was refused: line 6, column 9: too-many: Number=2 Limit=1 (rule 3)
}
