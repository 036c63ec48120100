package amphipolis

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
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
	saved.Losses
	Duels   [2]int `json:"duels"`
	Shunned bool   `json:"shunned"`
	Given   [2]int `json:"given"`
}

// State implements [adjudicator.Game].
func (g *game) State() json.RawMessage {
	s := stored{Turn: saved.TurnOf(&g.Field), Walls: g.walls, Sapped: g.sapped, Flotilla: g.flotilla, Pieces: saved.PiecesOf(&g.Field),
		Absent: g.absent, Awaited: g.awaited, savedScore: g.savedScore(), Result: g.Outcome}
	for i, side := range g.faces {
		s.Garrisons[i] = sideIDs[side]
	}
	return saved.Written(s)
}

func (g *game) savedScore() savedScore {
	return savedScore{saved.LossesOf(&g.Field), g.duels, g.shunned, g.given}
}

// Restore implements [edition.Opened].
func (g *game) Restore(state []byte) error {
	var s stored
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	g.absent, g.awaited, g.Outcome = s.Absent, s.Awaited, s.Result
	if err := g.restoreBoard(s.Garrisons, s.Walls, s.Sapped, s.Flotilla, &s.savedScore); err != nil {
		return err
	}
	if err := s.Turn.Restore(&g.Field); err != nil {
		return err
	}
	return s.Pieces.Restore(&g.Field)
}

// restoreBoard restores the garrisons, the walls and what has been lost.
func (g *game) restoreBoard(faces [garrisons]string, walls data.WallState, sapped *int, flotilla bool, s *savedScore) error {
	for i, id := range faces {
		var err error
		if g.faces[i], err = g.SideByID(id); err != nil {
			return err
		}
	}
	if walls > data.WallDestroyed {
		return fmt.Errorf("no state %d of the walls", walls)
	}
	g.walls, g.flotilla, g.sapped = walls, flotilla, sapped
	s.Losses.Restore(&g.Field)
	g.duels, g.shunned, g.given = s.Duels, s.Shunned, s.Given
	return nil
}
