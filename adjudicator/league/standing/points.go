// Package standing makes the tables of a league: scores, tie-breaks in the order that
// the league names, ranks, crosstables, and their export.
//
// It is handed what each entrant did in each round, and knows neither games nor mails. All
// figures are whole thousandths of a point, so that every table adds up exactly.
package standing

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Points are league points, or a tie-break counted in them, in thousandths.
type Points int64

// One is one point.
const One Points = 1000

// Whole returns n points.
func Whole(n int) Points { return Points(n) * One }

// String writes points as a decimal number without needless zeros: "12.5".
func (p Points) String() string {
	sign, n := "", p
	if p < 0 {
		sign, n = "-", -p
	}
	s := fmt.Sprintf("%s%d.%03d", sign, n/One, n%One)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// MarshalJSON writes points as a decimal number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a decimal number of points, see [ParsePoints].
func (p *Points) UnmarshalJSON(text []byte) (err error) {
	*p, err = ParsePoints(string(text))
	return err
}

// MarshalText writes points as [Points.String] does.
func (p Points) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads points, see [ParsePoints].
func (p *Points) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePoints(string(text))
	return err
}

// ErrPoints reports a text that is no number of points.
var ErrPoints = errors.New("not a number of points, such as 3 or 2.5")

// ParsePoints reads what [Points.String] writes: a decimal number with at most three
// places. It returns [ErrPoints] for anything else.
func ParsePoints(s string) (Points, error) {
	whole, part, dotted := strings.Cut(s, ".")
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || len(digits) > 12 || strings.Trim(digits+part, "0123456789") != "" || len(part) > 3 || dotted && part == "" {
		return 0, fmt.Errorf("%w: %q", ErrPoints, s)
	}
	n, err := strconv.ParseInt(digits+part+strings.Repeat("0", 3-len(part)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %q", ErrPoints, s)
	}
	if strings.HasPrefix(whole, "-") {
		n = -n
	}
	return Points(n), nil
}

// Times is p·part/of, rounded to a thousandth, half away from zero; nothing if of is 0.
func (p Points) Times(part, of Points) Points {
	if of == 0 {
		return 0
	}
	return Points(math.Round(float64(p) * float64(part) / float64(of)))
}

// Term is one of the summands of a figure of the table.
type Term struct {
	Round int    `json:"round,omitempty"`
	About string `json:"about,omitempty"` // the opponent, or the game
	Value Points `json:"value"`
	Cut   bool   `json:"cut,omitempty"` // shown, but left out of the sum
}

// Value is a figure of the table with the terms it is the sum of.
type Value struct {
	Total Points `json:"total"`
	Terms []Term `json:"terms,omitempty"`
	// Without says that the tie-break does not apply: it decides nothing.
	Without bool `json:"without,omitempty"`
}

func (v *Value) add(t Term) {
	v.Terms = append(v.Terms, t)
	if !t.Cut {
		v.Total += t.Value
	}
}

// String writes the figure with its terms: "12.5 = 4 + 3.5 + 5", what is cut in brackets;
// "-" if it does not apply.
func (v Value) String() string {
	if v.Without {
		return "-"
	}
	if len(v.Terms) == 0 {
		return v.Total.String()
	}
	var b strings.Builder
	b.WriteString(v.Total.String())
	for i, t := range v.Terms {
		s := t.Value.String()
		if t.Cut {
			s = "(" + s + ")"
		}
		switch {
		case i == 0:
			b.WriteString(" = " + s)
		case t.Value < 0 && !t.Cut:
			b.WriteString(" - " + strings.TrimPrefix(s, "-"))
		default:
			b.WriteString(" + " + s)
		}
	}
	return b.String()
}
