package data

import (
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Topic says how much of one sort of data is reconstructed.
type Topic = field.Topic

// Reconstructed lists, topic by topic, which data in use are not fixed by the rulebook. It is
// what a club should know about its copy of the data.
func Reconstructed(g *Game) []Topic {
	values, nations := Topic{Name: "values and loyalties of cities"}, Topic{Name: "nations"}
	for i := range g.Provinces {
		if p := &g.Provinces[i]; p.City() {
			values.Add(g.Map.Name(p.Zone), p.ValueSource)
		}
	}
	for _, n := range g.Nations {
		nations.Add(n.ID, n.Source)
	}
	blocks, strengths := Topic{Name: "types and homes of blocks"}, Topic{Name: "strengths of blocks"}
	for side := range g.Blocks {
		for _, b := range g.Blocks[side] {
			name := fmt.Sprintf("%s %d", SideIDs[side], b.Number)
			blocks.Add(name, b.Source)
			strengths.Add(name, b.VCSource)
		}
	}
	cards, coins, sides := Topic{Name: "events of cards"}, Topic{Name: "coins of cards"}, Topic{Name: "who may play an event"}
	for _, c := range g.Cards {
		cards.Add(fmt.Sprint(c.Number), c.Source)
		coins.Add(fmt.Sprint(c.Number), c.CoinsSource)
	}
	for _, e := range g.Events {
		sides.Add(e.ID, e.SideSource)
	}
	setups := Topic{Name: "set-ups"}
	for _, s := range g.Scenarios {
		for _, p := range s.Setup {
			where := "nowhere"
			if p.Nation != None {
				where = g.Nations[p.Nation].ID
			} else {
				where = g.Map.Name(p.At)
			}
			setups.Add(s.ID+" "+SideIDs[p.Side]+" "+where, p.Source)
		}
	}
	return append(field.MapTopics(g.Map, g.Geometry, false), values, nations, blocks, strengths, cards, coins, sides, setups)
}
