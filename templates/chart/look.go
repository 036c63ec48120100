package chart

import (
	"errors"
	"fmt"

	"keryx/adjudicator/board"
)

// ErrLook matches the errors for what a geometry wants drawn and pictures do not know: the
// look of a terrain, the strokes of a sign.
var ErrLook = errors.New("cannot be drawn")

// look is what a terrain looks like. Its name is also that of a word of kind "map", for
// the legend.
type look struct {
	tint ink
	sign func(p *plate, foot point) // strewn over a zone; the foot is its left lower end
	land bool
	town bool // its name is written with its number, like that of a port
}

// The looks that a geometry can give to a terrain.
var looks = map[string]look{
	"hills":  {tint: rough, sign: (*plate).hillSign, land: true},
	"marsh":  {tint: shallow3, sign: (*plate).reedSign, land: true},
	"town":   {tint: white, sign: (*plate).houseSign, land: true, town: true},
	"narrow": {tint: strait},
}

// lookNames are the names of the looks in the order of the legend.
var lookNames = []string{"town", "hills", "marsh"}

// dress says what a zone looks like.
func (t *Theatre) dress(z board.Zone) error {
	a, terrain := &t.zones[z], t.board.Terrain(z)
	if a.look = ""; int(terrain) < len(t.geometry.Looks) {
		a.look = t.geometry.Looks[terrain]
	}
	a.terrain = t.board.TerrainID(terrain)
	a.tint = clear
	if a.wet {
		a.tint = sea
	}
	if a.look == "" {
		return nil
	}
	l, ok := looks[a.look]
	if !ok || l.land == a.wet {
		return fmt.Errorf("chart: %w: terrain %q of zone %s as %q", ErrLook, a.terrain, t.board.Name(z), plain(a.look, 20))
	}
	a.tint, a.strewn, a.town = l.tint, l.sign, l.town
	return nil
}

// reedSign draws a tuft of reeds with its foot's left end at q.
func (p *plate) reedSign(q point) {
	v := func(x, y float64) point { return pt(q.X+p.u(x), q.Y-p.u(y)) }
	for _, s := range []line{{v(3, 1), v(21, 1)}, {v(8, 2), v(5, 9)}, {v(12, 2), v(12, 12)}, {v(16, 2), v(19, 9)}} {
		p.fill(seaway, stroke(s, p.u(1.6), false))
	}
}

// houseSign draws two houses with their left end at q.
func (p *plate) houseSign(q point) {
	v := func(x, y float64) point { return pt(q.X+p.u(x), q.Y-p.u(y)) }
	for _, x := range []float64{1, 13} {
		house := line{v(x, 1), v(x, 6), v(x+4.5, 10), v(x+9, 6), v(x+9, 1)}
		p.fill(hillShade, path{house})
		p.fill(frontier, stroke(house, p.u(1.4), true))
	}
}
