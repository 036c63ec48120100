package clock

import (
	"context"
	"errors"
	"slices"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// laddersNow are the ladders that are not over.
func laddersNow(tx store.ReadTx) (all []*season.Season, err error) {
	due, err := season.Ladders(tx, reports.ForEver)
	if err != nil {
		return nil, err
	}
	for _, id := range written.SortedKeys(due) {
		s, err := LoadSeason(tx, id)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// challengesOf are the challenges on all ladders that wait for an answer by somebody or to him.
func challengesOf(tx store.ReadTx, address string, now time.Time) (list []templates.ChallengeTime, err error) {
	ladders, err := laddersNow(tx)
	if err != nil {
		return nil, err
	}
	for _, s := range ladders {
		names := s.Apart(NamesIn(tx))
		me := s.Entrant(address)
		for _, c := range s.State.Ladder.Challenges {
			one := templates.ChallengeTime{League: s.ID, Until: c.Until, Made: c.Challenger == me}
			switch {
			case s.Ended(now) || me == "" || c.Accepted || c.Challenger != me && c.Challenged != me:
				continue
			case one.Made:
				one.Rival = s.Name(c.Challenged, names)
			default:
				one.Rival = s.Name(c.Challenger, names)
			}
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b templates.ChallengeTime) int { return a.Until.Compare(b.Until) })
	return list, nil
}

// AnswerDue is a challenge on a ladder that waits for an answer, as a referee may see it.
type AnswerDue struct {
	Ladder           string
	Number           int
	Player, Opponent string // who has to answer, and who waits
	Until            time.Time
	Zone             *time.Location // of who has to answer
	Reminder         time.Time      // that comes next; zero if none does
}

// AnswersDue lists the challenges on all ladders that wait for an answer, the most urgent first.
func (ck *Clocks) AnswersDue(ctx context.Context) (list []AnswerDue, err error) {
	err = ck.Store.View(ctx, func(tx store.ReadTx) error {
		list = nil
		ladders, err := laddersNow(tx)
		if err != nil {
			return err
		}
		for _, s := range ladders {
			names := s.Apart(NamesIn(tx))
			for _, c := range s.State.Ladder.Challenges {
				if c.Accepted || s.Ended(ck.Now()) {
					continue
				}
				due := AnswerDue{Ladder: s.ID, Number: c.Number, Player: s.Name(c.Challenged, names), Opponent: s.Name(c.Challenger, names), Until: c.Until, Zone: time.UTC}
				if p, err := tx.Player(s.People[c.Challenged]); err == nil {
					due.Zone = written.ZoneOf(p)
				}
				if at, any := s.ReminderOf(c, post.Later(s.Asking[c.Number].Reminded, ck.Now())); any {
					due.Reminder = at
				}
				list = append(list, due)
			}
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b AnswerDue) int { return a.Until.Compare(b.Until) })
	return list, err
}

// LeagueError says that there is no league of a name.
type LeagueError struct{ League string }

// LoadSeason reads a league with all that has happened in it.
func LoadSeason(tx store.ReadTx, id string) (*season.Season, error) {
	s, err := season.Load(tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, &LeagueError{id}
	}
	return s, err
}

// NamesIn finds the names of players by their addresses.
func NamesIn(tx store.ReadTx) func(string) string {
	known := map[string]string{}
	return func(address string) string {
		if name, ok := known[address]; ok {
			return name
		}
		p, err := tx.Player(address)
		if err != nil {
			return address
		}
		known[address] = p.Name
		return p.Name
	}
}
