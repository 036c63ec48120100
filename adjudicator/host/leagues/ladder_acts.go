package leagues

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/store"
	"keryx/templates"
)

// What is done on a ladder, and who is told of it: the two whom it concerns. Whoever is moved one
// place by what others do reads so when he asks.

// challenge has one challenge another, and asks that one for his answer. ruling is why the referee
// does it for him; both are told then.
func (la *Ladders) challenge(tx club.Tx, s *season.Season, challenger, challenged, ruling string) (ladder.Challenge, error) {
	c, err := s.Challenge(challenger, challenged, ruling, la.Now())
	if err != nil {
		return c, err
	}
	if err := la.keepTime(tx, s, c, la.Now()); err != nil { // he may be absent
		return c, err
	}
	if c, err = s.State.Ladder.Numbered(c.Number); err != nil {
		return c, err
	}
	names := s.Apart(clock.NamesIn(tx))
	part := leaguePart(tx, s)
	part.Places = around(s, challenged, names)
	rules := s.State.Rules.Ladder
	id, err := la.Leagues.postLeague(tx, s, s.People[challenged], "challenged", fmt.Sprint(c.Number), part,
		"Rival", s.Name(challenger, names), "Number", c.Number, "Until", c.Until, "Declined", rules.Declined == ladder.Place, "Unanswered", rules.Unanswered == ladder.Place, "Why", ruling, "Twice", s.State.Rules.Twice,
		"Place", s.State.Ladder.Place(challenger))
	if err != nil {
		return c, err
	}
	s.Asking[c.Number] = season.Asking{Mail: id}
	if ruling == "" {
		return c, nil
	}
	return c, la.Leagues.tellLeague(tx, s, s.People[challenger], "challenged-for-you", fmt.Sprint(c.Number), leaguePart(tx, s),
		"Rival", s.Name(challenged, names), "Number", c.Number, "Until", c.Until, "Why", ruling)
}

// acceptChallenge accepts a challenge by a word that was received at a moment, and tells who made
// it. The game begins when the ladder is tended.
func (la *Ladders) acceptChallenge(tx club.Tx, s *season.Season, c ladder.Challenge, received time.Time, ruling string) (league.Fixture, error) {
	f, err := s.Accept(c.Number, written.Earlier(received, la.Now()), ruling, la.Now())
	if err != nil {
		return f, err
	}
	names := s.Apart(clock.NamesIn(tx))
	for _, to := range []string{c.Challenger, c.Challenged} {
		rival := c.Challenged
		if to == c.Challenged {
			if rival = c.Challenger; ruling == "" {
				continue // whom the answer to his mail tells
			}
		}
		part := leaguePart(tx, s)
		part.Fixtures = slices.DeleteFunc(fixturesOf(s, to, names), func(line templates.LeagueFixture) bool { return line.Fixture != f.ID })
		err := la.Leagues.tellLeague(tx, s, s.People[to], "accepted", fmt.Sprint(c.Number), part, "Rival", s.Name(rival, names), "Number", c.Number,
			"Why", ruling, "Bids", s.State.Rules.SidesBy == league.ByBids, "Mine", to == c.Challenger)
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// refuseChallenge declines a challenge or calls it off, and tells the other one.
func (la *Ladders) refuseChallenge(tx club.Tx, s *season.Season, c ladder.Challenge, by, ruling string) (moved, error) {
	before := placesOf(s)
	if err := s.Refuse(c.Number, by, ruling, la.Now()); err != nil {
		return nil, err
	}
	m := movedSince(s, before)
	occasion := "declined"
	if by == c.Challenger {
		occasion = "cancelled"
	}
	names := s.Apart(clock.NamesIn(tx))
	for _, to := range []string{c.Challenger, c.Challenged} {
		rival, own := c.Challenged, to == by
		if to == c.Challenged {
			rival = c.Challenger
		}
		if own && ruling == "" {
			continue
		}
		part := placeNews(tx, s, m, to, names)
		err := la.Leagues.tellLeague(tx, s, s.People[to], occasion, fmt.Sprint(c.Number), part, "Rival", s.Name(rival, names), "Number", c.Number, "Why", ruling, "Own", own)
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// placeNews is what a letter tells somebody of his place: what became of it, and who stands near it.
func placeNews(tx store.ReadTx, s *season.Season, m moved, e string, names func(string) string) templates.LeaguePart {
	part := leaguePart(tx, s)
	if s.State.Ladder.Place(e) > 0 {
		part.Told, part.Places = []adjudicator.Phrase{placeNow(m, e)}, around(s, e, names)
	}
	return part
}

// How many places above and below his own a letter shows somebody, which nobody asked for.
const (
	placesAbove = 5
	placesBelow = 3
)

// around are the places near somebody's.
func around(s *season.Season, e string, names func(string) string) []templates.LadderPlace {
	all := placesIn(s, e, names)
	place := s.State.Ladder.Place(e)
	if place == 0 {
		return nil
	}
	return all[max(0, place-1-placesAbove):min(len(all), place+placesBelow)]
}

// tellPlaces tells both players of a game of a ladder that has got a result what has become of
// their places; and where a ruling has changed an old one, all whose place that has changed.
func (la *Ladders) tellPlaces(tx club.Tx, s *season.Season, g league.Game, res league.Result, occasion string, before map[string]int, args ...any) error {
	m, names := movedSince(s, before), s.Apart(clock.NamesIn(tx))
	once := fmt.Sprintf("%s %d", g.ID, len(s.Entries))
	args = append([]any{"Fixture", g.ID, "First", s.Name(g.First, names), "Second", s.Name(g.Second, names)}, args...)
	told := map[string]bool{g.First: true, g.Second: true}
	for _, e := range []string{g.First, g.Second} {
		part := placeNews(tx, s, m, e, names)
		part.Told = append(part.Told, verdictsTold(s, res, names)...)
		part.Results = []templates.LeagueResult{resultLine(s, g.ID, names)}
		part.Fixtures = slices.DeleteFunc(fixturesOf(s, e, names), func(line templates.LeagueFixture) bool { return line.State == "ended" })
		if s.State.Underway(g.Fixture) {
			part.Told = append([]adjudicator.Phrase{adjudicator.Say("league.told.other-game")}, part.Told...)
		}
		if err := la.Leagues.tellLeague(tx, s, s.People[e], "ladder-"+occasion, once, part, args...); err != nil {
			return err
		}
	}
	if occasion != "ruled" {
		return nil
	}
	for _, e := range slices.Sorted(maps.Keys(m)) {
		if told[e] {
			continue
		}
		if err := la.Leagues.tellLeague(tx, s, s.People[e], "moved", once, placeNews(tx, s, m, e, names), args...); err != nil {
			return err
		}
	}
	return nil
}

// tellLadderLeft tells those whom somebody who leaves a ladder was playing or was to answer.
func (la *Ladders) tellLadderLeft(tx club.Tx, s *season.Season, out string, open []ladder.Challenge, before map[string]int) error {
	m, names := movedSince(s, before), s.Apart(clock.NamesIn(tx))
	for _, c := range open {
		to := c.Challenger
		if to == out {
			to = c.Challenged
		}
		err := la.Leagues.tellLeague(tx, s, s.People[to], "ladder-left", fmt.Sprintf("%s %d", out, c.Number), placeNews(tx, s, m, to, names),
			"Rival", names(s.People[out]), "Playing", c.Accepted)
		if err != nil {
			return err
		}
	}
	return nil
}

// tellEnding tells those who have an open challenge on a ladder that is about to end that it is void.
func (la *Ladders) tellEnding(tx club.Tx, s *season.Season, names func(string) string) error {
	if s.State.Ladder == nil {
		return nil
	}
	for _, e := range s.State.Joined() {
		void := voidChallenges(s, e, names)
		if len(void) == 0 {
			continue
		}
		part := leaguePart(tx, s)
		part.Told = void
		if err := la.Leagues.tellLeague(tx, s, s.People[e], "ladder-ends", "", part); err != nil {
			return err
		}
	}
	return nil
}

// voidChallenges says which challenges of somebody nobody has answered, nor can any more.
func voidChallenges(s *season.Season, e string, names func(string) string) (out []adjudicator.Phrase) {
	if s.State.Ladder == nil {
		return nil
	}
	for _, c := range s.State.Ladder.Challenges {
		switch {
		case c.Accepted:
		case c.Challenger == e:
			out = append(out, adjudicator.Say("league.told.void-challenge", "Player", s.Name(c.Challenged, names), "Mine", true))
		case c.Challenged == e:
			out = append(out, adjudicator.Say("league.told.void-challenge", "Player", s.Name(c.Challenger, names), "Mine", false))
		}
	}
	return out
}

// openOf are the challenges and games of somebody.
func openOf(s *season.Season, e string) (open []ladder.Challenge) {
	for _, c := range s.State.Ladder.Challenges {
		if c.Challenger == e || c.Challenged == e {
			open = append(open, c)
		}
	}
	return open
}
