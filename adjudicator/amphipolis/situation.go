package amphipolis

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/saved"
)

// situation is what a side may know, for programs.
type situation struct {
	Turn   int    `json:"turn"`
	Season string `json:"season"`
	saved.Marks
	Garrisons map[string]string `json:"garrisons"` // whose each is
	Walls     string            `json:"walls"`
	Sapped    *int              `json:"sapped,omitempty"` // turn of S11
	Flotilla  bool              `json:"flotilla"`
	savedScore
	Summons []savedSummons `json:"summons,omitempty"` // units called for and not placed yet
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
	i, f := g.reached(), &g.Field
	s := situation{i, g.Turns[i].ID, saved.MarksOf(f), map[string]string{}, wallIDs[g.walls], g.sapped, g.flotilla,
		g.savedScore(), g.savedSummons(), saved.SightOf(f, side), nil}
	for n, whose := range g.faces {
		s.Garrisons[g.own.Garrisons[n].ID] = sideIDs[whose]
	}
	return s
}

// remember fills an empty game with the position that a side knows.
func (g *game) remember(s *situation) error {
	g.TurnNo = s.Turn - g.Playing.First
	if s.Turn < g.Playing.First || s.Turn > g.Playing.Last {
		return fmt.Errorf("turn %d is not of the scenario", s.Turn)
	}
	var faces [garrisons]string
	for i := range faces {
		faces[i] = s.Garrisons[g.own.Garrisons[i].ID]
	}
	walls := slices.Index(wallIDs[:], s.Walls)
	if walls < 0 {
		return fmt.Errorf("no state of the walls %q", s.Walls)
	}
	if err := g.restoreBoard(faces, data.WallState(walls), s.Sapped, s.Flotilla, &s.savedScore); err != nil {
		return err
	}
	if err := s.Marks.Restore(&g.Field); err != nil {
		return err
	}
	return s.Sight.Restore(&g.Field)
}

// wallIDs are the states of the walls, as cases and saved games write them.
var wallIDs = [...]string{data.NoWall: "none", data.WallStanding: "standing", data.WallDestroyed: "destroyed"}
