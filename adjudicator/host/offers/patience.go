package offers

import (
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/store"
)

// The contracts of games that answer for a silent player only so often: at the n-th deadline in
// a row that passes for good the game waits, for somebody to play in his stead or for the
// referee to end it. Orders of his own that come before that count as ever.

// usualPatience is after how many missed deadlines in a row a game waits that counts them, if
// nothing else was said.
const usualPatience = 3

// OutOfPatience deals with a missed deadline that is one too many, and reports whether it was.
func (of *Offers) OutOfPatience(tx club.Tx, game store.Game, seat store.Seat) (bool, error) {
	rules, err := reports.ReservesOf(game)
	if err != nil || rules == nil {
		return false, err
	}
	r, err := reports.ReserveOf(tx, seat)
	if err != nil {
		return false, err
	}
	if err := reports.NoteReserve(tx, seat, r, true); err != nil {
		return false, err
	}
	r.Missed++
	limit := rules.Missed
	if limit == 0 {
		limit = usualPatience
	}
	if !post.Contract(game.Contract).Counts() || r.Missed < limit {
		r.Defaulted = true
		return false, r.Save(tx, seat)
	}
	r.Called = true
	if err := r.Save(tx, seat); err != nil {
		return false, err
	}
	at := store.Time(of.Now())
	seat.Reminded = &at // a substitute of the seat reads its mail from now on
	if err := tx.UpdateSeat(seat); err != nil {
		return false, err
	}
	if err := of.tellPatience(tx, game, seat, r.Missed); err != nil || post.Contract(game.Contract) != post.Substitute {
		return true, err
	}
	return true, of.CallForSubstitute(tx, game, seat)
}

// tellPatience tells both players and the referee that the game waits, and for what.
func (of *Offers) tellPatience(tx club.Tx, game store.Game, seat store.Seat, missed int) error {
	player, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	once := seat.Deadline.UTC().Format(time.RFC3339) + seat.Side
	key := "patience-" + game.Contract
	args := []any{"Game", game.ID, "Side", play.SideTerm(game, seat.Side), "Player", player.Name, "Count", missed, "Deadline", *seat.Deadline}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, s := range seats {
		if s.Player == "" || s.Player == post.MachineAddress {
			continue
		}
		reader, own := player, key+"-own"
		if s.Side != seat.Side {
			if reader, err = tx.Player(s.Player); err != nil {
				return err
			}
			own = key + "-other"
		}
		if err := of.Letters.TellPlayer(tx, reader, s, own, once, append([]any(nil), args...)...); err != nil {
			return err
		}
	}
	return of.Letters.TellReferee(tx, game, post.Notice{Key: key, Once: once, Args: args})
}
