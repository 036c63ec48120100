package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// Beside the answer time a game may give each player a time bank, which a missed deadline opens
// by itself, and extensions, which he asks for by mail and which are used up only if no orders
// of his are there at the deadline. An extension comes before the bank.

// passAccount leaves to the next holder of a seat what is left of its bank and extensions, and
// nothing of the silence of the one before him: the game waits for nobody any more.
func (h *Host) passAccount(tx store.Tx, game store.Game, seat store.Seat) error {
	rules, err := reservesOf(game)
	if err != nil || rules == nil {
		return err
	}
	r, err := reserveOf(tx, seat)
	if err != nil {
		return err
	}
	if err := errors.Join(forgiveKept(tx, seat), noteReserve(tx, seat, reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens}, true)); err != nil {
		return err
	}
	if r.Opened > 0 && seat.Deadline != nil {
		c, err := h.timingOf(tx, seat)
		if err != nil {
			return err
		}
		r.Spent += min(calendar.Cost(r.Opened-c.left(h.Now())), r.left(*rules))
	}
	return reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens}.save(tx, seat)
}

// reprieve gives a player whose deadline has passed what he has beside his answer time, and
// tells him and who waits for him. It reports false if there is nothing; and whether a message
// has to be read first, which may hold his orders.
func (h *Host) reprieve(tx store.Tx, game store.Game, seat store.Seat) (more, waits bool, err error) {
	rules, err := reservesOf(game)
	if err != nil || rules == nil || reminded(seat) {
		return false, false, err
	}
	n, err := notes(tx, seat)
	if err != nil || n.Absent != nil { // the server answers for who has vanished
		return false, false, err
	}
	if waits, err := arrived(tx, *seat.Deadline); err != nil || waits {
		return false, waits, err
	}
	r, err := reserveOf(tx, seat)
	if err != nil {
		return false, false, err
	}
	before, add, key := r, time.Duration(0), ""
	switch {
	case r.Pledged && r.tokensLeft(*rules) > 0:
		if r.Opened > 0 { // to its end
			r.Spent += min(calendar.Cost(r.Opened), r.left(*rules))
			r.Opened = 0
		}
		r.Pledged = false
		r.Tokens++
		add, key = rules.Extension(), "extended"
	case r.Opened == 0 && r.left(*rules) > 0:
		add, key = calendar.Lasts(r.left(*rules)), "bank"
		r.Opened = add
	default:
		return false, false, nil
	}
	if err := errors.Join(noteReserve(tx, seat, before, true), r.save(tx, seat)); err != nil {
		return false, false, err
	}
	was := *seat.Deadline
	c, err := h.timingOf(tx, seat)
	if err != nil {
		return false, false, err
	}
	c.From, c.Lasts = was, add
	if _, err := h.keepTiming(tx, &seat, c); err != nil {
		return false, false, err
	}
	return true, false, h.tellReprieve(tx, game, seat, was, key, r, *rules)
}

// tellReprieve tells a player what he is using up, and his opponent how long he waits: not if
// that one is asked something as well, since he is not to learn whether the other has answered.
func (h *Host) tellReprieve(tx store.Tx, game store.Game, seat store.Seat, was time.Time, key string, r reserve, rules calendar.Rules) error {
	seat, err := tx.Seat(seat.Game, seat.Side)
	if err != nil {
		return err
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	once := was.UTC().Format(time.RFC3339)
	err = h.tellPlayer(tx, player, seat, "reserve-"+key, once, "Game", game.ID, "Was", was, "Deadline", *seat.Deadline,
		"Left", r.tokensLeft(rules), "Days", r.left(rules))
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, other := range seats {
		if other.Side == seat.Side || other.Deadline != nil || other.Player == "" || other.Player == machineAddress {
			continue
		}
		opponent, err := tx.Player(other.Player)
		if err != nil {
			return err
		}
		err = h.tellPlayer(tx, opponent, other, "waits-"+key, once, "Game", game.ID, "Side", sideTerm(game, seat.Side), "Player", player.Name, "Deadline", *seat.Deadline)
		if err != nil {
			return err
		}
	}
	return nil
}

// reservesKept reads what a seat had before each of the entries that changed it.
func reservesKept(tx store.ReadTx, seat store.Seat) (names []string, was map[string]reserve, err error) {
	kept, err := tx.SettingsUnder(reserveWas(seat))
	if err != nil {
		return nil, nil, err
	}
	was = map[string]reserve{}
	for name, text := range kept {
		if len(text) == 0 {
			continue
		}
		var r reserve
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		was[name] = r
	}
	return slices.Sorted(maps.Keys(was)), was, nil
}

// forgiveKept takes the silence of the holder before out of what a seat had.
func forgiveKept(tx store.Tx, seat store.Seat) error {
	names, was, err := reservesKept(tx, seat)
	if err != nil {
		return err
	}
	for _, name := range names {
		r := was[name]
		r.Missed, r.Called = 0, false
		if err := writeSetting(tx, name, r); err != nil {
			return err
		}
	}
	return nil
}

// restoreAccount gives a seat back what it had when an entry stood last, for a question that is
// asked anew with its whole time.
func restoreAccount(tx store.Tx, seat store.Seat, entry int) error {
	names, was, err := reservesKept(tx, seat)
	if err != nil {
		return err
	}
	r, err := reserveOf(tx, seat)
	if err != nil {
		return err
	}
	limit, found := fmt.Sprintf("%s%08d", reserveWas(seat), entry), false
	for _, name := range names {
		if name <= limit {
			continue
		}
		if !found {
			r, found = was[name], true
		}
		if err := tx.SetSetting(name, nil); err != nil {
			return err
		}
	}
	if !found && r == (reserve{}) {
		return nil
	}
	return reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens, Missed: r.Missed}.save(tx, seat)
}
