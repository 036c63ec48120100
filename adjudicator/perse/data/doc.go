// Package data holds what is printed of Plutôt mort que Perse !: map, leaders, counters, chits,
// stratagems, tables and scenarios, as TOML files with the source of every datum. The rulebook
// prints neither the map nor the tables nor the values of leaders: what is reconstructed says so,
// and an owner of the game puts the printed file in its place.
package data
