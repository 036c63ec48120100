// Package data holds the two boards, the counters, garrisons, walls, turns, stratagems,
// scenarios and names of Amphipolis as TOML files, and loads them into typed values.
//
// The rulebook fixes only a part of them. Every datum carries its source, [Check]
// asserts every fact that the rulebook fixes, and [Reconstructed] lists what it does not.
// The files are embedded in the binary; [LoadDir] puts the files of an owner of the
// printed game in their place.
package data
