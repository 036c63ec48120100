package season

import (
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/league"
)

// A round of a Swiss that begins on a fixed day is confirmed before it, as the season is.

// roundKey names the next round of a division.
func (s *Season) roundKey(division int) string {
	return fmt.Sprintf("%d-%d", division+1, len(s.State.Divisions[division].Rounds)+1)
}

// musterRound asks those who could play the next round of a division whether they do, once.
func (s *Season) musterRound(division int, now time.Time) Happening {
	t, begins := s.State.Terms, s.Rounds[division].Add(s.State.Terms.Round)
	if t.Muster == 0 || t.Round == 0 || now.Before(begins.Add(-t.Muster)) || !now.Before(begins) {
		return Happening{}
	}
	if _, err := s.State.MusterRound(division, nil); err != nil {
		return Happening{}
	}
	key := s.roundKey(division)
	if _, asked := s.Here[key]; asked {
		return Happening{}
	}
	s.Here[key] = []string{}
	return Happening{What: Mustering, Division: division, Round: len(s.State.Divisions[division].Rounds) + 1, Day: begins, Entrants: s.couldPlay(division)}
}

// couldPlay are those of a division who have not withdrawn, and its reserves.
func (s *Season) couldPlay(division int) (out []string) {
	for _, e := range s.State.Joined() {
		en := s.State.Entrants[e]
		if !en.Left && en.Division == division && (slices.Contains(s.State.Divisions[division].Order, e) || slices.Contains(s.State.Reserves, e)) {
			out = append(out, e)
		}
	}
	return out
}

// Confirm notes that an entrant is there, for the season or for the next round of his division.
// It reports false where nobody has asked him.
func (s *Season) Confirm(entrant string) bool {
	en := s.State.Entrants[entrant]
	if !s.State.Begun() {
		if s.State.Terms.Muster == 0 {
			return false
		}
		if !slices.Contains(s.Confirmed, entrant) {
			s.Confirmed = append(s.Confirmed, entrant)
		}
		return true
	}
	if !s.State.Rules.Format.ByRounds() || !slices.Contains(s.couldPlay(en.Division), entrant) {
		return false
	}
	key := s.roundKey(en.Division)
	here, asked := s.Here[key]
	if asked && !slices.Contains(here, entrant) {
		s.Here[key] = append(here, entrant)
	}
	return asked
}

// leaveOut enters who has confirmed the next round of a division, if they were asked. Where
// those cannot make a round nobody is left out: silence ends no season.
func (s *Season) leaveOut(division int, now time.Time) error {
	key := s.roundKey(division)
	here, asked := s.Here[key]
	if !asked || s.Has("mustered "+key) {
		return nil
	}
	m, err := s.State.MusterRound(division, here)
	if err != nil || len(m.Present)+len(m.Up) < 2 {
		return nil // no round follows, or all play it
	}
	trial := *s
	trial.Entries = slices.Clone(s.Entries)
	if trial.State, err = league.Fold(s.Entries); err != nil {
		return err
	}
	if err := trial.Append(league.Mustered, now, m); err != nil {
		return err
	}
	if _, _, err := trial.State.Pair(division); err != nil {
		return nil // those who are there have all met, or so: all play it
	}
	s.Entries, s.State = trial.Entries, trial.State
	return nil
}

// Consent notes that an entrant accepts the reconstructed data.
func (s *Season) Consent(entrant string, now time.Time) error {
	return s.Append(league.Consents, now, league.Consent{Entrant: entrant})
}
