package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Reserve is what a player has beside his answer time, and what his silence has come to.
type Reserve struct {
	Answers int `json:"answers,omitempty"` // given in time: each adds to the bank
	Spent   int `json:"spent,omitempty"`   // days of the bank
	Tokens  int `json:"tokens,omitempty"`  // extensions used up
	// Pledged tells that an extension is to be used if the deadline passes.
	Pledged bool `json:"pledged,omitempty"`
	// Opened is for how long the bank was opened for what is asked now.
	Opened time.Duration `json:"opened,omitempty"`
	// Missed counts deadlines in a row that passed for good.
	Missed int `json:"missed,omitempty"`
	// Called tells that the game waits for somebody to play in his stead, or for the referee.
	Called bool `json:"called,omitempty"`
	// Defaulted tells that the server is answering what is asked now.
	Defaulted bool `json:"defaulted,omitempty"`
	// Go is the deadline at which the referee waits for nothing but grace.
	Go *time.Time `json:"go,omitempty"`
}

func reserveName(seat store.Seat) string { return "reserve/" + seat.Game + "/" + seat.Side }

// ReserveOf reads what a seat has beside its answer time.
func ReserveOf(tx store.ReadTx, seat store.Seat) (r Reserve, err error) {
	text, err := tx.Setting(reserveName(seat))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("the reserve of %s in %s: %w", seat.Side, seat.Game, err)
	}
	return r, nil
}

// Save keeps what a seat has left in its time bank.
func (r Reserve) Save(tx club.Tx, seat store.Seat) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return tx.SetSetting(reserveName(seat), text)
}

// Left is how many days of the bank there are.
func (r Reserve) Left(rules calendar.Rules) int {
	return max(rules.Bank.Total(r.Answers)-r.Spent, 0)
}

// TokensLeft is how many extensions there are.
func (r Reserve) TokensLeft(rules calendar.Rules) int { return max(rules.Tokens-r.Tokens, 0) }

// reserveBefore is what still lies between the deadline of a seat and what its game does about
// a missed one: days of a bank that is not open yet, and extensions that can be asked for. Who
// is answered for by the server has neither.
func reserveBefore(tx store.ReadTx, game store.Game, seat store.Seat) (days, extensions int, err error) {
	rules, err := ReservesOf(game)
	if err != nil || rules == nil {
		return 0, 0, err
	}
	r, err := ReserveOf(tx, seat)
	if err != nil || r.Defaulted {
		return 0, 0, err
	}
	if r.Opened == 0 {
		days = r.Left(*rules)
	}
	if !r.Pledged {
		extensions = r.TokensLeft(*rules)
	}
	return days, extensions, nil
}

// ReservesOf reads the calendar of a game if its players have anything beside their answer
// time, or if their silence is counted; nil otherwise.
func ReservesOf(game store.Game) (*calendar.Rules, error) {
	rules, err := written.CalendarOf(game)
	if err != nil || rules == nil || rules.Bank == (calendar.Bank{}) && rules.Tokens == 0 && !post.Contract(game.Contract).Counts() {
		return nil, err
	}
	return rules, nil
}

// closeAccount ends the account of a question that was answered, at the moment at which it was.
func (rp *Reports) closeAccount(tx club.Tx, game store.Game, seat store.Seat) error {
	rules, err := ReservesOf(game)
	if err != nil || rules == nil || seat.Deadline == nil {
		return err
	}
	r, err := ReserveOf(tx, seat)
	if err != nil {
		return err
	}
	if err := NoteReserve(tx, seat, r, false); err != nil {
		return err
	}
	if r.Opened > 0 {
		c, err := rp.Terms.TimingOf(tx, seat)
		if err != nil {
			return err
		}
		r.Spent += min(calendar.Cost(r.Opened-c.Left(rp.Now())), r.Left(*rules))
	}
	if !r.Defaulted {
		// Who has opened the bank has missed his deadline: were he credited, to be a few hours late
		// would cost no day and bring some.
		late, _, err := rp.Terms.OverdueSince(tx, game, seat)
		if err != nil {
			return err
		}
		if r.Opened == 0 && !late {
			r.Answers++
		}
		r.Missed, r.Called = 0, false
	}
	r.Pledged, r.Opened, r.Defaulted, r.Go = false, 0, false, nil
	return r.Save(tx, seat)
}

// ReserveWas is what a seat had before an entry of the ledger changed it: a ruling that gives the
// entry up gives it back.
func ReserveWas(seat store.Seat) string { return "reserve-was/" + seat.Game + "/" + seat.Side + "/" }

// NoteReserve keeps what a seat had, before it is changed by the last entry of the ledger or,
// ahead of it, by whatever comes next.
func NoteReserve(tx club.Tx, seat store.Seat, was Reserve, ahead bool) error {
	head, err := tx.Head(seat.Game)
	if err != nil {
		return fmt.Errorf("game %s: its ledger: %w", seat.Game, err)
	}
	seq := head.Seq
	if ahead {
		seq++
	}
	name := fmt.Sprintf("%s%08d", ReserveWas(seat), seq)
	text, err := tx.Setting(name)
	if err == nil && len(text) > 0 {
		return nil // the first counts: it is of before the entry
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return written.WriteSetting(tx, name, was)
}
