// Package bey holds the rules that the games of one series by Frédéric Bey share: the combat results table with its rounding in the
// defender's favour ([CRT]), what a result weakens ([Result.Part]), and lists of modifiers
// that know the rule they come from ([Modifiers]).
//
// This package is pure: values in, values out. Those below it play, each on those before it:
// field (the state, and what is printed), order and
// standing (what players write), chit (stratagem counters and the Advantage), march, battle,
// odds, bot and tally. Four are of the games as a whole: edition (how they are opened), saved
// (how they are written down), view (how they are shown to a side) and stage (how cases write
// them).
package bey
