package hellespont

import (
	"cmp"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/board"
)

// Goals implements [bot.Rules]: those around a port are kept for its siege (C).
func (g *game) Goals(here *bot.Planner, s adjudicator.Side) []bot.Goal {
	var ports []board.Zone
	worth := map[board.Zone]float64{}
	for port := range g.besiegeable(s).All() {
		dice := g.siegeDice(&siege{port: port, besieger: s})
		if worth[port] = g.siegeGain(here, s, port, dice.Sum()); worth[port] > 0 {
			ports = append(ports, port)
		}
	}
	slices.SortStableFunc(ports, func(a, b board.Zone) int { return cmp.Compare(worth[b], worth[a]) })
	goals := make([]bot.Goal, len(ports))
	for i, port := range ports {
		units, men := g.besiegers(&siege{port: port, besieger: s})
		goals[i] = grip{bot.Party{Units: units, Leaders: men}, port}
	}
	return goals
}

// grip is the goal to besiege a port.
type grip struct {
	army bot.Party
	port board.Zone
}

// Army implements [bot.Goal].
func (x grip) Army() bot.Party { return x.army }

// Answer implements [bot.Goal].
func (x grip) Answer(_ *bot.Planner, form adjudicator.Form) adjudicator.Answer {
	if m, ok := form.(*zoneMenu); ok && m.act == actSiege && m.zones.Has(x.port) {
		return m.answer(m.at(x.port))
	}
	return nil
}
