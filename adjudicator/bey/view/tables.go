package view

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
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
		list.Rows = append(list.Rows, []any{l.ZoneTerm(z), l.Terms(units, 0), l.captains(leaders),
			l.NavalPF(s, z), l.LandPF(s, z)})
	}
	return list
}

// captains names leaders, each with his bonus if he has one as he stands.
func (l Look) captains(set field.LeaderSet) any {
	if set == 0 {
		return ""
	}
	var all []adjudicator.Phrase
	for set != 0 {
		m := set.Pop()
		key := "bey.captain"
		switch {
		case l.Swords(m) > 0:
			key = "bey.captain-bonus"
		case (l.Wounded | l.Ill).Has(m):
			key = "bey.captain-unfit"
		}
		all = append(all, adjudicator.Say(key, "Leader", l.LeaderTerm(m), "Bonus", l.Swords(m)))
	}
	return all
}

// dueTurns is how many turns ahead a report lists the reinforcements of the scenario.
const dueTurns = 3

// Due lists the reinforcements that the scenario has down for the turn in play, if they have not
// come yet, and for the next three, of both sides: all of it is printed. Delayed ones are
// listed for the turn to which they have been delayed. The name of a turn, and what else comes
// with an arrival, are the ruleset's.
func (l Look) Due(turn func(n int) adjudicator.Phrase, more func(i int) []adjudicator.Phrase) adjudicator.Listing {
	list := adjudicator.Listing{ID: "due", Title: adjudicator.Say("bey.table.due"), Columns: Columns("turn", "side", "units", "leaders", "zone")}
	now := l.Playing.First + l.TurnNo
	for n := now; n <= min(now+dueTurns, l.Playing.Last) && l.Outcome == nil; n++ {
		for i, a := range l.Playing.Arrivals {
			if a.Turn+int(l.Late[i]) != n {
				continue
			}
			var units field.UnitSet
			waits := false
			for _, p := range a.Units {
				units.Add(field.UnitNo(p.Unit))
				waits = waits || l.UnitFate[p.Unit] == field.Waiting
			}
			var men field.LeaderSet
			for _, m := range a.Leaders {
				men.Add(field.LeaderNo(m))
				waits = waits || l.LeaderFate[m] == field.Waiting
			}
			if n == now && !waits {
				continue // they have come
			}
			who := []adjudicator.Phrase{}
			for _, term := range l.Terms(units, 0) {
				who = append(who, adjudicator.Say("bey.captain", "Leader", term))
			}
			if more != nil {
				who = append(who, more(i)...)
			}
			list.Rows = append(list.Rows, []any{turn(n), l.SideTerm(a.Side), who, l.captains(men), adjudicator.Either(l.ZoneTerms(board.SetOf(a.Zones...)))})
		}
	}
	return list
}

// hand lists the stratagem counters that the viewer holds: of each face what it does, or why it
// cannot be played.
func (l Look) hand() adjudicator.Listing {
	list := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("bey.table.hand"),
		Columns: Columns("face", "face")}
	for set := l.Pool.Hand[l.Viewer]; set != 0; {
		c := set.Pop()
		faces := l.FaceTerms(c)
		row := make([]any, len(faces))
		for i, f := range l.Counters[c].Faces {
			row[i] = adjudicator.Say("report.about", "Name", faces[i], "Text", l.face(f))
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// face says what a face of a counter does, or why the viewer cannot play it.
func (l Look) face(f field.Face) adjudicator.Phrase {
	switch {
	case !f.Colour.PlayableBy(l.Viewer):
		return adjudicator.Say("bey.face.enemy", "Side", l.SideTerm(l.Viewer.Other()))
	case l.Playing.IsWithdrawn(f.Stratagem):
		return adjudicator.Say("bey.face.withdrawn")
	case l.Retired.Has(f.Stratagem):
		return adjudicator.Say("bey.face.retired")
	}
	return adjudicator.Say("bey.about." + l.StratagemTerm(f.Stratagem).ID)
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
