package player

import (
	"cmp"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// marathon is what the Persian of 14.2 does in his segment: the army sails to Attica, where hunger works for who has more
// counters, and a smaller force destroys Eretria on the way.
func (g mind) marathon() (all []order.Act) {
	side := field.Persians
	if g.stirred() {
		return g.raid()
	}
	small, known := g.Own(side, seconds[g.Roster.ID][side])
	if !known || g.At(side, small) == field.Nowhere || len(g.Load(side, small)) == 0 {
		small = draw.None
	}
	third, known := g.Own(side, thirds[g.Roster.ID])
	if !known || g.At(side, third) == field.Nowhere {
		third = draw.None
	}
	army := g.mainBut(side, small)
	errands := []fog.Piece{small, army}
	if third != army {
		errands = append(errands, third)
	}
	goal := func(p fog.Piece) board.Zone {
		if eubee := g.Rules.Zones["Eubee"]; !g.taken(side, eubee) && (p == small || p == third || small == draw.None) {
			return eubee
		}
		return g.Rules.Zones["Attique"]
	}
	for _, p := range errands { // all go aboard before the fleet sails
		if p != draw.None && g.Aboard[side][g.Veil[side].Goes[p]] == 0 && g.At(side, p) != goal(p) {
			all = append(all, g.goAboard(side, p)...)
		}
	}
	for _, p := range errands {
		if p != draw.None && g.Aboard[side][g.Veil[side].Goes[p]] != 0 {
			all = append(all, g.voyage(side, p, goal(p))...)
		}
	}
	for _, p := range []fog.Piece{army, small, third} {
		if p != draw.None && g.Aboard[side][g.Veil[side].Goes[p]] == 0 {
			all = append(all, g.assail(side, p, goal(p))...)
		}
	}
	return all
}

// voyage lands a leader at his goal, or sails there.
func (g mind) voyage(side adjudicator.Side, p fog.Piece, goal board.Zone) []order.Act {
	at := g.At(side, p)
	if g.Rules.Coast[at].Has(goal) {
		return []order.Act{{Verb: "land", Piece: g.Roster.Pieces[side][p].ID, Path: g.ZoneID(goal)}}
	}
	if way := g.course(at, goal); way != "" {
		fleet := g.Veil[side].Of(fog.Name(g.Aboard[side][g.Veil[side].Goes[p]] - 1))
		return []order.Act{{Verb: "sail", Piece: g.Roster.Pieces[side][fleet].ID, Path: way}}
	}
	return nil
}

// assail has a leader ashore attack whom he finds at his goal, and lay Euboea waste when nothing is left to destroy there;
// or march on.
func (g mind) assail(side adjudicator.Side, p fog.Piece, goal board.Zone) (all []order.Act) {
	id, at := g.Roster.Pieces[side][p].ID, g.At(side, p)
	if !g.Acting(side).Has(g.Veil[side].Goes[p]) {
		return []order.Act{{Verb: "activate", Piece: id}}
	}
	names, loose := g.Enemies(field.Force{Side: side, At: at})
	for _, foe := range g.weakest(side, names) {
		if g.ripe(side, at, g.worth(g.Borne(side, g.Now.Names)), foe) {
			try := order.Act{Verb: "intercept", Target: g.Roster.Marker(side.Other(), foe), With: id}
			if g.Feared(side, foe) > 0 && at == g.Rules.Zones["Attique"] {
				helped := try
				helped.Play = "reconnaissance"
				all = append(all, helped)
			}
			all = append(all, try)
		}
	}
	if loose {
		all = append(all, order.Act{Verb: "intercept", Target: "units", With: id})
	}
	if g.ZoneID(at) == "Eubee" && (g.Ruined.Has(at) || g.Opt.Thrown && names == 0 && !loose) {
		all = append(all, order.Act{Verb: "scorch"})
	}
	if next := g.toward(at, goal); next != field.Nowhere && g.Now.Total < 4 {
		all = append(all, order.Act{Verb: "move", Path: g.ZoneID(next)})
	}
	return all
}

// weakest lists the names of enemies, those first who have least with them for all that is known: who is alone dies at once.
func (g mind) weakest(side adjudicator.Side, names fog.Set) (all []fog.Name) {
	for names != 0 {
		all = append(all, names.Pop())
	}
	slices.SortStableFunc(all, func(a, b fog.Name) int { return cmp.Compare(g.Feared(side, a), g.Feared(side, b)) })
	return all
}
