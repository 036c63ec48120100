package field

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"keryx/adjudicator/board"
)

// apart are the parts of a state that say nothing of what a movement leads to, and those that
// come to the same where the rest is the same.
var apart = []string{
	"Recalls", "Gifts", // of the scenario
	"Points", "Berth", "Missed", "Sealed", "Juncture", "Entry", "Trace", "Search",
	"Sums", // of Where, Weak and LeaderWhere
	"Phase.Acting", "Phase.Spend", "Phase.Moved", "Phase.MovedLeaders", "Phase.Origin", "Phase.First",
}

// TestAlikeLeavesNothingOut: a position that differs in anything else is another.
func TestAlikeLeavesNothingOut(t *testing.T) {
	a := Field{Printed: new(Printed), Playing: new(Scenario)}
	if b := a; !a.Alike(&b) {
		t.Fatal("a position is not like its copy")
	}
	var each func(of reflect.Type, at func(*Field) reflect.Value, name string)
	each = func(of reflect.Type, at func(*Field) reflect.Value, name string) {
		for i := range of.NumField() {
			key := name + of.Field(i).Name
			part := func(g *Field) reflect.Value { return at(g).Field(i) }
			if key == "Phase" {
				each(of.Field(i).Type, part, "Phase.")
				continue
			}
			b := a
			stir(part(&b))
			if got, want := a.Alike(&b), slices.Contains(apart, key); got != want {
				t.Errorf("positions that differ in %s are alike: %v, want %v", key, got, want)
			}
		}
	}
	each(reflect.TypeFor[Field](), func(g *Field) reflect.Value { return reflect.ValueOf(g).Elem() }, "")
}

// stir makes a value another than it was.
func stir(v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return
	}
	*(*byte)(unsafe.Pointer(v.UnsafeAddr())) ^= 1
}

// TestShiftIsPlacingEach: a group that is shifted at once is where it would be if each of it
// were placed, and a shift back undoes it.
func TestShiftIsPlacingEach(t *testing.T) {
	p := &Printed{Pieces: make([]Piece, 6), Chiefs: make([]Chief, 2)}
	for u := range p.Pieces {
		p.Pieces[u].Class, p.Pieces[u].Full, p.Pieces[u].Reverse = Class(u%2), 5+u, 2
	}
	g := Begin(p, new(Scenario))
	for u := range p.Pieces {
		g.Place(UnitNo(u), board.Zone(1+u/4))
	}
	g.TurnOver(2, true)
	g.PlaceLeader(0, 1)
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		units, men := g.At[1].Some(r), LeaderSet(r.IntN(2))
		each, shifted := g, g
		each.PlaceAll(units, men, 2)
		band := shifted.Band(units, men)
		shifted.Shift(&band, 1, 2)
		if shifted.Sums != each.Sums || shifted.Where != each.Where || shifted.LeaderWhere != each.LeaderWhere {
			t.Errorf("%v and %v shifted: %+v, want %+v", units, men, shifted.Sums, each.Sums)
		}
		shifted.Shift(&band, 2, 1)
		if shifted.Sums != g.Sums || shifted.Where != g.Where || shifted.LeaderWhere != g.LeaderWhere {
			t.Errorf("%v and %v shifted back: %+v, want %+v", units, men, shifted.Sums, g.Sums)
		}
	}
}
