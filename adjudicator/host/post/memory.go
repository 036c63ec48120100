package post

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Contract is what happens when a player misses a deadline.
type Contract string

// The contracts.
const (
	Wait     Contract = "wait"    // he is reminded, and the game waits
	Defaults Contract = "default" // his standing orders, then the least committal legal answers
	// The last two are as Defaults until he has missed so many deadlines in a row. Then the
	// game waits for somebody who plays in his stead, or for the referee to end it.
	Substitute Contract = "substitute"
	Forfeit    Contract = "forfeit"
)

// Memory is what the server remembers of a seat from one letter to the next. Nothing of
// it plays a part in the game.
type Memory struct {
	// Missed and OtherMissed are deadlines of the seat and of the other one that passed
	// since the last letter, and of which it has to tell.
	Missed      []time.Time `json:"missed,omitempty"`
	OtherMissed []time.Time `json:"other_missed,omitempty"`
	// Absent is the first deadline that passed since the seat's player wrote; nil if
	// none. While it is set the server answers for him within [absentTime].
	Absent *time.Time `json:"absent,omitempty"`
	// Quiet tells that the seat was asked something, while absent, without a letter.
	Quiet bool `json:"quiet,omitempty"`
	// Owed is a receipt that waits to be joined with what follows.
	Owed *Pending `json:"owed,omitempty"`
}

// absentTime is the longest time that a player has for an answer who has missed a
// deadline and not written since, in a game that goes on without him.
const absentTime = 24 * time.Hour

// MemoryName is the setting that keeps what is remembered of a seat.
func MemoryName(seat store.Seat) string { return "noted/" + seat.Game + "/" + seat.Side }

// MemoryOf reads what is remembered of a seat.
func MemoryOf(tx store.ReadTx, seat store.Seat) (n Memory, err error) {
	text, err := tx.Setting(MemoryName(seat))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	if err := json.Unmarshal(text, &n); err != nil {
		return n, fmt.Errorf("what is remembered of %s in %s: %w", seat.Side, seat.Game, err)
	}
	return n, nil
}

// Empty reports whether nothing is remembered.
func (n Memory) Empty() bool {
	return n.Missed == nil && n.OtherMissed == nil && n.Absent == nil && !n.Quiet && n.Owed == nil
}

// Save keeps what is remembered of a seat.
func (n Memory) Save(tx club.Tx, seat store.Seat) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return tx.SetSetting(MemoryName(seat), text)
}

// answerTime is how long a side has for an answer.
func (n Memory) answerTime(game store.Game) time.Duration {
	if n.Absent != nil && Contract(game.Contract) != Wait {
		return min(game.AnswerTime, absentTime)
	}
	return game.AnswerTime
}

// shortened is by how much less time a side has for an answer than the game gives. Its
// opponent is told the date of the full time: whether its player has come back, and when
// he wrote, is not to be read from a date.
func (n Memory) shortened(game store.Game) time.Duration { return game.AnswerTime - n.answerTime(game) }

// Back notes that the player of a seat has written: he is absent no more, and has the
// full time for what he is asked, from when it was asked. It reports whether the seat has
// changed.
func (tm *Terms) Back(tx club.Tx, seat *store.Seat) (bool, error) {
	n, err := MemoryOf(tx, *seat)
	if err != nil || n.Absent == nil {
		return false, err
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return false, err
	}
	shortened := n.shortened(game)
	n.Absent = nil
	if err := n.Save(tx, *seat); err != nil {
		return false, err
	}
	late, _, err := tm.OverdueSince(tx, game, *seat)
	if err != nil || game.Status != store.Running || seat.Deadline == nil || late {
		return false, err
	}
	c, err := tm.TimingOf(tx, *seat)
	if err != nil {
		return false, err
	}
	c.Lasts += shortened
	if _, err := tm.KeepTiming(tx, seat, c); err != nil {
		return false, err
	}
	seat.Reminded = nil
	return true, tx.UpdateSeat(*seat)
}

// Counts reports whether a contract counts the deadlines that a player misses in a row.
func (c Contract) Counts() bool { return c == Substitute || c == Forfeit }

// Pending is a receipt that is not written yet. It tells its reader that nothing is asked
// of him now; if he is asked something soon, or the turn ends, one letter tells both.
type Pending struct {
	Message  string    `json:"message"`  // Message-ID of the mail that it answers
	Received time.Time `json:"received"` // when that came
	Turn     int       `json:"turn"`
	From     int       `json:"from"` // among the answers of the side in this turn, those
	To       int       `json:"to"`   // that the file has given: from From up to To

	// Left is what was set aside of the mail, and LeftBy the address of its author.
	Left   []orders.Aside `json:"left,omitempty"`
	LeftBy string         `json:"left_by,omitempty"`

	Standing bool `json:"standing,omitempty"` // the mail brought standing orders
	Passed   bool `json:"passed,omitempty"`   // a message of it was passed on to the opponent
}

// Join puts the receipt into a letter.
func (o *Pending) Join(p *play.Position, side adjudicator.Side, r *templates.Report) {
	r.Re.Received = o.Received
	if r.Left == nil {
		r.Left, r.LeftBy = o.Left, o.LeftBy
	}
	r.NewStanding = r.NewStanding || o.Standing
	r.Passed = r.Passed || o.Passed
	given := p.Session.Answers()
	for _, c := range p.Chapters {
		if c.Turn == o.Turn {
			given = c.Answers
		}
	}
	var own []adjudicator.Answered
	for _, a := range given {
		if a.Side == side {
			own = append(own, a)
		}
	}
	r.Answered = append(slices.Clone(own[min(o.From, len(own)):min(o.To, len(own))]), r.Answered...)
}
