package requests

import (
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// Unheard tells of mail in the name of a player that gave no orders, since the last signed
// one of his.
type Unheard struct {
	Count int
	Last  store.InboxMessage // the newest, without its bytes
}

// VainFor is how far back such mail is looked for.
const UnheardFor = 14 * 24 * time.Hour

// vainSoon is how close a deadline must be for the referee to hear of the first such mail
// already; otherwise he hears of the second.
const unheardSoon = 24 * time.Hour

// maxVain is the most mails of a player that are looked through.
const maxUnheard = 100

// Unheard counts the mails in the name of a player that gave no orders.
func (d *Desk) Unheard(tx store.ReadTx, player string) (v Unheard, err error) {
	if player == "" {
		return v, nil
	}
	rows, err := tx.InboxMessages(store.InboxFilter{Player: player, Since: d.Now().Add(-UnheardFor), Limit: maxUnheard})
	if err != nil {
		return v, err
	}
	for _, row := range rows {
		switch row.State {
		case store.Unsigned, store.BadSignature, store.TooLarge:
			if v.Count++; v.Count == 1 {
				v.Last = row
			}
		case store.Accepted, store.Stale, store.Faulty, store.Foreign, store.NoSuchGame, store.Closed:
			return v, nil // he has signed, and was answered
		case store.Command:
			if row.Reason != unsignedHelp {
				return v, nil
			}
		}
	}
	return v, nil
}

// unsignedHelp is the reason of a message whose sender asked for help and proved nothing.
const unsignedHelp = "help"

// TellUnheard tells the referees of the games that wait for a player that a mail in his
// name gave no orders, and was not the first; once a day and question.
func (d *Desk) TellUnheard(tx club.Tx, in post.Received, v post.Verdict) error {
	player, _, err := d.Letters.Author(tx, in)
	if err != nil || player.Address == "" {
		return err
	}
	before, err := d.Unheard(tx, player.Address)
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.Deadline == nil || before.Count == 0 && seat.Deadline.Sub(d.Now()) > unheardSoon {
			continue
		}
		game, err := tx.Game(seat.Game)
		if err != nil {
			return err
		}
		if game.Status != store.Running {
			continue
		}
		err = d.Letters.TellReferee(tx, game, post.Notice{Key: "in-vain", Once: seat.Side + seat.Answers + d.Now().UTC().Format(time.DateOnly),
			Args: []any{"Game", game.ID, "Side", play.SideTerm(game, seat.Side), "Player", player.Name, "Address", player.Address, "Count", before.Count + 1,
				"Reason", adjudicator.Say("refusal."+string(in.Refusal.Code), in.Refusal.PublicArgs()...), "Deadline", *seat.Deadline}})
		if err != nil {
			return err
		}
	}
	return nil
}
