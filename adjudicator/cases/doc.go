// Package cases plays cases of a printed game and writes played turns as such: a position,
// orders and dice, and what must come of them. A ruleset that is [Rules] has
// "keryx cases" and "keryx case" for nothing, and package ruletest proves its cases and
// that each rule has some: see [Coverage].
//
// A file holds any number of cases; "#" begins a comment:
//
//	case F3: a march is ambushed
//	rule 3.1
//	paces north 2
//	traps south 1
//	play C north
//	dice 5
//	north:
//	  march 3
//	south:
//	  ambush
//	told ambushed
//	paces north 2
//
// "rule" names the rules that the case shows to hold, "limits" those that it shows
// to end, several with ";" between them. A case in which an order is refused shows a limit
// with "rule" also.
//
// The position comes first. These lines are of every game, its own are of its [Stage]:
//
//	version 2                     of the rules, else the newest; before the lines below
//	scenario 10.2                 else the first
//	option storm inverted
//	state {...}                   a saved game; else the board is bare
//	standing athens               standing orders in force: the indented lines below
//
// Then "play" names the part of the turn, "turn" or one of the game's own, which runs to
// its first question. The lines after it are followed in order:
//
//	dice 4 2                      what comes up in answer to the next order file
//	draws 0 3                     hidden draws from there on
//	athens:                       an order file of Athens: the indented lines below
//	athens standing:              the same, with its section of standing orders
//	athens file:                  a whole file but for its header
//	deadline athens               a missed deadline: what is asked is answered by default
//	amend:                        corrections of a referee: the indented lines below
//	amend force:                  the same, though the position be unsound
//	refused not-adjacent From=T24 the order file just taken was refused
//	told sailed To=M9             an event, after those told of before it; Rule and Depth are its own
//	untold sailed                 no event of this key has been told so far
//	asked sparta react Left=2     what a side is asked now; "nothing" too
//	offered sparta sail M9        an answer that is proposed to it now, in canonical words, or all that begin so
//	unoffered sparta pass         one that is not
//	noted sparta Points=2 move 3  what stands in the template beside an answer
//	way sparta To=M9 sail M9      what its pieces can do, as the answer offers it: see below
//	noway sparta sail M9          what they cannot
//	phase C.1                     the part of the turn in which something is asked
//	answered sparta sail M9       the last answer of a side, in canonical words
//	play turn                     another part, from where the game stands
//	result tactical athens        how the game ended, and why: "because SUFFIX", the end of a text's key
//
// Of an offer From, To, Who, Whole, After (what has to be ordered before), Risk (where), Odds (what its chances are asked
// by) and what its note says can be named, "_" for blanks within.
//
// Events are named by what stands behind ".event." in their keys, and by some of their
// arguments. A file of orders that is refused ends the case, unless the next line says so.
package cases
