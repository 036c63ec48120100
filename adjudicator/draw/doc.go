// Package draw is what players draw in secret: a [Pool] of counters or cards, of which each
// is in the cup, in a hand or out of the game, and who knows what of it.
//
// The pool knows its lots by their numbers only; what a number stands for, what its owner
// may do with it and what is told of it is the ruleset's. A pool holds no pointers, so that
// a game which has one in its state is still copied by assignment.
//
// How many lots a hand has is public, which they are is not. What one side cannot tell apart
// is exchanged by [Pool.Redeal], for [adjudicator.Resampler] and [adjudicator.Redealer].
//
// Lots that stand for the same (two equal cards) are still two lots in the state. Where a
// view names only what a lot is, its side cannot tell which of the two it holds or has seen
// played, but the pool can: what may be in the enemy's hand then hangs on a number that the
// side does not know, and two games that look the same to it are imagined otherwise. So give
// the numbers in the data of the view ([adjudicator.View]) wherever the lots are seen: those
// in the side's own hand, and those that are out of the game.
package draw
