package rulings

import (
	"crypto/sha256"
	"fmt"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// BeginReply takes one from the times that the same text is answered in a day, and begins
// the reply, which is to be paid from a purse. It reports false if there is none left. A mail before
// which another one waits gives an error.
func (ru *Rulings) BeginReply(tx club.Tx, a *requests.Mail, from requests.Purse) (bool, error) {
	if err := ru.Desk.InOrder(tx, a.Received, from.Key, a.Player); err != nil {
		return false, err
	}
	a.Purse = from
	if from == requests.OfQuestions {
		var err error
		if a.Again, err = requests.AnsweredBefore(tx, a.Player.Address, a.Message.Signed.Text, ru.Now()); err != nil {
			return false, err
		}
	}
	text := sha256.Sum256([]byte(mail.Canonical(a.Message.Signed.Text)))
	same := requests.Purse{Name: "same", Key: fmt.Sprintf("request:%x ", text), Day: reports.SameRequests}
	ok, last, err := ru.Desk.SpendOn(tx, a.Received, same, a.Player)
	a.Last = last
	a.Reply = templates.Reply{Lang: a.Player.Language, Mailbox: ru.Post.Address, Player: a.Player.Name, Re: a.Re(), Zone: written.ZoneOf(a.Player), Left: a.Left}
	return ok, err
}

// SendReply sends what stands in one letter, if anything does.
func (ru *Rulings) SendReply(tx club.Tx, a *requests.Mail) error {
	r := &a.Reply
	if len(r.Faults)+len(r.Pages)+len(r.Reckoned)+len(r.Checked)+len(r.Notes) == 0 && !r.ListSeats && r.Leave == nil && r.Ruled == nil && r.LeagueRuled == nil && r.Calendar == nil && r.Claim == nil && r.Appeal == nil && len(r.Leagues) == 0 {
		return nil
	}
	if ok, err := ru.Desk.Pays(tx, a); err != nil || !ok && a.Sent == 0 {
		return err
	}
	if err := ru.Clocks.SettleFeed(tx, a); err != nil {
		return err
	}
	r.Aside, r.Last = a.Aside(), a.Last
	var err error
	if r.Game, err = onlyGame(tx, a); err != nil {
		return err
	}
	return ru.Desk.PostReply(tx, *r, a.Player, a.Received, templates.Requested)
}

// onlyGame is the game that the author of requests plays, if it is one alone: the subject of the
// answer names it.
func onlyGame(tx store.ReadTx, a *requests.Mail) (id string, err error) {
	seats, err := requests.Mine(tx, a, "")
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
