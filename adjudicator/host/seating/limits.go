package seating

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
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

// TooManyRules is the fault of a file with more standing orders than are taken.
func TooManyRules(f *orders.File) []*orders.Diagnostic {
	if len(f.Standing) <= maxRules {
		return nil
	}
	first := &f.Standing[maxRules]
	return []*orders.Diagnostic{orders.IllegalAt(first, first.Span(), "too-many-rules", "", "Rules", len(f.Standing), "Limit", maxRules)}
}

// TooManyIdle is the fault of a file that answers nothing, after too many of its kind in
// the turn. It hangs on what its author has sent and was asked, and on nothing else.
func TooManyIdle(s *post.Submission, tx store.ReadTx, answers []adjudicator.Answered) ([]*orders.Diagnostic, error) {
	if len(answers) > 0 {
		return nil, nil
	}
	p := s.Position
	snap, err := tx.LatestSnapshot(p.Game.ID)
	if err != nil {
		return nil, fmt.Errorf("game %s: what opened its turn: %w", p.Game.ID, err)
	}
	entries, err := tx.Entries(p.Game.ID, snap.Seq)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", p.Game.ID, err)
	}
	idle := -p.Session.Asks(s.Side) // a question is answered by one file at most
	void := play.GivenUp(entries)
	for _, e := range entries {
		if void[e.Seq] {
			continue
		}
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered && e.Side == p.Info.Sides[s.Side] {
			idle++
		}
	}
	if idle < maxIdleFiles {
		return nil, nil
	}
	return []*orders.Diagnostic{{Code: "too-many-idle", Kind: orders.Illegal, Args: []any{"Limit", maxIdleFiles}}}, nil
}
