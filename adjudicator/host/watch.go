package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// Somebody who has no part in a game may watch it by mail, as the game was created to allow:
// after each turn, and after the game's delay, he is sent what the archive would show of it,
// which is what both sides know. Both players are told his name, and nothing else changes for
// them. Since he knows nothing that both sides do not, he may still become a player or a
// substitute there; his letters end with that.

// Observing is who may watch a game by mail.
type Observing string

// Who may watch.
const (
	ObservedByAll     Observing = "open"    // everybody who is registered
	ObservedByInvited Observing = "invited" // whom the club has invited
	ObservedByNone    Observing = "none"    // nobody; so it is where nothing is said
)

// The most that watch.
const (
	maxObservers = 12 // a game
	maxWatched   = 6  // of one person, games that are not over
	maxInvited   = 50 // to a game
)

// watched is who watches a game, and who may where invitations are needed.
type watched struct {
	Invited   []string  `json:"invited,omitempty"` // addresses
	Observers []watcher `json:"observers,omitempty"`
}

// watcher is one who watches a game, and how far he has been told of it.
type watcher struct {
	Address string     `json:"address"`
	Since   time.Time  `json:"since"`
	Told    []toldTurn `json:"told,omitempty"` // turns, oldest first
	Over    int        `json:"over,omitempty"` // the entry at which the game ended, once he was told
	Thread  string     `json:"thread,omitempty"`
}

// toldTurn is a turn that an observer was told of, by the entry that ended it.
type toldTurn struct {
	Turn  int `json:"turn"`
	Entry int `json:"entry"`
}

const (
	watchedPrefix  = "watched/"
	watchDuePrefix = "watch-due/" // the moment at which observers of a game may be told more
)

// watchedBy reads who watches a game.
func watchedBy(tx store.ReadTx, game string) (w watched, err error) {
	err = readSetting(tx, watchedPrefix+game, &w)
	return w, err
}

// save stores who watches a game.
func (w watched) save(tx store.Tx, game string) error {
	if len(w.Invited)+len(w.Observers) == 0 {
		return tx.SetSetting(watchedPrefix+game, nil)
	}
	return writeSetting(tx, watchedPrefix+game, w)
}

// find is the place of an address among the observers, or -1.
func (w watched) find(address string) int {
	return slices.IndexFunc(w.Observers, func(o watcher) bool { return o.Address == address })
}

// watchable reads who may watch a game, and after which delay. Of a game that others are shown
// nothing of, nobody may.
func watchable(tx store.ReadTx, game string) (s Showing, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil || len(entries) == 0 {
		return s, fmt.Errorf("game %s: its ledger: %w", game, errors.Join(err, adjudicator.ErrChain))
	}
	s, ever, err := showingOf(entries[0])
	if !ever || s.Observers == "" {
		s.Observers = ObservedByNone
	}
	return s, err
}

// Observer is one who watches a game.
type Observer struct {
	Address, Name string
	Since         time.Time
}

// Observers tells who may watch a game, who does, and the addresses that are invited.
func Observers(tx store.ReadTx, game string) (may Observing, all []Observer, invited []string, err error) {
	s, err := watchable(tx, game)
	if err != nil {
		return "", nil, nil, err
	}
	w, err := watchedBy(tx, game)
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

// observersOf names those who watch a game, for its players.
func observersOf(tx store.ReadTx, game string) (names []string, err error) {
	w, err := watchedBy(tx, game)
	for _, o := range w.Observers {
		player, err := tx.Player(o.Address)
		if err != nil {
			return nil, fmt.Errorf("game %s: an observer: %w", game, err)
		}
		names = append(names, player.Name)
	}
	return names, err
}

// InviteObserver lets somebody watch a game that is open to those who are invited, and tells him.
// A *[SettingError] says what will not do.
func (h *Host) InviteObserver(ctx context.Context, id, address string) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		game, err := gameNamed(tx, id)
		if err != nil {
			return err
		}
		s, err := watchable(tx, id)
		if err != nil {
			return err
		}
		player, err := tx.Player(address)
		switch {
		case errors.Is(err, store.ErrNotFound) || player.Address == machineAddress:
			return &SettingError{"observer", address, "the address of somebody who is registered; keryx player add " + store.Address(address) + " NAME registers him"}
		case err != nil:
			return err
		case s.Observers == ObservedByNone:
			return &SettingError{"game", id, "one that was created with --observers open or invited"}
		case game.Status == store.Ended:
			return &SettingError{"game", id, "one that is not over"}
		}
		if part, err := partIn(tx, game, player); err != nil {
			return err
		} else if part {
			return &SettingError{"observer", address, "somebody who has no part in the game, nor in another of its players, nor meets them in their league"}
		}
		w, err := watchedBy(tx, id)
		if err != nil || slices.Contains(w.Invited, player.Address) {
			return err
		}
		if len(w.Invited) >= maxInvited {
			return &SettingError{"observer", address, fmt.Sprintf("one of %d who are invited at most; drop another first", maxInvited)}
		}
		w.Invited = append(w.Invited, player.Address)
		if err := w.save(tx, id); err != nil {
			return err
		}
		return h.tellObserver(tx, game, player, "watch-invited", h.Now().UTC().Format(time.DateOnly),
			"Game", id, "Name", adjudicator.Say(game.Ruleset+".name"), "After", afterOf(player, s),
			"Mailbox", h.Post.Address, "Day", boundDay(h.Now(), zoneOf(player)))
	})
}

// DropObserver ends somebody's watching of a game, and his invitation. A *[SettingError] tells of
// one who has neither.
func (h *Host) DropObserver(ctx context.Context, id, address string) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		if _, err := gameNamed(tx, id); err != nil {
			return err
		}
		had, err := forgetObserver(tx, id, store.Address(address))
		if err == nil && !had {
			return &SettingError{"observer", address, "somebody who watches the game, or is invited to"}
		}
		return err
	})
}

// forgetObserver takes an address out of those who watch a game, and may, and reports whether
// it was there.
func forgetObserver(tx store.Tx, game, address string) (had bool, err error) {
	w, err := watchedBy(tx, game)
	if err != nil {
		return false, err
	}
	before := len(w.Invited) + len(w.Observers)
	w.Invited = slices.DeleteFunc(w.Invited, func(a string) bool { return a == address })
	w.Observers = slices.DeleteFunc(w.Observers, func(o watcher) bool { return o.Address == address })
	if len(w.Invited)+len(w.Observers) == before {
		return false, nil
	}
	return true, w.save(tx, game)
}

// moveWatching has somebody who watches games known by another address; by none, if he is
// forgotten.
func moveWatching(tx store.Tx, was, now string) error {
	all, err := tx.SettingsUnder(watchedPrefix)
	if err != nil {
		return err
	}
	for name := range all {
		game := strings.TrimPrefix(name, watchedPrefix)
		if now == "" {
			if _, err := forgetObserver(tx, game, was); err != nil {
				return err
			}
			continue
		}
		w, err := watchedBy(tx, game)
		if err != nil {
			return err
		}
		changed := false
		for i, address := range w.Invited {
			if address == was {
				w.Invited[i], changed = now, true
			}
		}
		if i := w.find(was); i >= 0 {
			w.Observers[i].Address, changed = now, true
		}
		if !changed {
			continue
		}
		if err := w.save(tx, game); err != nil {
			return err
		}
	}
	return nil
}

// watching lists the games that somebody watches and that are not over.
func watching(tx store.ReadTx, address string) (games []string, err error) {
	all, err := tx.SettingsUnder(watchedPrefix)
	if err != nil {
		return nil, err
	}
	for name := range all {
		id := strings.TrimPrefix(name, watchedPrefix)
		w, err := watchedBy(tx, id)
		if err != nil {
			return nil, err
		}
		if w.find(address) < 0 {
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
	twins, err := twinsOf(tx, game)
	if err != nil {
		return false, err
	}
	for _, one := range append([]store.Game{game}, twins...) {
		is, err := isReferee(one, player)
		if err != nil || is {
			return is, err
		}
		day, err := hasLooked(one.ID, player)
		if err != nil || day != "" {
			return day != "", err
		}
		if has, err := hasPart(tx, one, player); err != nil || has {
			return has, err
		}
	}
	return rivalIn(tx, game, player)
}

// twinsOf lists the other games of a scenario that run and that both players of a game have
// played in.
func twinsOf(tx store.ReadTx, game store.Game) (twins []store.Game, err error) {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{game.ID: true}
	for _, seat := range seats {
		if seat.Player == "" || seat.Player == machineAddress {
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
