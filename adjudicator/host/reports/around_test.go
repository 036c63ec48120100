package reports

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/templates"
)

// TestBesiegersAreInTheFrame: a close-up of a port shows who besieges it if the question says that what
// decides it stands around, whatever the kind of the question is called.
func TestBesiegersAreInTheFrame(t *testing.T) {
	th, err := theatre(hellespont.Default())
	if err != nil {
		t.Fatal(err)
	}
	stack := func(side adjudicator.Side, zone string) adjudicator.ZoneView {
		return adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: zone}, Stacks: []adjudicator.StackView{{Side: side}}}
	}
	for _, around := range []bool{true, false} {
		r := templates.Report{View: adjudicator.View{Zones: []adjudicator.ZoneView{stack(0, "Abydos"), stack(1, "T22"), stack(1, "M4")}},
			Question: &adjudicator.Question{Kind: "siege", Around: around}}
		zones, err := frame(th, &r, nil, []string{"Abydos"})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(zones, "Abydos") || (len(zones) > 1) != around {
			t.Errorf("around %t: the frame shows %v", around, zones)
		}
	}
}
