package field

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
)

// Stands reports whether a force is still where it came to.
func (g *War) Stands(f Force) bool {
	if f.Loose {
		return len(g.LotsOf(f)) > 0
	}
	for rest := f.Names; rest != 0; {
		if n := rest.Pop(); g.Where[f.Side][n] == f.At {
			return true
		}
	}
	return false
}

// Enemies are the names and the units without a marker that stand against a force.
func (g *War) Enemies(of Force) (names fog.Set, loose bool) {
	enemy := of.Side.Other()
	if of.Sea {
		names = g.Afloat(enemy, of.At)
	} else {
		names = g.Ashore(enemy, of.At)
	}
	return names, len(g.Loose(int(enemy), of.At, of.Sea)) > 0
}

// Strategic is the value that a force has for interceptions: its highest leader's, 3 for a decoy, 0
// for units without a leader (6.2, 11.1).
func (g *War) Strategic(f Force) int {
	if f.Loose {
		return 0
	}
	if p := g.Head(f.Side, f.Names); p != draw.None {
		return g.Roster.Pieces[f.Side][p].Strategic
	}
	return 3
}

// Admiral is the tactical value of the highest naval leader aboard a force (9.2, P-13).
func (g *War) Admiral(f Force) int {
	best := fog.Piece(draw.None)
	for rest := f.Names; rest != 0; {
		for pieces := g.Veil[f.Side].Pieces(g.Passengers(f.Side, rest.Pop())); pieces != 0; {
			if p := pieces.Pop(); g.Roster.Pieces[f.Side][p].Naval && (best == draw.None || g.Stars(f.Side, p) > g.Stars(f.Side, best)) {
				best = p
			}
		}
	}
	if best == draw.None {
		return 0
	}
	return g.Roster.Pieces[f.Side][best].Tactical
}

// Mine are names if they are of the side whose activation it is.
func (g *War) Mine(side adjudicator.Side, names fog.Set) fog.Set {
	if g.Now.Side != side {
		return 0
	}
	return names
}

// MostZones is how far a force goes in a turn (5.1, 9.1).
const MostZones = 6

// Toll is what it costs to go from one zone to the next (3, 5.4).
func (g *War) Toll(from, to board.Zone) int {
	n := g.Rules.Cost.March
	if g.ZoneID(to) == "Thermopyles" {
		n += g.Rules.Cost.Thermopylae
	}
	if g.Rules.Pindus[from].Has(to) {
		n += g.Rules.Cost.Pindus
	}
	return n
}

// Kept reports whether Spartan isolationism keeps a force out of a zone (11.2, 9).
func (g *War) Kept(side adjudicator.Side, names fog.Set, lots []int, to board.Zone) bool {
	if !g.Isolated || side != Greeks || g.Peloponnese(to) {
		return false
	}
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		if l := g.Roster.Pieces[side][pieces.Pop()].Leader; l != nil && l.City == "spartan" {
			return true
		}
	}
	return slices.ContainsFunc(lots, func(i int) bool { return g.Kind(i).City == "sparta" })
}

// Peloponnese reports whether a zone is in it, without Corinth and Argolis.
func (g *War) Peloponnese(z board.Zone) bool {
	id := g.ZoneID(z)
	return g.Rules.Map.Tagged("peloponnese").Has(z) && id != "Corinthe" && id != "Argolide"
}

// Confined reports whether a counter cannot leave its zone: the Thracians of 14.1 (P-11).
func (g *War) Confined(lot int) bool {
	return g.Roster.ID == "14.1" && g.Kind(lot).City == "thebes"
}

// Fresh are the counters of a zone that a force could take up, those first that have not been activated.
func (g *War) Fresh(side adjudicator.Side, z board.Zone) (lots []int) {
	lots = g.Loose(int(side), z, false)
	slices.SortStableFunc(lots, func(i, j int) int { return Yes(g.Lots[i].Moved) - Yes(g.Lots[j].Moved) })
	return lots
}

// Force is what moves or stands together: names, or units without a marker.
type Force struct {
	Side  adjudicator.Side
	Names fog.Set
	Loose bool
	At    board.Zone
	Sea   bool
}

// Force is a force of markers.
func (g *War) Force(side adjudicator.Side, names fog.Set, at board.Zone, sea bool) Force {
	return Force{Side: side, Names: names, At: at, Sea: sea}
}

// LotsOf are the counters of a force.
func (g *War) LotsOf(f Force) []int {
	if f.Loose {
		return g.Loose(int(f.Side), f.At, f.Sea)
	}
	return g.Borne(f.Side, f.Names)
}

// Likely are some names with those that look like them where they stand.
func (g *War) Likely(side adjudicator.Side, names fog.Set) fog.Set {
	first := names.Nth(0)
	return g.Alike(side, g.Ashore(side, g.Where[side][first]), first) | names
}

// Set are a side's pieces of a list.
func (g *War) Set(side adjudicator.Side, list string) (pieces fog.Set) {
	for _, id := range strings.Fields(list) {
		if p, ok := g.Own(side, id); ok {
			pieces.Add(p)
		}
	}
	return pieces
}

// Own is one of a side's pieces.
func (g *War) Own(side adjudicator.Side, id string) (fog.Piece, bool) {
	p, ok := g.Roster.Index[side][id]
	return p, ok
}

// Beside reports whether a piece stands ashore at a coast of a zone of sea.
func (g *War) Beside(side adjudicator.Side, p fog.Piece, sea board.Zone) bool {
	n := g.Veil[side].Goes[p]
	at := g.Where[side][n]
	return at != Nowhere && g.Aboard[side][n] == 0 && g.Rules.Coast[at].Has(sea)
}

// Acting are the names of the force that is active (4.2), if it is the side's.
func (g *War) Acting(side adjudicator.Side) fog.Set {
	if g.Now.Side != side {
		return 0
	}
	return g.Now.Names
}

// Here is the zone of the active force.
func (g *War) Here(side adjudicator.Side) board.Zone {
	if names := g.Acting(side); names != 0 {
		return g.Where[side][names.Nth(0)]
	}
	return Nowhere
}

// Room is how many naval points a fleet has left for troops.
func (g *War) Room(side adjudicator.Side, fleet fog.Piece) int {
	return g.Points(g.Load(side, fleet)) - g.Needed(g.Borne(side, g.Passengers(side, g.Veil[side].Goes[fleet])))
}

// PassengersIn are the names of the leaders aboard fleets in a zone.
func (g *War) PassengersIn(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for fleets := g.Afloat(side, z); fleets != 0; {
		names |= g.Passengers(side, fleets.Pop())
	}
	return names
}

// OnLand is what a die comes to in a throw for an interception on land, so many columns further right (6.2).
func (g *War) OnLand(mine, theirs Force, die, columns int) data.Fight {
	if g.Rules.Terrain(mine.At) == "mountain" {
		die++
	}
	return g.Rules.Interception.At(die, g.Strategic(mine)-g.Strategic(theirs)+columns+3)
}

// AtSea is what the sum of two dice comes to in one at sea (9.2).
func (g *War) AtSea(mine Force, sum int) data.Fight {
	if sum+g.Admiral(mine) >= 6 {
		return data.Pitched
	}
	return data.Fails
}

// Comrades are the names of the leaders who can exchange counters with one (4.3): all that are
// ashore with him, or aboard the same fleet.
func (g *War) Comrades(side adjudicator.Side, p fog.Piece) fog.Set {
	n := g.Veil[side].Goes[p]
	if fleet := g.Aboard[side][n]; fleet != 0 {
		return g.Passengers(side, fog.Name(fleet-1))
	}
	return g.Ashore(side, g.Where[side][n])
}

// Planned are the ships of a zone that a plan has put into a fleet already.
func (g *War) Planned(side adjudicator.Side, z board.Zone) (c Counts, fleets map[string]bool, decoys map[string]bool) {
	fleets, decoys = map[string]bool{}, map[string]bool{}
	for _, a := range g.Plan[side] {
		switch a.Verb {
		case "group":
			fleets[a.Piece] = true
			if g.Rules.Zones[a.At] == z {
				for k, n := range g.Rules.Tally(a.Units) {
					c[k] += n
				}
			}
		case "place":
			decoys[a.Piece] = true
		}
	}
	return c, fleets, decoys
}
