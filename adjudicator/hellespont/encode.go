package hellespont

import (
	"encoding/json"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/saved"
)

// stored is a game at a turn boundary as it is stored.
type stored struct {
	saved.Turn
	Supply   [2]int  `json:"supply"`
	Shortage [2]bool `json:"shortage"`
	saved.Pieces
	Bounty int                 `json:"bounty,omitempty"`
	Result *adjudicator.Result `json:"result,omitempty"`
}

// State implements [adjudicator.Game].
func (g *game) State() json.RawMessage {
	return saved.Written(stored{saved.TurnOf(&g.Field), g.supply, g.shortage, saved.PiecesOf(&g.Field), g.bounty, g.Outcome})
}

// Restore implements [edition.Opened].
func (g *game) Restore(state []byte) error {
	var s stored
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	g.supply, g.shortage, g.bounty, g.Outcome = s.Supply, s.Shortage, s.Bounty, s.Result
	if err := s.Turn.Restore(&g.Field); err != nil {
		return err
	}
	return s.Pieces.Restore(&g.Field)
}
