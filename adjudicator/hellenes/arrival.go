package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
)

// crossed notes the lines of the high sea on a way, but for one that a forced voyage has not crossed
// yet.
func (g *Game) crossed(side adjudicator.Side, who fog.Set, all []board.Zone, forced bool) {
	lines := 0
	for i := 1; i < len(all)-ground.Btoi(forced); i++ {
		if g.Rules.Board.Edge(all[i-1], all[i]).Tags&g.Rules.High != 0 {
			lines++
		}
	}
	if lines > 0 {
		g.Storms = append(g.Storms, ground.Crossing{Lines: lines})
	}
}

// arrive notes what a formation does where its way ends: it meets enemies, or tries to go on, or
// enters a besieged port.
func (g *Game) arrive(side adjudicator.Side, f ground.Forced, all []board.Zone, forced bool) {
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
	r := g.Rules
	if g.Peace && r.Greece(to) {
		return
	}
	if g.entersPort(side, from, to) && g.Inside(side, to).Len()+names.Len() <= g.Capacity(to) {
		g.Flat[side] |= names
		return
	}
	if g.Arrived[to] > 0 && g.Towns[to].Siege != 0 {
		g.Late |= names
	}
	g.Arrived[to]++
	if g.Upright(enemy, to) == 0 {
		return
	}
	e := r.Board.Edge(from, to)
	g.Forms = append(g.Forms, ground.Formation{Side: side, Names: names, From: from, To: to,
		Strait: e != nil && e.Tags&r.Strait != 0, Landing: r.Sea(from) && !r.Sea(to)})
}

// entersPort reports whether who comes from a sea into a province enters its besieged port there.
func (g *Game) entersPort(side adjudicator.Side, from, to board.Zone) bool {
	c := g.Rules.City(to)
	return c.Port() && c.Harbour == from && g.Towns[to].Holder == side && g.Upright(side.Other(), to) != 0 && g.Towns[to].Siege != 0
}

// deduce tells the enemy what a movement shows of who has gone: three zones by land unforced or four only
// cavalry, two by land no fleet, at sea at least as many fleets as others.
func (g *Game) deduce(side adjudicator.Side, c *ground.Column, path []board.Zone, who fog.Set, forced bool) {
	r := g.Rules
	unforced := len(path) - ground.Btoi(forced || c.Sure(&g.Position, path[len(path)-1]))
	if c.Naval && (r.Sea(path[0]) || r.Sea(c.From)) {
		g.Narrow(side, who, r.Fleets[side]|r.Greeks(side))
	}
	switch {
	case !c.Naval && unforced >= 3:
		g.Narrow(side, who, r.Cavalry[side])
	case !c.Naval && len(path) >= 2:
		g.Narrow(side, who, r.All(side)&^r.Fleets[side])
	case !c.Naval && !g.Rules.ShareSea(c.From, path[0]):
		g.Narrow(side, who, r.All(side)&^r.Fleets[side])
	case c.Naval && who.Len() == 1 && (r.Sea(path[0]) || r.Sea(c.From)):
		g.Narrow(side, who, r.Fleets[side])
	}
}

// told says of a movement what the enemy sees, and to its owner who it was.
func (g *Game) told(t *adjudicator.Table, side adjudicator.Side, who fog.Set, all []board.Zone) {
	way := make(adjudicator.Path, len(all))
	ids := make([]string, len(all))
	for i, z := range all {
		way[i], ids[i] = ground.ZoneTerm(z), g.Rules.Board.Name(z)
	}
	names := ground.Markers(side, g.Veil[side].Names(who))
	e := adjudicator.Event{Rule: "5.0", Depth: 1, Public: adjudicator.Say("hellenes.event.moves", "Side", ground.Seat(side), "Names", names, "Way", way),
		Marks: []adjudicator.Mark{{Kind: "move", Side: side, Zones: ids}}}
	e.Private[side] = adjudicator.Say("hellenes.event.went", "Blocks", ground.PieceTerms(who), "Names", names, "Way", way)
	t.Tell(e)
}
