package clock

import (
	"cmp"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// A letter that asks something brings its deadline as a file for the reader's calendar, if he
// wants that: one entry for each question of a seat, which later letters move, and which the
// letter that follows the answer takes away. No mail is sent for it alone. What the calendar
// program answers to it is read by nobody.

// MoveInvited has the entries in the calendar of a player who has moved stay his.
func MoveInvited(tx club.Tx, seats []store.Seat, was, now string) error {
	for _, seat := range seats {
		i, err := post.InvitationOf(tx, seat)
		if err != nil {
			return err
		}
		if i.Shown == nil || i.Shown.Player != was {
			continue
		}
		i.Shown.As, i.Shown.Player = cmp.Or(i.Shown.As, was), now
		if err := i.Save(tx, seat); err != nil {
			return err
		}
	}
	return nil
}
