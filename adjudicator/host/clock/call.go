package clock

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// calling is what a seat's deadline calls for.
type calling int

const (
	callNothing calling = iota
	CallRemind          // the deadline comes near
	CallFlag            // it has passed, and nobody has been told
	CallAgain           // it passed days ago, and the game waits
	callDefault         // the server answers for the player
)

// Call is what a seat's deadline calls for next, and when, if its clock runs and nothing
// happens to it.
type Call struct {
	What calling
	At   time.Time
	// moment names a reminder before the deadline, or after it: it is sent later than that
	// in quiet hours, and to who was reminded less than a day before.
	moment time.Time
	last   bool // of the reminders after the deadline
}

// never calls for nothing.
var never = Call{At: reports.ForEver}

// NextCallOf finds it. What is not after now is to be done now.
func NextCallOf(tx store.ReadTx, game store.Game, seat store.Seat, now time.Time) (Call, error) {
	if game.Status != store.Running || seat.Deadline == nil {
		return never, nil
	}
	if waits, err := Held(tx, seat); err != nil || waits {
		return never, err
	}
	rules, err := written.CalendarOf(game)
	if err != nil {
		return never, err
	}
	n, err := post.MemoryOf(tx, seat)
	if err != nil {
		return never, err
	}
	var c Call
	if seat.Deadline.After(now) {
		c = before(game, rules, seat, n, now)
	} else {
		c = after(game, rules, seat, n, now)
	}
	if rules != nil && c.What == callDefault {
		return insisted(tx, seat, *rules, c)
	}
	if rules == nil || c.What != CallRemind && c.What != CallAgain {
		return c, nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return never, fmt.Errorf("game %s: the player of %s: %w", game.ID, seat.Side, err)
	}
	if c.At, err = remindAt(player, rules, c.At, now); err != nil {
		return never, err
	}
	if c.What == CallRemind && !c.At.Before(*seat.Deadline) {
		// It would come with what the deadline itself calls for.
		return after(game, rules, seat, n, *seat.Deadline), nil
	}
	return c, nil
}

// before is what a deadline calls for that has not passed: a reminder, but not to whom mail
// does not reach, nor to whom the server answers for; and then what it calls for itself.
func before(game store.Game, rules *calendar.Rules, seat store.Seat, n post.Memory, now time.Time) Call {
	if !seat.Unreachable && n.Absent == nil {
		moments := reminders(game, rules, *seat.Deadline)
		for _, moment := range slices.Backward(moments) {
			if !now.Before(moment) {
				if seat.Reminded == nil || seat.Reminded.Before(moment) {
					return Call{What: CallRemind, At: moment, moment: moment}
				}
				break
			}
		}
		for _, moment := range moments {
			if moment.After(now) {
				return Call{What: CallRemind, At: moment, moment: moment}
			}
		}
	}
	return after(game, rules, seat, n, *seat.Deadline)
}

// after is what a deadline calls for that has passed, by the contract of its game.
func after(game store.Game, rules *calendar.Rules, seat store.Seat, n post.Memory, now time.Time) Call {
	waits := post.Contract(game.Contract) == post.Wait
	switch {
	case waits && !post.Reminded(seat):
		return Call{What: CallFlag, At: *seat.Deadline, moment: *seat.Deadline}
	case waits && rules == nil:
		return never
	case waits:
		return again(*rules, seat, now)
	case rules == nil || n.Absent != nil || rules.Grace.Duration+rules.Warn.Duration == 0:
		return Call{What: callDefault, At: *seat.Deadline}
	case !post.Reminded(seat):
		return Call{What: CallFlag, At: *seat.Deadline, moment: *seat.Deadline}
	}
	return Call{What: callDefault, At: answeredAt(*rules, *seat.Deadline, *seat.Reminded)}
}

// insisted is when the server answers for a player, in the light of what the referee has said:
// at the end of grace if he need not be waited for; never while the game waits for somebody else.
func insisted(tx store.ReadTx, seat store.Seat, rules calendar.Rules, c Call) (Call, error) {
	r, err := reports.ReserveOf(tx, seat)
	switch {
	case err != nil || r.Called:
		return never, err
	case r.Go != nil && r.Go.Equal(*seat.Deadline):
		c.At = seat.Deadline.Add(rules.Grace.Duration)
	}
	return c, nil
}

// answeredAt is when the server answers for a player whose deadline has passed and who was
// told so at a moment, as the referee was: at the end of grace, and not before the referee
// has had his time.
func answeredAt(rules calendar.Rules, deadline, told time.Time) time.Time {
	grace, warned := deadline.Add(rules.Grace.Duration), told.Add(rules.Warn.Duration)
	if grace.After(warned) {
		return grace
	}
	return warned
}

// again is the next reminder after a deadline that has passed, if there is one.
func again(rules calendar.Rules, seat store.Seat, now time.Time) Call {
	if seat.Unreachable {
		return never
	}
	due := never
	for i, a := range rules.After {
		moment := seat.Deadline.Add(a.Duration)
		if !seat.Reminded.Before(moment) {
			continue
		}
		if due.What != callNothing && moment.After(now) {
			break
		}
		due = Call{What: CallAgain, At: moment, moment: moment, last: i == len(rules.After)-1}
		if moment.After(now) {
			break
		}
	}
	return due
}

// prefReminded is the preference that holds when a player was last reminded, of any game.
const prefReminded = "reminded"

// remindEvery is the shortest time between two reminders to a player, of whatever games.
const remindEvery = 24 * time.Hour

// remindAt is when a player may be reminded who is to be at a moment: not in the quiet hours
// of the game, and once a day.
func remindAt(player store.Player, rules *calendar.Rules, at, now time.Time) (time.Time, error) {
	prefs, err := post.ReadPrefs(player)
	if err != nil {
		return at, err
	}
	if text := prefs[prefReminded]; text != nil {
		var was time.Time
		if err := json.Unmarshal(text, &was); err != nil {
			return at, fmt.Errorf("preferences of %s: %w", player.Address, err)
		}
		if next := was.Add(remindEvery); !was.After(now) && next.After(at) {
			at = next // one that lies ahead was written by a clock that was ahead
		}
	}
	if at.Before(now) {
		at = now
	}
	return rules.Quiet.End(at, written.ZoneOf(player)), nil
}

// NoteReminded notes when a player was reminded.
func (ck *Clocks) NoteReminded(tx club.Tx, address string) error {
	player, err := tx.Player(address)
	if err != nil {
		return err
	}
	prefs, err := post.ReadPrefs(player)
	if err != nil {
		return err
	}
	if prefs[prefReminded], err = json.Marshal(store.Time(ck.Now()).UTC()); err != nil {
		return err
	}
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return fmt.Errorf("preferences of %s: %w", address, err)
	}
	return tx.UpdatePlayer(player)
}

// Held reports whether a claim holds the deadline of a seat.
func Held(tx store.ReadTx, seat store.Seat) (bool, error) {
	since, err := post.HeldSince(tx, seat)
	return since != nil, err
}
