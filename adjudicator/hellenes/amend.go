package hellenes

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
)

// Anew implements [adjudicator.Amendable]: no correction is made in the set-up, nor in the midst of a battle, a throw or
// the raising of a recruit.
func (g *Game) Anew() (adjudicator.Game, bool) {
	other := g.Clone().(*Game)
	other.Enter, other.Now = g.Now, ground.Moment{}
	midst := []string{"", "take", "free", "appeal", "starved", "fortify", "order"}
	return other, g.Named && g.Fight == nil && !slices.Contains(midst, g.Now.Kind)
}

// Unsound implements [adjudicator.Amendable]: a position that breaks an invariant cannot be played on from.
func (g *Game) Unsound() []error {
	err := g.Invariants()
	if err == nil {
		return nil
	}
	return []error{&adjudicator.UnsoundError{Why: adjudicator.Say("hellenes.unsound", "What", err.Error()), Err: fmt.Errorf("%w: %w", adjudicator.ErrNever, err)}}
}

var (
	_ adjudicator.Amending  = (*Rules)(nil)
	_ adjudicator.Imaginer  = (*Rules)(nil)
	_ adjudicator.Reckoner  = (*Rules)(nil)
	_ adjudicator.Amendable = (*Game)(nil)
	_ adjudicator.Scored    = (*Game)(nil)
)
