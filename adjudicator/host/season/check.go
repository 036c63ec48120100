package season

import "keryx/adjudicator/league"

// CheckLots draws the lots of a season again from its secret and compares them with its ledger. It
// returns how many there are, and fails with league.ErrLots.
func (s *Season) CheckLots() (int, error) { return league.CheckLots(s.Entries, s.secret) }
