package chart

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"

	"keryx/adjudicator"
)

// maxKept is how many finished pictures a theatre keeps: both sides of a game often see
// the same, and a letter is sometimes made twice.
const maxKept = 8

// kept is a finished picture and what it was made of.
type kept struct {
	of  [sha256.Size]byte
	pic Picture
}

// mapWords are the IDs of the terms of kind "map" that a picture may hold.
var mapWords = []string{"types", "counters", "places", "leaders", "full", "bonus", "weak", "steps", "hidden", "equal", "sum",
	"leader", "port", "base", "beach", "held", "town", "hills", "marsh", "move", "retreat", "battle", "siege", "scale"}

// madeOf tells scenes apart: two pictures of which all this is the same are the same.
func (t *Theatre) madeOf(sc scene, o Options) (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %t %q %v %v %v %v", o.Title, o.Width, o.Kept, o.Region, sc.forces, sc.deeds, sc.marks, sc.edges)
	var text []byte
	name := func(kind, id string) {
		text = strconv.AppendQuote(append(text, ' '), sc.names(adjudicator.Term{Kind: kind, ID: id}))
	}
	for z := range t.board.All().All() {
		name("zone", t.board.Name(z))
	}
	for i := range sc.forces {
		for _, u := range sc.forces[i].leaders {
			name(u.Name.Kind, u.Name.ID)
		}
		for _, c := range sc.forces[i].chits {
			name("arm", c.id)
		}
	}
	for _, m := range sc.marks {
		name("mark", m.Kind)
	}
	for _, kind := range t.edgeKinds(sc.edges) {
		name("edge", kind)
	}
	for _, id := range mapWords {
		name("map", id)
	}
	for _, track := range sc.tracks {
		text = fmt.Appendf(text, " %q %v %d", track.Spaces, track.Of, track.At)
		name("track", track.ID)
		for _, id := range track.Spaces {
			name(track.Kind, id)
		}
	}
	h.Write(text)
	h.Sum(sum[:0])
	return sum
}

// again returns a picture that was drawn before.
func (t *Theatre) again(of [sha256.Size]byte) (Picture, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.pictures {
		if k.of == of {
			p := k.pic
			p.PNG = slices.Clone(p.PNG)
			return p, true
		}
	}
	return Picture{}, false
}

// keep remembers a picture in place of the oldest.
func (t *Theatre) keep(of [sha256.Size]byte, p Picture) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.PNG = slices.Clone(p.PNG)
	if len(t.pictures) == maxKept {
		t.pictures = slices.Clone(t.pictures[1:])
	}
	t.pictures = append(t.pictures, kept{of, p})
}
