package host

import (
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// noteMissed remembers that a deadline has passed and defaults were taken, for the next
// letters to both sides. It reports whether it is the first since the player wrote.
func noteMissed(tx store.Tx, p *position, side adjudicator.Side, deadline time.Time) (first bool, err error) {
	own, err := notes(tx, p.seats[side])
	if err != nil {
		return false, err
	}
	first = own.Absent == nil
	if first {
		own.Absent = &deadline
	}
	own.Missed = append(own.Missed, deadline)
	if err := own.save(tx, p.seats[side]); err != nil {
		return false, err
	}
	other, err := notes(tx, p.seats[side.Other()])
	if err != nil {
		return false, err
	}
	other.OtherMissed = append(other.OtherMissed, deadline)
	return first, other.save(tx, p.seats[side.Other()])
}

// askQuietly gives an absent player a new question without a letter: he gets one in a
// turn, and its code when he writes.
func (h *Host) askQuietly(tx store.Tx, p *position, side adjudicator.Side) error {
	seat := p.seats[side]
	n, err := notes(tx, seat)
	if err != nil {
		return err
	}
	seat.Answers = code(store.Secret(p.secret()), p.game.ID, seat.Side, p.last.Seq)
	if err := h.closeAccount(tx, p.game, seat); err != nil {
		return err
	}
	seat.Deadline, seat.Reminded = nil, nil
	if p.session.Asked(side) != nil {
		if err := h.ask(tx, p.game, &seat, n); err != nil {
			return err
		}
	}
	n.Quiet = true
	if err := n.save(tx, seat); err != nil {
		return err
	}
	return tx.UpdateSeat(seat)
}

// isAbsent reports whether a side is to be asked without a letter.
func isAbsent(p *position, tx store.ReadTx, side adjudicator.Side) (bool, error) {
	if Contract(p.game.Contract) == Wait || p.game.Status != store.Running || len(p.chapters) > 0 {
		return false, nil
	}
	n, err := notes(tx, p.seats[side])
	return n.Absent != nil, err
}

// tellNoted adds to a report what is remembered for it, and forgets it.
func tellNoted(p *position, tx store.Tx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	n, err := notes(tx, seat)
	if err != nil {
		return err
	}
	r.Missed, r.OtherMissed, r.Absent = n.Missed, n.OtherMissed, n.Absent != nil
	if n.Owed != nil {
		n.Owed.join(p, side, r)
	}
	if n.Missed == nil && n.OtherMissed == nil && n.Owed == nil && !n.Quiet {
		return nil
	}
	return noted{Absent: n.Absent}.save(tx, seat)
}
