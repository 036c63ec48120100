package offers

import (
	"encoding/json"
	"errors"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
)

// A side resigns by a signed line with the code of its last report, which shows that its player
// means the game as it stands. It ends the game at once.

// someCode is what can be a code, folded.
var someCode = pattern.New(`^[a-z2-9]{4}-?[a-z2-9]{4}$`)

// aimOf takes the game of the author and a code from the words of a request, wherever they stand.
// What is left follows the verb.
func aimOf(r *written.Request, tx store.ReadTx, a *requests.Mail) (code written.Word, err error) {
	rest := []written.Word{r.Words[0]}
	for _, w := range r.Words[1:] {
		folded := orders.Fold(w.Text)
		if written.GameName.MatchString(folded) {
			seats, err := requests.Mine(tx, a, folded)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return code, err
			}
			if len(seats) > 0 || !someCode.MatchString(folded) {
				r.Game = w
				continue
			}
		}
		if someCode.MatchString(folded) && len(requests.CodeOf(w.Text)) == 2*club.CodeHalf && hasDash(folded) {
			code = w
			continue
		}
		rest = append(rest, w)
	}
	r.Words = rest
	return code, nil
}

func hasDash(text string) bool { return len(text) == 2*club.CodeHalf+1 }

// resignBody is the body of a [adjudicator.Resigned] entry.
type resignBody struct {
	Level string `json:"level"` // of the other side's victory
	Text  string `json:"text"`  // the line, as it was signed
}

// AskResign ends a game.
func (of *Offers) AskResign(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	code, err := aimOf(&r, tx, a)
	if err != nil {
		return nil, err
	}
	if len(r.Words) > 1 {
		return r.LeftOver(1), nil
	}
	p, seat, fault, err := of.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.Close()
	game := p.Game
	side, _ := p.Info.Seat(seat.Side)
	_, level := seating.LevelsOf(p.Rules)
	args := []any{"Game", game.ID, "Side", play.SideTerm(game, p.Info.Sides[side.Other()]), "Level", adjudicator.Say("kit.level." + level)}
	switch {
	case code.Text == "":
		return r.Fault(orders.Unreadable, "request-resign-code", r.Words[0], args...), nil
	case requests.CodeOf(code.Text) != requests.CodeOf(seat.Answers):
		return r.Fault(orders.Illegal, "request-resign-stale", code, args...), nil
	}
	body, err := json.Marshal(resignBody{Level: level, Text: r.Text})
	if err != nil {
		return nil, err
	}
	if err := p.Append(tx, of.Games.Next(p, adjudicator.Resigned, seat.Side, body), a.ProofOfMail()); err != nil {
		return nil, err
	}
	why := adjudicator.Say("why.resigned", "Side", play.SideTerm(game, seat.Side))
	result := &adjudicator.Result{Winner: side.Other(), Level: level, Why: []adjudicator.Phrase{why}}
	if err := of.Seats.CutShort(tx, p, play.HowResigned, result); err != nil {
		return nil, err
	}
	var replyTo [2]string
	replyTo[side] = a.Message.ID
	a.Note("resigned", args...)
	return nil, of.Seats.TellCut(tx, p, result, replyTo)
}
