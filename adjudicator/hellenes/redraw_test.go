package hellenes

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
)

// Others are dealt for the recruits that were drawn though one of them is raised already and leaves the pool short.
func TestRedrawAfterRaising(t *testing.T) {
	game, err := Cased{New()}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	left := g.Names(ground.Sparta, ground.Pool)
	for left.Len() > 3 { // the pool has three, which are drawn
		g.Where[ground.Sparta][left.Pop()] = ground.Away
	}
	g.Active, g.Drawn = ground.Sparta, left
	raised := left.Nth(0)
	g.Where[ground.Sparta][raised] = g.Rules.Sparta
	g.redraw(ground.Sparta, rand.New(rand.NewPCG(1, 1)))
	if g.Drawn.Len() != 3 || !g.Drawn.Has(raised) {
		t.Errorf("%d are drawn, and who is raised among them: %t; want 3 and true", g.Drawn.Len(), g.Drawn.Has(raised))
	}
}
