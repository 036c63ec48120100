package host

import (
	"errors"
	"slices"

	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// askWatch lets somebody watch a game: "watch GAME"; alone it lists what he watches. A game that
// he may not watch is answered like one that there is not.
func (h *Host) askWatch(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	id, fault, err := watchedName(tx, a, &r)
	if fault != nil || err != nil {
		return fault, err
	}
	mine, err := watching(tx, a.player.Address)
	if err != nil {
		return nil, err
	}
	if id == "" {
		if len(mine) == 0 {
			a.note("watch.none")
		} else {
			a.note("watch.list", "Games", mine)
		}
		return nil, nil
	}
	game, s, w, fault, err := mayWatch(tx, a, r, id)
	if fault != nil || err != nil {
		return fault, err
	}
	at := r.words[len(r.words)-1]
	switch {
	case w.find(a.player.Address) >= 0:
		a.note("watch.already", "Game", id)
		return nil, nil
	case len(w.Observers) >= maxObservers:
		return r.fault(orders.Illegal, "request-watch-full", at, "Game", id, "Limit", maxObservers), nil
	case len(mine) >= maxWatched:
		return r.fault(orders.Illegal, "request-watch-many", at, "Games", mine, "Limit", maxWatched), nil
	}
	w.Observers = append(w.Observers, watcher{Address: a.player.Address, Since: h.Now()})
	if err := w.save(tx, id); err != nil {
		return nil, err
	}
	if err := h.tellWatched(tx, game, a.player, s); err != nil {
		return nil, err
	}
	a.note("watch.on", "Game", id, "After", afterOf(a.player, s))
	return nil, watchDue(tx, id, h.Now())
}

// askUnwatch ends somebody's watching of a game: "unwatch GAME".
func askUnwatch(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	id, fault, err := watchedName(tx, a, &r)
	if fault != nil || err != nil {
		return fault, err
	}
	if id == "" {
		return r.fault(orders.Unreadable, "request-unwatch-which", r.words[0]), nil
	}
	w, err := watchedBy(tx, id)
	if err != nil {
		return nil, err
	}
	i := w.find(a.player.Address)
	if i < 0 {
		return r.fault(orders.Illegal, "request-watch-not", r.words[len(r.words)-1], "Game", id), nil
	}
	w.Observers = slices.Delete(w.Observers, i, i+1)
	a.note("watch.off", "Game", id)
	return nil, w.save(tx, id)
}

// watchFillers may stand before the name of a game: "observer la partie hel-7".
var watchFillers = map[string]bool{"the": true, "game": true, "la": true, "partie": true}

// watchedName is the game that a request to watch names, or none: what looks like no name of a
// game is one that there is not.
func watchedName(tx store.ReadTx, a *asking, r *request) (id string, fault *orders.Diagnostic, err error) {
	given := r.words
	for len(r.words) > 2 && watchFillers[orders.Fold(r.words[1].text)] {
		r.words = slices.Delete(slices.Clone(r.words), 1, 2)
	}
	if err := namingGame(r, tx, a); err != nil {
		return "", nil, err
	}
	if len(r.words) > 1 {
		if len(given) == 2 {
			return "", r.fault(orders.Unknown, "request-watch-none", r.words[1], "Game", r.words[1].text), nil
		}
		return "", r.leftOver(1), nil
	}
	r.words = given // where faults are shown
	return orders.Fold(r.game.text), nil, nil
}

// mayWatch finds a game that somebody may watch.
func mayWatch(tx store.ReadTx, a *asking, r request, id string) (game store.Game, s Showing, w watched, fault *orders.Diagnostic, err error) {
	at := r.words[len(r.words)-1]
	none := r.fault(orders.Unknown, "request-watch-none", at, "Game", id)
	game, err = tx.Game(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && a.key.Game != "" && a.key.Game != id {
		return game, s, w, none, nil
	}
	if err != nil {
		return game, s, w, nil, err
	}
	if gone, err := leftThisClub(tx, id); err != nil || gone {
		return game, s, w, none, err
	}
	if part, err := partIn(tx, game, a.player); err != nil || part {
		return game, s, w, r.fault(orders.Illegal, "request-watch-part", at, "Game", id), err
	}
	if s, err = watchable(tx, id); err != nil {
		return game, s, w, nil, err
	}
	if w, err = watchedBy(tx, id); err != nil {
		return game, s, w, nil, err
	}
	switch {
	case s.Observers == ObservedByNone || s.Observers == ObservedByInvited && !slices.Contains(w.Invited, a.player.Address):
		return game, s, w, none, nil
	case game.Status == store.Ended:
		return game, s, w, r.fault(orders.Illegal, "request-watch-over", at, "Game", id), nil
	}
	return game, s, w, nil, nil
}

// leftThisClub reports whether a game was cancelled, or goes on at another club.
func leftThisClub(tx store.ReadTx, game string) (bool, error) {
	if _, cancelled, err := Cancelled(tx, game); err != nil || cancelled {
		return cancelled, err
	}
	to, err := movedTo(tx, game)
	return to != nil, err
}

// tellWatched tells both players who watches their game, once for each person.
func (h *Host) tellWatched(tx store.Tx, game store.Game, who store.Player, s Showing) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		readers, err := readers(tx, game, seat)
		if err != nil {
			return err
		}
		for _, address := range readers {
			if address == "" || address == machineAddress {
				continue
			}
			reader, err := tx.Player(address)
			if err != nil {
				return err
			}
			err = h.tellOne(tx, game, seat, reader, wordTo{key: "watched", once: who.Address,
				args: []any{"Game", game.ID, "Player", who.Name, "After", afterOf(reader, s)}})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// tellObserver sends somebody who watches a game, or may, a short letter that is of no side.
func (h *Host) tellObserver(tx store.Tx, game store.Game, to store.Player, key, once string, args ...any) error {
	return h.tellOne(tx, game, store.Seat{Game: game.ID}, to, wordTo{key: key, once: once, args: args})
}

// afterOf says in the language of a reader when observers are told of a turn.
func afterOf(reader store.Player, s Showing) string {
	return templates.For(reader.Language, "").After(s.Delay.Duration)
}

// movedTo returns which club a game was given to, or came from and is not released by; nil if it
// is this club's.
func movedTo(tx store.ReadTx, game string) (*movedBody, error) {
	t, err := transferOf(tx, game)
	if err != nil || t == nil || t.State == stateHere {
		return nil, err
	}
	return &t.movedBody, nil
}
