package host

import (
	"encoding/json"
	"errors"

	"keryx/adjudicator"
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
func aimOf(r *request, tx store.ReadTx, a *asking) (code word, err error) {
	rest := []word{r.words[0]}
	for _, w := range r.words[1:] {
		folded := orders.Fold(w.text)
		if gameName.MatchString(folded) {
			seats, err := mine(tx, a, folded)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return code, err
			}
			if len(seats) > 0 || !someCode.MatchString(folded) {
				r.game = w
				continue
			}
		}
		if someCode.MatchString(folded) && len(codeOf(w.text)) == 2*codeHalf && hasDash(folded) {
			code = w
			continue
		}
		rest = append(rest, w)
	}
	r.words = rest
	return code, nil
}

func hasDash(text string) bool { return len(text) == 2*codeHalf+1 }

// resignBody is the body of a [adjudicator.Resigned] entry.
type resignBody struct {
	Level string `json:"level"` // of the other side's victory
	Text  string `json:"text"`  // the line, as it was signed
}

// askResign ends a game.
func (h *Host) askResign(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	code, err := aimOf(&r, tx, a)
	if err != nil {
		return nil, err
	}
	if len(r.words) > 1 {
		return r.leftOver(1), nil
	}
	p, seat, fault, err := h.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.close()
	game := p.game
	side, _ := p.info.Seat(seat.Side)
	_, level := levelsOf(p.rules)
	args := []any{"Game", game.ID, "Side", sideTerm(game, p.info.Sides[side.Other()]), "Level", adjudicator.Say("kit.level." + level)}
	switch {
	case code.text == "":
		return r.fault(orders.Unreadable, "request-resign-code", r.words[0], args...), nil
	case codeOf(code.text) != codeOf(seat.Answers):
		return r.fault(orders.Illegal, "request-resign-stale", code, args...), nil
	}
	body, err := json.Marshal(resignBody{Level: level, Text: r.text})
	if err != nil {
		return nil, err
	}
	if err := p.append(tx, h.next(p, adjudicator.Resigned, seat.Side, body), a.proofOfMail()); err != nil {
		return nil, err
	}
	why := adjudicator.Say("why.resigned", "Side", sideTerm(game, seat.Side))
	result := &adjudicator.Result{Winner: side.Other(), Level: level, Why: []adjudicator.Phrase{why}}
	if err := h.cutShort(tx, p, howResigned, result); err != nil {
		return nil, err
	}
	var replyTo [2]string
	replyTo[side] = a.message.ID
	a.note("resigned", args...)
	return nil, h.tellCut(tx, p, result, replyTo)
}
