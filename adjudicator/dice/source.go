package dice

import "math/rand/v2"

// Source is where a game session gets its randomness from: the two streams of
// the scheme, or quick numbers for random play.
type Source interface {
	// Roll is public die i after the given head, 1 to faces.
	Roll(head Head, i, faces int) int
	// Draw is hidden draw i of the turn, 0 to n-1, made when the head was the given one.
	Draw(head Head, i, n int) int
}

// Scheme says what the dice of a game hang on. It is fixed when the game is created.
type Scheme int

// The schemes.
const (
	// ByEntry has dice hang on the hashes of ledger entries, which hold their times.
	// No new game uses it.
	ByEntry Scheme = 1
	// ByOrders has dice and draws hang on the [Chain] of signed orders.
	ByOrders Scheme = 2
)

// Turn is the committed source of one turn of one game.
type Turn struct {
	scheme Scheme
	secret Secret
	seed   Seed
	game   string
	turn   int
}

// NewTurn returns the source of the given turn, from 1.
func NewTurn(scheme Scheme, secret Secret, game string, turn int) Turn {
	return Turn{scheme, secret, secret.TurnSeed(game, turn), game, turn}
}

// Roll implements [Source].
func (t Turn) Roll(head Head, i, faces int) int { return t.seed.Roll(head, i, faces) }

// Draw implements [Source].
func (t Turn) Draw(head Head, i, n int) int {
	if t.scheme == ByEntry {
		return t.secret.DrawByEntry(t.game, t.turn, i, n)
	}
	return t.secret.Draw(t.game, t.turn, head, i, n)
}

// Quick is an uncommitted source for random play and searches, where speed
// counts and nobody has to be convinced.
type Quick struct{ rnd *rand.Rand }

// NewQuick returns a quick source; equal seeds give equal numbers.
func NewQuick(rnd *rand.Rand) Quick { return Quick{rnd} }

// Roll implements [Source], disregarding the head.
func (q Quick) Roll(_ Head, _, faces int) int { return q.rnd.IntN(faces) + 1 }

// Draw implements [Source], disregarding the head.
func (q Quick) Draw(_ Head, _, n int) int { return q.rnd.IntN(n) }
