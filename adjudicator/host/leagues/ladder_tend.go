package leagues

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/store"
)

// What time brings to ladders: a challenge that nobody answered is lost, who does not play goes
// down, who has to answer is reminded. A look at whether anything is due reads one list of
// moments. Nobody loses anything while his clock stands still: he is absent as he announced, the
// server was away, the letter that asks him has not got out, or mail of that time waits to be read.

// LaddersDue reports how many ladders are to be looked at by a moment.
func (la *Ladders) LaddersDue(ctx context.Context, until time.Time) (n int, err error) {
	err = la.Store.View(ctx, func(tx store.ReadTx) error {
		due, err := season.Ladders(tx, until)
		n = 0
		for _, is := range due {
			if is {
				n++
			}
		}
		return err
	})
	return n, err
}

// SweepLadders does what time has brought to the ladders by a moment. Mail that came before it must
// have been fetched. A ladder that cannot be looked at holds up no other.
func (la *Ladders) SweepLadders(ctx context.Context, until time.Time) error {
	var due []store.League
	err := la.Store.View(ctx, func(tx store.ReadTx) error {
		due = nil
		ids, err := season.Ladders(tx, until)
		for _, id := range written.SortedKeys(ids) {
			if !ids[id] {
				continue
			}
			row, err := tx.League(id)
			if err != nil {
				return err
			}
			if skips, _ := la.ladders.skips(row, la.Now()); !skips {
				due = append(due, row)
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for ladders: %w", err)
	}
	for _, row := range due {
		err := la.Write(ctx, func(tx club.Tx) error { return la.sweepLadder(tx, row.ID, until) })
		if ctx.Err() != nil || errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if tell, _ := la.ladders.tended(row, err, la.Now()); tell {
			la.Log.Error("a ladder cannot be tended", "league", row.ID, "error", err)
		}
	}
	return nil
}

func (la *Ladders) sweepLadder(tx club.Tx, id string, until time.Time) error {
	if moving, err := Shifting(tx); err != nil || moving {
		return err
	}
	if waits, err := keyring.Arrived(tx, until); err != nil || waits {
		return err
	}
	s, err := clock.LoadSeason(tx, id)
	if err != nil || s.State.Ladder == nil || s.Ended(until) {
		return err // where nobody can answer any more, nobody loses a place by it
	}
	entries := len(s.Entries)
	for _, c := range s.State.Ladder.Challenges {
		if c.Accepted {
			continue
		}
		if err := la.keepTime(tx, s, c, until); err != nil {
			return err
		}
	}
	if err := la.spareAbsent(tx, s, until); err != nil {
		return err
	}
	before := placesOf(s)
	open := s.State.Ladder.Clone()
	lapse, any, err := s.Lapse(until, la.Now())
	if err != nil {
		return err
	}
	if any {
		if err := la.tellLapse(tx, s, open, lapse, movedSince(s, before)); err != nil {
			return err
		}
	}
	reminded, err := la.remindChallenged(tx, s)
	if err != nil || !reminded && len(s.Entries) == entries {
		return err
	}
	return s.Save(tx, la.Now())
}

// keepTime moves by when a challenge is to be answered, where the clock of who is challenged stands
// still or did.
func (la *Ladders) keepTime(tx store.ReadTx, s *season.Season, c ladder.Challenge, by time.Time) error {
	now := store.Time(la.Now())
	all, zone, err := post.AbsencesAt(tx, s.People[c.Challenged])
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	asking, why := s.Asking[c.Number], "absent"
	if asking.Mail != 0 && by.After(c.Until) {
		m, err := tx.OutboxMail(asking.Mail)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err == nil && la.Terms.KeptBack(m) { // his time begins when it goes out
			asking.Stood, why = by.Sub(c.Made), "unread"
			s.Asking[c.Number] = asking
		}
	}
	all = s.File.Bounds(c.Made).Cut(all)
	until := store.Time(calendar.Skip(all, c.Made, s.State.Rules.Ladder.Answer+asking.Stood, zone))
	if until.Equal(c.Until) || until.Before(now) {
		return nil
	}
	return s.PutOff(c.Number, "", until, why, now)
}

// spareAbsent puts off when somebody loses a place who does not play, by the days on which he was
// absent as he had announced.
func (la *Ladders) spareAbsent(tx store.ReadTx, s *season.Season, by time.Time) error {
	l, now := s.State.Ladder, store.Time(la.Now())
	for _, p := range l.Players {
		at, drops := l.Drops(p.Name)
		if !drops || !by.After(at) {
			continue
		}
		all, zone, err := post.AbsencesAt(tx, s.People[p.Name])
		if errors.Is(err, store.ErrNotFound) || err == nil && len(all) == 0 {
			continue
		}
		if err != nil {
			return err
		}
		all = s.File.Bounds(p.Idle).Cut(all)
		until := store.Time(calendar.Skip(all, p.Idle, l.Rules.Idle, zone))
		if !until.After(at) || until.Before(now) {
			continue
		}
		if err := s.PutOff(0, p.Name, until, "absent", now); err != nil {
			return err
		}
	}
	return nil
}

// tellLapse tells those whom it concerns what time has brought.
func (la *Ladders) tellLapse(tx club.Tx, s *season.Season, before *ladder.Ladder, lapse league.Lapse, m moved) error {
	names := s.Apart(clock.NamesIn(tx))
	told := map[string]bool{}
	for _, number := range lapse.Overdue {
		c, err := before.Numbered(number)
		if err != nil {
			return err
		}
		for _, to := range []string{c.Challenger, c.Challenged} {
			rival, mine := c.Challenged, true
			if to == c.Challenged {
				rival, mine = c.Challenger, false
			}
			told[to] = true
			err := la.Leagues.tellLeague(tx, s, s.People[to], "unanswered", fmt.Sprint(number), placeNews(tx, s, m, to, names),
				"Rival", s.Name(rival, names), "Number", number, "Until", c.Until, "Mine", mine)
			if err != nil {
				return err
			}
		}
	}
	for _, move := range lapse.Moves {
		if move.Because != "idle" || told[move.Player] {
			continue
		}
		told[move.Player] = true
		err := la.Leagues.tellLeague(tx, s, s.People[move.Player], "idle", fmt.Sprintf("%s %d", move.Player, len(s.Entries)), placeNews(tx, s, m, move.Player, names),
			"Days", int(s.State.Rules.Ladder.Idle/calendar.Day))
		if err != nil {
			return err
		}
	}
	return nil
}

// remindChallenged reminds those who have a challenge to answer, with all that they have to answer
// on the ladder in one letter; nobody while he is absent and his clock stands still. It reports whether anything was to be noted.
func (la *Ladders) remindChallenged(tx club.Tx, s *season.Season) (noted bool, err error) {
	now := la.Now()
	for _, c := range s.State.Ladder.Challenges {
		asking, asks := s.Asking[c.Number]
		moment, due := s.ReminderOf(c, asking.Reminded)
		if c.Accepted || !asks || !due || moment.After(now) {
			continue
		}
		for next, more := s.ReminderOf(c, moment); more && !next.After(now); next, more = s.ReminderOf(c, moment) {
			moment = next
		}
		asking.Reminded, noted = moment, true
		s.Asking[c.Number] = asking
		player, err := tx.Player(s.People[c.Challenged])
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return noted, err
		}
		all, err := post.Absences(player)
		if err != nil {
			return noted, err
		}
		if _, away := calendar.Away(s.File.Bounds(c.Made).Cut(all), now, written.ZoneOf(player)); away {
			continue
		}
		names := s.Apart(clock.NamesIn(tx))
		part := leaguePart(tx, s)
		part.Told = la.openFor(player, s, c.Challenged, names)
		err = la.Leagues.tellLeague(tx, s, player.Address, "to-answer", fmt.Sprintf("%d %s", c.Number, moment.UTC().Format(time.RFC3339)), part,
			"Rival", s.Name(c.Challenger, names), "Number", c.Number, "Until", c.Until)
		if err != nil {
			return noted, err
		}
		if err := la.Clocks.NoteReminded(tx, player.Address); err != nil {
			return noted, err
		}
	}
	return noted, nil
}

// ShiftLadders moves by when challenges are to be answered by the time for which the server was
// away at a moment, and so when somebody loses a place. A ladder that cannot be moved holds up no other.
func (la *Ladders) ShiftLadders(tx club.Tx, since time.Time, by time.Duration, now time.Time) error {
	due, err := season.Ladders(tx, since)
	if err != nil {
		return err
	}
	for _, id := range written.SortedKeys(due) {
		s, err := clock.LoadSeason(tx, id)
		if err == nil {
			err = shiftLadder(s, since, by, now)
		}
		if err != nil {
			la.Log.Error("a ladder cannot be moved by an outage", "league", id, "error", err)
			continue
		}
		if err := s.Save(tx, now); err != nil {
			return err
		}
	}
	return nil
}

// shiftLadder is shiftLadders for one of them, which is not stored.
func shiftLadder(s *season.Season, since time.Time, by time.Duration, now time.Time) error {
	for _, c := range s.State.Ladder.Challenges {
		if c.Accepted || c.Until.Before(since) || !c.Made.Before(since) {
			continue
		}
		asking := s.Asking[c.Number]
		asking.Stood += by
		s.Asking[c.Number] = asking
		if err := s.PutOff(c.Number, "", post.Later(c.Until.Add(by), now), "outage", now); err != nil {
			return err
		}
	}
	for _, p := range s.State.Ladder.Players {
		at, drops := s.State.Ladder.Drops(p.Name)
		if !drops || at.Before(since) || at.After(now.Add(by)) {
			continue // there is time enough to play yet
		}
		if err := s.PutOff(0, p.Name, post.Later(at.Add(by), now), "outage", now); err != nil {
			return err
		}
	}
	return nil
}

// ladderNews is what has happened on a ladder in the last weeks, the latest first.
func (la *Ladders) ladderNews(player store.Player, s *season.Season, names func(string) string) (out []adjudicator.Phrase) {
	since := la.Now().Add(-newsDays * calendar.Day)
	for i := len(s.Entries) - 1; i >= 0 && len(out) < newsMost; i-- {
		e := s.Entries[i]
		if e.Time.Before(since) {
			break
		}
		out = append(out, newsOf(player, s, e, names)...)
	}
	return out
}

// How far back the news of a ladder go, and how many there are at most.
const (
	newsDays = 30
	newsMost = 60
)

// Shifting reports whether deadlines wait to be moved.
func Shifting(tx store.ReadTx) (bool, error) {
	list, err := clock.ReadShifts(tx)
	return len(list) > 0, err
}
