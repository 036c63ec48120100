package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Levels implements [adjudicator.Leveller]: the marginal victory of 14.3 is the kit's tactical one.
func (r *Rules) Levels() (levels []string, resigned string) {
	return []string{"total", "tactical"}, "total"
}

// finish ends the game.
func (g *Game) finish(t *adjudicator.Table, winner adjudicator.Side, level, why string) {
	if g.Over {
		return
	}
	g.Over, g.Won, g.Level, g.Why, g.way = true, winner, level, why, ""
	if t == nil {
		return // who would win is asked for, and nothing told
	}
	t.Tell(adjudicator.Event{Rule: g.roster.ID, Public: adjudicator.Phrase{Key: why}})
}

var _ adjudicator.Adjudged = (*Game)(nil)

// has reports whether a side controls the zone of that name.
func (g *Game) has(side adjudicator.Side, id string) bool {
	return g.controls(g.rules.Map.MustZone(id)) == int8(side)
}

// ionia is what follows in 14.1 when Miletus or Ephesus falls: a die, and the end when both have.
func (g *Game) ionia(t *adjudicator.Table) {
	fallen := [2]bool{g.has(persians, "Milet"), g.has(persians, "Ephese")}
	for i, now := range fallen {
		if !now || g.Fallen[i] { // once for each of the two, though it was lost again (P-45)
			continue
		}
		g.Fallen[i] = true
		city := "eretria"
		if t.Die()%2 == 0 {
			city = "athens"
		}
		var gone []int
		for lot := range g.roster.lots {
			if g.kind(lot).City == city && !g.Lots[lot].Out {
				gone = append(gone, lot)
			}
		}
		t.Tell(adjudicator.Event{Rule: "14.1", Public: adjudicator.Say("perse.event.fallen", "Zone", order.Term("zone", [...]string{"Milet", "Ephese"}[i]), "Units", g.units(gone))})
		for _, lot := range gone {
			g.destroy(lot)
		}
		for z := range board.Zone(g.rules.Map.Len()) {
			for names := g.afloat(greeks, z); names != 0; {
				g.drown(t, greeks, names.Pop())
			}
		}
	}
	if fallen[0] && fallen[1] {
		g.majority(t)
	}
}

// majority is the end of 14.1 with Miletus and Ephesus Persian: who has the majority of the seven
// cities (P-48).
func (g *Game) majority(t *adjudicator.Table) {
	n := 0
	for _, z := range append([]board.Zone{g.rules.Map.MustZone("Thrace")}, g.roster.asia...) {
		if g.controls(z) == int8(persians) {
			n++
		}
	}
	if n >= 4 {
		g.finish(t, persians, "total", "perse.why.ionia")
	} else {
		g.finish(t, greeks, "total", "perse.why.cities")
	}
}

// count is the end of a scenario's last turn (14).
func (g *Game) count(t *adjudicator.Table) {
	switch g.roster.ID {
	case "14.1":
		g.finish(t, greeks, "total", "perse.why.revolt")
	case "14.2":
		eubee := g.rules.Map.MustZone("Eubee")
		if g.Ruined.has(eubee) && g.Scorched.has(eubee) && g.has(persians, "Attique") {
			g.finish(t, persians, "total", "perse.why.marathon")
		} else {
			g.finish(t, greeks, "total", "perse.why.athens")
		}
	default:
		g.countSecond(t)
	}
}

// ResultNow implements [adjudicator.Adjudged]: who would win if the last turn ended now.
func (g *Game) ResultNow() *adjudicator.Result {
	if g.Over {
		return g.Result()
	}
	c := g.Clone().(*Game)
	c.count(nil)
	return c.Result()
}

// countSecond is the end of 14.3.
func (g *Game) countSecond(t *adjudicator.Table) {
	won := true
	for _, id := range []string{"Attique", "Megaride", "Corinthe", "Eubee"} {
		won = won && g.has(persians, id)
	}
	if won {
		level := "tactical"
		if g.has(persians, "Laconie") {
			level = "total"
		}
		g.finish(t, persians, level, "perse.why.greece")
		return
	}
	for _, z := range g.roster.asia {
		if g.Freed.has(z) && g.Joined[z] == data.Greeks || g.controls(z) == int8(greeks) {
			g.finish(t, greeks, "total", "perse.why.asia")
			return
		}
	}
	g.finish(t, greeks, "tactical", "perse.why.held")
}
