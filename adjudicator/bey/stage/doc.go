// Package stage is a game of the family as cases write it (package cases): what stands
// where, what each side holds, and the parts of a turn. A ruleset asks it for the lines that
// it does not know itself. The position:
//
//	place north T12: H6 2xP5w Name  counters, weakened ones with a "w", and leaders
//	turn 8                          else the first of the scenario
//	setup yes                       the counters of the scenario stand on the board
//	ill Name                        or wounded
//	lost north Name                 a leader who has been killed
//	late north 2                    the reinforcements of turn 2 come a turn later
//	hand north S4A/S16S             stratagem counters; all others are in the cup
//	points north 3                  action points
//	advantage north                 likewise initiative
//
// What is expected, besides points, advantage, initiative and hand:
//
//	stands north T12: H6 2xP5w      what a side has in a zone
//	fate Name detained              likewise of a unit: "north:H4+.1"
//	well Name                       he is not ill; or ill
//	counter S3S/S15N bowl           or out, or the side that holds it
//	near T5: T4 T10 M1              neighbours on the map
//	entries Harbour: M1             those by which ships come
//
// Of the turn, "fight T7 north" is a combat that a side attacks in a zone, and "losses T7
// north 1/2 R" what a result of the combat table does there to attacker and defender.
package stage
