package season

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/pairing"
)

// What is a thing that happens in a season by itself.
type What string

// What happens.
const (
	Nothing   What = ""
	Mustering What = "muster"   // all are asked to confirm, for the season or for the next round of a division
	Consents  What = "consents" // those are asked for their consent to reconstructed data who have not given it
	Began     What = "began"    // lots are drawn and the first round is paired
	Paired    What = "paired"   // a further round is paired
	Sided     What = "sided"    // the bids of a fixture are opened
	Closing   What = "closed"   // the season is over
	Judging   What = "judging"  // the season's end has come, and games are not finished
	TooFew    What = "too-few"  // the day has come, and there are not two
	Stuck     What = "no-round" // a Swiss cannot be paired any more
)

// Happening is one step that a season has made.
type Happening struct {
	What     What
	Division int
	Round    int              // of a muster; 0: the season
	Day      time.Time        // on which what is mustered for begins
	Entrants []string         // who are asked
	Fixtures []league.Fixture // of the round, or the one whose sides are given
	Reasons  []adjudicator.Phrase
}

// Advance makes the next step that a moment calls for, if any does. What it returns tells
// what has happened; the season is to be saved then, and asked again.
func (s *Season) Advance(now time.Time) (Happening, error) {
	if s.State.Closed != nil {
		return Happening{}, nil
	}
	if !s.State.Begun() {
		return s.beforeStart(now)
	}
	if s.State.Ladder != nil {
		return s.advanceLadder(now)
	}
	for _, f := range s.State.Unsided() {
		if h, err := s.openBids(f, now); err != nil || h.What != Nothing {
			return h, err
		}
	}
	for i := range s.State.Divisions {
		if h := s.musterRound(i, now); h.What != Nothing {
			return h, nil
		}
		if h, err := s.nextRound(i, now, false); err != nil || h.What != Nothing {
			return h, err
		}
	}
	if c, err := s.State.Close(); err == nil {
		return Happening{What: Closing}, s.close(c, now)
	}
	if ends := s.State.Terms.Ends; !ends.IsZero() && !now.Before(ends) && len(s.State.Open()) > 0 && !s.Has("judging") {
		return Happening{What: Judging}, nil
	}
	return Happening{}, nil
}

// beforeStart asks who is there, and begins on the day.
func (s *Season) beforeStart(now time.Time) (Happening, error) {
	t := s.State.Terms
	if ask := s.unconsenting(); len(ask) > 0 {
		return Happening{What: Consents, Entrants: ask}, nil
	}
	switch {
	case t.Begins.IsZero():
		return Happening{}, nil
	case !now.Before(t.Begins):
		if s.present() < 2 {
			if s.Has("too-few") {
				return Happening{}, nil
			}
			return Happening{What: TooFew}, nil
		}
		return s.Begin(now)
	case t.Muster > 0 && !now.Before(t.Begins.Add(-t.Muster)) && !s.Has("muster"):
		h := Happening{What: Mustering, Day: t.Begins}
		for _, e := range s.State.Joined() {
			if !s.State.Entrants[e].Left {
				h.Entrants = append(h.Entrants, e)
			}
		}
		return h, nil
	}
	return Happening{}, nil
}

// unconsenting are those who have not accepted what the league demands that they accept, and
// were not asked for it yet: who was entered by hand, or from the season before.
func (s *Season) unconsenting() (ask []string) {
	for _, e := range s.State.Joined() {
		if !s.State.Entrants[e].Left && !s.State.Consented(e) && !s.Has("consent "+e) {
			ask = append(ask, e)
		}
	}
	return ask
}

// present is how many have entered and, where that is asked, confirmed.
func (s *Season) present() (n int) {
	for _, id := range s.State.Joined() {
		if s.there(id) {
			n++
		}
	}
	return n
}

func (s *Season) there(id string) bool {
	return !s.State.Entrants[id].Left && s.State.Consented(id) && (s.State.Terms.Muster == 0 || slices.Contains(s.Confirmed, id))
}

// Begin draws lots and pairs the first round. It fails with [league.ErrOrder] where nobody has
// an opponent.
func (s *Season) Begin(now time.Time) (Happening, error) {
	if n := s.present(); n < 2 {
		return Happening{}, fmt.Errorf("%w: of those who entered, %d are there to play, and it takes two (who must confirm does so by email)", league.ErrOrder, n)
	}
	if s.State.Terms.Muster > 0 || s.State.Terms.BothAccept {
		var m league.Muster
		for _, id := range s.State.Joined() {
			if s.there(id) {
				m.Present = append(m.Present, id)
			}
		}
		if err := s.Append(league.Mustered, now, m); err != nil {
			return Happening{}, err
		}
	}
	lots, err := s.State.DrawLots(s.lots())
	if err != nil {
		return Happening{}, err
	}
	if err := s.Append(league.Drawn, now, lots); err != nil {
		return Happening{}, err
	}
	for i := range s.State.Divisions {
		for {
			h, err := s.nextRound(i, now, false)
			if err != nil {
				return h, err
			}
			if h.What != Paired {
				break
			}
		}
	}
	return Happening{What: Began, Fixtures: s.State.Fixtures()}, nil
}

// lots is where lots and equal bids are drawn from: the dice of the league's secret.
func (s *Season) lots() dice.Source { return league.LotsOf(s.secret, s.ID) }

// nextRound pairs the next round of a division if it is time for it: all rounds of a round
// robin at once, since games begin as players have room for them; a Swiss round when the one
// before is finished or its time is over, or where the referee says so.
func (s *Season) nextRound(division int, now time.Time, force bool) (Happening, error) {
	round := s.State.Terms.Round
	if s.State.Rules.Format.ByRounds() && !force && !s.State.RoundDone(division) &&
		(round == 0 || now.Before(s.Rounds[division].Add(round))) {
		return Happening{}, nil
	}
	if s.State.Rules.Format.ByRounds() && !force && round > 0 && !s.Rounds[division].IsZero() && now.Before(s.Rounds[division].Add(round)) {
		return Happening{}, nil // a round begins on its day
	}
	if err := s.leaveOut(division, now); err != nil {
		return Happening{}, err
	}
	p, why, err := s.State.Pair(division)
	switch {
	case errors.Is(err, league.ErrOrder):
		return Happening{}, nil
	case errors.Is(err, pairing.ErrNoRound):
		if s.Has(fmt.Sprintf("no-round %d", division)) {
			return Happening{}, nil
		}
		return Happening{What: Stuck, Division: division}, nil
	case err != nil:
		return Happening{}, err
	}
	if err := s.Append(league.Paired, now, p); err != nil {
		return Happening{}, err
	}
	s.Rounds[division] = now
	for _, f := range p.Fixtures {
		s.Notes.Paired[f.ID] = now
	}
	return Happening{What: Paired, Division: division, Fixtures: p.Fixtures, Reasons: why}, nil
}

// PairNow begins the season, or pairs the next round of a division before its time.
func (s *Season) PairNow(division int, now time.Time) (Happening, error) {
	if division < 0 || division >= len(s.State.Divisions) {
		return Happening{}, fmt.Errorf("%w: division %d, of 1 to %d", league.ErrUnknown, division+1, len(s.State.Divisions))
	}
	if !s.State.Begun() {
		return s.Begin(now)
	}
	h, err := s.nextRound(division, now, true)
	if err == nil && h.What != Paired {
		_, _, err = s.State.Pair(division)
	}
	return h, err
}

// BidsUntil is until when a fixture's sides can be bid for.
func (s *Season) BidsUntil(fixture string) time.Time {
	return s.Notes.Paired[fixture].Add(s.State.Terms.Bids)
}

// openBids gives the sides of a fixture once both have bid, or the time is over.
func (s *Season) openBids(f league.Fixture, now time.Time) (Happening, error) {
	if !(s.State.HasBid(f.ID, f.Home) && s.State.HasBid(f.ID, f.Away)) && now.Before(s.BidsUntil(f.ID)) {
		return Happening{}, nil
	}
	o := league.Siding{Fixture: f.ID}
	var bids [2]league.Bid
	for i, name := range []string{f.Home, f.Away} {
		if b, made := s.Bids[f.ID][name]; made && s.State.HasBid(f.ID, name) {
			o.Bids[i], bids[i] = &b, b.Bid
		}
	}
	var err error
	if o.Sides, err = s.State.Rules.Assign(bids, league.EvenLot(s.lots(), s.State.Head)); err != nil {
		return Happening{}, err
	}
	if err := s.Append(league.Sided, now, o); err != nil {
		return Happening{}, err
	}
	delete(s.Bids, f.ID)
	return Happening{What: Sided, Fixtures: []league.Fixture{f}}, nil
}

// close ends the season, and publishes the secret of its lots.
func (s *Season) close(c league.Closing, now time.Time) error {
	c.Secret = dice.Head(s.secret).String()
	return s.Append(league.Closed, now, c)
}

// Close ends the season. It fails with league.ErrOrder while a result is missing.
func (s *Season) Close(now time.Time) error {
	c, err := s.State.Close()
	if err != nil {
		return err
	}
	return s.close(c, now)
}

// RoundEnds is until when a round of a division is to be played, as far as that is fixed: to
// the next Swiss round, or the season's end.
func (s *Season) RoundEnds(division int) time.Time {
	if t := s.State.Terms; s.State.Rules.Format.ByRounds() && t.Round > 0 && !s.Rounds[division].IsZero() {
		return s.Rounds[division].Add(t.Round)
	}
	return s.State.Terms.Ends
}
