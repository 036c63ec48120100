// Package field holds what the games of the series print ([Facts]) and how their data
// files are read: the map, units, leaders, texts and counters of stratagems, turns,
// scenarios, the words that orders may use; how faults of a file are told ([Reading]), how
// facts are held against the rulebook ([Audit]), and how much of the data it fixes
// ([Topic]).
//
// The sides, zones and texts are the ruleset's: nothing here names one. What only one game
// has stands in its own types, which embed those of this package.
package field
