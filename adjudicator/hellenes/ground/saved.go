package ground

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// plain is a position that is written field by field.
type plain Position

// saved is a position as it is stored: what there is of each block and each zone are bytes, one after the other, since a
// position is read and written with every turn that is checked.
type saved struct {
	*plain
	Tables []byte
	Where  int `json:",omitempty"` // these stand in Tables
	Veil   int `json:",omitempty"`
	VC     int `json:",omitempty"`
	Load   int `json:",omitempty"`
	Towns  int `json:",omitempty"`

	Arrived  int `json:",omitempty"`
	Stripped int `json:",omitempty"`
}

// compact tells a position with tables from one that is written field by field, as all were before there were tables.
var compact = []byte(`,"Tables":"`)

// State implements [adjudicator.Game].
func (g *Position) State() json.RawMessage {
	var stored any = (*plain)(g)
	if g.Rules.Since(2) {
		stored = &saved{plain: (*plain)(g), Tables: g.tables()}
	}
	b, err := json.Marshal(stored)
	if err != nil {
		panic(err) // numbers always encode
	}
	return b
}

// Restore reads a position that [Position.State] has written.
func (g *Position) Restore(state []byte) error {
	if !bytes.Contains(state, compact) {
		return json.Unmarshal(state, (*plain)(g))
	}
	s := saved{plain: (*plain)(g)}
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	if len(s.Tables) != tabled {
		return fmt.Errorf("tables of %d bytes", len(s.Tables))
	}
	g.fill(s.Tables)
	return nil
}

// The marks of a town that are one bit each.
const (
	garrisoned = 1 << iota
	built
	pillaged
	strife
	stripped
)

// tabled is how many bytes the tables have.
const tabled = 2*(1+8+Blocks*(5+8)) + Zones*7

// tables writes what there is of each block and of each zone.
func (g *Position) tables() []byte {
	b := make([]byte, 0, tabled)
	for side := range 2 {
		v := &g.Veil[side]
		b = append(b, byte(v.N))
		b = binary.LittleEndian.AppendUint64(b, uint64(v.Open))
		for i := range Blocks {
			b = append(b, byte(g.Where[side][i]), byte(g.VC[side][i]), byte(g.Load[side][i]), byte(v.Goes[i]), byte(v.Mark[i]))
			b = binary.LittleEndian.AppendUint64(b, uint64(v.May[i]))
		}
	}
	for z := range Zones {
		t := &g.Towns[z]
		b = append(b, byte(t.Holder), byte(garrisoned*Btoi(t.Garrison)|built*Btoi(t.Built)|pillaged*Btoi(t.Pillaged)|strife*Btoi(t.Strife)|stripped*Btoi(g.Stripped[z])), byte(g.Arrived[z]))
		b = binary.LittleEndian.AppendUint16(b, uint16(t.Siege))
		b = binary.LittleEndian.AppendUint16(b, uint16(t.Shut))
	}
	return b
}

// fill reads what tables has written.
func (g *Position) fill(b []byte) {
	next := func(n int) []byte {
		head := b[:n]
		b = b[n:]
		return head
	}
	for side := range 2 {
		v := &g.Veil[side]
		v.N = int(next(1)[0])
		v.Open = fog.Set(binary.LittleEndian.Uint64(next(8)))
		for i := range Blocks {
			x := next(13)
			g.Where[side][i], g.VC[side][i], g.Load[side][i] = board.Zone(x[0]), int8(x[1]), int8(x[2])
			v.Goes[i], v.Mark[i], v.May[i] = fog.Name(x[3]), int8(x[4]), fog.Set(binary.LittleEndian.Uint64(x[5:]))
		}
	}
	for z := range Zones {
		x := next(7)
		is := func(bit byte) bool { return x[1]&bit != 0 }
		g.Towns[z] = Town{Holder: adjudicator.Side(int8(x[0])), Garrison: is(garrisoned), Built: is(built), Pillaged: is(pillaged), Strife: is(strife),
			Siege: int(binary.LittleEndian.Uint16(x[3:])), Shut: int(binary.LittleEndian.Uint16(x[5:]))}
		g.Stripped[z], g.Arrived[z] = is(stripped), int8(x[2])
	}
}
