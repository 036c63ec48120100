package field

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// StratagemNo is the number of a stratagem: 1 for S1.
type StratagemNo uint8

// Colour is the background of a face of a stratagem counter: who may play it. It is the
// number of a side, or [Neutral].
type Colour uint8

// Neutral is the colour of both sides.
const Neutral Colour = 2

// PlayableBy reports whether the side may play a face of this colour.
func (c Colour) PlayableBy(s adjudicator.Side) bool { return c == Neutral || adjudicator.Side(c) == s }

// Of reports whether this is the side's own colour, neutral excluded.
func (c Colour) Of(s adjudicator.Side) bool { return c != Neutral && adjudicator.Side(c) == s }

// Face is one side of a stratagem counter.
type Face struct {
	Stratagem StratagemNo
	Colour    Colour
}

// Counter is one stratagem counter.
type Counter struct {
	ID           string // "S18A/S10A": the faces with the first letter of their colours
	Faces        [2]Face
	Source       board.Source // that these two texts share a counter
	ColourSource board.Source
}

// CounterEntry is a block [[counter]] of a stratagem file.
type CounterEntry struct {
	Faces        [][]string   `toml:"faces"`
	Source       board.Source `toml:"source"`
	ColourSource board.Source `toml:"colour_source"`
}

// Counters reads blocks of stratagem counters. Number finds a text by its identifier
// ("S18") and notes the fault, under the given key, of one that there is not.
func (r *Reading) Counters(entries []CounterEntry, number func(key, id string) StratagemNo) []Counter {
	var all []Counter
	for i, e := range entries {
		key := fmt.Sprintf("counter number %d", i+1)
		n, ok := r.counter(key, e, number)
		if !ok {
			return all
		}
		if slices.ContainsFunc(all, func(o Counter) bool { return o.ID == n.ID }) {
			r.Fail(key, board.ErrDuplicate, n.ID)
		}
		all = append(all, n)
	}
	return all
}

func (r *Reading) counter(key string, e CounterEntry, number func(key, id string) StratagemNo) (n Counter, ok bool) {
	if len(e.Faces) != 2 {
		r.Fail(key+".faces", board.ErrInvalid, fmt.Sprintf("%d faces, want 2", len(e.Faces)))
		return n, false
	}
	n = Counter{Source: e.Source, ColourSource: e.ColourSource}
	colours := append(slices.Clone(r.Sides), "neutral")
	var ids [2]string
	for i, face := range e.Faces {
		if len(face) != 2 {
			r.Fail(key+".faces", board.ErrInvalid, "a face is a stratagem and a colour")
			return n, false
		}
		colour := slices.Index(colours, face[1])
		if colour < 0 {
			r.Fail(key+".faces", board.ErrUnknown, strconv.Quote(face[1]))
			return n, false
		}
		n.Faces[i] = Face{Stratagem: number(key+".faces", face[0]), Colour: Colour(colour)}
		ids[i] = face[0] + strings.ToUpper(face[1][:1])
	}
	n.ID = strings.Join(ids[:], "/")
	r.Source("counter "+n.ID, e.Source, e.ColourSource)
	return n, true
}
