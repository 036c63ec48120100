package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
)

// The modifiers of an attrition die (6.4).
var (
	attritionTroops = &bey.Clause{Key: "hellespont.modifier.attrition-troops", Rule: "6.4"}
	attritionFleet  = &bey.Clause{Key: "hellespont.modifier.attrition-fleet", Rule: "6.4"}
	attritionWinter = &bey.Clause{Key: "hellespont.modifier.attrition-winter", Rule: "6.4"}
)

// Exposed returns the zones where a side tests attrition: wherever it has units but
// in bases, ports and sea zones with a beach (6.4).
func (g *game) Exposed(s adjudicator.Side) board.Set { return g.Held[s].Intersect(g.shelterless) }

// AttritionModifiers are those of the test of a side in a zone.
func (g *game) AttritionModifiers(s adjudicator.Side, z board.Zone) bey.Modifiers {
	var m bey.Modifiers
	troops, fleet, winter := g.attrition(s, z)
	m.Add(attritionTroops, troops)
	m.Add(attritionFleet, fleet)
	m.Add(attritionWinter, winter)
	return m
}

// attrition is what the modifiers of that test come to, one by one.
func (g *game) attrition(s adjudicator.Side, z board.Zone) (troops, fleet, winter int) {
	return g.LandPF(s, z) / 5, g.NavalPF(s, z) / 20, g.Now().Attrition
}

// AttritionOutcome is what a modified die comes to (6.4).
func (g *game) AttritionOutcome(total, units int) (standing.Outcome, int) {
	toll := g.own.Attrition.Of(total)
	switch toll {
	case data.AllUnits:
	case data.OneUnit:
		units = min(units, 1)
	default:
		units = 0
	}
	return tollOutcomes[toll], units
}

// AttritionRule implements [battle.Rules].
func (g *game) AttritionRule() string { return "6.4" }

// Healed implements [battle.Rules]: Persians recover by S11 alone (10.1).
func (g *game) Healed(s adjudicator.Side) field.UnitSet { return g.Of[s].Minus(g.Landsmen) }

var tollOutcomes = [...]standing.Outcome{data.NoToll: standing.OutcomeNone, data.OneUnit: standing.OutcomeOne, data.AllUnits: standing.OutcomeAll}

// tollOdds are on how many faces of a die all units of a stack are weakened, and one.
type tollOdds struct{ all, one float64 }

// tollsOf are those of a modified die.
func (l *landmarks) tollsOf(modifier int) tollOdds {
	return l.tolls[min(len(l.tolls)-1, max(0, modifier+mildest))]
}

// mildest is a modifier, taken off, that nothing makes milder.
const mildest = 10

// findTolls looks the odds up for all modifiers: those at the ends stand for what is beyond.
func findTolls(table data.Attrition) (all [64]tollOdds) {
	for i := range all {
		for die := 1; die <= 6; die++ {
			switch tollOutcomes[table.Of(die+i-mildest)] {
			case standing.OutcomeAll:
				all[i].all++
			case standing.OutcomeOne:
				all[i].one++
			}
		}
	}
	return all
}

// trickery is what a side may play against the enemy in its D.5: rotten hulls (S5)
// or desertion (S23).
func (g *game) trickery(t *adjudicator.Table, s adjudicator.Side) {
	enemy := s.Other()
	r := g.war().AskRuse(t, s, "D.5", atDecayRuse, standing.InAttrition, func(f *chit.RuseForm) {
		if !g.beached(enemy).Empty() {
			f.Offer(chit.Played(5))
		}
		if g.Holding(s, 23) != field.NoChit {
			g.eachDeserter(enemy, func(u field.UnitNo) {
				r := chit.Played(23)
				r.Unit = u
				f.Offer(r)
			})
		}
	}, "Enemy", g.SideTerm(enemy))
	switch r.Number {
	case 5:
		g.rot(t, enemy)
	case 23:
		z := g.Where[r.Unit]
		g.Tell(t, "7 S23", 1, "deserted", "Side", enemy, "Unit", r.Unit, "Zone", z)
		g.Lift(r.Unit)
		g.UnitFate[r.Unit] = field.Removed
		g.war().Aftermath(t, z)
	}
	g.Changed(t)
}

// eachDeserter calls yield with the units of a side that S23 can strike: of 10 PF
// at most as they stand, one of equal ones in each zone.
func (g *game) eachDeserter(s adjudicator.Side, yield func(field.UnitNo)) {
	for rest := g.OnMap(s); !rest.Empty(); {
		u := rest.Pop()
		same := g.Equal(rest, g.Pieces[u].Label, g.Weak.Has(u)).And(g.At[g.Where[u]])
		rest = rest.Minus(same)
		if g.Strength(u) <= 10 {
			yield(u)
		}
	}
}

// beached returns the ships of a side in sea zones with a beach.
func (g *game) beached(s adjudicator.Side) field.UnitSet {
	var ships field.UnitSet
	for z := range g.HeldBySea[s].Intersect(g.Seas).All() {
		if !g.Board.Beaches(z).Empty() {
			ships = ships.Or(g.NavalAt(s, z))
		}
	}
	return ships
}

// rot is S5: of its ships on beaches the side eliminates one and weakens another,
// of its own choice.
func (g *game) rot(t *adjudicator.Table, s adjudicator.Side) {
	first := g.askHull(t, s, order.ActRemove)
	z := g.Where[first]
	g.Tell(t, "7 S5", 1, "eliminated", "Side", s, "Zone", z, "Units", field.UnitsOf(first))
	g.Eliminate(first)
	g.war().Aftermath(t, z)
	if g.beached(s).Empty() {
		return
	}
	second := g.askHull(t, s, order.ActWeaken)
	z = g.Where[second]
	g.war().WeakenAll(t, "7 S5", s, z, field.UnitsOf(second))
	g.war().Aftermath(t, z)
}

// askHull asks which ship on a beach is eliminated or weakened.
func (g *game) askHull(t *adjudicator.Table, s adjudicator.Side, a order.Act) field.UnitNo {
	f := &battle.UnitsForm{G: g.war(), Act: a, Rule: "7 S5", From: g.beached(s), Min: 1, Max: 1, Located: true}
	if !f.Open() {
		return f.From.Nth(0)
	}
	q := adjudicator.Question{Kind: "hulls", Rule: "7 S5", Verbs: []string{string(a)}, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.hulls-"+string(a), "Units", g.Terms(f.From, 0))
	}
	return t.Ask(s, q).(battle.UnitsAnswer).Units.Nth(0)
}
