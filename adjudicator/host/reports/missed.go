package reports

import (
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/templates"
)

// noteMissed remembers that a deadline has passed and defaults were taken, for the next
// letters to both sides. It reports whether it is the first since the player wrote.
func noteMissed(tx club.Tx, p *play.Position, side adjudicator.Side, deadline time.Time) (first bool, err error) {
	own, err := post.MemoryOf(tx, p.Seats[side])
	if err != nil {
		return false, err
	}
	first = own.Absent == nil
	if first {
		own.Absent = &deadline
	}
	own.Missed = append(own.Missed, deadline)
	if err := own.Save(tx, p.Seats[side]); err != nil {
		return false, err
	}
	other, err := post.MemoryOf(tx, p.Seats[side.Other()])
	if err != nil {
		return false, err
	}
	other.OtherMissed = append(other.OtherMissed, deadline)
	return first, other.Save(tx, p.Seats[side.Other()])
}

// askQuietly gives an absent player a new question without a letter: he gets one in a
// turn, and its code when he writes.
func (rp *Reports) askQuietly(tx club.Tx, p *play.Position, side adjudicator.Side) error {
	seat := p.Seats[side]
	n, err := post.MemoryOf(tx, seat)
	if err != nil {
		return err
	}
	seat.Answers = club.Code(store.Secret(p.Secret()), p.Game.ID, seat.Side, p.Last.Seq)
	if err := rp.closeAccount(tx, p.Game, seat); err != nil {
		return err
	}
	seat.Deadline, seat.Reminded = nil, nil
	if p.Session.Asked(side) != nil {
		if err := rp.Terms.Ask(tx, p.Game, &seat, n); err != nil {
			return err
		}
	}
	n.Quiet = true
	if err := n.Save(tx, seat); err != nil {
		return err
	}
	return tx.UpdateSeat(seat)
}

// isAbsent reports whether a side is to be asked without a letter.
func isAbsent(p *play.Position, tx store.ReadTx, side adjudicator.Side) (bool, error) {
	if post.Contract(p.Game.Contract) == post.Wait || p.Game.Status != store.Running || len(p.Chapters) > 0 {
		return false, nil
	}
	n, err := post.MemoryOf(tx, p.Seats[side])
	return n.Absent != nil, err
}

// tellMissed adds to a report what is remembered for it, and forgets it.
func tellMissed(p *play.Position, tx club.Tx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	n, err := post.MemoryOf(tx, seat)
	if err != nil {
		return err
	}
	r.Missed, r.OtherMissed, r.Absent = n.Missed, n.OtherMissed, n.Absent != nil
	if n.Owed != nil {
		n.Owed.Join(p, side, r)
	}
	if n.Missed == nil && n.OtherMissed == nil && n.Owed == nil && !n.Quiet {
		return nil
	}
	return post.Memory{Absent: n.Absent}.Save(tx, seat)
}
