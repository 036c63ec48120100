// Package perse is Plutôt mort que Perse !, the two Persian wars of 490 and 480 BC, by Frédéric Bey
// and Nicolas Stratigos (Vae Victis 49): a ruleset of leaders under the fog. Which leader or decoy a
// marker is, what marches with it and how many points a side has left is known to its owner alone.
//
// Begin with turn.go, the sequence of play; the other files follow the rulebook:
//
//	names.go       1, 4    markers that part, and what is shown of them
//	turn.go        2       the sequence of a turn: draws, first player, segments
//	points.go      3       points of action
//	ready.go       4.3, 9  what both do in secret before the segments; readying.go, what they may
//	segment.go     4       a segment: what its side can do
//	activate.go    4       activation
//	march.go       5       marches, and what is left or taken on the way
//	attrition.go   5.3, 9.1, 10  counters lost on the way
//	intercept.go   6       interception of who comes; strike.go, of who is there
//	battle.go      7       battles by rounds; wounds.go, losses and morale
//	city.go        8       fights inside a city, and its destruction
//	sail.go        9       voyages; aboard.go, going aboard and ashore; seafight.go, naval combat
//	supply.go      10      supply
//	stratagems.go  11      stratagems; ruses.go, those of a fight; isolation.go, the Spartans at home
//	control.go     12, 13  scorched zones and control
//	politics.go    14.3    attempts on neutrals; victory.go, what wins
//	hidden.go              what a side cannot see, exchanged for what could be there
//	entered.go             a turn that begins at a question in its midst
//	facets.go              chances, views and the sensible player
//
// The packages below it are no rules: data is what is printed, order what players say, field a game as it stands, view what
// somebody is shown of it, odds what chances are, player who plays by habit. What is asked and what is told of it is here.
//
// Everything that both sides see stands by name, what is hidden by piece: see package fog.
package perse
