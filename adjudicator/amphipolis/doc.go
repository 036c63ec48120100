// Package amphipolis adjudicates Amphipolis, 424-422 BC, a game by Frédéric Bey: the
// Spartan Brasidas against the Athenian colony on the Strymon, on a main map of land and
// sea zones (T, M), a map of zones of operations (O) and three rear bases.
//
// The printed components (maps, counters, garrisons, walls, turns, stratagems,
// scenarios) are in package data. What the game shares with others of its author,
// such as counters, combats, stratagems and the Advantage, is the family's, in bey.
//
// # A turn
//
// A turn is a season of three months, 0 to 9 (2):
//
//	A    both sides draw two stratagem counters
//	B.1  dice for action points (one in the armistice), half of them, and the season
//	B.2  leaders turn over; reinforcements come to rear bases and move for nothing
//	B.3  action phases in turn until all points are spent: points announced, zones
//	     activated, one operation, movements, combats for one point in all
//	C    works: Sparta tries to build the walls
//	D    D.1 one counter kept, D.2 an operation to a city; for both sides, then
//	     D.3 recovery, D.4 operations to rear bases, D.5 sieges, D.6 attrition for
//	     both sides, then D.7 removals and victory
//
// # Movements and operations (3)
//
// Movements go from zone to zone for movement points, 4 for units and 5 for leaders:
// walls, the bridge, high ground and rear bases cost more, and the river is crossed only
// by the bridge until S3. Naval units sail without limit. Land units go by sea in two
// ways: aboard ships that sail out of Thasos in B.2, and in B.3 over ships that are
// already there, one counter for each naval PF both times.
//
// Operations go anywhere without points, a leader and five land units at most, and are
// the only way to zones of operations and into rear bases. Athens needs ships for them.
//
// # Combat (4)
//
// Land units alone fight. The table has beside what the family knows: a city or wet
// ground for the die, the river, high ground and walls for the column. The beaten
// retreat, on the operations map to a zone with a garrison of their own. When Brasidas and Cleon have met
// in a combat, dice decide whether one of them dies.
//
// # Garrisons (4.3)
//
// Each zone of operations, and the citadel within Amphipolis, has a garrison: a
// counter that never moves or fights, with a face of either side. In D.5 diplomacy, an
// assault or a blockade turns it over. A garrison keeps nobody out.
//
// # Works (5), attrition (6)
//
// With the Advantage and the citadel, and nobody of Athens before the walls, Sparta
// builds three walls at once; S11 destroys them. Who is not in a rear base, a city, the
// port or a zone of his own garrison tests attrition.
//
// # Victory (9) and scenarios (10)
//
// All nine garrisons win at once from turn 2 on; otherwise victory points decide after
// the last turn. In 10.4 eliminated units go back to the stock, from which
// reinforcements named by their type are taken; the points made for them stay. In turns
// of armistice no combat is begun on the main map. 10.2 does not use it at all.
package amphipolis
