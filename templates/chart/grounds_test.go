package chart

import (
	"bytes"
	"image"
	"math/rand/v2"
	"sync"
	"testing"

	"keryx/adjudicator/hellespont/data"
)

// What is packed comes back pixel by pixel, at whatever place, and nothing beside it changes.
func TestGroundIsUnpacked(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, size := range []image.Point{{1, 1}, {7, 3}, {300, 2}, {1000, 20}} {
		img := image.NewPaletted(image.Rectangle{Max: size}, nil)
		for i := range img.Pix {
			if img.Pix[i] = 9; i > 0 && rnd.IntN(40) > 0 {
				img.Pix[i] = img.Pix[i-1]
			} else {
				img.Pix[i] = byte(rnd.IntN(90))
			}
		}
		g := &ground{size: size, runs: pack(img)}
		sheet := image.NewPaletted(image.Rect(0, 0, size.X+11, size.Y+5), nil)
		for i := range sheet.Pix {
			sheet.Pix[i] = 200
		}
		at := image.Pt(8, 2)
		g.unpack(sheet, at)
		for y := range sheet.Rect.Dy() {
			for x := range sheet.Rect.Dx() {
				want := byte(200)
				if q := image.Pt(x, y).Sub(at); q.In(img.Rect) {
					want = img.ColorIndexAt(q.X, q.Y)
				}
				if got := sheet.ColorIndexAt(x, y); got != want {
					t.Fatalf("%v: at %d,%d: %d, want %d", size, x, y, got, want)
				}
			}
		}
	}
}

// Grounds take a bounded room, and the one that is used stays longest.
func TestGroundsAreBounded(t *testing.T) {
	var all grounds
	used := window{high: spot{1, 1}}
	for i := range 100 {
		all.add(&ground{view: window{high: spot{int64(i + 1), 1}}, grid: new(grid), runs: make([]byte, maxGrounds/20)})
		if i > 0 && all.find(used, image.Point{}) == nil {
			t.Fatalf("the one in use is gone after %d others", i)
		}
		if all.held > maxGrounds {
			t.Fatalf("%d bytes are held", all.held)
		}
	}
	sum := 0
	for _, g := range all.kept {
		sum += g.bytes()
	}
	if sum != all.held || len(all.kept) < 10 {
		t.Errorf("%d grounds of %d bytes are held, said to be %d", len(all.kept), sum, all.held)
	}
}

// Pictures that are drawn at the same time, of one theatre that has no ground yet, are those
// that are drawn one after the other: no canvas and no press is in two hands.
func TestDrawnAtOnce(t *testing.T) {
	g := data.Default()
	fresh, err := NewTheatre(g.Map, g.Geometry)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"close-up", "midgame", "opening", "midgame", "close-up", "opening"}
	got := make([]Picture, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { got[i] = drawn(t, fresh, name) })
	}
	wait.Wait()
	for i, name := range names {
		if !bytes.Equal(got[i].PNG, drawn(t, theatre(), name).PNG) {
			t.Errorf("%s is another when it is drawn beside others", name)
		}
	}
}
