package league

import (
	"fmt"
	"slices"
	"time"
)

// Who is there: entrants who come late, withdraw and come back, or do not confirm for a round.

// MayReturn reports whether one who withdrew could take part again: before lots are drawn in any
// league, later only in a Swiss that has a round before it, and on a ladder that has a place.
func (s *State) MayReturn(entrant string) bool {
	en := s.Entrants[entrant]
	if en == nil || !en.Left {
		return false
	}
	switch {
	case s.Ladder != nil:
		return len(s.Ladder.Players) < s.Rules.Size
	case !s.drawn:
		return true
	}
	d := s.Divisions[en.Division]
	return s.Rules.Format.ByRounds() && len(d.Rounds) < s.Rules.Rounds && (len(d.Order) < maxSwiss || slices.Contains(d.Order, entrant))
}

// comeBack has one take part again. The forfeits that followed from his absence stay what they
// are; for rounds without a fixture he has half-point byes, as far as the rules go.
func (s *State) comeBack(r Returning, at time.Time) error {
	if !s.MayReturn(r.Entrant) || r.Most < 0 || r.Most > 0 && r.Most < s.Rules.Least() {
		return fmt.Errorf("%w: %q cannot come back now", ErrEntrant, r.Entrant)
	}
	en := s.Entrants[r.Entrant]
	for _, g := range s.games {
		if g.First == en.Name || g.Second == en.Name {
			g.Result = s.effective(g).Result
		}
	}
	en.Left, en.Away, en.Reserve = false, false, false
	if r.Most > 0 {
		en.Most = min(r.Most, s.Rules.Most)
	}
	if s.Ladder != nil {
		return s.mount(Joining{Entrant: r.Entrant, Most: r.Most}, at)
	}
	if s.drawn {
		s.enterOrder(s.Divisions[en.Division], en)
	}
	return nil
}

// enterOrder gives an entrant a start number, unless he has one, and notes the rounds that he
// has missed.
func (s *State) enterOrder(d *Division, en *Entrant) {
	if !slices.Contains(d.Order, en.Name) {
		d.Order = append(slices.Clone(d.Order), en.Name)
	}
	for i, round := range d.Rounds {
		plays := slices.ContainsFunc(round, func(m *match) bool { return m.Home == en.Name || m.Away == en.Name })
		if !plays && !slices.Contains(en.Missed, i+1) {
			en.Missed = append(en.Missed, i+1)
		}
	}
}

// consent notes that an entrant accepts the reconstructed data.
func (s *State) consent(c Consent) error {
	en := s.Entrants[c.Entrant]
	if en == nil || en.Left || en.Accepts {
		return fmt.Errorf("%w: %q has nothing to accept", ErrEntrant, c.Entrant)
	}
	en.Accepts = true
	return nil
}

// Consented reports whether an entrant has accepted what the league demands that he accept.
func (s *State) Consented(entrant string) bool {
	return !s.Terms.BothAccept || len(s.Terms.Reconstructed) == 0 || s.Entrants[entrant] != nil && s.Entrants[entrant].Accepts
}

// MusterRound is who plays the next round of a division of a Swiss, when these have confirmed:
// the others are left out, and as many move up from the reserve list as go out of the round. It
// fails with [ErrOrder] where no round follows.
func (s *State) MusterRound(division int, confirmed []string) (Muster, error) {
	d := s.Divisions[division]
	if !s.Rules.Format.ByRounds() || !s.drawn || len(d.Rounds) == 0 || len(d.Rounds) >= s.Rules.Rounds {
		return Muster{}, fmt.Errorf("%w: no round of division %s needs to be confirmed", ErrOrder, d.Name)
	}
	m := Muster{Division: division, Round: len(d.Rounds) + 1, Present: []string{}}
	out := 0
	for _, name := range d.Order {
		switch en := s.Entrants[name]; {
		case en.Left:
		case slices.Contains(confirmed, name):
			m.Present = append(m.Present, name)
		case !en.Away:
			out++
		}
	}
	for _, name := range s.Reserves {
		if len(m.Up) < out && slices.Contains(confirmed, name) && s.Entrants[name].Division == division && s.Consented(name) && len(d.Order)+len(m.Up) < maxSwiss {
			m.Up = append(m.Up, name)
		}
	}
	return m, nil
}

func (s *State) musterRound(m Muster) error {
	if m.Division < 0 || m.Division >= len(s.Divisions) {
		return fmt.Errorf("%w: division %d", ErrUnknown, m.Division)
	}
	want, err := s.MusterRound(m.Division, slices.Concat(m.Present, m.Up))
	if err != nil {
		return err
	}
	if m.Round != want.Round || !slices.Equal(m.Up, want.Up) || !slices.Equal(m.Present, want.Present) {
		return fmt.Errorf("%w: this muster does not follow from who is there", ErrOrder)
	}
	d := s.Divisions[m.Division]
	for _, name := range d.Order {
		en := s.Entrants[name]
		was := en.Away
		en.Away = !en.Left && !slices.Contains(m.Present, name)
		if was && !en.Away && !en.Left {
			s.enterOrder(d, en)
		}
	}
	for _, name := range m.Up {
		s.Reserves = slices.DeleteFunc(slices.Clone(s.Reserves), func(r string) bool { return r == name })
		en := s.Entrants[name]
		en.Reserve, en.Late = false, len(d.Rounds)
		s.enterOrder(d, en)
	}
	return nil
}
