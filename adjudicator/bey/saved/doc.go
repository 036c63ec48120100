// Package saved is how the games of the family are written down: between two turns, as they
// are stored ([Turn], [Pieces]); and in the midst of one, as a side knows them ([Marks],
// [Sight]). Everything is named by its identifier in the data, so that what is stored can
// be read by a person, and so that a program can open a turn on what it was sent.
//
// The types are embedded in those of a ruleset, which adds what it alone has in their midst.
package saved
