package chart_test

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes"
	"keryx/templates/chart"
)

// TestCloseUpsOfAWideBoard: on a board that shows much of the world a close-up shows those who besiege a city as well, and never
// nothing, which would be the whole map once more.
func TestCloseUpsOfAWideBoard(t *testing.T) {
	theatre, err := chart.NewTheatre(hellenes.New().Chart())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := theatre.Together([]string{"Rhodes", "Epirus"}); err != nil || !slices.Equal(got, []string{"Rhodes"}) {
		t.Errorf("together with what is far: %v, %v", got, err)
	}
	if got, err := theatre.Together([]string{"Tegea", "Argos"}); err != nil || !slices.Equal(got, []string{"Tegea", "Argos"}) {
		t.Errorf("together with what is near: %v, %v", got, err)
	}
	at := func(id string, side adjudicator.Side) adjudicator.ZoneView {
		return adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: id}, Stacks: []adjudicator.StackView{{Side: side}}}
	}
	v := adjudicator.View{Zones: []adjudicator.ZoneView{at("Tegea", 1), at("Argos", 0)}}
	if got, err := theatre.Besieged(v, []string{"Tegea"}); err != nil || !slices.Equal(got, []string{"Tegea", "Argos"}) {
		t.Errorf("a besieged city with who stands beside: %v, %v", got, err)
	}
}
