package player

import (
	"cmp"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// stirred reports whether the Greeks of 14.2 have left where they were set up, or begin to, or come out against his ships: who
// waits for them to starve in Athens finds Eretria empty then.
func (g mind) stirred() bool {
	if g.Begun[field.Greeks] > 0 {
		return true
	}
	athens, eubee := g.Rules.Zones["Attique"], g.Rules.Zones["Eubee"]
	for n, tried := range g.Tried[field.Greeks] {
		if name := fog.Name(n); tried != 0 && g.TurnNo == 1 && (name == field.Crowd(eubee) || !field.IsCrowd(name) && g.Roster.Back[field.Greeks][1].Has(name) && g.Where[field.Greeks][n] != athens) {
			return true
		}
	}
	home := []board.Zone{field.Nowhere, athens, eubee, g.Rules.Zones["Laconie"]}
	for n := range g.Roster.Pieces[field.Greeks] {
		if !slices.Contains(home, g.Where[field.Greeks][n]) {
			return true
		}
	}
	return false
}

// raid is what he does against Greeks who wander: the army goes to Eretria by sea first, for only a city that is
// defended can be destroyed (8.2), and marches on to Attica; who is left behind lays Euboea waste.
func (g mind) raid() (all []order.Act) {
	side := field.Persians
	errands := g.errands(side)
	for _, p := range errands { // all go aboard before the fleet sails
		if g.Aboard[side][g.Veil[side].Goes[p]] == 0 && !g.marches(g.At(side, p), g.errand(side, p)) {
			all = append(all, g.goAboard(side, p)...)
		}
	}
	slices.Reverse(errands) // who leads has the others with him
	for _, p := range errands {
		if g.Aboard[side][g.Veil[side].Goes[p]] == 0 {
			all = append(all, g.strike(side, p, g.errand(side, p))...)
		} else {
			all = append(all, g.voyage(side, p, g.errand(side, p))...)
		}
	}
	return all
}

// marches reports whether an army goes from one zone to another by land: it is near.
func (g mind) marches(from, to board.Zone) bool {
	far := g.distances(to, g.Rules.Land)[from]
	return far >= 0 && far <= 3
}

// errands are the leaders of a side on the map, who has least with him first: what he loses costs least.
func (g mind) errands(side adjudicator.Side) (all []fog.Piece) {
	for p := range fog.Piece(len(g.Roster.Pieces[side])) {
		if g.Stars(side, p) > 0 && g.At(side, p) != field.Nowhere {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b fog.Piece) int {
		return cmp.Compare(g.Points(g.Load(side, a)), g.Points(g.Load(side, b)))
	})
	return all
}

// errand is where a leader goes: to Eretria as long as there is somebody to fight, for a city that nobody defends cannot be
// destroyed: who comes back is caught.
func (g mind) errand(side adjudicator.Side, p fog.Piece) board.Zone {
	eubee, attica := g.Rules.Zones["Eubee"], g.Rules.Zones["Attique"]
	names, loose := g.Enemies(field.Force{Side: side, At: eubee})
	switch {
	case !g.Ruined.Has(eubee) && (names != 0 || loose):
		return eubee
	case g.Ruined.Has(eubee) && !g.Scorched.Has(eubee) && g.incendiary(side, eubee) == p:
		return eubee
	}
	return attica
}

// incendiary is who lays a zone waste: who has units and stands there, else who has least.
func (g mind) incendiary(side adjudicator.Side, z board.Zone) fog.Piece {
	first := fog.Piece(draw.None)
	for _, p := range g.errands(side) {
		if len(g.Load(side, p)) == 0 {
			continue
		}
		if g.At(side, p) == z || g.Rules.Coast[g.At(side, p)].Has(z) {
			return p
		}
		if first == draw.None {
			first = p
		}
	}
	return first
}

// strike has who leads a zone attack whom he finds there with all who are with him, lay Euboea waste when nothing is left to
// destroy there, and march on.
func (g mind) strike(side adjudicator.Side, p fog.Piece, goal board.Zone) (all []order.Act) {
	id, at := g.Roster.Pieces[side][p].ID, g.At(side, p)
	if !g.Acting(side).Has(g.Veil[side].Goes[p]) {
		return []order.Act{{Verb: "activate", Piece: id, With: g.following(side, p)}, {Verb: "activate", Piece: id}}
	}
	names, loose := g.Enemies(field.Force{Side: side, At: at})
	for _, foe := range g.weakest(side, names) {
		all = append(all, g.tries(side, at, foe)...)
	}
	if loose {
		for pieces := g.Veil[side].Pieces(g.Now.Names); pieces != 0; {
			all = append(all, order.Act{Verb: "intercept", Target: "units", With: g.Roster.Pieces[side][pieces.Pop()].ID})
		}
	}
	if g.ZoneID(at) == "Eubee" && (g.Ruined.Has(at) || g.Opt.Thrown && names == 0 && !loose) {
		all = append(all, order.Act{Verb: "scorch"})
	}
	if next := g.toward(at, goal); g.marches(at, goal) && next != field.Nowhere {
		all = append(all, order.Act{Verb: "move", Path: g.ZoneID(next)})
	}
	return all
}

// bold reports whether the active force attacks where it stands: in Attica, where who holds the city fights inside it, only if it
// is worth half as much again as all whom it may meet there, or has no time left.
func (g mind) bold(side adjudicator.Side, at board.Zone) bool {
	if g.ZoneID(at) != "Attique" || g.TurnNo == g.Roster.Turns {
		return true
	}
	sum := 0
	for rest := g.Ashore(side.Other(), at); rest != 0; {
		sum += g.Feared(side, rest.Pop())
	}
	return 2*g.worth(g.Borne(side, g.Now.Names)) >= 3*sum
}

// tries are those of the active force against one enemy: each leader alone who is the stronger, one after the other, and all
// together if they are strong enough.
func (g mind) tries(side adjudicator.Side, at board.Zone, foe fog.Name) (all []order.Act) {
	if !g.bold(side, at) {
		return nil
	}
	fear, target := g.Feared(side, foe), g.Roster.Marker(side.Other(), foe)
	var with []string
	leaders := slices.DeleteFunc(g.errands(side), func(q fog.Piece) bool {
		return !g.Now.Names.Has(g.Veil[side].Goes[q]) || len(g.Load(side, q)) == 0
	})
	slices.Reverse(leaders)
	for _, q := range leaders {
		id := g.Roster.Pieces[side][q].ID
		with = append(with, id)
		if g.worth(g.Load(side, q)) >= fear {
			all = append(all, order.Act{Verb: "intercept", Target: target, With: id})
		}
	}
	try := order.Act{Verb: "intercept", Target: target, With: strings.Join(with, " ")}
	if helped := try; fear > 0 && g.ZoneID(at) == "Attique" {
		helped.Play = "reconnaissance"
		all = append([]order.Act{helped}, all...)
	}
	return append(all, try)
}
