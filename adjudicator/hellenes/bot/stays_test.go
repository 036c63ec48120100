package bot

import (
	"testing"

	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// Who besieges a city that it can storm keeps enough there for the assault; who is too weak for one, or leaves enough,
// may go.
func TestSensibleStaysToStorm(t *testing.T) {
	book, err := ground.Read(data.Embedded(), nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &ground.Position{Rules: book, Scenario: "431", Named: true}
	for side := range g.Where {
		g.Veil[side] = fog.New(ground.Blocks, func(int) int { return 0 })
		for p := range g.Where[side] {
			g.Where[side][p] = ground.Pool
		}
	}
	torone := g.Rules.Board.MustZone("Torone")
	g.Towns[torone] = ground.Town{Holder: ground.Sparta, Garrison: true, Built: true, Siege: 1}
	all := fog.Set(0)
	for p := range fog.Piece(3) {
		g.Where[ground.Athens][p], g.VC[ground.Athens][p] = torone, 3
		all.Add(p)
	}
	v := judgement{g: g, side: ground.Athens}
	if v.worth(all) < v.stormed(torone) || v.worth(ground.One(0)) >= v.stormed(torone) {
		t.Fatalf("three blocks are worth %.1f and one %.1f against %.1f", v.worth(all), v.worth(ground.One(0)), v.stormed(torone))
	}
	if v.besieging(torone, all&^ground.One(0)) == 0 || v.besieging(torone, all) == 0 {
		t.Error("they leave too few for the assault")
	}
	if v.besieging(torone, ground.One(0)) != 0 {
		t.Error("one block has to stay though the others are enough")
	}
}
