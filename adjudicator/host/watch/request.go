package watch

import (
	"errors"
	"slices"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// AskWatch lets somebody watch a game: "watch GAME"; alone it lists what he watches. A game that
// he may not watch is answered like one that there is not.
func (ws *Watchers) AskWatch(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	id, fault, err := watchedName(tx, a, &r)
	if fault != nil || err != nil {
		return fault, err
	}
	mine, err := watching(tx, a.Player.Address)
	if err != nil {
		return nil, err
	}
	if id == "" {
		if len(mine) == 0 {
			a.Note("watch.none")
		} else {
			a.Note("watch.list", "Games", mine)
		}
		return nil, nil
	}
	game, s, w, fault, err := mayWatch(tx, a, r, id)
	if fault != nil || err != nil {
		return fault, err
	}
	at := r.Words[len(r.Words)-1]
	switch {
	case w.Find(a.Player.Address) >= 0:
		a.Note("watch.already", "Game", id)
		return nil, nil
	case len(w.Observers) >= reports.MaxObservers:
		return r.Fault(orders.Illegal, "request-watch-full", at, "Game", id, "Limit", reports.MaxObservers), nil
	case len(mine) >= reports.MaxWatched:
		return r.Fault(orders.Illegal, "request-watch-many", at, "Games", mine, "Limit", reports.MaxWatched), nil
	}
	w.Observers = append(w.Observers, play.Watcher{Address: a.Player.Address, Since: ws.Now()})
	if err := w.Save(tx, id); err != nil {
		return nil, err
	}
	if err := ws.tellWatched(tx, game, a.Player, s); err != nil {
		return nil, err
	}
	a.Note("watch.on", "Game", id, "After", afterOf(a.Player, s))
	return nil, play.WatchDue(tx, id, ws.Now())
}

// AskUnwatch ends somebody's watching of a game: "unwatch GAME".
func AskUnwatch(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	id, fault, err := watchedName(tx, a, &r)
	if fault != nil || err != nil {
		return fault, err
	}
	if id == "" {
		return r.Fault(orders.Unreadable, "request-unwatch-which", r.Words[0]), nil
	}
	w, err := play.WatchedBy(tx, id)
	if err != nil {
		return nil, err
	}
	i := w.Find(a.Player.Address)
	if i < 0 {
		return r.Fault(orders.Illegal, "request-watch-not", r.Words[len(r.Words)-1], "Game", id), nil
	}
	w.Observers = slices.Delete(w.Observers, i, i+1)
	a.Note("watch.off", "Game", id)
	return nil, w.Save(tx, id)
}

// watchFillers may stand before the name of a game: "observer la partie hel-7".
var watchFillers = map[string]bool{"the": true, "game": true, "la": true, "partie": true}

// watchedName is the game that a request to watch names, or none: what looks like no name of a
// game is one that there is not.
func watchedName(tx store.ReadTx, a *requests.Mail, r *written.Request) (id string, fault *orders.Diagnostic, err error) {
	given := r.Words
	for len(r.Words) > 2 && watchFillers[orders.Fold(r.Words[1].Text)] {
		r.Words = slices.Delete(slices.Clone(r.Words), 1, 2)
	}
	if err := requests.NamingGame(r, tx, a); err != nil {
		return "", nil, err
	}
	if len(r.Words) > 1 {
		if len(given) == 2 {
			return "", r.Fault(orders.Unknown, "request-watch-none", r.Words[1], "Game", r.Words[1].Text), nil
		}
		return "", r.LeftOver(1), nil
	}
	r.Words = given // where faults are shown
	return orders.Fold(r.Game.Text), nil, nil
}

// mayWatch finds a game that somebody may watch.
func mayWatch(tx store.ReadTx, a *requests.Mail, r written.Request, id string) (game store.Game, s play.Showing, w play.Watched, fault *orders.Diagnostic, err error) {
	at := r.Words[len(r.Words)-1]
	none := r.Fault(orders.Unknown, "request-watch-none", at, "Game", id)
	game, err = tx.Game(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && a.Key.Game != "" && a.Key.Game != id {
		return game, s, w, none, nil
	}
	if err != nil {
		return game, s, w, nil, err
	}
	if gone, err := leftThisClub(tx, id); err != nil || gone {
		return game, s, w, none, err
	}
	if part, err := partIn(tx, game, a.Player); err != nil || part {
		return game, s, w, r.Fault(orders.Illegal, "request-watch-part", at, "Game", id), err
	}
	if s, err = play.Watchable(tx, id); err != nil {
		return game, s, w, nil, err
	}
	if w, err = play.WatchedBy(tx, id); err != nil {
		return game, s, w, nil, err
	}
	switch {
	case s.Observers == play.ObservedByNone || s.Observers == play.ObservedByInvited && !slices.Contains(w.Invited, a.Player.Address):
		return game, s, w, none, nil
	case game.Status == store.Ended:
		return game, s, w, r.Fault(orders.Illegal, "request-watch-over", at, "Game", id), nil
	}
	return game, s, w, nil, nil
}

// leftThisClub reports whether a game was cancelled, or goes on at another club.
func leftThisClub(tx store.ReadTx, game string) (bool, error) {
	if _, cancelled, err := Cancelled(tx, game); err != nil || cancelled {
		return cancelled, err
	}
	to, err := MovedTo(tx, game)
	return to != nil, err
}

// tellWatched tells both players who watches their game, once for each person.
func (ws *Watchers) tellWatched(tx club.Tx, game store.Game, who store.Player, s play.Showing) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		readers, err := post.Readers(tx, game, seat)
		if err != nil {
			return err
		}
		for _, address := range readers {
			if address == "" || address == post.MachineAddress {
				continue
			}
			reader, err := tx.Player(address)
			if err != nil {
				return err
			}
			err = ws.Letters.TellOne(tx, game, seat, reader, post.WordTo{Key: "watched", Once: who.Address,
				Args: []any{"Game", game.ID, "Player", who.Name, "After", afterOf(reader, s)}})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// tellObserver sends somebody who watches a game, or may, a short letter that is of no side.
func (ws *Watchers) tellObserver(tx club.Tx, game store.Game, to store.Player, key, once string, args ...any) error {
	return ws.Letters.TellOne(tx, game, store.Seat{Game: game.ID}, to, post.WordTo{Key: key, Once: once, Args: args})
}

// afterOf says in the language of a reader when observers are told of a turn.
func afterOf(reader store.Player, s play.Showing) string {
	return templates.For(reader.Language, "").After(s.Delay.Duration)
}

// MovedTo returns which club a game was given to, or came from and is not released by; nil if it
// is this club's.
func MovedTo(tx store.ReadTx, game string) (*play.MovedBody, error) {
	t, err := play.TransferOf(tx, game)
	if err != nil || t == nil || t.State == play.StateHere {
		return nil, err
	}
	return &t.MovedBody, nil
}
