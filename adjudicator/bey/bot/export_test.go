package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Trips weighs what a side could do in an action phase now, and yields every movement with
// what the player remembers of it and what the position that it leads to is worth.
func (p *Player) Trips(game adjudicator.Game, side adjudicator.Side, yield func(m *march.Move, remembered, worth float64)) {
	g := Known(p.of(game), side)
	g.Active = side
	w := &Wanderer{p: p, G: g, Side: side, Current: board.NoZone, purse: 9, Actions: true}
	w.next()
	for _, x := range w.memory.sorties {
		m := march.Move{G: g.Marches, Side: x.side, From: x.zone, Manner: x.manner, Units: x.who.Units, Leaders: x.who.Leaders}
		for _, trip := range w.memory.trips[x.from:x.to] {
			if trip.hopeless || w.taken(&m, trip.goal) == nil {
				continue
			}
			after := p.Imagine(g)
			after.Make(&m)
			yield(&m, trip.value, after.Appraise(side))
		}
	}
}

// Keeps reports whether a plan keeps an army for a goal.
func Keeps(plan adjudicator.Plan) bool {
	x, ok := plan.(scheme)
	return ok && x.goal != nil
}

// Position is that of a game of the player's ruleset.
func (p *Player) Position(game adjudicator.Game) *field.Field { return p.of(game).Position() }

// Planned are the movements that a player would announce so many points for.
func (p *Player) Planned(game adjudicator.Game, side adjudicator.Side, points int) (all []*march.Move) {
	for _, x := range p.draft(Known(p.of(game), side), side, points, board.NoZone, true).steps {
		if m, ok := x.deed.(Movement); ok {
			all = append(all, m.Move)
		}
	}
	return all
}

// Made is the position that a movement leads to, as a player imagines it.
func (p *Player) Made(game adjudicator.Game, side adjudicator.Side, m *march.Move) *field.Field {
	g := Known(p.of(game), side)
	g.Make(m)
	return g.Field
}
