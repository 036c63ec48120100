// Package data holds the map, the blocks, the cards, the scenarios, the tables and the names
// of Hellenes as TOML files, and loads them into typed values.
//
// The rulebook fixes only a part of them: the label sheet, the list of cards, the set-up
// cards and most of the printed map are not in it. Every datum carries its source, [Check]
// asserts every fact that the rulebook fixes, and [Reconstructed] lists what it does not.
// The files are embedded in the binary; [LoadDir] puts the files of an owner of the printed
// game in their place.
package data
