package field

import (
	"fmt"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// UnitType is the type of a combat unit, the letter on its counter.
type UnitType byte

// The types of units.
const (
	Triremes UnitType = 'T'
	Hoplites UnitType = 'H'
	Cavalry  UnitType = 'C'
	Peltasts UnitType = 'P'
	Archers  UnitType = 'A'
)

// UnitTypes are all types, in the order of the lexicon.
var UnitTypes = []UnitType{Triremes, Hoplites, Cavalry, Peltasts, Archers}

// Naval reports whether units of the type are ships.
func (t UnitType) Naval() bool { return t == Triremes }

// String returns the letter.
func (t UnitType) String() string { return string(rune(t)) }

// Unit is one combat unit: one counter of the game.
type Unit struct {
	ID      string // unique in the game: "red:H4+.2"
	Class   string // what the counter shows: "H4+" is hoplites, 4 PF, a bonus
	Number  int    // which of the side's counters of that class, from 1
	Side    adjudicator.Side
	Type    UnitType
	Full    int    // PF of the front
	Reduced int    // PF of the reverse, weakened
	Bonus   bool   // a sword
	Ally    string // whose it is, as the ruleset names it; empty for the side's own

	Source        board.Source // that the counter exists
	ReducedSource board.Source
}

// Face is what the counter of u shows: "H4+".
func (u *Unit) Face() string {
	name := u.Type.String() + strconv.Itoa(u.Full)
	if u.Bonus {
		name += "+"
	}
	return name
}

// UnitEntry is a block [[unit]] of a counter file: some counters that are alike.
type UnitEntry struct {
	Side          string       `toml:"side"`
	Class         string       `toml:"class"`
	Type          string       `toml:"type"`
	PF            int          `toml:"pf"`
	Reduced       int          `toml:"reduced"`
	Bonus         bool         `toml:"bonus"`
	Count         int          `toml:"count"`
	Source        board.Source `toml:"source"`
	ReducedSource board.Source `toml:"reduced_source"`
}

// Units reads a block: one unit for each of its counters. A suffix is what the class has
// behind the face of the counter, to tell it from a namesake.
func (r *Reading) Units(e UnitEntry, suffix string) []Unit {
	key := "unit " + e.Side + " " + e.Class
	u := Unit{Class: e.Class, Side: r.Side(key, e.Side), Full: e.PF, Reduced: e.Reduced, Bonus: e.Bonus,
		Source: e.Source, ReducedSource: e.ReducedSource}
	r.Source(key, e.Source, e.ReducedSource)
	r.Among(key+".type", []string{e.Type}, "T", "H", "C", "P", "A")
	if r.Err != nil {
		return nil
	}
	u.Type = UnitType(e.Type[0])
	if want := u.Face() + suffix; e.Class != want {
		r.Fail(key+".class", board.ErrInvalid, "its type, PF and bonus are those of "+want)
	}
	if e.Reduced < 1 || e.Reduced >= e.PF {
		r.Fail(key+".reduced", board.ErrInvalid, fmt.Sprintf("%d of %d PF", e.Reduced, e.PF))
	}
	if e.Count < 1 {
		r.Fail(key+".count", board.ErrInvalid, strconv.Itoa(e.Count))
	}
	var all []Unit
	for u.Number = 1; u.Number <= e.Count && r.Err == nil; u.Number++ {
		u.ID = fmt.Sprintf("%s:%s.%d", e.Side, e.Class, u.Number)
		all = append(all, u)
	}
	return all
}
