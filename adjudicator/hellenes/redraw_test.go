package hellenes

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
)

// Others are dealt for the recruits that were drawn though one of them is raised already and leaves the pool short.
func TestRedrawAfterRaising(t *testing.T) {
	game, err := Cased{New()}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	left := g.names(sparta, pool)
	for left.Len() > 3 { // the pool has three, which are drawn
		g.Where[sparta][left.Pop()] = away
	}
	g.Active, g.Drawn = sparta, left
	raised := left.Nth(0)
	g.Where[sparta][raised] = g.rules.sparta
	g.redraw(sparta, rand.New(rand.NewPCG(1, 1)))
	if g.Drawn.Len() != 3 || !g.Drawn.Has(raised) {
		t.Errorf("%d are drawn, and who is raised among them: %t; want 3 and true", g.Drawn.Len(), g.Drawn.Has(raised))
	}
}
