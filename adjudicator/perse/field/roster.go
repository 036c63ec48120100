package field

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
)

// MostMarks is the room for the markers of a side, and mostLots that for the counters of a game.
const (
	MostMarks = 16
	mostLots  = 100
)

// sort is what a marker is.
type sort uint8

const (
	Leader sort = iota
	Decoy
	Fleet
	Phantom // a decoy of a fleet
)

// piece is a marker as its owner knows it.
type piece struct {
	ID   string
	Sort sort
	*data.Leader
}

// lot is a counter of the game: what it is, where it belongs and its number among those that a side
// can ever have; -1 if that side cannot.
type lot struct {
	Kind int
	Home board.Zone
	Slot [2]int
}

// Roster is what a scenario has in play; it does not change.
type Roster struct {
	*data.Scenario
	Pieces  [2][]piece
	Index   [2]map[string]fog.Piece
	markers [2][]string   // by name: how everybody calls it
	Back    [2][2]fog.Set // the pieces with the back of a leader, and of a fleet
	Actors  [2]fog.Set    // leaders and fleets that are no decoys
	Feints  [2]fog.Set    // both sorts
	Lots    []lot
	Slots   [2][]int // the lot of each slot
	Asia    []board.Zone
	chits   int
	Stock   []int // the stratagem of each of the lots of the cup, those that can be won last
	InCup   int   // how many of them begin in the cup
	Arrival map[int]data.Arrival
}

// NewRoster lists what a scenario has in play.
func NewRoster(d *data.Game, s *data.Scenario) *Roster {
	r := &Roster{Scenario: s, Arrival: map[int]data.Arrival{}, Stock: append(append([]int(nil), s.Cup...), s.Won...), InCup: len(s.Cup), chits: len(d.Chits)}
	for _, a := range s.Arrivals {
		r.Arrival[a.Turn] = a
	}
	for _, id := range []string{"Troade", "Phocee", "Erythrees", "Ephese", "Milet", "Halicarnasse"} {
		r.Asia = append(r.Asia, d.Map.MustZone(id))
	}
	for side := range r.Pieces {
		r.addPieces(d, side)
		for n := range r.Pieces[side] {
			r.markers[side] = append(r.markers[side], r.call(side, fog.Name(n)))
		}
	}
	for _, p := range s.Places {
		for _, k := range p.Counters {
			l := lot{Kind: k, Home: p.Zone, Slot: [2]int{-1, -1}}
			city := d.Kinds[k].City
			for side := range r.Slots {
				if p.Side == side || p.Side == data.Neutral || s.ID == "14.3" && city == "asia" {
					l.Slot[side] = len(r.Slots[side])
					r.Slots[side] = append(r.Slots[side], len(r.Lots))
				}
			}
			r.Lots = append(r.Lots, l)
		}
	}
	return r
}

// addPieces lists the markers of a side: leaders, decoys, fleets, decoy fleets.
func (r *Roster) addPieces(d *data.Game, side int) {
	add := func(p piece) {
		n := fog.Piece(len(r.Pieces[side]))
		r.Pieces[side] = append(r.Pieces[side], p)
		r.Index[side][p.ID] = n
		back := 0
		if p.Sort == Fleet || p.Sort == Phantom {
			back = 1
		}
		r.Back[side][back].Add(n)
		if p.Sort == Leader || p.Sort == Fleet {
			r.Actors[side].Add(n)
		} else {
			r.Feints[side].Add(n)
		}
	}
	r.Index[side] = map[string]fog.Piece{}
	for _, p := range r.Places {
		for _, l := range p.Leaders {
			if d.Leaders[l].Side == side {
				add(piece{d.Leaders[l].ID, Leader, &d.Leaders[l]})
			}
		}
	}
	for _, a := range r.Arrivals {
		if d.Leaders[a.Leader].Side == side {
			add(piece{d.Leaders[a.Leader].ID, Leader, &d.Leaders[a.Leader]})
		}
	}
	for _, m := range []struct {
		n    int
		form string
		sort sort
	}{{r.Decoys[side], "decoy%d", Decoy}, {r.Fleets[side], "Fleet%d", Fleet}, {r.Phantoms[side], "decoyfleet%d", Phantom}} {
		for n := 1; n <= m.n; n++ {
			add(piece{fmt.Sprintf(m.form, n), m.sort, nil})
		}
	}
}

// Marker is how everybody calls a name: g1, or gf1 for a fleet.
func (r *Roster) Marker(side adjudicator.Side, n fog.Name) string { return r.markers[side][n] }

// call finds how everybody calls a name.
func (r *Roster) call(side int, n fog.Name) string {
	if leaders := r.Back[side][0].Len(); int(n) >= leaders {
		return fmt.Sprintf("%.1sf%d", data.SideIDs[side], int(n)-leaders+1)
	}
	return fmt.Sprintf("%.1s%d", data.SideIDs[side], n+1)
}

// Named finds the name of a marker; false if the side has none of it.
func (r *Roster) Named(side adjudicator.Side, id string) (fog.Name, bool) {
	n := slices.Index(r.markers[side], id)
	return fog.Name(max(0, n)), n >= 0
}
