package dice

import "math/rand/v2"

// Source is where a game session gets its randomness from: the two streams of
// the scheme, or quick numbers for random play.
type Source interface {
	// Roll is public die i after the entry with the given hash, 1 to faces.
	Roll(head Head, i, faces int) int
	// Draw is hidden draw i of the turn, 0 to n-1.
	Draw(i, n int) int
}

// Turn is the committed source of one turn of one game.
type Turn struct {
	secret Secret
	seed   Seed
	game   string
	turn   int
}

// NewTurn returns the source of the given turn, from 1.
func NewTurn(secret Secret, game string, turn int) Turn {
	return Turn{secret, secret.TurnSeed(game, turn), game, turn}
}

// Roll implements [Source].
func (t Turn) Roll(head Head, i, faces int) int { return t.seed.Roll(head, i, faces) }

// Draw implements [Source].
func (t Turn) Draw(i, n int) int { return t.secret.Draw(t.game, t.turn, i, n) }

// Quick is an uncommitted source for random play and searches, where speed
// counts and nobody has to be convinced.
type Quick struct{ rnd *rand.Rand }

// NewQuick returns a quick source; equal seeds give equal numbers.
func NewQuick(rnd *rand.Rand) Quick { return Quick{rnd} }

// Roll implements [Source], disregarding the head.
func (q Quick) Roll(_ Head, _, faces int) int { return q.rnd.IntN(faces) + 1 }

// Draw implements [Source].
func (q Quick) Draw(_, n int) int { return q.rnd.IntN(n) }
