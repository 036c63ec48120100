package amphipolis

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// TestCalledOnce: who has been called for comes at the next placing, and at no later one.
func TestCalledOnce(t *testing.T) {
	g := bare(t, nil)
	g.TurnNo = 1
	called := field.UnitsOf(g.allies(sparta).Nth(0))
	u := called.Nth(0)
	table := new(adjudicator.Table)
	g.summon(called, g.macedonia)
	if g.stock(sparta).Has(u) {
		t.Error("who has been called for can be called for again")
	}
	g.deploy(table, sparta, sparta, 0)
	if g.Where[u] != g.macedonia || !g.summoned().Empty() {
		t.Fatalf("who was called for is in %s", g.Board.Name(g.Where[u]))
	}
	away := g.Board.MustZone("T22")
	g.Place(u, away)
	g.deploy(table, sparta, sparta, 0)
	if g.Where[u] != away {
		t.Error("who had come came once more")
	}
}

// TestCallWaits: a call that finds no base is kept until it finds one, whatever is called
// for meanwhile, and no longer.
func TestCallWaits(t *testing.T) {
	g := blank(t, "10.3", nil)
	g.TurnNo = 1
	_, bit := g.optional(sparta)
	thrace := g.Board.MustZone("Thrace")
	muster(t, g, athens, "Thrace", "P5", 1)
	table := new(adjudicator.Table)
	g.Phase.Called = bit
	g.deploy(table, sparta, sparta, 0)
	if g.Held[sparta].Has(thrace) || g.awaited != bit || g.Phase.Called != 0 {
		t.Fatalf("blocked: waiting %b, called %b", g.awaited, g.Phase.Called)
	}
	for rest := g.UnitsAt(athens, thrace); !rest.Empty(); {
		g.Lift(rest.Pop())
	}
	g.deploy(table, sparta, sparta, 0)
	if came := g.UnitsAt(sparta, thrace).Len(); came != 2 || g.awaited != 0 {
		t.Errorf("free: %d came, waiting %b", came, g.awaited)
	}
}
