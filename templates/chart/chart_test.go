package chart

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
)

// The pictures as they were last looked at and liked. After a change to the look,
// or to the geometry of the map, view the new ones (see TestSamples) and put in the
// hashes that the failure prints.
var golden = map[string]string{
	"opening":  "b4c592366bd11833",
	"midgame":  "011869b7c970cdff",
	"close-up": "0b04da9f2cf27804",
}

func drawn(t testing.TB, th *Theatre, name string) Picture {
	t.Helper()
	v, marks, o := stand(t, midgame), storm, Options{Title: "Hellespont", Names: nameIn("en")}
	switch name {
	case "opening":
		v, marks = stand(t, opening), nil
	case "close-up":
		o.Region = []string{"M3", "M5"}
	}
	p, err := th.Draw(v, marks, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pixelSum is a digest of the size and the pixels of a picture.
func pixelSum(t *testing.T, p Picture) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	drawn, ok := img.(*image.Paletted)
	if !ok || drawn.Rect != image.Rect(0, 0, p.Width, p.Height) {
		t.Fatalf("a %T of %v", img, img.Bounds())
	}
	h := sha256.New()
	fmt.Fprint(h, drawn.Rect, drawn.Palette)
	h.Write(drawn.Pix)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"opening", "midgame", "close-up"} {
		p := drawn(t, theatre(), name)
		if got := pixelSum(t, p); got != golden[name] {
			t.Errorf("%q: %q, want %q", name, got, golden[name])
		}
	}
}

// A theatre made anew, a ground painted anew and one that was kept give the same
// bytes, in whatever order pictures are drawn.
func TestSameBytesEveryTime(t *testing.T) {
	g := data.Default()
	fresh, err := NewTheatre(g.Map, g.Geometry)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"close-up", "midgame", "opening", "close-up", "midgame"} {
		if a, b := drawn(t, theatre(), name), drawn(t, fresh, name); !bytes.Equal(a.PNG, b.PNG) {
			t.Errorf("%s differs between two theatres", name)
		}
	}
}

// A picture that was kept is given again for the same scene, and only for that.
func TestKeptPictures(t *testing.T) {
	th, err := NewTheatre(data.Default().Map, data.Default().Geometry)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(o Options, position string) string {
		p, err := th.Draw(stand(t, position), storm, o)
		if err != nil {
			t.Fatal(err)
		}
		p.PNG[100]++ // whoever gets it may do with it what he likes
		return string(p.PNG)
	}
	en := Options{Names: nameIn("en"), Width: 600}
	first := draw(en, midgame)
	if draw(en, midgame) != first || len(th.pictures) != 1 {
		t.Errorf("the same scene differs, or is kept %d times", len(th.pictures))
	}
	for i, other := range []string{draw(Options{Names: nameIn("fr"), Width: 600}, midgame), draw(Options{Names: nameIn("en"), Width: 600, Title: "x"}, midgame),
		draw(en, opening), draw(Options{Names: nameIn("en"), Width: 610}, midgame), draw(Options{Names: nameIn("en"), Width: 600, Region: []string{"M5"}}, midgame)} {
		if other == first {
			t.Errorf("scene %d is given the picture of another", i)
		}
	}
}

// What a view does not show on the map, and in what order it lists zones, leaves no
// trace.
func TestOnlyTheMapOfTheViewCounts(t *testing.T) {
	a, b := stand(t, midgame), stand(t, midgame)
	b.Side, b.Data, b.Turn = 1, "nine stratagems", adjudicator.Say("some.key")
	b.Tables = []adjudicator.Listing{{ID: "hand", Rows: [][]any{{"S14"}}}}
	b.Balance = []adjudicator.BalanceRow{{Values: [2]int{3, 4}}}
	slices.Reverse(b.Zones)
	p, err := theatre().Draw(a, storm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	q, err := theatre().Draw(b, storm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(p.PNG, q.PNG) {
		t.Error("equal maps give different pictures")
	}
}

func TestPNGIsPalettedAndBare(t *testing.T) {
	limits := map[string]int{"opening": 80_000, "midgame": 100_000, "close-up": 47_000}
	for _, name := range []string{"opening", "midgame", "close-up"} {
		p := drawn(t, theatre(), name)
		img, err := png.DecodeConfig(bytes.NewReader(p.PNG))
		if err != nil {
			t.Fatal(err)
		}
		if img.Width != p.Width || img.Height != p.Height || p.Width != DefaultWidth {
			t.Errorf("%s: %d x %d, header says %d x %d", name, p.Width, p.Height, img.Width, img.Height)
		}
		if len(p.PNG) > limits[name] {
			t.Errorf("%s: %d bytes, want at most %d", name, len(p.PNG), limits[name])
		}
		if got := chunks(p.PNG); !slices.Equal(slices.Compact(got), []string{"IHDR", "PLTE", "IDAT", "IEND"}) {
			t.Errorf("%s: chunks %v", name, got)
		}
	}
}

func chunks(file []byte) []string {
	var all []string
	for at := 8; at+8 <= len(file); {
		n := int(file[at])<<24 | int(file[at+1])<<16 | int(file[at+2])<<8 | int(file[at+3])
		all = append(all, string(file[at+4:at+8]))
		at += n + 12
	}
	return all
}

// No counter covers another one, a label or a sign, at any size.
func TestNothingOverlaps(t *testing.T) {
	for _, o := range []Options{{}, {Width: MinWidth}, {Width: 1400}, {Width: 2000}, {Region: []string{"M14", "Cyzique"}},
		{Region: []string{"M1", "M7"}}, {Region: []string{"T30"}}, {Region: []string{"B3"}}, {Region: []string{"B1", "B3"}}} {
		o.Names = nameIn("fr")
		s, err := theatre().drawSheet(stand(t, midgame), storm, o)
		if err != nil {
			t.Fatal(o.Width, o.Region, err)
		}
		for _, l := range s.plates {
			stacks := 0
			for i, a := range l.taken {
				for _, b := range l.taken[:i] {
					block := strings.HasPrefix(a.what, "stack") || strings.HasPrefix(a.what, "pennant") || strings.HasPrefix(a.what, "battle") || strings.HasPrefix(a.what, "zone name")
					if block && a.rect.Overlaps(b.rect) {
						t.Errorf("width %d, region %v: %s overlaps %s", o.Width, o.Region, a.what, b.what)
					}
				}
				if strings.HasPrefix(a.what, "stack") || strings.HasPrefix(a.what, "pennant") {
					stacks++
				}
			}
			// What a port holds of ships and of land units stands apart.
			stacks -= countBoth(l.taken)
			if whole := l.view == (window{l.low, l.high}); whole && stacks != strings.Count(strings.TrimSpace(midgame), "\n")+1 {
				t.Errorf("%d stacks stand on the whole map", stacks)
			}
		}
	}
}

// countBoth counts the forces that stand in two parts.
func countBoth(taken []placed) (n int) {
	for _, p := range taken {
		if ashore, ok := strings.CutSuffix(p.what, " afloat"); ok && slices.ContainsFunc(taken, func(q placed) bool { return q.what == ashore }) {
			n++
		}
	}
	return n
}

func TestEveryZoneIsLabelled(t *testing.T) {
	s, err := theatre().drawSheet(stand(t, midgame), storm, Options{Names: nameIn("en")})
	if err != nil {
		t.Fatal(err)
	}
	m := data.Default().Map
	for z := range m.All().All() {
		want := "number " + m.Name(z)
		if k := m.Kind(z); k == board.Port || k == board.Base {
			want = "name " + m.Name(z)
		}
		has := func(p placed) bool { return p.what == want }
		if !slices.ContainsFunc(s.plates[0].taken, has) && !slices.ContainsFunc(s.plates[1].taken, has) {
			t.Errorf("both the whole map and the enlarged part lack the %s", want)
		}
	}
}

func TestRefused(t *testing.T) {
	nowhere := adjudicator.View{Zones: []adjudicator.ZoneView{{Zone: adjudicator.Term{Kind: "zone", ID: "T99"}}}}
	third := stand(t, "M5 athens T10")
	third.Zones[0].Stacks[0].Side = 2
	good := stand(t, opening)
	for name, c := range map[string]struct {
		view  adjudicator.View
		marks []adjudicator.Mark
		o     Options
		want  error
	}{
		"unknown zone in the view":  {view: nowhere, want: ErrUnknownZone},
		"unknown zone in a mark":    {view: good, marks: []adjudicator.Mark{{Kind: "move", Zones: []string{"M5", "Troy"}}}, want: ErrUnknownZone},
		"unknown zone in the query": {view: good, o: Options{Region: []string{"Troy"}}, want: ErrUnknownZone},
		"too narrow":                {view: good, o: Options{Width: 100}, want: ErrWidth},
		"too wide":                  {view: good, o: Options{Width: 1 << 20}, want: ErrWidth},
		"a third side":              {view: third},
	} {
		p, err := theatre().Draw(c.view, c.marks, c.o)
		if err == nil || c.want != nil && !errors.Is(err, c.want) || p.PNG != nil {
			t.Errorf("%s: %d bytes, error %v, want %v", name, len(p.PNG), err, c.want)
		}
	}
}

// Words from outside can neither spoil the picture nor make it large.
func TestHostileWords(t *testing.T) {
	long := strings.Repeat("\x00\u202e̡̢W\n", 5000)
	p, err := theatre().Draw(stand(t, midgame), storm, Options{Title: long, Names: func(adjudicator.Term) string { return long }})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.PNG) > 200_000 {
		t.Errorf("%d bytes", len(p.PNG))
	}
	if got := plain("a\x00b\u202ec  \n d", 10); got != "abc d" {
		t.Errorf("%q", got)
	}
}

// BenchmarkDraw draws a map on a ground that is kept.
func BenchmarkDraw(b *testing.B) {
	v := stand(b, midgame)
	for _, p := range []struct {
		name   string
		region []string
		width  int
	}{ // as in a letter, and at twice its density
		{"whole", nil, 1200}, {"close-up", []string{"M3", "M5"}, 960},
		{"whole twice", nil, 2400}, {"close-up twice", []string{"M3", "M5"}, 1920},
	} {
		b.Run(p.name, func(b *testing.B) {
			size := 0
			for n := 0; b.Loop(); n++ { // a title of its own, so that no picture is one that was kept
				drawn, err := theatre().Draw(v, storm, Options{Names: nameIn("en"), Title: "Hellespont " + strconv.Itoa(n), Region: p.region, Width: p.width})
				if err != nil {
					b.Fatal(err)
				}
				size = len(drawn.PNG)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// BenchmarkGround paints a whole map that has not been drawn before.
func BenchmarkGround(b *testing.B) {
	v, g := stand(b, opening), data.Default()
	for b.Loop() {
		th, err := NewTheatre(g.Map, g.Geometry)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := th.Draw(v, nil, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
