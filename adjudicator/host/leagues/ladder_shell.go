package leagues

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league/ladder"
	"keryx/store"
	"keryx/templates"
)

// NotLadderError says that a league is no ladder.
type NotLadderError struct{ League string }

// Error implements error.
func (e *NotLadderError) Error() string {
	return e.League + " is not a ladder; keryx league list shows which leagues are"
}

// changeLadder does something on a ladder that is not over, as its referee, and stores it.
func (la *Ladders) changeLadder(ctx context.Context, id, why string, f func(club.Tx, *season.Season) error) error {
	return la.Leagues.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		switch {
		case s.State.Ladder == nil:
			return &NotLadderError{id}
		case s.State.Closed != nil:
			return fmt.Errorf("league %s is over", id)
		case strings.TrimSpace(why) == "":
			return &club.SettingError{Setting: "reason", Value: "", Want: "why the referee does so; both players read it, and it stands in the ledger"}
		}
		return f(tx, s)
	})
}

// playerOn is who on a ladder is meant.
func playerOn(s *season.Season, word string, names func(string) string) (string, error) {
	found := onLadder(s, word, names)
	switch len(found) {
	case 0:
		return "", &club.SettingError{Setting: "player", Value: word, Want: "one of the ladder " + s.ID + " (keryx league ladder " + s.ID + ")"}
	case 1:
		return found[0], nil
	}
	var all []string
	for _, e := range found {
		all = append(all, s.Name(e, names)+" "+s.People[e])
	}
	return "", &club.SettingError{Setting: "player", Value: word, Want: "one of " + strings.Join(all, ", ")}
}

// ChallengeFor has a player challenge another, by an act of the referee with a reason. It obeys the
// rules of the ladder: the error is a *[club.SettingError] that says why it may not be.
func (la *Ladders) ChallengeFor(ctx context.Context, id, challenger, challenged, why string) (c ladder.Challenge, err error) {
	err = la.changeLadder(ctx, id, why, func(tx club.Tx, s *season.Season) error {
		names := s.Apart(clock.NamesIn(tx))
		one, err := playerOn(s, challenger, names)
		if err != nil {
			return err
		}
		other, err := playerOn(s, challenged, names)
		if err != nil {
			return err
		}
		c, err = la.challenge(tx, s, one, other, why)
		if r := new(ladder.Refusal); errors.As(err, &r) {
			p := templates.For("en", "")
			return &club.SettingError{Setting: "challenge", Value: s.Name(other, names), Want: "somebody whom " + s.Name(one, names) + " may challenge (keryx league ladder " + s.ID + " --player ...): " + p.Phrase(whyNot(store.Player{Language: "en"}, *r))}
		}
		return err
	})
	return c, err
}

// What a referee does with a challenge.
const (
	AcceptIt  = "accept"
	DeclineIt = "decline"
	CancelIt  = "cancel"
)

// AnswerFor accepts, declines or calls off a challenge that waits, by an act of the referee with a
// reason.
func (la *Ladders) AnswerFor(ctx context.Context, id string, number int, act, why string) error {
	return la.changeLadder(ctx, id, why, func(tx club.Tx, s *season.Season) error {
		c, err := s.State.Ladder.Numbered(number)
		if err != nil || c.Accepted {
			return &club.SettingError{Setting: "challenge", Value: fmt.Sprint(number), Want: "one that waits for an answer (keryx calendar lists them)"}
		}
		switch act {
		case AcceptIt:
			_, err = la.acceptChallenge(tx, s, c, la.Now(), why)
		case DeclineIt:
			_, err = la.refuseChallenge(tx, s, c, c.Challenged, why)
		default:
			_, err = la.refuseChallenge(tx, s, c, c.Challenger, why)
		}
		return err
	})
}

// EndLadder has a ladder end when its games do: from now on nobody can challenge or accept. It
// returns how many games are under way.
func (la *Ladders) EndLadder(ctx context.Context, id string) (games int, err error) {
	err = la.Leagues.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		if s.State.Ladder == nil {
			return &NotLadderError{id}
		}
		if s.State.Closed != nil {
			return fmt.Errorf("league %s is over", id)
		}
		s.Ending, games = true, len(s.State.Open())
		return la.tellEnding(tx, s, s.Apart(clock.NamesIn(tx)))
	})
	return games, err
}

// LadderView is a ladder as the shell shows it.
type LadderView struct {
	Places []templates.LadderPlace // all; of a player, those whom he may challenge
	Told   []string                // of a player: how he stands, and what waits for him
	Why    []string                // of a player: why he may not challenge others
}

// Ladder shows a ladder, or what a player of it sees who asks.
func (la *Ladders) Ladder(ctx context.Context, id, player string) (v LadderView, err error) {
	err = la.Store.View(ctx, func(tx store.ReadTx) error {
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		if s.State.Ladder == nil {
			return &NotLadderError{id}
		}
		names := s.Apart(clock.NamesIn(tx))
		if player == "" {
			v = LadderView{Places: placesIn(s, "", names)}
			return nil
		}
		me, err := playerOn(s, player, names)
		if err != nil {
			return err
		}
		var part templates.LeaguePart
		la.showLadder(store.Player{Language: "en"}, s, me, &part, names)
		p := templates.For("en", "")
		v = LadderView{Places: part.Places, Told: said(p, part.Told), Why: said(p, part.Why)}
		return nil
	})
	return v, err
}

func said(p *templates.Printer, list []adjudicator.Phrase) (out []string) {
	for _, ph := range list {
		out = append(out, p.Phrase(ph))
	}
	return out
}

// LeagueChecked is what checking a league's ledger has come to.
type LeagueChecked struct {
	League  string
	Entries int
	Lots    int // that were drawn again from the league's secret
}

// CheckLeagues folds the ledgers of all leagues anew, compares the chain of their hashes and draws
// their lots again. The errors are those of leagues whose ledgers do not hold, joined.
func (la *Ladders) CheckLeagues(ctx context.Context, each func(LeagueChecked, error)) error {
	var failed error
	err := la.Store.View(ctx, func(tx store.ReadTx) error {
		failed = nil
		rows, err := tx.Leagues()
		if err != nil {
			return err
		}
		for _, row := range rows {
			c := LeagueChecked{League: row.ID}
			s, err := season.Load(tx, row.ID)
			if err == nil {
				c.Entries = len(s.Entries)
				c.Lots, err = s.CheckLots()
			}
			each(c, err)
			failed = errors.Join(failed, err)
		}
		return nil
	})
	return errors.Join(err, failed)
}
