package main

import "testing"

// TestHeapMayGrow: a small heap has room for garbage, a large one may double, and nothing
// in between lets it grow beyond the larger of the two.
func TestHeapMayGrow(t *testing.T) {
	for used := uint64(0); used < 3*roomForGarbage; used += roomForGarbage / 64 {
		percent := percentFor(used)
		if percent < 100 {
			t.Errorf("%d bytes in use may grow by %d %%", used, percent)
		}
		if grown := used + used*uint64(percent)/100; grown > max(roomForGarbage, 2*used) {
			t.Errorf("%d bytes in use may grow to %d", used, grown)
		}
	}
	if few, many := percentFor(roomForGarbage/4), percentFor(roomForGarbage); few != 300 || many != 100 {
		t.Errorf("a quarter may grow by %d %%, all of it by %d %%", few, many)
	}
}
