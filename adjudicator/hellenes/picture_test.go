package hellenes

import (
	"os"
	"path/filepath"
	"testing"

	"keryx/adjudicator"
	"keryx/templates"
	"keryx/templates/chart"
)

// The map is drawn of what each side is shown, at the start of each campaign and wherever it has
// come to, with its tracks. The pictures are left in the directory named by KERYX_CHART_SAMPLES.
func TestPictures(t *testing.T) {
	r := New()
	th, err := chart.NewTheatre(r.Chart())
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := templates.With(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range r.Info().Scenarios {
		g, err := r.New(adjudicator.Setup{Scenario: scenario})
		if err != nil {
			t.Fatal(err)
		}
		for side, lang := range []string{"en", "fr"} {
			p := catalog.For(lang, r.Info().Name)
			v := g.View(adjudicator.Side(side))
			pic, err := th.Draw(v, nil, chart.Options{Title: p.Phrase(v.Turn), Names: p.Term, Width: []int{1216, 480}[side]})
			if err != nil {
				t.Fatalf("%s: %v", scenario, err)
			}
			if dir := os.Getenv("KERYX_CHART_SAMPLES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "game-"+scenario+"-"+lang+".png"), pic.PNG, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
