package orders_test

import (
	"fmt"

	"keryx/orders"
)

// A file with two faults: both are found, each is shown at its place.
func ExampleParse() {
	_, faults := orders.Parse(`game    hel-7
side    athens
answers K7Q2-9XWM

orders
  spend 007
  move T10 by M5 Μ6   # the second M is a Greek letter
`)
	for _, d := range faults {
		line, marker := d.Caret()
		fmt.Printf("%s: %v\n  %s\n  %s\n", d.Kind, d, line, marker)
	}
	// Output:
	// unreadable: line 6, column 9: number-leading-zero: Word=007
	//   spend 007
	//         ^^^
	// unreadable: line 7, column 18: foreign-character: Escape=\u039c Name=GREEK CAPITAL LETTER MU
	//   move T10 by M5 Μ6   # the second M is a Greek letter
	//                  ^
}

// Keywords are read in both languages and written in the one asked for.
func ExampleFormat() {
	f, _ := orders.Parse(`Partie: hel-7
Camp: athens
Répond: K7Q2-9XWM
ordres
phase b.3 encore
move 2×T10,Alcibiade by M5
consignes
quand attaqué en mer : esquiver, sinon tenir`)
	fmt.Print(orders.Format(f))
	// Output:
	// game    hel-7
	// side    athens
	// answers K7Q2-9XWM
	//
	// orders
	//   phase B.3 again
	//     move 2x T10, Alcibiade by M5
	//
	// standing
	//   when attaqué en mer: esquiver, else tenir
}

// A word that has to stand between two names, in whatever language it is written.
func ExampleCursor_Missing() {
	type keyword string // as a ruleset has them
	words := orders.NewLexicon()
	words.Add(orders.VerbKind, "place", "place", "placer")
	words.Add("piece", "H1")
	words.Add("zone", "M4")
	words.AddKeyword("to", "to", "vers")
	place := func(s *orders.Statement) (piece, zone string, fault *orders.Diagnostic) {
		c := orders.NewCursor(s)
		p, fault := c.TakeName(words, "piece")
		if fault != nil {
			return "", "", fault
		}
		if !c.TakeWord(words, "to") {
			return "", "", c.Missing(keyword("to"))
		}
		z, fault := c.TakeName(words, "zone")
		if fault != nil {
			return "", "", fault
		}
		return p.ID, z.ID, c.End()
	}
	f, _ := orders.Parse("game g\nside s\nanswers A\norders\n  place H1 vers M4\n  place H1 M4\n  place H1")
	for _, s := range f.Groups[0].Statements {
		piece, zone, fault := place(&s)
		if fault != nil {
			fmt.Println(fault)
			continue
		}
		fmt.Println(piece, zone)
	}
	// Output:
	// H1 M4
	// line 6, column 12: keyword-expected: Words=[to] Found=M4
	// line 7, column 11: keyword-expected: Words=[to] Found=
}

// A ruleset walks the arguments of an order as straight-line code.
func ExampleCursor() {
	names := orders.NewLexicon()
	names.Add(orders.VerbKind, "move", "move", "déplacer")
	names.Add("unit", "T10")
	for _, zone := range []string{"M4", "M5", "M6"} {
		names.Add("zone", zone)
	}
	move := func(s *orders.Statement) (units, path []string, fault *orders.Diagnostic) {
		c := orders.NewCursor(s)
		for n := c.TakeQuantity(); n > 0; n-- {
			unit, fault := c.TakeName(names, "unit")
			if fault != nil {
				return nil, nil, fault
			}
			units = append(units, unit.ID)
		}
		if fault := c.NeedKeyword("by", "par"); fault != nil {
			return nil, nil, fault
		}
		for !c.Done() {
			zone, fault := c.TakeName(names, "zone")
			if fault != nil {
				return nil, nil, fault
			}
			path = append(path, zone.ID)
		}
		return units, path, c.End()
	}
	f, _ := orders.Parse(`game g
side s
answers A
orders
  move T10 par M4 M5
  move T10 M6
  move T10 by M4 W5`)
	for _, s := range f.Groups[0].Statements {
		units, path, fault := move(&s)
		if fault != nil {
			fmt.Println(fault)
			continue
		}
		fmt.Println(units, path)
	}
	// Output:
	// [T10] [M4 M5]
	// line 6, column 12: keyword-expected: Words=[by par] Found=M6
	// line 7, column 18: unknown-name: Word=W5 Suggestions=[] Wanted=[zone]
}
