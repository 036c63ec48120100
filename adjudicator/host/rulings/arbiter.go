package rulings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// A referee rules in the games that he was made referee of, or in all of the club. Who plays
// in a game, or may take a seat of it, rules in none of its questions. What makes somebody a
// referee, and at which games he has looked as one, is kept with the player, so that it
// follows him to another address and is forgotten with him.

// keepPref stores one preference of a player.
func keepPref(tx club.Tx, address, name string, value any) error {
	player, err := tx.Player(address)
	if err != nil {
		return err
	}
	prefs, err := post.ReadPrefs(player)
	if err != nil {
		return err
	}
	if prefs[name], err = json.Marshal(value); err != nil {
		return err
	}
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return fmt.Errorf("preferences of %s: %w", address, err)
	}
	return tx.UpdatePlayer(player)
}

// HasInterest reports whether a player has a part in a game, or had one, or in another game of the
// same scenario between its players: there he plays against one of them, and must not rule on him
// here, nor read what he orders and tells a referee.
func HasInterest(tx store.ReadTx, game store.Game, player store.Player) (bool, error) {
	twins, err := seating.TwinsOf(tx, game)
	if err != nil {
		return false, err
	}
	for _, one := range append([]store.Game{game}, twins...) {
		if has, err := watch.HasPart(tx, one, player); err != nil || has {
			return has, err
		}
	}
	return false, nil
}

// arbitersOf lists those who may rule in a game: its own first, then those of the club.
func arbitersOf(tx store.ReadTx, game store.Game) (own, others []store.Player, err error) {
	players, err := tx.Players()
	if err != nil {
		return nil, nil, err
	}
	for _, player := range players {
		is, err := seating.IsReferee(game, player)
		if err != nil {
			return nil, nil, err
		}
		if !is {
			continue
		}
		if plays, err := HasInterest(tx, game, player); err != nil {
			return nil, nil, err
		} else if plays {
			continue
		}
		games, err := seating.RefereeOf(player)
		if err != nil {
			return nil, nil, err
		}
		if player.Address == game.Referee || slices.Contains(games, game.ID) {
			own = append(own, player)
		} else {
			others = append(others, player)
		}
	}
	return own, others, nil
}

// Referee is somebody who may rule, and where.
type Referee struct {
	store.Player
	Games []string // that he was made referee of; empty for all of the club
	Club  bool
	Keys  int // in use
}

// Referees lists those who were made referees, of the club or of a game; of one game if it
// is named. That a game was created with a referee counts.
func (cl *Claims) Referees(ctx context.Context, game string) (all []Referee, err error) {
	err = cl.Store.View(ctx, func(tx store.ReadTx) error {
		if game != "" {
			if _, err := play.GameNamed(tx, game); err != nil {
				return err
			}
		}
		players, err := tx.Players()
		if err != nil {
			return err
		}
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, player := range players {
			named, err := seating.RefereeOf(player)
			if err != nil {
				return err
			}
			r := Referee{Player: player, Club: slices.Contains(named, seating.AllGames)}
			r.Games = slices.DeleteFunc(slices.Clone(named), func(g string) bool { return g == seating.AllGames })
			for _, g := range games {
				if g.Referee == player.Address && g.Status != store.Ended && !slices.Contains(r.Games, g.ID) {
					r.Games = append(r.Games, g.ID)
				}
			}
			if !r.Club && len(r.Games) == 0 || game != "" && !r.Club && !slices.Contains(r.Games, game) {
				continue
			}
			keys, err := tx.KeysOf(player.Address)
			if err != nil {
				return err
			}
			for _, k := range keys {
				if k.State == store.KeyActive {
					r.Keys++
				}
			}
			all = append(all, r)
		}
		return nil
	})
	return all, err
}

// MayRule lists those who may rule in a game: registered as its referees or the club's, and
// without a part in it.
func (cl *Claims) MayRule(ctx context.Context, game string) (all []store.Player, err error) {
	err = cl.Store.View(ctx, func(tx store.ReadTx) error {
		row, err := play.GameNamed(tx, game)
		if err != nil {
			return err
		}
		own, others, err := arbitersOf(tx, row)
		all = append(own, others...)
		return err
	})
	return all, err
}

// AddReferee makes a registered player a referee of a game, or of the club where none is
// named. A *[club.SettingError] says what is in the way.
func (cl *Claims) AddReferee(ctx context.Context, address, game string) error {
	return cl.changeReferee(ctx, address, game, func(games []string, which string) ([]string, error) {
		if slices.Contains(games, which) {
			return nil, &club.SettingError{Setting: "referee", Value: address, Want: "somebody who is none there yet"}
		}
		return append(games, which), nil
	}, cl.tellWhatWaits)
}

// RemoveReferee takes back what [Claims.AddReferee] did. The rulings that he gave stand.
func (cl *Claims) RemoveReferee(ctx context.Context, address, game string) error {
	return cl.Write(ctx, func(tx club.Tx) error {
		if err := RemoveReferee(tx, address, game); err != nil {
			return err
		}
		database, err := cl.Outbox.DatabaseID(tx)
		if err != nil {
			return err
		}
		return cl.Outbox.LeaveNote(tx, post.Note{What: post.NoteReferee, Game: game, Who: post.WhoIs(database, address)})
	})
}

// RemoveReferee is [Claims.RemoveReferee] as a part of something greater.
func RemoveReferee(tx club.Tx, address, game string) error {
	return changeRefereeIn(tx, address, game, func(games []string, which string) ([]string, error) {
		i := slices.Index(games, which)
		if i < 0 {
			return nil, &club.SettingError{Setting: "referee", Value: address, Want: "somebody whom keryx referee list shows there"}
		}
		return slices.Delete(games, i, i+1), nil
	}, func(club.Tx, store.Player, string) error { return nil })
}

// changeReferee changes in which games a player rules, and does what follows from it.
func (cl *Claims) changeReferee(ctx context.Context, address, id string, change func([]string, string) ([]string, error), then func(tx club.Tx, player store.Player, game string) error) error {
	return cl.Write(ctx, func(tx club.Tx) error { return changeRefereeIn(tx, address, id, change, then) })
}

// changeRefereeIn is changeReferee as a part of something greater.
func changeRefereeIn(tx club.Tx, address, id string, change func([]string, string) ([]string, error), then func(tx club.Tx, player store.Player, game string) error) error {
	which := seating.AllGames
	player, err := tx.Player(store.Address(address))
	if errors.Is(err, store.ErrNotFound) || store.Address(address) == post.MachineAddress {
		return &club.SettingError{Setting: "referee", Value: address, Want: "the address of a registered player (keryx player add)"}
	}
	if err != nil {
		return err
	}
	games, err := seating.RefereeOf(player)
	if err != nil {
		return err
	}
	if id != "" {
		game, err := play.GameNamed(tx, id)
		if err != nil {
			return err
		}
		if plays, err := HasInterest(tx, game, player); err != nil {
			return err
		} else if plays && !slices.Contains(games, id) && game.Referee != player.Address { // who is it already can be removed
			return &club.SettingError{Setting: "referee", Value: address, Want: "somebody who has no part in " + id + ", and had none"}
		}
		which = id
		if game.Referee == player.Address && !slices.Contains(games, id) {
			games = append(games, id)
		}
		games, err = change(games, which)
		if err != nil {
			return err
		}
		switch {
		case game.Referee == player.Address && !slices.Contains(games, id):
			game.Referee = ""
		case game.Referee == "" && slices.Contains(games, id):
			game.Referee = player.Address // who hears of what happens in it
		}
		if err := tx.UpdateGame(game); err != nil {
			return err
		}
		if err := keepPref(tx, player.Address, seating.PrefReferee, games); err != nil {
			return err
		}
		return then(tx, player, id)
	}
	if games, err = change(games, which); err != nil {
		return err
	}
	if err := keepPref(tx, player.Address, seating.PrefReferee, games); err != nil {
		return err
	}
	return then(tx, player, "")
}

// noteArbiterLooks puts on record, with the day, that a referee has seen what both sides of a
// game read. He cannot play in it any more.
func (cl *Claims) noteArbiterLooks(tx club.Tx, game store.Game, by written.Arbiter) error {
	player, err := tx.Player(by.Player.Address)
	if err != nil {
		return err
	}
	looked, err := seating.LookedAt(player)
	if err != nil || looked[game.ID] != "" {
		return err
	}
	looked[game.ID] = cl.Now().UTC().Format(time.DateOnly)
	return keepPref(tx, player.Address, seating.PrefLooked, looked)
}
