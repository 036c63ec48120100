// Package fog is what one side sees of the other's pieces in games in which they stand
// openly on the board and show only their backs: a [Veil] of names that last, and [Loads],
// what goes along with the pieces.
//
// Every piece has a name at all times, those that are not in play and those that are lost
// included. The enemy sees the names, where each stands and what it does, and remembers of
// each which pieces it may be. As long as a name is watched that set becomes only smaller:
// when the piece is shown it is one, when it does what only some pieces can it is those.
// When some of a group that look alike leave it, nobody can tell which they were: the names of all
// are dealt anew, and each may be what any of them could be. So there is no history to be
// kept: "known until it could have been exchanged" is the set alone.
//
// A game keeps
//   - by name what all see: the zone, whether it has moved, whether it is besieged;
//   - by piece what is hidden: its strength, what is ordered of it.
//
// Then nothing that anybody sees moves when other pieces are put under the names
// ([Veil.Redeal]), as files are judged, turns imagined and secrets tried. The pool and the
// lost pieces are zones as well.
//
// Pieces of several backs are parted by zone and back, and are a group each; where a back is
// told from the beginning, use [Veil.Among]. Of a group that parts, first call [Veil.Part], then
// move the names, then [Veil.Narrow] or [Veil.Show] them. The numbers come from
// [adjudicator.Table.Deal], and how many are taken hangs on the sizes of the sets alone, so the sets
// must be those that the enemy sees.
//
// A set of what a name may be is what its enemy can exclude for certain, as far as one set for each name
// can say it. It never excludes what is possible. What is known of several together ("two of
// these five are fleets") is a [Need]; beyond that the enemy is dealt, now and then, what he
// could have excluded, which tells him nothing.
//
// All types are plain values, copied by assignment, so that the game's copy is one as well.
package fog
