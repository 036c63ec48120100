package adjudicator

import (
	"io"

	"keryx/adjudicator/dice"
)

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

// CaseRunner is a [Ruleset] that plays cases, those that a [CaseWriter] writes and
// those that a person does. The error says where the text is no file of cases.
type CaseRunner interface {
	RunCases(r io.Reader) ([]CaseResult, error)
}

// CaseResult is what became of one case.
type CaseResult struct {
	ID    string
	Title string
	// Gives are the rules that the case shows to hold, Ends those that it shows to end or
	// to forbid something.
	Gives, Ends []string
	Err         error // the first thing that is not as the case says, with its line; nil if all is
}
