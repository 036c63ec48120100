package leagues

import (
	"slices"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// carryConsents notes in a season that has not begun the consents that its entrants have given to
// the very same reconstructed data in another one, so that nobody is asked twice. It reports whether
// there were any.
func (lg *Leagues) carryConsents(tx store.ReadTx, s *season.Season) (any bool, err error) {
	if s.State.Begun() || !s.State.Terms.BothAccept {
		return false, nil
	}
	var open []string
	for _, e := range s.State.Joined() {
		if !s.State.Entrants[e].Left && !s.State.Consented(e) {
			open = append(open, e)
		}
	}
	if len(open) == 0 {
		return false, nil
	}
	rows, err := tx.Leagues()
	if err != nil {
		return false, err
	}
	var others []*season.Season
	for _, row := range rows {
		o, err := season.Load(tx, row.ID)
		if err != nil || o.ID == s.ID || !o.State.Terms.BothAccept || o.State.Rules.Ruleset != s.State.Rules.Ruleset {
			continue // one that cannot be read holds up no other
		}
		if slices.Equal(o.State.Terms.Reconstructed, s.State.Terms.Reconstructed) {
			others = append(others, o)
		}
	}
	for _, e := range open {
		given := slices.ContainsFunc(others, func(o *season.Season) bool {
			there := o.Entrant(s.People[e])
			return there != "" && o.State.Consented(there)
		})
		if !given {
			continue
		}
		if err := s.Consent(e, lg.Now()); err != nil {
			return any, err
		}
		any = true
	}
	return any, nil
}
