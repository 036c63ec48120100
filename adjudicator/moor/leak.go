package moor

import "keryx/adjudicator/fog"

// leak is a way to tell the enemy what he must not know. They are planted by the tests of
// what finds them; the game that is played has none.
type leak int

const (
	none              leak = iota
	strengthInView         // a view shows the strength of a hidden piece
	refusedForDecoy        // what is refused hangs on who is under a name
	effortsInView          // a view shows what the enemy holds back
	forgetsShown           // Redeal puts others under names whose pieces were shown
	transposes             // Redeal exchanges two of the pieces that are there
	askedByEfforts         // a side is asked to intercept only if it can
	namedInEvent           // what everybody is told names pieces
	namesFollow            // who leaves keeps to an order that the enemy can know
	scarecrowsUndealt      // a scarecrow that leaves takes no numbers
	settledByEfforts       // a side that is asked to intercept and cannot is not waited for
)

// lots are where the names of a group come from of which some leave.
func (l leak) lots(deal func(n int) int, leave fog.Set) func(n int) int {
	switch {
	case l == namesFollow:
		return func(n int) int { deal(n); return int(leave.Nth(0)) % n }
	case l == scarecrowsUndealt && leave == scarecrows:
		return func(int) int { return 0 }
	}
	return deal
}
