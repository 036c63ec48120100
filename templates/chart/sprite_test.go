package chart

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"pgregory.net/rapid"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

// TestSprites stamps counters and leaders wherever they may stand, some cut off by the frame: the pixels are those of one that
// is drawn there.
func TestSprites(t *testing.T) {
	th := theatre()
	arms := []arm{{"trireme", "trireme"}, {"hoplite", "hoplite"}, {"peltast", "peltast"}, {"", ""}}
	rapid.Check(t, func(t *rapid.T) {
		side := adjudicator.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		c := pile{chit: chit{arm: rapid.SampledFrom(arms).Draw(t, "arm"), weak: rapid.Bool().Draw(t, "weak"), hidden: rapid.IntRange(0, 4).Draw(t, "hidden") == 0,
			strength: rapid.IntRange(0, 30).Draw(t, "strength"), bonus: rapid.IntRange(0, 3).Draw(t, "bonus"), steps: rapid.IntRange(0, 4).Draw(t, "steps")},
			more: rapid.IntRange(0, 3).Draw(t, "more"), sum: rapid.Bool().Draw(t, "sum")}
		u := adjudicator.UnitView{Leader: true, Weak: c.weak, Bonus: c.bonus}
		size := rapid.SampledFrom([]float64{bigChit, smallChit, tinyChit, 40}).Draw(t, "size")
		at := pt(length(rapid.IntRange(-20<<6, 220<<6).Draw(t, "x")), length(rapid.IntRange(-20<<6, 220<<6).Draw(t, "y")))
		before := pt(length(rapid.IntRange(0, 180<<6).Draw(t, "x before")), length(rapid.IntRange(0, 180<<6).Draw(t, "y before")))
		unit := rapid.SampledFrom([]float64{0.87, 1.5, 1.74}).Draw(t, "unit")
		leader := rapid.Bool().Draw(t, "leader")
		var seen [2][]byte
		for i := range seen {
			canvas := newCanvas(200, 200)
			p := &plate{Theatre: th, canvas: canvas, frame: image.Rect(0, 0, 200, 200), unit: unit}
			for _, at := range []point{before, at} { // what is drawn first is kept, and covered
				if p.flood(sea, p.frame); leader {
					p.token(at, size/48, side, u)
				} else {
					p.chit(at, size, side, c)
				}
			}
			p.flood(sea, p.frame)
			p.flood(rough, image.Rect(0, 0, 90, 110))
			p.within(image.Rect(10, 10, 190, 190), func() {
				switch {
				case leader && i == 0:
					p.drawToken(at, size/48, side, u)
				case leader:
					p.token(at, size/48, side, u)
				case i == 0:
					p.drawChit(at, size, side, c)
				default:
					p.chit(at, size, side, c)
				}
			})
			seen[i] = bytes.Clone(p.crop())
			canvas.release()
		}
		if !bytes.Equal(seen[1], seen[0]) {
			t.Fatal("other pixels")
		}
	})
}

// TestSpritesAreBounded: the room for sprites does not grow.
func TestSpritesAreBounded(t *testing.T) {
	var all sprites
	for i := range 5000 {
		key := spriteKey{pile: pile{chit: chit{arm: arm{id: fmt.Sprint(i)}}}}
		all.add(key, &sprite{bytes: 10_000})
		if all.held > maxSprites || all.find(key) == nil || len(all.kept)*10_000 != all.held {
			t.Fatalf("%d bytes, %d sprites", all.held, len(all.kept))
		}
	}
}
