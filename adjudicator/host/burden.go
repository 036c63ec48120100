package host

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// The files of a turn are played again whenever its game is looked at, so what they may
// burden it with has a limit: a player who could send new standing orders all day would
// hold up his opponent, and in the end the whole club. Stored files are not measured.
const (
	// maxRules is the most standing orders in a file.
	maxRules = 300
	// maxIdleFiles is how many files of a side are taken in one turn that answer nothing
	// when they come: other standing orders, orders for later.
	maxIdleFiles = 40
)

// tooManyRules is the fault of a file with more standing orders than are taken.
func tooManyRules(f *orders.File) []*orders.Diagnostic {
	if len(f.Standing) <= maxRules {
		return nil
	}
	first := &f.Standing[maxRules]
	return []*orders.Diagnostic{orders.IllegalAt(first, first.Span(), "too-many-rules", "", "Rules", len(f.Standing), "Limit", maxRules)}
}

// tooManyIdle is the fault of a file that answers nothing, after too many of its kind in
// the turn. It hangs on what its author has sent and was asked, and on nothing else.
func tooManyIdle(s *submission, tx store.ReadTx, answers []adjudicator.Answered) ([]*orders.Diagnostic, error) {
	if len(answers) > 0 {
		return nil, nil
	}
	p := s.position
	snap, err := tx.LatestSnapshot(p.game.ID)
	if err != nil {
		return nil, fmt.Errorf("game %s: what opened its turn: %w", p.game.ID, err)
	}
	entries, err := tx.Entries(p.game.ID, snap.Seq)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	idle := -p.session.Asks(s.side) // a question is answered by one file at most
	void := givenUp(entries)
	for _, e := range entries {
		if void[e.Seq] {
			continue
		}
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered && e.Side == p.info.Sides[s.side] {
			idle++
		}
	}
	if idle < maxIdleFiles {
		return nil, nil
	}
	return []*orders.Diagnostic{{Code: "too-many-idle", Kind: orders.Illegal, Args: []any{"Limit", maxIdleFiles}}}, nil
}
