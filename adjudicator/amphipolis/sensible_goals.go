package amphipolis

import (
	"cmp"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/board"
)

// Goals implements [bot.Rules]: an army is kept for the siege of a garrison that it stands by (D.5),
// or for the operation that ends in a city when everybody has moved (D.2).
func (m model) Goals(here *bot.Planner, s adjudicator.Side) []bot.Goal {
	type goal struct {
		bot.Goal
		worth float64
	}
	var all []goal
	for z := range m.besiegeable(s).All() {
		if how, p := m.bestSiege(s, m.garrisonHere(z)); how != noSiege {
			army := bot.Party{Units: m.LandAt(s, z), Leaders: m.LeadersOf(s, z)}
			all = append(all, goal{grip{army, z}, p * m.prize(s, m.garrisonHere(z))})
		}
	}
	before := here.Appraise(s)
	for from := range m.starts(toCity, s).All() {
		units, men := m.war().Fresh(s, from)
		m.eachOperation(toCity, s, from, m.parties(bot.Party{Units: units, Leaders: men}), func(a *operation) {
			after, found := bot.On(here.Copy().(model)), *a
			found.Do(after)
			all = append(all, goal{outing{&found}, after.Appraise(s) - before})
		})
	}
	slices.SortStableFunc(all, func(a, b goal) int { return cmp.Compare(b.worth, a.worth) })
	goals := make([]bot.Goal, len(all))
	for i, g := range all {
		goals[i] = g.Goal
	}
	return goals
}

// grip is the goal to besiege a garrison.
type grip struct {
	army  bot.Party
	place board.Zone
}

// Army implements [bot.Goal].
func (x grip) Army() bot.Party { return x.army }

// Answer implements [bot.Goal]: by the method that promises most then.
func (x grip) Answer(here *bot.Planner, form adjudicator.Form) adjudicator.Answer {
	f, ok := form.(*siegeForm)
	if !ok || !f.open.Has(x.place) {
		return nil
	}
	m, n := here.Rules.(model), f.g.garrisonHere(x.place)
	if how, _ := m.bestSiege(f.side, n); how != noSiege {
		return f.by(how, n)
	}
	return nil
}

// outing is the goal to make an operation at the end of the turn.
type outing struct{ of *operation }

// Army implements [bot.Goal].
func (x outing) Army() bot.Party { return bot.Party{Units: x.of.units, Leaders: x.of.men} }

// Answer implements [bot.Goal].
func (x outing) Answer(_ *bot.Planner, form adjudicator.Form) adjudicator.Answer {
	if f, ok := form.(*operateForm); ok && f.operations.step == x.of.step && f.operations.side == x.of.side {
		return x.of.in(f.operations.g)
	}
	return nil
}
