package host

import (
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// Vain tells of mail in the name of a player that gave no orders, since the last signed
// one of his.
type Vain struct {
	Count int
	Last  store.InboxMessage // the newest, without its bytes
}

// vainFor is how far back such mail is looked for.
const vainFor = 14 * 24 * time.Hour

// vainSoon is how close a deadline must be for the referee to hear of the first such mail
// already; otherwise he hears of the second.
const vainSoon = 24 * time.Hour

// maxVain is the most mails of a player that are looked through.
const maxVain = 100

// inVain counts the mails in the name of a player that gave no orders.
func (h *Host) inVain(tx store.ReadTx, player string) (v Vain, err error) {
	if player == "" {
		return v, nil
	}
	rows, err := tx.InboxMessages(store.InboxFilter{Player: player, Since: h.Now().Add(-vainFor), Limit: maxVain})
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

// tellInVain tells the referees of the games that wait for a player that a mail in his
// name gave no orders, and was not the first; once a day and question.
func (h *Host) tellInVain(tx store.Tx, in incoming, v verdict) error {
	player, _, err := h.author(tx, in)
	if err != nil || player.Address == "" {
		return err
	}
	before, err := h.inVain(tx, player.Address)
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.Deadline == nil || before.Count == 0 && seat.Deadline.Sub(h.Now()) > vainSoon {
			continue
		}
		game, err := tx.Game(seat.Game)
		if err != nil {
			return err
		}
		if game.Status != store.Running {
			continue
		}
		err = h.tellReferee(tx, game, notice{key: "in-vain", once: seat.Side + seat.Answers + h.Now().UTC().Format(time.DateOnly),
			args: []any{"Game", game.ID, "Side", sideTerm(game, seat.Side), "Player", player.Name, "Address", player.Address, "Count", before.Count + 1,
				"Reason", adjudicator.Say("refusal."+string(in.refusal.Code), in.refusal.PublicArgs()...), "Deadline", *seat.Deadline}})
		if err != nil {
			return err
		}
	}
	return nil
}
