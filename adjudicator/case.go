package adjudicator

import "keryx/adjudicator/dice"

// PlayedTurn is a turn as the ledger has it: where it began, and the entries that
// moved it.
type PlayedTurn struct {
	Title  string // what the case is to show; empty for that the turn was played so
	Start  Snapshot
	Entry  int       // the ledger entry that opened it
	Head   dice.Head // and that entry's hash
	Dice   dice.Source
	Inputs []Input
}

// CaseWriter is a [Ruleset] that can write a played turn as a case for its own
// tests, with the whole position, secrets included, the dice and what came of them.
// It returns an error if the turn does not play again.
type CaseWriter interface {
	WriteCase(id string, t PlayedTurn) (string, error)
}
