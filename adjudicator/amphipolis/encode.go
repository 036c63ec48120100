package amphipolis

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/saved"
)

// stored is a game at a turn boundary as it is stored.
type stored struct {
	saved.Turn
	Garrisons [garrisons]string `json:"garrisons"` // whose face each shows, in the order of the data
	Walls     data.WallState    `json:"walls,omitempty"`
	Sapped    *int              `json:"sapped,omitempty"` // turn of S11
	Flotilla  bool              `json:"flotilla,omitempty"`
	saved.Pieces
	Absent  uint32 `json:"absent,omitempty"`
	Awaited uint32 `json:"awaited,omitempty"`
	savedScore
	Result *adjudicator.Result `json:"result,omitempty"`
}

// savedScore is what victory points have been made of for good.
type savedScore struct {
	Fallen  map[string]int16 `json:"fallen,omitempty"` // units eliminated: "sparta H"
	Slain   map[string]int16 `json:"slain,omitempty"`  // leaders killed in combat by their bonus: "athens 2"
	Duels   [2]int           `json:"duels"`
	Shunned bool             `json:"shunned"`
	Given   [2]int           `json:"given"`
}

// State implements [adjudicator.Game].
func (g *game) State() json.RawMessage {
	s := stored{Turn: saved.TurnOf(&g.Field), Walls: g.walls, Sapped: g.savedSap(), Flotilla: g.flotilla, Pieces: saved.PiecesOf(&g.Field),
		Absent: g.absent, Awaited: g.awaited, savedScore: g.savedScore(), Result: g.Outcome}
	for i, side := range g.faces {
		s.Garrisons[i] = sideIDs[side]
	}
	return saved.Written(s)
}

// savedSap is the turn of S11, or nil.
func (g *game) savedSap() *int {
	if g.sapped < 0 {
		return nil
	}
	sapped := g.sapped
	return &sapped
}

func (g *game) savedScore() savedScore {
	return savedScore{g.savedFallen(), g.savedSlain(), g.duels, g.shunned, g.given}
}

// savedFallen counts the units that have been eliminated, by side and type.
func (g *game) savedFallen() map[string]int16 {
	all := map[string]int16{}
	for side, arms := range g.Felled {
		for arm, n := range arms {
			if n != 0 {
				all[sideIDs[side]+" "+field.UnitTypes[arm].String()] = n
			}
		}
	}
	return all
}

// savedSlain counts the leaders who have been killed in combat, by side and bonus.
func (g *game) savedSlain() map[string]int16 {
	all := map[string]int16{}
	for side, swords := range g.Slain {
		for bonus, n := range swords {
			if n != 0 {
				all[fmt.Sprint(sideIDs[side], " ", bonus)] = n
			}
		}
	}
	return all
}

// restoreScore restores what has been lost.
func (g *game) restoreScore(s *savedScore) {
	for side, id := range sideIDs {
		for arm := range g.Felled[side] {
			g.Felled[side][arm] = s.Fallen[id+" "+field.UnitTypes[arm].String()]
		}
		for bonus := range g.Slain[side] {
			g.Slain[side][bonus] = s.Slain[fmt.Sprint(id, " ", bonus)]
		}
	}
	g.duels, g.shunned, g.given = s.Duels, s.Shunned, s.Given
}

// restore fills an empty game with a saved one.
func (g *game) restore(s *stored) error {
	g.absent, g.awaited, g.Outcome = s.Absent, s.Awaited, s.Result
	g.restoreScore(&s.savedScore)
	if err := g.restoreBoard(s.Garrisons, s.Walls, s.Sapped, s.Flotilla); err != nil {
		return err
	}
	if err := s.Turn.Restore(&g.Field); err != nil {
		return err
	}
	return s.Pieces.Restore(&g.Field)
}

// restoreBoard restores the garrisons and the walls.
func (g *game) restoreBoard(faces [garrisons]string, walls data.WallState, sapped *int, flotilla bool) error {
	for i, id := range faces {
		side := slices.Index(sideIDs[:], id)
		if side < 0 {
			return fmt.Errorf("no side %q", id)
		}
		g.faces[i] = adjudicator.Side(side)
	}
	if walls > data.WallDestroyed {
		return fmt.Errorf("no state %d of the walls", walls)
	}
	g.walls, g.flotilla, g.sapped = walls, flotilla, -1
	if sapped != nil {
		g.sapped = *sapped
	}
	return nil
}
