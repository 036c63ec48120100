// Package hellespont adjudicates Hellespont, 411-410 BC, a game by Frédéric Bey.
//
// The code stands in the order of the rulebook: [game.Turn] plays one month
// (rule 2) and calls one function for each phase, which cites its rule. What a
// player chooses is asked with a question whose form is the one definition of
// what is legal there.
//
// The printed components (map, counters, leaders, stratagems, scenarios) are in
// package data; the files of this package know them as small indices: a zone is
// a [board.Zone], a combat unit a [unit], a leader a [leader], a stratagem
// counter a [chit].
package hellespont
