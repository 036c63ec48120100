package host

import (
	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// askPictures notes whether a player's letters bring pictures, or the map in letters in their
// place: "pictures off", "pictures on".
func askPictures(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if len(r.words) != 2 {
		return r.fault(orders.Unreadable, "request-pictures", r.words[0], "Words", r.whole(0).text), nil
	}
	on, known := switches[orders.Fold(r.words[1].text)]
	if !known {
		return r.fault(orders.Unreadable, "request-pictures", r.words[1], "Words", r.whole(0).text), nil
	}
	player, err := tx.Player(a.player.Address) // as a line above may have left him
	if err != nil {
		return nil, err
	}
	if err := setPref(&player, prefPictures, on); err != nil {
		return nil, err
	}
	if err := tx.UpdatePlayer(player); err != nil {
		return nil, err
	}
	key := "reply.pictures-off"
	if on {
		key = "reply.pictures-on"
	}
	a.reply.Notes = append(a.reply.Notes, adjudicator.Say(key))
	return nil, nil
}
