package season

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"
)

// ErrNotOver reports a season that is not over yet.
var ErrNotOver = errors.New("the season is not over")

// Next is the file of the season that follows: the same rules, the divisions with who was
// promoted and relegated, without dates. Who let his time run out too often is barred from it.
// It fails with [ErrNotOver].
func (s *Season) Next(id string) (string, error) {
	if s.State.Closed == nil {
		return "", fmt.Errorf("league %s: %w", s.ID, ErrNotOver)
	}
	if !idForm.MatchString(id) {
		return "", fmt.Errorf("%w: id is %q, want a short word of small letters, digits and hyphens", ErrFile, id)
	}
	f := s.File
	f.ID, f.Begins, f.Ends, f.Barred = id, "", "", nil
	for _, e := range s.State.Barred() {
		f.Barred = append(f.Barred, s.People[e])
	}
	f.Divisions = slices.Clone(f.Divisions)
	for i := range f.Divisions {
		f.Divisions[i].Entrants = nil
		if i >= len(s.State.Closed.Next) {
			continue
		}
		for _, e := range s.State.Closed.Next[i] {
			if address := s.People[e]; !slices.Contains(f.Barred, address) {
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
