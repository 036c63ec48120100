// Package field holds what the data files of the games of the series have in common:
// units, faces of stratagem counters, the words that orders may use, how faults of a
// file are told ([Reading]), how facts are held against the data ([Audit]), and how
// much of the data the rulebook fixes ([Topic]).
//
// The side, zones and texts are the ruleset's: nothing here names one.
package field
