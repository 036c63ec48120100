package clock

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Beside the answer time a game may give each player a time bank, which a missed deadline opens
// by itself, and extensions, which he asks for by mail and which are used up only if no orders
// of his are there at the deadline. An extension comes before the bank.

// PassAccount leaves to the next holder of a seat what is left of its bank and extensions, and
// nothing of the silence of the one before him: the game waits for nobody any more.
func (ck *Clocks) PassAccount(tx club.Tx, game store.Game, seat store.Seat) error {
	rules, err := reports.ReservesOf(game)
	if err != nil || rules == nil {
		return err
	}
	r, err := reports.ReserveOf(tx, seat)
	if err != nil {
		return err
	}
	if err := errors.Join(forgiveKept(tx, seat), reports.NoteReserve(tx, seat, reports.Reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens}, true)); err != nil {
		return err
	}
	if r.Opened > 0 && seat.Deadline != nil {
		c, err := ck.Terms.TimingOf(tx, seat)
		if err != nil {
			return err
		}
		r.Spent += min(calendar.Cost(r.Opened-c.Left(ck.Now())), r.Left(*rules))
	}
	return reports.Reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens}.Save(tx, seat)
}

// Reprieve gives a player whose deadline has passed what he has beside his answer time, and
// tells him and who waits for him. It reports false if there is nothing; and whether a message
// has to be read first, which may hold his orders.
func (ck *Clocks) Reprieve(tx club.Tx, game store.Game, seat store.Seat) (more, waits bool, err error) {
	rules, err := reports.ReservesOf(game)
	if err != nil || rules == nil || post.Reminded(seat) {
		return false, false, err
	}
	n, err := post.MemoryOf(tx, seat)
	if err != nil || n.Absent != nil { // the server answers for who has vanished
		return false, false, err
	}
	if waits, err := keyring.Arrived(tx, *seat.Deadline); err != nil || waits {
		return false, waits, err
	}
	r, err := reports.ReserveOf(tx, seat)
	if err != nil {
		return false, false, err
	}
	before, add, key := r, time.Duration(0), ""
	switch {
	case r.Pledged && r.TokensLeft(*rules) > 0:
		if r.Opened > 0 { // to its end
			r.Spent += min(calendar.Cost(r.Opened), r.Left(*rules))
			r.Opened = 0
		}
		r.Pledged = false
		r.Tokens++
		add, key = rules.Extension(), "extended"
	case r.Opened == 0 && r.Left(*rules) > 0:
		add, key = calendar.Lasts(r.Left(*rules)), "bank"
		r.Opened = add
	default:
		return false, false, nil
	}
	if err := errors.Join(reports.NoteReserve(tx, seat, before, true), r.Save(tx, seat)); err != nil {
		return false, false, err
	}
	was := *seat.Deadline
	c, err := ck.Terms.TimingOf(tx, seat)
	if err != nil {
		return false, false, err
	}
	c.From, c.Lasts = was, add
	if _, err := ck.Terms.KeepTiming(tx, &seat, c); err != nil {
		return false, false, err
	}
	return true, false, ck.tellReprieve(tx, game, seat, was, key, r, *rules)
}

// tellReprieve tells a player what he is using up, and his opponent how long he waits: not if
// that one is asked something as well, since he is not to learn whether the other has answered.
func (ck *Clocks) tellReprieve(tx club.Tx, game store.Game, seat store.Seat, was time.Time, key string, r reports.Reserve, rules calendar.Rules) error {
	seat, err := tx.Seat(seat.Game, seat.Side)
	if err != nil {
		return err
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	once := was.UTC().Format(time.RFC3339)
	err = ck.Letters.TellPlayer(tx, player, seat, "reserve-"+key, once, "Game", game.ID, "Was", was, "Deadline", *seat.Deadline,
		"Left", r.TokensLeft(rules), "Days", r.Left(rules))
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, other := range seats {
		if other.Side == seat.Side || other.Deadline != nil || other.Player == "" || other.Player == post.MachineAddress {
			continue
		}
		opponent, err := tx.Player(other.Player)
		if err != nil {
			return err
		}
		err = ck.Letters.TellPlayer(tx, opponent, other, "waits-"+key, once, "Game", game.ID, "Side", play.SideTerm(game, seat.Side), "Player", player.Name, "Deadline", *seat.Deadline)
		if err != nil {
			return err
		}
	}
	return nil
}

// reservesKept reads what a seat had before each of the entries that changed it.
func reservesKept(tx store.ReadTx, seat store.Seat) (names []string, was map[string]reports.Reserve, err error) {
	kept, err := tx.SettingsUnder(reports.ReserveWas(seat))
	if err != nil {
		return nil, nil, err
	}
	was = map[string]reports.Reserve{}
	for name, text := range kept {
		if len(text) == 0 {
			continue
		}
		var r reports.Reserve
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		was[name] = r
	}
	return slices.Sorted(maps.Keys(was)), was, nil
}

// forgiveKept takes the silence of the holder before out of what a seat had.
func forgiveKept(tx club.Tx, seat store.Seat) error {
	names, was, err := reservesKept(tx, seat)
	if err != nil {
		return err
	}
	for _, name := range names {
		r := was[name]
		r.Missed, r.Called = 0, false
		if err := written.WriteSetting(tx, name, r); err != nil {
			return err
		}
	}
	return nil
}

// RestoreAccount gives a seat back what it had when an entry stood last, for a question that is
// asked anew with its whole time.
func RestoreAccount(tx club.Tx, seat store.Seat, entry int) error {
	names, was, err := reservesKept(tx, seat)
	if err != nil {
		return err
	}
	r, err := reports.ReserveOf(tx, seat)
	if err != nil {
		return err
	}
	limit, found := fmt.Sprintf("%s%08d", reports.ReserveWas(seat), entry), false
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
	if !found && r == (reports.Reserve{}) {
		return nil
	}
	return reports.Reserve{Answers: r.Answers, Spent: r.Spent, Tokens: r.Tokens, Missed: r.Missed}.Save(tx, seat)
}
