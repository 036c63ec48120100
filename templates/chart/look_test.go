package chart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Leaves the sample pictures in the directory named by KERYX_CHART_SAMPLES.
func TestSamples(t *testing.T) {
	dir := os.Getenv("KERYX_CHART_SAMPLES")
	if dir == "" {
		t.Skip("KERYX_CHART_SAMPLES names no directory for sample pictures")
	}
	for name, o := range map[string]Options{
		"opening":  {Title: "Hellespont 411-410 · August -411", Names: nameIn("en")},
		"midgame":  {Title: "Hellespont 411-410 · Décembre -411", Names: nameIn("fr")},
		"phone":    {Title: "Hellespont 411-410 · December -411", Names: nameIn("en"), Width: 720},
		"closeup":  {Title: "The battle of Cynossema", Names: nameIn("en"), Width: 1000, Region: []string{"M3", "M5"}},
		"closeup2": {Title: "Cyzicus", Names: nameIn("en"), Width: 1000, Region: []string{"M14", "Cyzique"}},
	} {
		v, marks := stand(t, midgame), storm
		if name == "opening" {
			v, marks = stand(t, opening), nil
		}
		p, err := theatre().Draw(v, marks, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d x %d, %d bytes", name, p.Width, p.Height, len(p.PNG))
		if err := os.WriteFile(filepath.Join(dir, name+".png"), p.PNG, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Leaves the picture of a board of no game there too.
func TestSampleOfNoGame(t *testing.T) {
	dir := os.Getenv("KERYX_CHART_SAMPLES")
	if dir == "" {
		t.Skip("KERYX_CHART_SAMPLES names no directory for sample pictures")
	}
	p, err := strangeTheatre(t).Draw(blocks(), nil, Options{Title: "Two boards", Names: nameIn("en")})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "strange.png"), p.PNG, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestStraitsAreLegible: in a close-up of narrow waters, as a telephone of 380 pixels shows it, the counters
// of the zones in question are as large as fits there.
func TestStraitsAreLegible(t *testing.T) {
	const shown, width, least = 380, 960, 33
	s, err := theatre().drawSheet(stand(t, midgame), nil, Options{Names: nameIn("en"), Width: width, Region: []string{"M3", "M5"}, Title: "M3"})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range s.plates[0].taken {
		if strings.HasPrefix(p.what, "stack M3 ") {
			n++
			if got := min(p.rect.Dx(), p.rect.Dy()) * shown / width; got < least {
				t.Errorf("%s is %d pixels wide on a telephone, want %d", p.what, got, least)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d stacks in M3", n)
	}
}
