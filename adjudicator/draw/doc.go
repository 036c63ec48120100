// Package draw is what players draw in secret: a [Pool] of counters or cards, of which each
// is in the cup, in a hand or out of the game, and who knows what of it.
//
// The pool knows its lots by their numbers only; what a number stands for, what its owner
// may do with it and what is told of it is the ruleset's. A pool holds no pointers, so that
// a game which has one in its state is still copied by assignment.
//
// How many lots a hand has is public, which they are is not. What one side cannot tell apart
// is exchanged by [Pool.Redeal], for [adjudicator.Resampler] and [adjudicator.Redealer].
package draw
