package hellenes

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// The template proposes a gathering where blocks of two zones can come to a city.
func TestGatheringIsProposed(t *testing.T) {
	r := New()
	game, err := Cased{r}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	at := map[string]fog.Piece{"Thebes": 21, "Corinth": 13}
	for zone, p := range at {
		g.Where[ground.Sparta][p], g.VC[ground.Sparta][p] = r.Board.MustZone(zone), 2
	}
	g.Active, g.Left[ground.Sparta] = ground.Sparta, 1
	want := ground.One(at["Thebes"]) | ground.One(at["Corinth"])
	if all := g.askAct(ground.Sparta).Form.(order.Form).Open(); !slices.ContainsFunc(all, func(a order.Act) bool {
		return a.Verb == "gather" && a.Pieces == want && a.Zone == r.Board.MustZone("Megara")
	}) {
		t.Errorf("no gathering of Thebes and Corinth at Megara is proposed: %v", all)
	}
}
