package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Limit is how many points live off a zone without a line (10).
const Limit = 10

// Supplied reports whether a force of so many points is in supply in a zone (10).
func (g *War) Supplied(side adjudicator.Side, z board.Zone, points int) bool {
	if side == Greeks {
		own := g.coalition(z)
		if g.Opt.ByControl {
			own = g.Controls(z) == int8(Greeks)
		}
		return own && !g.Present(Persians, z) && !g.Scorched.Has(z)
	}
	if g.Present(Greeks, z) {
		return g.fed(z, points)
	}
	if g.shore(z) {
		return true
	}
	if len(g.coasts(z)) == 0 && !(g.Opt.Thirty && points > 30) {
		for next := range g.Rules.Land[z].All() {
			if g.shore(next) {
				return true
			}
		}
	}
	return g.fed(z, points) || g.line(z)
}

// fed is the clause of ten points, which live off the land.
func (g *War) fed(z board.Zone, points int) bool { return points <= Limit && !g.Scorched.Has(z) }

// coasts are the seas before a zone.
func (g *War) coasts(z board.Zone) (seas []board.Zone) {
	for s := range g.Rules.Coast[z].All() {
		seas = append(seas, s)
	}
	if k := g.Rules.Map.Kind(z); k == board.Sea {
		return nil
	}
	return seas
}

// shore reports whether a zone is a coast without enemies, with own ships alone in a sea before it and
// no enemy's in another (P-38).
func (g *War) shore(z board.Zone) bool {
	if g.Present(Greeks, z) {
		return false
	}
	own := false
	for _, s := range g.coasts(z) {
		if g.fleetIn(Greeks, s) {
			return false
		}
		own = own || g.fleetIn(Persians, s)
	}
	return own
}

// fleetIn reports whether a side has ships, or a fleet's marker, in a sea.
func (g *War) fleetIn(side adjudicator.Side, s board.Zone) bool {
	return g.Afloat(side, s) != 0 || len(g.Loose(int(side), s, true)) > 0
}

// line reports whether a line of zones leads to Aeolis that the Persian controls, or that nobody does;
// zones of neutrals do not break it, a Greek leader or decoy does, and so does a scorched zone, which
// nobody controls but for victory (12).
func (g *War) line(z board.Zone) bool {
	source := g.Rules.Map.MustZone("Eolide")
	reached, queue := board.SetOf(z), []board.Zone{z}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at == source {
			return !g.Present(Greeks, source)
		}
		for next := range g.Rules.Land[at].All() {
			if open := g.Controls(next) != int8(Greeks) && !g.Present(Greeks, next) && !g.Scorched.Has(next); open && !reached.Has(next) {
				reached.Add(next)
				queue = append(queue, next)
			}
		}
	}
	return false
}

// coalition reports whether a zone is of the coalition against the Persians (P-49): printed as Greek,
// held by the Greeks at the beginning, or a neutral that has joined them.
func (g *War) coalition(z board.Zone) bool {
	if g.Joined[z] == int8(Greeks) || g.Rules.Map.Tagged("colour-greek").Has(z) {
		return true
	}
	for _, own := range g.Roster.Control[Greeks] {
		if own == z {
			return true
		}
	}
	return false
}
