package host

import (
	"crypto/sha256"
	"fmt"

	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// beginReply takes one from the times that the same text is answered in a day, and begins
// the reply, which is to be paid from a purse. It reports false if there is none left. A mail before
// which another one waits gives an error.
func (h *Host) beginReply(tx store.Tx, a *asking, from purse) (bool, error) {
	if err := h.inOrder(tx, a.incoming, from.key, a.player); err != nil {
		return false, err
	}
	a.purse = from
	if from == ofQuestions {
		var err error
		if a.again, err = answeredBefore(tx, a.player.Address, a.message.Signed.Text, h.Now()); err != nil {
			return false, err
		}
	}
	text := sha256.Sum256([]byte(mail.Canonical(a.message.Signed.Text)))
	same := purse{"same", fmt.Sprintf("request:%x ", text), sameRequests}
	ok, last, err := h.spendOn(tx, a.incoming, same, a.player)
	a.last = last
	a.reply = templates.Reply{Lang: a.player.Language, Mailbox: h.Post.Address, Player: a.player.Name, Re: a.re(), Zone: zoneOf(a.player), Left: a.left}
	return ok, err
}

// sendReply sends what stands in one letter, if anything does.
func (h *Host) sendReply(tx store.Tx, a *asking) error {
	r := &a.reply
	if len(r.Faults)+len(r.Pages)+len(r.Reckoned)+len(r.Checked)+len(r.Notes) == 0 && !r.ListSeats && r.Leave == nil && r.Ruled == nil && r.LeagueRuled == nil && r.Calendar == nil && r.Claim == nil && r.Appeal == nil && len(r.Leagues) == 0 {
		return nil
	}
	if ok, err := h.pays(tx, a); err != nil || !ok && a.sent == 0 {
		return err
	}
	if err := h.settleFeed(tx, a); err != nil {
		return err
	}
	r.Aside, r.Last = a.aside(), a.last
	var err error
	if r.Game, err = onlyGame(tx, a); err != nil {
		return err
	}
	return h.postReply(tx, *r, a.player, a.incoming, templates.Requested)
}

// onlyGame is the game that the author of requests plays, if it is one alone: the subject of the
// answer names it.
func onlyGame(tx store.ReadTx, a *asking) (id string, err error) {
	seats, err := mine(tx, a, "")
	if err != nil {
		return "", err
	}
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		switch {
		case err != nil:
			return "", err
		case game.Status == store.Ended:
		case id != "":
			return "", nil
		default:
			id = game.ID
		}
	}
	return id, nil
}
