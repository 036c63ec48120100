// Package bey holds the rules that Hellespont and Amphipolis share, two games of
// one series by Frédéric Bey: the combat results table with its rounding in the
// defender's favour ([CRT]), what a result weakens ([Result.Part]), the choice of
// ships that must be lost ([LeastSum], [PickSum]), and lists of modifiers that know
// the rule they come from ([Modifiers]).
//
// Everything here is pure: values in, values out. The rulesets keep the units.
package bey
