// Package amend is what a referee can correct in the games of the family: where counters
// are and how they stand, what a marker shows, and which stratagem counters a side holds.
//
//	move north T10 2xH4w from Harbour to T5   units and leaders
//	put north T10 at T5                       not in play yet, or out of it for good
//	restore north T10 at T5                   that was eliminated, which then never was
//	take-off north T10 at T5                  out of the game, and no loss
//	eliminate north T10 at T5                 as if it had been lost
//	weaken north T10 at T5                    or wounded, a leader
//	recover north T10w at T5
//	points north 3                            a [Track]; so are the markers of one game
//	give north S4                             out of the cup
//	take north S4                             back into it, unseen
//	discard north S4                          out of the game
//	return north S4                           from there into the cup
//	show north S4                             to both sides
package amend
