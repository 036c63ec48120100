package chart

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/perse"
)

// The plan of every game has each of its zones, with the place of its label, each great name once, and is light: pages have it
// beside all else within sixty kilobytes.
func TestPlans(t *testing.T) {
	for name, opener := range map[string]adjudicator.Opener{"hellespont": hellespont.Opener, "amphipolis": amphipolis.Opener, "hellenes": hellenes.Opener, "perse": perse.Opener} {
		m, g := opener.Embedded()[0].(adjudicator.Charted).Chart()
		th, err := NewTheatre(m, g)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := th.Plan(nil)
		if err != nil {
			t.Fatal(err)
		}
		placed := map[string]bool{}
		for _, z := range plan.Zones {
			placed[z.ID] = placed[z.ID] || z.X >= 0
		}
		for z := range m.All().All() {
			if !placed[m.Name(z)] {
				t.Errorf("%s: zone %s has no place", name, m.Name(z))
			}
		}
		words := map[string]int{}
		for _, w := range plan.Words {
			if words[w.Text]++; words[w.Text] > 1 {
				t.Errorf("%s: the map says %s more than once", name, w.Text)
			}
		}
		if len(plan.Lines) == 0 || len(plan.Signs) == 0 || plan.Height <= 0 {
			t.Errorf("%s: %d lines, %d signs, %d high", name, len(plan.Lines), len(plan.Signs), plan.Height)
		}
		data, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		var pressed bytes.Buffer
		w := gzip.NewWriter(&pressed)
		if _, err := w.Write(data); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d pressed, %d x %d", name, len(data), pressed.Len(), plan.Width, plan.Height)
		if pressed.Len() > 40_000 {
			t.Errorf("%s: the plan has %d bytes when pressed", name, pressed.Len())
		}
		if dir := os.Getenv("KERYX_PLANS"); dir != "" {
			if err := os.WriteFile(dir+"/"+name+".json", data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
