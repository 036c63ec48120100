package host

import (
	"fmt"
	"slices"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// moveInLeagues has a player known by another address in all leagues. Their ledgers name
// nobody, and stay as they are.
func (h *Host) moveInLeagues(tx store.Tx, was, now string) error {
	seasons, err := season.All(tx)
	if err != nil {
		return err
	}
	for _, s := range seasons {
		if !s.Rename(was, now) {
			continue
		}
		if err := s.Save(tx, h.Now()); err != nil {
			return err
		}
	}
	return nil
}

// leaguesOf names the leagues that are not over and that somebody plays or judges in, or rules.
func leaguesOf(tx store.ReadTx, address string) (needed []string, err error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	for _, s := range seasons {
		e := s.Entrant(address)
		plays := e != "" && !s.State.Entrants[e].Left
		judges := slices.ContainsFunc(s.File.Judges, func(a string) bool { return store.Address(a) == address })
		if s.State.Closed == nil && (plays || judges || store.Address(s.File.Referee) == address) {
			needed = append(needed, fmt.Sprintf("the league %s", s.ID))
		}
	}
	return needed, nil
}
