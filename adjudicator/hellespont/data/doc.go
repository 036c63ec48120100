// Package data holds the map, the counters, the stratagems, the scenarios and the
// names of Hellespont as TOML files, and loads them into typed values.
//
// The rulebook fixes only a part of them. Every datum carries its source, [Check]
// asserts every fact that the rulebook fixes, and [Reconstructed] lists what it
// does not. The files are embedded in the binary; [LoadDir] puts the files of an
// owner of the printed game in their place.
package data
