package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/saved"
)

// situation is what a side may know, for programs.
type situation struct {
	Month string `json:"month"`
	saved.Marks
	Supply   map[string]int  `json:"supply"`
	Shortage map[string]bool `json:"shortage"`
	saved.Sight
	Moment *savedMoment `json:"moment,omitempty"`
}

// situation collects what a side may know, for situation.json.
func (g *game) situation(side adjudicator.Side) situation {
	s := g.position(side)
	if side != adjudicator.Observer {
		if s.Moment = g.moment(side, &s.Sight); s.Moment == nil || s.Moment.Then != nil {
			s.Aside = saved.AsideOf(&g.Field, side)
		}
	}
	return s
}

// position is what a side sees of the map and the markers.
func (g *game) position(side adjudicator.Side) situation {
	f := &g.Field
	return situation{g.Turns[min(g.Playing.First+g.TurnNo, g.Playing.Last)].ID, saved.MarksOf(f), saved.Pair(f, g.supply),
		saved.Pair(f, g.shortage), saved.SightOf(f, side), nil}
}

// load puts the position of a situation.json into an empty game.
func (g *game) load(s *situation) error {
	if !odds.Of(g).SetTurn(g.own.TurnNamed(s.Month)) {
		return fmt.Errorf("the scenario has no month %q", s.Month)
	}
	for side, id := range sideIDs {
		g.supply[side], g.shortage[side] = s.Supply[id], s.Shortage[id]
	}
	if err := s.Marks.Restore(&g.Field); err != nil {
		return err
	}
	return s.Sight.Restore(&g.Field)
}
