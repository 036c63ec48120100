package seating

import (
	"strings"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// MoveWatching has somebody who watches games known by another address; by none, if he is
// forgotten.
func MoveWatching(tx club.Tx, was, now string) error {
	all, err := tx.SettingsUnder(play.WatchedPrefix)
	if err != nil {
		return err
	}
	for name := range all {
		game := strings.TrimPrefix(name, play.WatchedPrefix)
		if now == "" {
			if _, err := post.ForgetObserver(tx, game, was); err != nil {
				return err
			}
			continue
		}
		w, err := play.WatchedBy(tx, game)
		if err != nil {
			return err
		}
		changed := false
		for i, address := range w.Invited {
			if address == was {
				w.Invited[i], changed = now, true
			}
		}
		if i := w.Find(was); i >= 0 {
			w.Observers[i].Address, changed = now, true
		}
		if !changed {
			continue
		}
		if err := w.Save(tx, game); err != nil {
			return err
		}
	}
	return nil
}

// TwinsOf lists the other games of a scenario that run and that both players of a game have
// played in.
func TwinsOf(tx store.ReadTx, game store.Game) (twins []store.Game, err error) {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{game.ID: true}
	for _, seat := range seats {
		if seat.Player == "" || seat.Player == post.MachineAddress {
			continue
		}
		theirs, err := tx.SeatsOfPlayer(seat.Player)
		if err != nil {
			return nil, err
		}
		for _, other := range theirs {
			if seen[other.Game] {
				continue
			}
			seen[other.Game] = true
			one, err := tx.Game(other.Game)
			if err != nil {
				return nil, err
			}
			if one.Status == store.Ended || one.Ruleset != game.Ruleset || one.Scenario != game.Scenario {
				continue
			}
			both, err := playedByAll(tx, one.ID, seats)
			if err != nil {
				return nil, err
			}
			if both {
				twins = append(twins, one)
			}
		}
	}
	return twins, nil
}

// playedByAll reports whether the players of some seats have all held one in a game.
func playedByAll(tx store.ReadTx, game string, seats []store.Seat) (bool, error) {
	in := map[string]bool{}
	there, err := tx.SeatsOf(game)
	if err != nil {
		return false, err
	}
	for _, seat := range there {
		held, err := Holdings(tx, game, seat.Side)
		if err != nil {
			return false, err
		}
		in[seat.Player] = true
		for _, one := range held {
			in[one.Player] = true
		}
	}
	for _, seat := range seats {
		if !in[seat.Player] {
			return false, nil
		}
	}
	return true, nil
}
