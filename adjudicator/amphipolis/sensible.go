package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// inPlay is the game that is played, or nil if it is another ruleset's. A sensible player
// of it ([bot.Player]) sends operations where a garrison may give way, marches on the citadel
// or stands by it, and besieges whatever he can.
func inPlay(g adjudicator.Game) bot.Rules {
	if g, ok := g.(*game); ok {
		return model{game: g}
	}
	return nil
}

// Think implements [bot.Rules].
func (m model) Think(p *bot.Player, here *bot.Planner, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	x := thinker{p, here, m, side}
	switch f := form.(type) {
	case *operateForm:
		return x.sendOn(f)
	case *arriveForm:
		return x.arrive(f)
	case *worksForm:
		return building{} // it costs nothing
	case *siegeForm:
		return x.besiege(f)
	case *ruseForm:
		return x.ruse(f)
	case *battle.RerollForm:
		return x.rethrow(f)
	}
	return nil // losses and recoveries: the defaults give up the least and recover the most
}

// thinker answers what Amphipolis alone asks.
type thinker struct {
	*bot.Player
	here *bot.Planner
	m    model
	side adjudicator.Side
}

// gain is what an operation at the end of a turn must be worth for anybody to get up.
const gain = 0.2

// sendOn makes the operation of D.2 or D.4 that makes the position better.
func (x thinker) sendOn(f *operateForm) adjudicator.Answer {
	st := f.operations.step
	found := x.Best()
	found.Offer(chit.Staying{}, x.here.Appraise(x.side)+gain)
	for from := range x.m.starts(st, x.side).All() {
		units, men := x.m.war().Fresh(x.side, from)
		x.m.eachOperation(st, x.side, from, x.m.parties(bot.Party{Units: units, Leaders: men}), func(a *operation) {
			after := x.Imagine(x.here)
			a.Do(after)
			found.Offer(a.in(f.operations.g), after.Appraise(x.side)+x.Doubt())
		})
	}
	return found.Answer
}

// arrive has reinforcements come where the position is best for it.
func (x thinker) arrive(f *arriveForm) adjudicator.Answer {
	found := x.Best()
	for z := range f.zones.All() {
		a := f.sent(f.take(z, x.m.strongest), z)
		after := x.Imagine(x.here)
		after.PlaceAll(f.fixed.Or(a.units), f.men, z)
		found.Offer(a, after.Appraise(x.side)+x.Doubt())
	}
	return found.Answer
}

// MayPart implements [bot.Rules]: no leader stays at sea without a ship (3.1.1).
func (m model) MayPart(s adjudicator.Side, units field.UnitSet, men field.LeaderSet) bool {
	for z := range m.ZonesOf(units).Intersect(m.Seas).All() {
		if m.LeadersOf(s, z)&^men != 0 && m.NavalAt(s, z).Minus(units).Empty() {
			return false
		}
	}
	return true
}

// Bearing implements [bot.Rules]: there are refuges far off (4.2.4).
func (model) Bearing(board.Zone) board.Set { return board.Everywhere() }

// Alike implements [bot.Rules]. Enemies may be attacked once points have been announced.
func (m model) Alike(other battle.Model) bool {
	g, o := m.game, other.(model).game
	return g.Field.Alike(&o.Field) && g.Phase.Acting == o.Phase.Acting && g.landmarks == o.landmarks && g.edition == o.edition && g.setting == o.setting &&
		g.options == o.options && g.faces == o.faces && g.walls == o.walls && g.sapped == o.sapped && g.flotilla == o.flotilla &&
		g.absent == o.absent && g.awaited == o.awaited && g.duels == o.duels && g.shunned == o.shunned && g.given == o.given &&
		g.summons == o.summons && g.steps == o.steps
}
