package chart

import (
	"strings"
	"testing"

	"keryx/adjudicator/hellenes"
	"keryx/templates"
)

// Zones without numbers go by their names in what lies next to what, as on the map: no identifier of a program stands
// there.
func TestGazetteerByNames(t *testing.T) {
	rules := hellenes.New()
	b, g := rules.Chart()
	theatre, err := NewTheatre(b, g)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range theatre.Gazetteer(Options{Names: templates.For("fr", "hellenes").Term}) {
		for _, id := range []string{"AndrosSea", "Gulf", "Messine M"} {
			if strings.Contains(p.Name+p.Near, id) {
				t.Errorf("%s: %s", p.Name, p.Near)
			}
		}
	}
}
