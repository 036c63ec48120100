package intake

import (
	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
)

// askPictures notes whether a player's letters bring pictures, or the map in letters in their
// place: "pictures off", "pictures on".
func askPictures(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if len(r.Words) != 2 {
		return r.Fault(orders.Unreadable, "request-pictures", r.Words[0], "Words", r.Whole(0).Text), nil
	}
	on, known := clock.Switches[orders.Fold(r.Words[1].Text)]
	if !known {
		return r.Fault(orders.Unreadable, "request-pictures", r.Words[1], "Words", r.Whole(0).Text), nil
	}
	player, err := tx.Player(a.Player.Address) // as a line above may have left him
	if err != nil {
		return nil, err
	}
	if err := post.SetPref(&player, reports.PrefPictures, on); err != nil {
		return nil, err
	}
	if err := tx.UpdatePlayer(player); err != nil {
		return nil, err
	}
	key := "reply.pictures-off"
	if on {
		key = "reply.pictures-on"
	}
	a.Reply.Notes = append(a.Reply.Notes, adjudicator.Say(key))
	return nil, nil
}
