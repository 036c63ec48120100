package post

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// InCharge is the setting that remembers the substitute who plays a seat.
func InCharge(seat store.Seat) string { return "in-charge/" + seat.Game + "/" + seat.Side }

// SubstituteInCharge returns the substitute whose orders came last, or nobody.
func SubstituteInCharge(tx store.ReadTx, seat store.Seat) (string, error) {
	if len(seat.Substitutes) == 0 {
		return "", nil
	}
	who, err := tx.Setting(InCharge(seat))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	if !slices.Contains(seat.Substitutes, string(who)) {
		return "", nil // he is none any more
	}
	return string(who), nil
}

// Readers lists the addresses that a seat's mail goes to: the holder's, and that of
// the substitute in charge.
func Readers(tx store.ReadTx, game store.Game, seat store.Seat) ([]string, error) {
	all := []string{seat.Player}
	who, err := SubstituteInCharge(tx, seat)
	if err != nil {
		return nil, err
	}
	if who == "" && len(seat.Substitutes) > 0 && (seat.Unreachable || Reminded(seat)) {
		who = seat.Substitutes[0]
	}
	if who != "" && who != seat.Player {
		all = append(all, who)
	}
	return all, nil
}

// postStandIn sends the substitute in charge what the holder of a seat is sent, in
// his own language and as a mail of its own: nobody sees another's address.
func (tm *Terms) postStandIn(tx club.Tx, game store.Game, seat store.Seat, r templates.Report, l mail.Letter, m Mailing) error {
	readers, err := Readers(tx, game, seat)
	if err != nil {
		return err
	}
	for _, address := range readers[1:] {
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a substitute of %s: %w", game.ID, seat.Side, err)
		}
		r.Player, r.Lang, r.Zone = player.Name, player.Language, nil
		if zone, err := time.LoadLocation(player.TimeZone); err == nil {
			r.Zone = zone
		}
		mine := r
		if r.LeftBy != address {
			mine.Left = nil
		}
		rendered, err := templates.Render(mine)
		if err != nil {
			return fmt.Errorf("game %s: rendering the %s for a substitute of %s: %w", game.ID, r.Kind, seat.Side, err)
		}
		copied := tm.Letters.Letter(rendered, r, address)
		copied.MessageID = mail.MessageID(tm.Post.Domain, l.MessageID, address)
		copied.ListID, copied.InReplyTo, copied.References = l.ListID, l.InReplyTo, l.References
		if err := invite(tx, &copied, m.invites, r.Lang); err != nil {
			return fmt.Errorf("game %s: the deadline of %s: %w", game.ID, seat.Side, err)
		}
		if _, _, err := tm.Letters.Enqueue(tx, copied, store.OutboxMail{Game: game.ID, Side: seat.Side, Kind: string(r.Kind)}); err != nil {
			return err
		}
	}
	return nil
}
