package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
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
	g.Over, g.Won, g.Level, g.Why, g.Way = true, winner, level, why, ""
	if t == nil {
		return // who would win is asked for, and nothing told
	}
	t.Tell(adjudicator.Event{Rule: g.Roster.ID, Public: adjudicator.Phrase{Key: why}})
}

var _ adjudicator.Adjudged = (*Game)(nil)

// ionia is what follows in 14.1 when Miletus or Ephesus falls: a die, and the end when both have.
func (g *Game) ionia(t *adjudicator.Table) {
	fallen := [2]bool{g.Has(field.Persians, "Milet"), g.Has(field.Persians, "Ephese")}
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
		for lot := range g.Roster.Lots {
			if g.Kind(lot).City == city && !g.Lots[lot].Out {
				gone = append(gone, lot)
			}
		}
		t.Tell(adjudicator.Event{Rule: "14.1", Public: adjudicator.Say("perse.event.fallen", "Zone", order.Term("zone", [...]string{"Milet", "Ephese"}[i]), "Any", field.Yes(len(gone) > 0), "Units", g.Units(gone))})
		for _, lot := range gone {
			g.Destroy(lot)
		}
		for z := range board.Zone(g.Rules.Map.Len()) {
			for names := g.Afloat(field.Greeks, z); names != 0; {
				g.drown(t, field.Greeks, names.Pop())
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
	for _, z := range append([]board.Zone{g.Rules.Map.MustZone("Thrace")}, g.Roster.Asia...) {
		if g.Controls(z) == int8(field.Persians) {
			n++
		}
	}
	if n >= 4 {
		g.finish(t, field.Persians, "total", "perse.why.ionia")
	} else {
		g.finish(t, field.Greeks, "total", "perse.why.cities")
	}
}

// count is the end of a scenario's last turn (14).
func (g *Game) count(t *adjudicator.Table) {
	switch g.Roster.ID {
	case "14.1":
		g.finish(t, field.Greeks, "total", "perse.why.revolt")
	case "14.2":
		eubee := g.Rules.Map.MustZone("Eubee")
		if g.Ruined.Has(eubee) && g.Scorched.Has(eubee) && g.Has(field.Persians, "Attique") {
			g.finish(t, field.Persians, "total", "perse.why.marathon")
		} else {
			g.finish(t, field.Greeks, "total", "perse.why.athens")
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
		won = won && g.Has(field.Persians, id)
	}
	if won {
		level := "tactical"
		if g.Has(field.Persians, "Laconie") {
			level = "total"
		}
		g.finish(t, field.Persians, level, "perse.why.greece")
		return
	}
	for _, z := range g.Roster.Asia {
		if g.Freed.Has(z) && g.Joined[z] == data.Greeks || g.Controls(z) == int8(field.Greeks) {
			g.finish(t, field.Greeks, "total", "perse.why.asia")
			return
		}
	}
	g.finish(t, field.Greeks, "tactical", "perse.why.held")
}
