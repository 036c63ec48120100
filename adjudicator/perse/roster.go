package perse

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
)

// mostMarks is the room for the markers of a side, and mostLots that for the counters of a game.
const (
	mostMarks = 16
	mostLots  = 100
)

// sort is what a marker is.
type sort uint8

const (
	aLeader sort = iota
	aDecoy
	aFleet
	aPhantom // a decoy of a fleet
)

// piece is a marker as its owner knows it.
type piece struct {
	id   string
	sort sort
	*data.Leader
}

// lot is a counter of the game: what it is, where it belongs and its number among those that a side
// can ever have; -1 if that side cannot.
type lot struct {
	kind int
	home board.Zone
	slot [2]int
}

// roster is what a scenario has in play; it does not change.
type roster struct {
	*data.Scenario
	pieces  [2][]piece
	index   [2]map[string]fog.Piece
	markers [2][]string   // by name: how everybody calls it
	back    [2][2]fog.Set // the pieces with the back of a leader, and of a fleet
	actors  [2]fog.Set    // leaders and fleets that are no decoys
	decoys  [2]fog.Set    // both sorts
	lots    []lot
	slots   [2][]int // the lot of each slot
	asia    []board.Zone
	chits   int
	cup     []int // the stratagem of each of the lots of the cup, those that can be won last
	inCup   int   // how many of them begin in the cup
	arrival map[int]data.Arrival
}

func newRoster(d *data.Game, s *data.Scenario) *roster {
	r := &roster{Scenario: s, arrival: map[int]data.Arrival{}, cup: append(append([]int(nil), s.Cup...), s.Won...), inCup: len(s.Cup), chits: len(d.Chits)}
	for _, a := range s.Arrivals {
		r.arrival[a.Turn] = a
	}
	for _, id := range []string{"Troade", "Phocee", "Erythrees", "Ephese", "Milet", "Halicarnasse"} {
		r.asia = append(r.asia, d.Map.MustZone(id))
	}
	for side := range r.pieces {
		r.addPieces(d, side)
		for n := range r.pieces[side] {
			r.markers[side] = append(r.markers[side], r.call(side, fog.Name(n)))
		}
	}
	for _, p := range s.Places {
		for _, k := range p.Counters {
			l := lot{kind: k, home: p.Zone, slot: [2]int{-1, -1}}
			city := d.Kinds[k].City
			for side := range r.slots {
				if p.Side == side || p.Side == data.Neutral || s.ID == "14.3" && city == "asia" {
					l.slot[side] = len(r.slots[side])
					r.slots[side] = append(r.slots[side], len(r.lots))
				}
			}
			r.lots = append(r.lots, l)
		}
	}
	return r
}

// addPieces lists the markers of a side: leaders, decoys, fleets, decoy fleets.
func (r *roster) addPieces(d *data.Game, side int) {
	add := func(p piece) {
		n := fog.Piece(len(r.pieces[side]))
		r.pieces[side] = append(r.pieces[side], p)
		r.index[side][p.id] = n
		back := 0
		if p.sort == aFleet || p.sort == aPhantom {
			back = 1
		}
		r.back[side][back].Add(n)
		if p.sort == aLeader || p.sort == aFleet {
			r.actors[side].Add(n)
		} else {
			r.decoys[side].Add(n)
		}
	}
	r.index[side] = map[string]fog.Piece{}
	for _, p := range r.Places {
		for _, l := range p.Leaders {
			if d.Leaders[l].Side == side {
				add(piece{d.Leaders[l].ID, aLeader, &d.Leaders[l]})
			}
		}
	}
	for _, a := range r.Arrivals {
		if d.Leaders[a.Leader].Side == side {
			add(piece{d.Leaders[a.Leader].ID, aLeader, &d.Leaders[a.Leader]})
		}
	}
	for _, m := range []struct {
		n    int
		form string
		sort sort
	}{{r.Decoys[side], "decoy%d", aDecoy}, {r.Fleets[side], "Fleet%d", aFleet}, {r.Phantoms[side], "decoyfleet%d", aPhantom}} {
		for n := 1; n <= m.n; n++ {
			add(piece{fmt.Sprintf(m.form, n), m.sort, nil})
		}
	}
}

// marker is how everybody calls a name: g1, or gf1 for a fleet.
func (r *roster) marker(side adjudicator.Side, n fog.Name) string { return r.markers[side][n] }

// call finds how everybody calls a name.
func (r *roster) call(side int, n fog.Name) string {
	if leaders := r.back[side][0].Len(); int(n) >= leaders {
		return fmt.Sprintf("%.1sf%d", data.SideIDs[side], int(n)-leaders+1)
	}
	return fmt.Sprintf("%.1s%d", data.SideIDs[side], n+1)
}

// named finds the name of a marker; false if the side has none of it.
func (r *roster) named(side adjudicator.Side, id string) (fog.Name, bool) {
	n := slices.Index(r.markers[side], id)
	return fog.Name(max(0, n)), n >= 0
}
