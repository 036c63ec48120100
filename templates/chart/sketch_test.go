package chart

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
)

var update = flag.Bool("update", false, "write the sketch on disk anew")

// TestSketch compares a sketch with the one on disk.
func TestSketch(t *testing.T) {
	parts, err := theatre().Sketch(stand(t, midgame), storm, Options{Names: nameIn("fr")})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(parts, "\n\n") + "\n"
	path := filepath.Join("testdata", "sketch.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// TestSketchTellsAll: a sketch names every zone and tells of every stack, in 72 columns.
func TestSketchTellsAll(t *testing.T) {
	for name, position := range map[string]string{"opening": opening, "midgame": midgame} {
		v := stand(t, position)
		parts, err := theatre().Sketch(v, nil, Options{Names: nameIn("en")})
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(parts, "\n")
		for line := range strings.Lines(all) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > sketchColumns {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		words := map[string]bool{}
		for _, w := range strings.FieldsFunc(all, func(r rune) bool { return strings.ContainsRune(" ~^.:|+-\n#@!&", r) }) {
			words[w] = true
		}
		for z := range theatre().board.All().All() {
			id := theatre().board.Name(z)
			called := nameIn("en")(adjudicator.Term{Kind: "zone", ID: id})
			if !words[id] && !words[called] {
				t.Errorf("%s: %s is missing", name, id)
			}
		}
		forces, err := theatre().forces(v)
		if err != nil {
			t.Fatal(err)
		}
		for i := range forces {
			if !words[forces[i].brief()] {
				t.Errorf("%s: %s in %s is missing", name, forces[i].brief(), theatre().board.Name(forces[i].zone))
			}
		}
	}
}

func TestSketchUnknownZone(t *testing.T) {
	v := adjudicator.View{Zones: []adjudicator.ZoneView{{Zone: adjudicator.Term{Kind: "zone", ID: "M99"}}}}
	if _, err := theatre().Sketch(v, nil, Options{}); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("in a view: %v", err)
	}
	marks := []adjudicator.Mark{{Kind: "battle", Zones: []string{"M99"}}}
	if _, err := theatre().Sketch(adjudicator.View{}, marks, Options{}); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("in a mark: %v", err)
	}
}

func TestGazetteer(t *testing.T) {
	all := theatre().Gazetteer(Options{Names: nameIn("en")})
	if len(all) != theatre().board.Len() {
		t.Errorf("%d places, want %d", len(all), theatre().board.Len())
	}
	near := map[string]string{}
	for _, p := range all {
		near[p.Name] = p.Near
	}
	for name, want := range map[string]string{
		"M5 Narrows of Sestos":                  "T17, T22 (beach), M4, M6, Sestos (anchor)",
		"T18 Madytus and Cynossema (difficult)": "T17, T19, M3, M4, M21",
		"Sestos":                                "T17, M5 (anchor)",
		"Byzantium":                             "M18, M19",
	} {
		if near[name] != want {
			t.Errorf("%s: %q, want %q", name, near[name], want)
		}
	}
}

// TestGazetteerWithoutNumbers: where the map prints no numbers, a zone is called what the reader calls it.
func TestGazetteerWithoutNumbers(t *testing.T) {
	th := theatre()
	th.numbered = false
	for _, p := range th.Gazetteer(Options{Names: nameIn("en")}) {
		if p.Name == "Narrows of Sestos" {
			return
		}
	}
	t.Error("the narrows stand there with their number")
}

func BenchmarkSketch(b *testing.B) {
	v := stand(b, midgame)
	for b.Loop() {
		if _, err := theatre().Sketch(v, storm, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestHiddenPiecesAreCounted: pieces of which no more is known than that they are there are
// no stack without strength.
func TestHiddenPiecesAreCounted(t *testing.T) {
	unknown := chit{hidden: true, count: 2}
	for want, f := range map[string]force{
		"[2?]":     {side: 1, chits: []chit{unknown}},
		"(5/3+2?)": {chits: []chit{{afloat: true, count: 1, strength: 5}, {count: 1, strength: 3}, unknown}},
	} {
		if got := f.brief(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
