package offers

import (
	"slices"
	"time"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/requests"
	"keryx/store"
)

// A player whose mail gives no orders may not know it: the answer to what proves nothing
// of its sender goes out once a day, and may end where he does not look. The referee
// sees whose deadline runs meanwhile.

// unheardWriters lists the players in whose names mail came of late that gave no orders.
func (of *Offers) unheardWriters(tx store.ReadTx) (players []string, err error) {
	for _, state := range []store.InboxState{store.Unsigned, store.BadSignature, store.TooLarge} {
		rows, err := tx.InboxMessages(store.InboxFilter{State: state, Since: of.Now().Add(-requests.UnheardFor)})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.Player != "" {
				players = append(players, row.Player)
			}
		}
	}
	slices.Sort(players)
	return slices.Compact(players), nil
}

// Unheard finds the mail in players' names that gave no orders.
func (of *Offers) Unheard(tx store.ReadTx, o *clock.Overview) error {
	writers, err := of.unheardWriters(tx)
	if err != nil {
		return err
	}
	for _, player := range writers {
		v, err := of.Desk.Unheard(tx, player)
		if err != nil {
			return err
		}
		if v.Count == 0 {
			continue
		}
		seats, err := tx.SeatsOfPlayer(player)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			if game, err := tx.Game(seat.Game); err != nil {
				return err
			} else if game.Status == store.Running && seat.Deadline != nil {
				o.InVain = append(o.InVain, clock.SeatInVain{Seat: seat, Unheard: v})
			}
		}
	}
	slices.SortStableFunc(o.InVain, func(a, b clock.SeatInVain) int { return a.Deadline.Compare(*b.Deadline) })
	week := of.Now().Add(-7 * 24 * time.Hour)
	o.Automatic, err = tx.InboxMessages(store.InboxFilter{State: store.Automatic, Since: week})
	o.Automatic = slices.DeleteFunc(o.Automatic, func(m store.InboxMessage) bool { return m.Player == "" })
	return err
}
