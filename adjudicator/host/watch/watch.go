package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Somebody who has no part in a game may watch it by mail, as the game was created to allow:
// after each turn, and after the game's delay, he is sent what the archive would show of it,
// which is what both sides know. Both players are told his name, and nothing else changes for
// them. Since he knows nothing that both sides do not, he may still become a player or a
// substitute there; his letters end with that.

// Observer is one who watches a game.
type Observer struct {
	Address, Name string
	Since         time.Time
}

// Observers tells who may watch a game, who does, and the addresses that are invited.
func Observers(tx store.ReadTx, game string) (may play.Observing, all []Observer, invited []string, err error) {
	s, err := play.Watchable(tx, game)
	if err != nil {
		return "", nil, nil, err
	}
	w, err := play.WatchedBy(tx, game)
	if err != nil {
		return "", nil, nil, err
	}
	for _, o := range w.Observers {
		player, err := tx.Player(o.Address)
		if err != nil {
			return "", nil, nil, fmt.Errorf("game %s: an observer: %w", game, err)
		}
		all = append(all, Observer{o.Address, player.Name, o.Since})
	}
	return s.Observers, all, w.Invited, nil
}

// InviteObserver lets somebody watch a game that is open to those who are invited, and tells him.
// A *[club.SettingError] says what will not do.
func (ws *Watchers) InviteObserver(ctx context.Context, id, address string) error {
	return ws.Write(ctx, func(tx club.Tx) error {
		game, err := play.GameNamed(tx, id)
		if err != nil {
			return err
		}
		s, err := play.Watchable(tx, id)
		if err != nil {
			return err
		}
		player, err := tx.Player(address)
		switch {
		case errors.Is(err, store.ErrNotFound) || player.Address == post.MachineAddress:
			return &club.SettingError{Setting: "observer", Value: address, Want: "the address of somebody who is registered; keryx player add " + store.Address(address) + " NAME registers him"}
		case err != nil:
			return err
		case s.Observers == play.ObservedByNone:
			return &club.SettingError{Setting: "game", Value: id, Want: "one that was created with --observers open or invited"}
		case game.Status == store.Ended:
			return &club.SettingError{Setting: "game", Value: id, Want: "one that is not over"}
		}
		if part, err := partIn(tx, game, player); err != nil {
			return err
		} else if part {
			return &club.SettingError{Setting: "observer", Value: address, Want: "somebody who has no part in the game, nor in another of its players, nor meets them in their league"}
		}
		w, err := play.WatchedBy(tx, id)
		if err != nil || slices.Contains(w.Invited, player.Address) {
			return err
		}
		if len(w.Invited) >= reports.MaxInvited {
			return &club.SettingError{Setting: "observer", Value: address, Want: fmt.Sprintf("one of %d who are invited at most; drop another first", reports.MaxInvited)}
		}
		w.Invited = append(w.Invited, player.Address)
		if err := w.Save(tx, id); err != nil {
			return err
		}
		return ws.tellObserver(tx, game, player, "watch-invited", ws.Now().UTC().Format(time.DateOnly),
			"Game", id, "Name", adjudicator.Say(game.Ruleset+".name"), "After", afterOf(player, s),
			"Mailbox", ws.Post.Address, "Day", written.BoundDay(ws.Now(), written.ZoneOf(player)))
	})
}

// DropObserver ends somebody's watching of a game, and his invitation. A *[club.SettingError] tells of
// one who has neither.
func (ws *Watchers) DropObserver(ctx context.Context, id, address string) error {
	return ws.Write(ctx, func(tx club.Tx) error {
		if _, err := play.GameNamed(tx, id); err != nil {
			return err
		}
		had, err := post.ForgetObserver(tx, id, store.Address(address))
		if err == nil && !had {
			return &club.SettingError{Setting: "observer", Value: address, Want: "somebody who watches the game, or is invited to"}
		}
		return err
	})
}

// watching lists the games that somebody watches and that are not over.
func watching(tx store.ReadTx, address string) (games []string, err error) {
	all, err := tx.SettingsUnder(play.WatchedPrefix)
	if err != nil {
		return nil, err
	}
	for name := range all {
		id := strings.TrimPrefix(name, play.WatchedPrefix)
		w, err := play.WatchedBy(tx, id)
		if err != nil {
			return nil, err
		}
		if w.Find(address) < 0 {
			continue
		}
		if game, err := tx.Game(id); err != nil {
			return nil, err
		} else if game.Status != store.Ended {
			games = append(games, id)
		}
	}
	slices.Sort(games)
	return games, nil
}

// partIn reports whether somebody has a part in a game, or had one, or in another game of the
// same scenario between its players, or meets one of them in their league: then he knows more of it than an observer may, or could
// use what he is told.
func partIn(tx store.ReadTx, game store.Game, player store.Player) (bool, error) {
	twins, err := seating.TwinsOf(tx, game)
	if err != nil {
		return false, err
	}
	for _, one := range append([]store.Game{game}, twins...) {
		is, err := seating.IsReferee(one, player)
		if err != nil || is {
			return is, err
		}
		day, err := seating.HasLooked(one.ID, player)
		if err != nil || day != "" {
			return day != "", err
		}
		if has, err := HasPart(tx, one, player); err != nil || has {
			return has, err
		}
	}
	return rivalIn(tx, game, player)
}

// HasPart reports whether a player has a part in a game, or had one: who has handed his seat
// over may have it back, and must not read meanwhile what the other side tells a referee.
func HasPart(tx store.ReadTx, game store.Game, player store.Player) (bool, error) {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return false, err
	}
	for _, s := range seats {
		if s.Player == player.Address || slices.Contains(s.Substitutes, player.Address) {
			return true, nil
		}
		held, err := seating.Holdings(tx, game.ID, s.Side)
		if err != nil || slices.ContainsFunc(held, func(held reports.Holding) bool { return held.Player == player.Address }) {
			return err == nil, err
		}
	}
	return false, nil
}
