package seating

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// A seat has a holder and, behind him, those who may play it in his stead. The holder
// is always written to. A substitute is as well while he is in charge: from his first
// orders for the seat until the holder's next ones, and the first substitute while mail
// to the holder bounces or the holder has let a deadline pass.

// NoteAuthor remembers who plays a seat, when signed orders for it have come.
func (st *Seats) NoteAuthor(tx club.Tx, seat store.Seat, player string) error {
	now, err := post.SubstituteInCharge(tx, seat)
	if err != nil {
		return err
	}
	if player == seat.Player {
		player = ""
	}
	if now == player {
		return nil
	}
	if err := tx.LookAgain(seat.Game, seat.Side, st.Now()); err != nil { // somebody else may read its mail now
		return err
	}
	return tx.SetSetting(post.InCharge(seat), []byte(player))
}
