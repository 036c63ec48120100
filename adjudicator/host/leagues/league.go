package leagues

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// NewLeague stores a season that is made from a file, with those entered whom the file names.
func (lg *Leagues) NewLeague(ctx context.Context, f season.File) error {
	s, err := season.New(f, lg.Random, lg.Now())
	if err != nil {
		return err
	}
	if err := toCome(s.State.Terms, f, lg.Now()); err != nil {
		return err
	}
	if err := checkShowing(f); err != nil {
		return err
	}
	trial := leagueGame(s, "one@club.invalid", "two@club.invalid")
	if _, err := lg.Upkeep.Prepare(&trial); err != nil {
		return fmt.Errorf("no game of the season could begin: %w", err)
	}
	return lg.Write(ctx, func(tx club.Tx) error {
		if _, err := tx.League(f.ID); !errors.Is(err, store.ErrNotFound) {
			return errors.Join(err, &club.SettingError{Setting: "id", Value: f.ID, Want: "one that no league has yet"})
		}
		for i, d := range f.Divisions {
			for _, address := range d.Entrants {
				if err := known(tx, "entrant", address); err != nil {
					return err
				}
				if _, err := s.Enter(address, i, 0, lg.Now()); err != nil {
					return fmt.Errorf("entering %s: %w", address, err)
				}
			}
		}
		for _, address := range slices.Concat(f.Judges, []string{f.Referee}) {
			if address == "" {
				continue
			}
			if err := known(tx, "member", address); err != nil {
				return err
			}
		}
		return s.Save(tx, lg.Now())
	})
}

// toCome refuses days of a season that lie in the past: a slip of the pen would begin it with whoever
// enters first, or end it at once. Today is a day that it may begin on.
func toCome(t league.Terms, f season.File, now time.Time) error {
	switch {
	case !t.Begins.IsZero() && !t.Begins.After(now.Add(-calendar.Day)):
		return &club.SettingError{Setting: "begins", Value: f.Begins, Want: "a day that is not past, or none"}
	case !t.Ends.IsZero() && !t.Ends.After(now):
		return &club.SettingError{Setting: "ends", Value: f.Ends, Want: "a day that is still to come, or none"}
	}
	return nil
}

// known refuses an address of nobody.
func known(tx store.ReadTx, what, address string) error {
	if _, err := tx.Player(address); errors.Is(err, store.ErrNotFound) {
		return &club.SettingError{Setting: what, Value: address, Want: "the address of a registered player (keryx player add)"}
	} else if err != nil {
		return err
	}
	return nil
}

// League reads a season. It fails with a *[clock.LeagueError] if there is none.
func (lg *Leagues) League(ctx context.Context, id string) (s *season.Season, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		s, err = clock.LoadSeason(tx, id)
		return err
	})
	return s, err
}

// ErrSeasonClosed reports that nothing can be changed in a season that is over.
var ErrSeasonClosed = errors.New("the season is over, and its results stand; keryx league next writes the file of the next one")

// changeLeague does something to a season and stores it. It fails with [ErrSeasonClosed] when that
// is over.
func (lg *Leagues) changeLeague(ctx context.Context, id string, f func(club.Tx, *season.Season) error) error {
	return lg.Write(ctx, func(tx club.Tx) error {
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		if s.State.Closed != nil {
			return fmt.Errorf("league %s: %w", id, ErrSeasonClosed)
		}
		if err := f(tx, s); err != nil {
			return err
		}
		return s.Save(tx, lg.Now())
	})
}

// Invitations are what became of those whom the file of a league invites.
type Invitations struct {
	Sent    int      // letters: to who is entered already none is written
	Unknown []string // as the file has them: addresses of nobody who is registered
}

// OpenLeague lets members enter by mail, and writes invitations to those whom the file
// names. Who was invited is not invited again.
func (lg *Leagues) OpenLeague(ctx context.Context, id string) (invited Invitations, err error) {
	err = lg.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) (err error) {
		s.Opened = true
		invited = Invitations{}
		if invited.Unknown, err = Uninvited(tx, s.File); err != nil {
			return err
		}
		players, err := tx.Players()
		if err != nil {
			return err
		}
		all := slices.Contains(s.File.Invite, "all")
		for _, p := range players {
			if upkeep.IsNobody(p.Address) || s.Entrant(p.Address) != "" {
				continue
			}
			if !all && !slices.ContainsFunc(s.File.Invite, func(a string) bool { return store.Address(a) == p.Address }) {
				continue
			}
			part := leaguePart(tx, s)
			part.Rules = leagueRules(p.Language, s)
			if err := lg.tellLeague(tx, s, p.Address, "invitation", "", part); err != nil {
				return err
			}
			invited.Sent++
		}
		return nil
	})
	return invited, err
}

// Uninvited are the addresses that the file of a league invites and that belong to nobody who is
// registered: no letter can go to them, nor could their owners enter.
func Uninvited(tx store.ReadTx, f season.File) (unknown []string, err error) {
	for _, address := range f.Invite {
		if address == "all" {
			continue
		}
		_, err := tx.Player(store.Address(address))
		switch {
		case errors.Is(err, store.ErrNotFound):
			unknown = append(unknown, address)
		case err != nil:
			return nil, err
		}
	}
	return unknown, nil
}

// EnterLeague enters a player by hand, or has one take part again who withdrew. Where the league
// demands that reconstructed data are accepted he is asked to do so, and plays nothing before; once
// the season has begun he can only enter himself, and the error is season.ErrAccept.
func (lg *Leagues) EnterLeague(ctx context.Context, id, address string, division, most int) error {
	return lg.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error {
		if err := known(tx, "entrant", address); err != nil {
			return err
		}
		return lg.enterByHand(s, address, division, most)
	})
}

// enterByHand is EnterLeague for a season that was read.
func (lg *Leagues) enterByHand(s *season.Season, address string, division, most int) error {
	if s.State.Begun() && s.State.Terms.BothAccept && len(s.State.Terms.Reconstructed) > 0 {
		if e := s.Entrant(address); e == "" || !s.State.Consented(e) {
			return season.ErrAccept
		}
	}
	entrant, err := s.Enter(address, division, most, lg.Now())
	if err == nil {
		s.Confirmed = append(s.Confirmed, entrant)
	}
	return err
}

// LeaveLeague withdraws a player.
func (lg *Leagues) LeaveLeague(ctx context.Context, id, address, why string) error {
	return lg.changeLeague(ctx, id, func(tx club.Tx, s *season.Season) error { return lg.takeOut(tx, s, address, why) })
}

// takeOut withdraws a player by hand, and tells him so with the reason.
func (lg *Leagues) takeOut(tx club.Tx, s *season.Season, address, why string) error {
	if err := lg.leaveSeason(tx, s, address, why, ""); err != nil {
		return err
	}
	return lg.tellLeague(tx, s, store.Address(address), "taken-out", fmt.Sprint(len(s.Entries)), leaguePart(tx, s), "Why", why)
}

// leaveSeason takes an entrant out, stops his games and tells those whom he was to meet. One who
// goes because he never answered in a game, which is named then, is told so.
func (lg *Leagues) leaveSeason(tx club.Tx, s *season.Season, address, why, silent string) error {
	out := s.Entrant(address)
	var stopped []league.Game
	opponents := map[string]bool{}
	for _, g := range s.State.AllGames() {
		if g.Result != nil || g.First != out && g.Second != out {
			continue
		}
		if g.Host != "" {
			stopped = append(stopped, g)
		}
		opponents[s.People[g.First]], opponents[s.People[g.Second]] = true, true
	}
	var before map[string]int
	var open []ladder.Challenge
	if s.State.Ladder != nil {
		before, open = placesOf(s), openOf(s, out)
	}
	in, err := s.Withdraw(address, why, lg.Now())
	if err != nil {
		return err
	}
	names := s.Apart(clock.NamesIn(tx))
	for _, g := range stopped {
		key := "report.stopped.left"
		if silent != "" {
			key = "report.stopped.silent"
		}
		if err := lg.stopLeagueGame(tx, g.Host, nil, adjudicator.Say(key, "Player", names(store.Address(address)))); err != nil {
			return err
		}
	}
	if s.State.Ladder != nil {
		return lg.Ladders.tellLadderLeft(tx, s, out, open, before)
	}
	delete(opponents, store.Address(address))
	args := []any{"Rival", names(store.Address(address)), "In", "", "Silent", silent}
	if in != "" {
		args[3] = s.Name(in, names)
		opponents[s.People[in]] = true
	}
	for _, to := range written.SortedKeys(opponents) {
		part := leaguePart(tx, s)
		part.Fixtures = fixturesOf(s, s.Entrant(to), names)
		once := fmt.Sprintf("%s %d", out, len(s.Entries)) // he may come back, and go again
		if err := lg.tellLeague(tx, s, to, "left", once, part, args...); err != nil {
			return err
		}
	}
	if silent == "" {
		return nil
	}
	return lg.tellLeague(tx, s, store.Address(address), "dropped", fmt.Sprint(len(s.Entries)), leaguePart(tx, s), append(args, "Fixture", silent)...)
}

// tellLeague writes a letter about a league. One that was written before, by the word for
// its occasion, stays at that.
func (lg *Leagues) tellLeague(tx club.Tx, s *season.Season, to, occasion, once string, part templates.LeaguePart, args ...any) error {
	_, err := lg.postLeague(tx, s, to, occasion, once, part, args...)
	return err
}

// postLeague is tellLeague that tells which mail of the outbox the letter is; 0 for none.
func (lg *Leagues) postLeague(tx club.Tx, s *season.Season, to, occasion, once string, part templates.LeaguePart, args ...any) (int64, error) {
	player, err := tx.Player(to)
	if errors.Is(err, store.ErrNotFound) || post.IsRemoved(to) || post.IsGuest(to) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if lg.heard != nil {
		*lg.heard.letters = append(*lg.heard.letters, templates.LeagueRead{Reader: player.Name, Occasion: occasion, Args: args, Part: part})
		if lg.heard.dry {
			return 0, nil
		}
	}
	rendered, err := templates.RenderLeague(templates.LeagueLetter{Lang: player.Language, Mailbox: lg.Post.Address, Player: player.Name,
		Zone: written.ZoneOf(player), Occasion: occasion, Args: args, Part: part})
	if err != nil {
		return 0, fmt.Errorf("league %s: %w", s.ID, err)
	}
	l := lg.Letters.Letter(rendered, templates.Report{Player: player.Name}, player.Address)
	l.ListID = s.ID + ".league." + lg.Post.Domain
	l.MessageID = mail.MessageID(lg.Post.Domain, "league", dice.Head(s.Entries[0].Hash).String(), player.Address, occasion, once)
	id, _, err := lg.Letters.Enqueue(tx, l, store.OutboxMail{Kind: string(templates.LeagueMail)})
	if err == nil {
		err = lg.Letters.Count(tx, "league."+occasion, l.Subject, l.Text, player.Address, id)
	}
	if errors.Is(err, store.ErrDuplicate) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("league %s: telling %s: %w", s.ID, to, err)
	}
	return id, nil
}
