package host

import (
	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// planGo ends the time that the referee has, once he was told of a missed deadline, before the
// server answers for a side. Grace is the player's, and is not shortened.
func (h *Host) planGo(tx store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.terms()
	side, fault := p.sideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	if len(words) > 1 {
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].text), nil
	}
	seat := p.seats[side]
	rules, err := calendarOf(p.game)
	if err != nil {
		return d, nil, err
	}
	switch {
	case p.game.Status == store.Paused:
		return d, act.fault(orders.Illegal, "ruling-paused", act.words[0], "Game", p.game.ID), nil
	case rules == nil || Contract(p.game.Contract) == Wait:
		return d, act.fault(orders.Illegal, "ruling-go-waits", act.words[0], "Game", p.game.ID), nil
	case !reminded(seat) || seat.Deadline.After(h.Now()):
		return d, act.fault(orders.Illegal, "ruling-go-early", words[0], "Side", sideTerm(p.game, seat.Side)), nil
	}
	at := store.Time(seat.Deadline.Add(rules.Grace.Duration))
	if now := store.Time(h.Now()); at.Before(now) {
		at = now
	}
	d.body = rulingBody{Side: seat.Side}
	d.changes = both(adjudicator.Say("ruling.go", "Side", sideTerm(p.game, seat.Side), "Until", at))
	d.apply = func(tx store.Tx, p *position, _ int) error {
		r, err := reserveOf(tx, seat)
		if err != nil {
			return err
		}
		r.Go = seat.Deadline
		if err := r.save(tx, seat); err != nil {
			return err
		}
		return tx.LookAgain(seat.Game, seat.Side, h.Now())
	}
	return d, nil, nil
}
