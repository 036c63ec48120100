package hellenes

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
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
		g.Where[sparta][p], g.VC[sparta][p] = r.board.MustZone(zone), 2
	}
	g.Active, g.Left[sparta] = sparta, 1
	want := one(at["Thebes"]) | one(at["Corinth"])
	if all := g.askAct(sparta).Form.(form).open(); !slices.ContainsFunc(all, func(a Act) bool {
		return a.Verb == "gather" && a.Pieces == want && a.Zone == r.board.MustZone("Megara")
	}) {
		t.Errorf("no gathering of Thebes and Corinth at Megara is proposed: %v", all)
	}
}
