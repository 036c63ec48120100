package season

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/BurntSushi/toml"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/league"
)

// ErrNotOver reports a season that is not over yet.
var ErrNotOver = errors.New("the season is not over")

// BarredUntil is until when somebody may enter no league, because his time ran out too often in
// this season; the zero time if he may.
func (s *Season) BarredUntil(address string) time.Time {
	e := s.Entrant(address)
	if s.State.Closed == nil || s.State.Terms.Bar == 0 || !slices.Contains(s.State.Barred(), e) {
		return time.Time{}
	}
	return s.Entries[len(s.Entries)-1].Time.Add(s.State.Terms.Bar)
}

// Next is the file of the season that follows: the same rules, the divisions with who was
// promoted and relegated, without dates. Who let his time run out too often is not entered, and
// barred from it unless the rules say for how long.
// It fails with [ErrNotOver].
func (s *Season) Next(id string) (string, error) {
	if s.State.Closed == nil {
		return "", fmt.Errorf("league %s: %w", s.ID, ErrNotOver)
	}
	if !idForm.MatchString(id) {
		return "", fmt.Errorf("%w: id is %q, want a short word of small letters, digits and hyphens", ErrFile, id)
	}
	if windowsKeeps.MatchString(id) {
		return "", fmt.Errorf("%w: id is %q, a name that Windows keeps for itself", ErrFile, id)
	}
	f := s.File
	f.ID, f.Begins, f.Ends, f.Barred = id, "", "", nil
	if f.Ladder != nil { // what was filled in for it, and no file of a ladder may say
		f.Most = 0
		if f.Ladder.Sides != string(league.ByBids) {
			f.Bids = calendar.Span{}
		}
	}
	var barred []string
	for _, e := range s.State.Barred() {
		barred = append(barred, s.People[e])
	}
	if s.State.Terms.Bar == 0 { // else the time is told from when this one closed
		f.Barred = barred
	}
	f.Divisions = slices.Clone(f.Divisions)
	for i := range f.Divisions {
		f.Divisions[i].Entrants = nil
		if i >= len(s.State.Closed.Next) {
			continue
		}
		for _, e := range s.State.Closed.Next[i] {
			if address := s.People[e]; !slices.Contains(barred, address) {
				f.Divisions[i].Entrants = append(f.Divisions[i].Entrants, address)
			}
		}
	}
	var out bytes.Buffer
	if err := toml.NewEncoder(&out).Encode(f); err != nil {
		return "", fmt.Errorf("writing the next season: %w", err)
	}
	return out.String(), nil
}
