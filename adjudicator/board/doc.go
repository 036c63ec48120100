// Package board is the ground a game is played on: zones, the edges between
// them, terrain, stacking limits, path search, and the geometry that pictures
// are drawn from. It knows no game; each ruleset loads its own map files.
//
// A [Zone] is a small dense index, a [Set] a bitset over such indices. Every
// query on a [Map] reads a table that was built when the map was loaded: no
// query allocates, and none depends on the iteration order of a Go map.
//
// Map files are TOML and are read strictly: a key that the format does not know
// is refused by name, and every datum must say where it comes from (see
// [Source]).
package board
