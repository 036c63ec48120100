package post

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// stoppedSetting remembers since when the mail that asks a seat has come back.
func stoppedSetting(seat store.Seat) string { return "clock/" + seat.Game + "/" + seat.Side }

// AskingMail returns the mail of the report that a seat has to answer. It reports false
// when there is none: nothing was asked by mail.
func AskingMail(tx store.ReadTx, seat store.Seat) (m store.OutboxMail, ok bool, err error) {
	if seat.Answers == "" {
		return m, false, nil
	}
	report, err := tx.ReportByCode(seat.Game, seat.Answers)
	if errors.Is(err, store.ErrNotFound) || err == nil && report.Outbox == 0 {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	m, err = tx.OutboxMail(report.Outbox)
	return m, err == nil, err
}

// StoppedSince returns since when the clock of a seat stands still, or nil if it runs. A
// seat whose substitute is written to as well has a reader.
func (tm *Terms) StoppedSince(tx store.ReadTx, seat store.Seat) (*time.Time, error) {
	if seat.Deadline == nil {
		return nil, nil
	}
	m, ok, err := AskingMail(tx, seat)
	if err != nil || !ok || m.Recipient != seat.Player {
		return nil, err
	}
	if !tm.KeptBack(m) {
		return nil, nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return nil, err
	}
	if readers, err := Readers(tx, game, seat); err != nil || len(readers) > 1 {
		return nil, err
	}
	return StoppedAt(tx, seat, m)
}

// KeptBack reports whether a mail does not get out: it was given up, a server has not
// taken it yet, or ours takes none at all. One that merely waits its turn is on its way.
func (tm *Terms) KeptBack(m store.OutboxMail) bool {
	switch m.State {
	case store.Failed:
		return true
	case store.Queued, store.Sending:
		return m.Attempts > 0 || m.LastError != "" || !tm.Outbox.logins.next().IsZero() || tm.Outbox.passage.waiting()
	}
	return false
}

// StoppedAt is when the clock of a seat stopped whose asking mail is not with its holder:
// when it came back, or else when it was written.
func StoppedAt(tx store.ReadTx, seat store.Seat, m store.OutboxMail) (*time.Time, error) {
	back, noted, err := NotedStop(tx, seat, m)
	if err != nil {
		return nil, err
	}
	if !noted {
		return &m.Created, nil
	}
	return &back, nil
}

// NotedStop returns when the mail that asks a seat came back; false if it is not noted to
// have.
func NotedStop(tx store.ReadTx, seat store.Seat, m store.OutboxMail) (back time.Time, noted bool, err error) {
	text, err := tx.Setting(stoppedSetting(seat))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return back, false, err
	}
	id, at, _ := strings.Cut(string(text), " ")
	if id != fmt.Sprint(m.ID) {
		return back, false, nil
	}
	if back, err = time.Parse(time.RFC3339, at); err != nil {
		return back, false, fmt.Errorf("since when the clock of %s in %s stands: %w", seat.Side, seat.Game, err)
	}
	return back, true, nil
}

// noteStopped notes that a mail which was taken has come back.
func (tm *Terms) noteStopped(tx club.Tx, seat store.Seat, m store.OutboxMail) error {
	return NoteStoppedAt(tx, seat, m, tm.Now())
}

// NoteStoppedAt notes since when the clock of a seat stands still for a mail that did not arrive.
func NoteStoppedAt(tx club.Tx, seat store.Seat, m store.OutboxMail, at time.Time) error {
	return tx.SetSetting(stoppedSetting(seat), fmt.Appendf(nil, "%d %s", m.ID, at.UTC().Format(time.RFC3339)))
}

// SeatOfMail returns the seat that a mail was written for; nil if for none, or for one that is not
// in the store: its game is damaged and waits, and what becomes of its mails is noted all the same.
func SeatOfMail(tx store.ReadTx, m store.OutboxMail) (*store.Seat, error) {
	if m.Game == "" || m.Side == "" {
		return nil, nil
	}
	seat, err := tx.Seat(m.Game, m.Side)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &seat, nil
}

// stopped describes to a referee what the refusal of a mail has stopped.
func (tm *Terms) stopped(tx store.ReadTx, seat store.Seat) (adjudicator.Phrase, error) {
	since, err := tm.StoppedSince(tx, seat)
	if err != nil {
		return adjudicator.Phrase{}, err
	}
	key := "notice.clock.runs"
	if since != nil {
		key = "notice.clock.stands"
	}
	return adjudicator.Say(key), nil
}
