package field

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// plain is a position without a way of its own to be written.
type plain Position

// stored is a position as it is written: tables of zones, of markers and of counters are bytes, one after the
// other, since a position is read and written for every answer that is checked.
type stored struct {
	plain
	Loads  [2]storedLoads
	Where  [2][]byte
	Tried  [2][]tries
	Tables []byte // Aboard, Seas and Spun of both sides, Control, Held, Keeper and Joined
	Aboard int    `json:",omitempty"` // these stand in Tables
	Seas   int    `json:",omitempty"`
	Spun   int    `json:",omitempty"`

	Control int    `json:",omitempty"`
	Held    int    `json:",omitempty"`
	Keeper  int    `json:",omitempty"`
	Joined  int    `json:",omitempty"`
	Lots    []byte // five for a counter: side, zone, whether it is out and has moved, seas, seas since the last attrition
}

// storedLoads are loads as they are written: what there is of the counters.
type storedLoads struct {
	With []byte
	May  []fog.Set
}

// tries are those whom a name has tried to intercept.
type tries struct {
	Name int
	Set  fog.Set
}

// tables are the tables of small numbers, in the order in which they are written.
func (p *Position) tables() [][]int8 {
	var all [][]int8
	for side := range 2 {
		all = append(all, p.Aboard[side][:], p.Seas[side][:], p.Spun[side][:])
	}
	return append(all, p.Control[:], p.Held[:], p.Keeper[:], p.Joined[:])
}

// MarshalJSON writes a position.
func (p *Position) MarshalJSON() ([]byte, error) {
	s := stored{plain: plain(*p)}
	for side := range 2 {
		l := &p.Loads[side]
		s.Loads[side].May = l.May[:l.N]
		for _, with := range l.With[:l.N] {
			s.Loads[side].With = append(s.Loads[side].With, byte(with))
		}
		for _, z := range p.Where[side] {
			s.Where[side] = append(s.Where[side], byte(z))
		}
		for n, set := range p.Tried[side] {
			if set != 0 {
				s.Tried[side] = append(s.Tried[side], tries{n, set})
			}
		}
	}
	for _, table := range p.tables() {
		for _, v := range table {
			s.Tables = append(s.Tables, byte(v))
		}
	}
	for _, c := range p.Lots {
		s.Lots = append(s.Lots, byte(c.Side), byte(c.At), byte(Yes(c.Out)+2*Yes(c.Moved)), byte(c.Sea), byte(c.Spun))
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (p *Position) UnmarshalJSON(text []byte) error {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("reading a position: %w", err)
	}
	*p = Position(s.plain)
	for side := range 2 {
		l := &p.Loads[side]
		if l.N = len(s.Loads[side].With); l.N > fog.Most || len(s.Loads[side].May) != l.N || len(s.Where[side]) != MostMarks {
			return fmt.Errorf("a position with %d counters that go with %d markers", l.N, len(s.Where[side]))
		}
		copy(l.May[:], s.Loads[side].May)
		for i, with := range s.Loads[side].With {
			l.With[i] = fog.Piece(with)
		}
		for n, z := range s.Where[side] {
			p.Where[side][n] = board.Zone(z)
		}
		for _, one := range s.Tried[side] {
			if one.Name < 0 || one.Name >= len(p.Tried[side]) {
				return fmt.Errorf("a position with the name %d", one.Name)
			}
			p.Tried[side][one.Name] = one.Set
		}
	}
	return p.fill(s.Tables, s.Lots)
}

// fill takes tables and counters from bytes.
func (p *Position) fill(tables, lots []byte) error {
	for _, table := range p.tables() {
		if len(tables) < len(table) {
			return fmt.Errorf("a position whose tables end too early")
		}
		for i := range table {
			table[i] = int8(tables[i])
		}
		tables = tables[len(table):]
	}
	if len(lots) != 5*mostLots || len(tables) != 0 {
		return fmt.Errorf("a position with %d bytes of counters and %d too many", len(lots), len(tables))
	}
	for i := range p.Lots {
		b := lots[5*i:]
		p.Lots[i] = counter{Side: int8(b[0]), At: board.Zone(b[1]), Out: b[2]&1 != 0, Moved: b[2]&2 != 0, Sea: int8(b[3]), Spun: int8(b[4])}
	}
	return nil
}
