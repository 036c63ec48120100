// Package league runs the leagues of a club: entrants, divisions, fixtures, bids for
// sides, results, tables, champions, promotion and relegation.
//
// What happened is a list of [Entry] values in a hash chain, as a game's ledger is; the
// [State] is a pure fold of it, so that a league replays to the same tables. A command
// asks the state what the next entry would say (such as [State.Pair]) and appends it. The
// package knows no mail, no store and no clock, and its lots come from a source that is
// handed in: the committed dice of the league.
//
// Who plays whom is decided by package pairing, what a table looks like by package
// standing, and how strong a player is by package rating.
package league
