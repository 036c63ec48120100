package view

import (
	"reflect"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Forces list what each side has on the map, the viewer's own first, and his hand.
func (l Look) Forces() (all []adjudicator.Listing) {
	order := [2]adjudicator.Side{0, 1}
	if l.Viewer == 1 {
		order = [2]adjudicator.Side{1, 0}
	}
	for _, s := range order {
		all = append(all, l.forces(s))
	}
	if l.Viewer != adjudicator.Observer {
		all = append(all, l.hand())
	}
	return all
}

func (l Look) forces(s adjudicator.Side) adjudicator.Listing {
	id := "enemy"
	if s == l.Viewer {
		id = "own"
	}
	if l.Viewer == adjudicator.Observer {
		id = l.Board.Sides()[s]
	}
	list := adjudicator.Listing{ID: id, Title: adjudicator.Say("bey.table.forces", "Side", l.SideTerm(s)),
		Columns: Columns("zone", "units", "leaders", "naval", "land")}
	for z := range l.Board.All().All() {
		units, leaders := l.UnitsAt(s, z), l.LeadersOf(s, z)
		if units.Empty() && leaders == 0 {
			continue
		}
		list.Rows = append(list.Rows, []any{l.ZoneTerm(z), l.Terms(units, 0), l.Terms(field.UnitSet{}, leaders),
			l.NavalPF(s, z), l.LandPF(s, z)})
	}
	return list
}

// hand lists the stratagem counters that the viewer holds.
func (l Look) hand() adjudicator.Listing {
	list := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("bey.table.hand"),
		Columns: Columns("face", "face", "playable")}
	for set := l.Pool.Hand[l.Viewer]; set != 0; {
		c := set.Pop()
		faces := l.FaceTerms(c)
		var playable adjudicator.Terms
		for i, f := range l.Counters[c].Faces {
			if f.Colour.PlayableBy(l.Viewer) && !l.Retired.Has(f.Stratagem) && !l.Playing.IsWithdrawn(f.Stratagem) {
				playable = append(playable, faces[i])
			}
		}
		list.Rows = append(list.Rows, []any{faces[0], faces[1], playable})
		for _, face := range playable {
			note := adjudicator.Say("report.about", "Name", face, "Text", adjudicator.Say("bey.about."+face.ID))
			if !slices.ContainsFunc(list.Notes, func(have adjudicator.Phrase) bool { return reflect.DeepEqual(have, note) }) {
				list.Notes = append(list.Notes, note)
			}
		}
	}
	return list
}

// Track is a row of [Look.Tracks]: what a marker is for each side.
func Track(id string, first, second any) []any {
	return []any{adjudicator.Say("bey.track." + id), first, second}
}

// Points is the row of the action points that are left.
func (l Look) Points() []any { return Track("points", l.Chits.Points[0], l.Chits.Points[1]) }

// Holder is the row of the Advantage.
func (l Look) Holder() []any {
	return Track("advantage", YesNo(l.Advantage == 0), YesNo(l.Advantage == 1))
}

// Hands is the row of the stratagems that each side holds.
func (l Look) Hands() []any { return Track("stratagems", l.Pool.Hand[0].Len(), l.Pool.Hand[1].Len()) }

// Tracks shows the markers.
func (l Look) Tracks(rows ...[]any) adjudicator.Listing {
	return adjudicator.Listing{ID: "tracks", Title: adjudicator.Say("bey.table.tracks"),
		Columns: Columns(append([]string{"track"}, l.Board.Sides()...)...), Rows: rows}
}

// Losses lists the leaders that are out of play, and the units that the ruleset calls lost.
func (l Look) Losses(lost func(s adjudicator.Side) field.UnitSet) adjudicator.Listing {
	list := adjudicator.Listing{ID: "losses", Title: adjudicator.Say("bey.table.losses"),
		Columns: Columns("side", "units", "leaders")}
	for side := range l.Of {
		s := adjudicator.Side(side)
		units, leaders := lost(s), l.leadersLost(s)
		if !units.Empty() || leaders != 0 {
			list.Rows = append(list.Rows, []any{l.SideTerm(s), l.Terms(units, 0), l.Terms(field.UnitSet{}, leaders)})
		}
	}
	return list
}

// UnitsLost returns the units of a side that have been in play and are no more.
func (l Look) UnitsLost(s adjudicator.Side) (units field.UnitSet) {
	for set := l.Of[s]; !set.Empty(); {
		if u := set.Pop(); l.UnitFate[u] > field.InPlay {
			units.Add(u)
		}
	}
	return units
}

func (l Look) leadersLost(s adjudicator.Side) (leaders field.LeaderSet) {
	for set := l.Captains[s]; set != 0; {
		if m := set.Pop(); l.LeaderFate[m] > field.InPlay {
			leaders.Add(m)
		}
	}
	return leaders
}
