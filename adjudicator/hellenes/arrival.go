package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// crossed notes the lines of the high sea on a way, but for one that a forced voyage has not crossed
// yet.
func (g *Game) crossed(side adjudicator.Side, who fog.Set, all []board.Zone, forced bool) {
	lines := 0
	for i := 1; i < len(all)-btoi(forced); i++ {
		if g.rules.board.Edge(all[i-1], all[i]).Tags&g.rules.high != 0 {
			lines++
		}
	}
	if lines > 0 {
		g.Storms = append(g.Storms, Crossing{Lines: lines})
	}
}

// arrive notes what a formation does where its way ends: it meets enemies, or tries to go on, or
// enters a besieged port.
func (g *Game) arrive(side adjudicator.Side, f Forced, all []board.Zone, forced bool) {
	f.From, f.To = all[len(all)-2], all[len(all)-1]
	if forced {
		g.Forces = append(g.Forces, f)
		return
	}
	g.meet(side, f.Names, f.From, f.To)
}

// meet has a formation come into a zone from the one before.
func (g *Game) meet(side adjudicator.Side, names fog.Set, from, to board.Zone) {
	enemy := side.Other()
	r := g.rules
	if g.Peace && r.greece(to) {
		return
	}
	if g.entersPort(side, from, to) && g.inside(side, to).Len()+names.Len() <= g.capacity(to) {
		g.Flat[side] |= names
		return
	}
	if g.Arrived[to] > 0 && g.Towns[to].Siege != 0 {
		g.Late |= names
	}
	g.Arrived[to]++
	if g.upright(enemy, to) == 0 {
		return
	}
	e := r.board.Edge(from, to)
	g.Forms = append(g.Forms, Formation{Side: side, Names: names, From: from, To: to,
		Strait: e != nil && e.Tags&r.strait != 0, Landing: r.sea(from) && !r.sea(to)})
}

// entersPort reports whether who comes from a sea into a province enters its besieged port there.
func (g *Game) entersPort(side adjudicator.Side, from, to board.Zone) bool {
	c := g.rules.city(to)
	return c.Port() && c.Harbour == from && g.Towns[to].Holder == side && g.upright(side.Other(), to) != 0 && g.Towns[to].Siege != 0
}

// deduce tells the enemy what a movement shows of who has gone: three zones by land unforced or four only
// cavalry, two by land no fleet, at sea at least as many fleets as others.
func (g *Game) deduce(side adjudicator.Side, c *column, path []board.Zone, who fog.Set, forced bool) {
	r := g.rules
	unforced := len(path) - btoi(forced || c.sure(g, path[len(path)-1]))
	if c.naval && (r.sea(path[0]) || r.sea(c.from)) {
		g.narrow(side, who, r.fleets[side]|r.greeks(side))
	}
	switch {
	case !c.naval && unforced >= 3:
		g.narrow(side, who, r.cavalry[side])
	case !c.naval && len(path) >= 2:
		g.narrow(side, who, r.all(side)&^r.fleets[side])
	case !c.naval && !g.rules.shareSea(c.from, path[0]):
		g.narrow(side, who, r.all(side)&^r.fleets[side])
	case c.naval && who.Len() == 1 && (r.sea(path[0]) || r.sea(c.from)):
		g.narrow(side, who, r.fleets[side])
	}
}

// told says of a movement what the enemy sees, and to its owner who it was.
func (g *Game) told(t *adjudicator.Table, side adjudicator.Side, who fog.Set, all []board.Zone) {
	way := make(adjudicator.Path, len(all))
	ids := make([]string, len(all))
	for i, z := range all {
		way[i], ids[i] = zoneTerm(z), g.rules.board.Name(z)
	}
	names := markers(side, g.Veil[side].Names(who))
	e := adjudicator.Event{Rule: "5.0", Depth: 1, Public: adjudicator.Say("hellenes.event.moves", "Side", seat(side), "Names", names, "Way", way),
		Marks: []adjudicator.Mark{{Kind: "move", Side: side, Zones: ids}}}
	e.Private[side] = adjudicator.Say("hellenes.event.went", "Blocks", pieceTerms(who), "Names", names, "Way", way)
	t.Tell(e)
}
