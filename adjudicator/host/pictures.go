package host

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// prefPictures is the name, among a player's preferences, of his wish that letters bring
// pictures.
const prefPictures = "pictures"

// wantsNoPictures reports whether a player has asked for letters without pictures.
func wantsNoPictures(player store.Player) (bool, error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefPictures] == nil {
		return false, err
	}
	wanted := true
	if err := json.Unmarshal(prefs[prefPictures], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return !wanted, nil
}

// askPictures notes whether a player's letters bring pictures, or the map in letters in their
// place: "pictures off", "pictures on".
func (h *Host) askPictures(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
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
