package ground

import (
	"encoding/json"
	"reflect"
	"testing"

	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// A position comes back as it was, from its tables and from the fields of one that was stored before there were tables;
// tables that are cut off are refused. Version 1 stores fields, as it did.
func TestStoredPositionsComeBack(t *testing.T) {
	g := &Position{Rules: &Book{}, Scenario: "431", Number: 7, Named: true, Starving: Nowhere, Betrayed: 3, Forms: []Formation{{Side: Sparta, Names: 5, From: 1, To: 2}}}
	for side := range g.Where {
		g.Veil[side] = fog.New(Blocks, func(n int) int { return n / 2 })
		g.Veil[side].Mark[4], g.Veil[side].Open = 3, 1<<9
		for n := range g.Where[side] {
			g.Where[side][n], g.VC[side][n], g.Load[side][n] = board.Zone(n+side), int8(n%5), int8(n%3)
		}
	}
	for z := range g.Towns {
		g.Towns[z] = Town{Holder: Nobody, Garrison: z%2 == 0, Built: z%3 == 0, Siege: z * 3, Shut: 400 - z, Pillaged: z%5 == 0, Strife: z%7 == 0}
		g.Stripped[z], g.Arrived[z] = z%4 == 0, int8(z%6)
	}
	fields, err := json.Marshal((*plain)(g))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"tables": g.State(), "fields": fields} {
		back := Position{Rules: g.Rules}
		if err := back.Restore(text); err != nil || !reflect.DeepEqual(&back, g) {
			t.Errorf("%s: %v: %+v, want %+v", name, err, back, g)
		}
	}
	if len(g.State()) > len(fields)/2 {
		t.Errorf("tables take %d bytes, and fields %d", len(g.State()), len(fields))
	}
	old := *g
	if old.Rules = (&Book{Old: 1}); string(old.State()) != string(fields) {
		t.Errorf("version 1 stores %s, want %s", old.State(), fields)
	}
	short, err := json.Marshal(&saved{plain: (*plain)(g), Tables: g.tables()[1:]})
	if err != nil || new(Position).Restore(short) == nil {
		t.Errorf("tables that are cut off are read: %v", err)
	}
}
