package rulings

import (
	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
)

// planGo ends the time that the referee has, once he was told of a missed deadline, before the
// server answers for a side. Grace is the player's, and is not shortened.
func (ru *Rulings) planGo(tx store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.Terms()
	side, fault := p.SideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	if len(words) > 1 {
		return d, act.Fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].Text), nil
	}
	seat := p.Seats[side]
	rules, err := written.CalendarOf(p.Game)
	if err != nil {
		return d, nil, err
	}
	switch {
	case p.Game.Status == store.Paused:
		return d, act.Fault(orders.Illegal, "ruling-paused", act.Words[0], "Game", p.Game.ID), nil
	case rules == nil || post.Contract(p.Game.Contract) == post.Wait:
		return d, act.Fault(orders.Illegal, "ruling-go-waits", act.Words[0], "Game", p.Game.ID), nil
	case !post.Reminded(seat) || seat.Deadline.After(ru.Now()):
		return d, act.Fault(orders.Illegal, "ruling-go-early", words[0], "Side", play.SideTerm(p.Game, seat.Side)), nil
	}
	at := store.Time(seat.Deadline.Add(rules.Grace.Duration))
	if now := store.Time(ru.Now()); at.Before(now) {
		at = now
	}
	d.body = play.RulingBody{Side: seat.Side}
	d.changes = both(adjudicator.Say("ruling.go", "Side", play.SideTerm(p.Game, seat.Side), "Until", at))
	d.apply = func(tx club.Tx, p *play.Position, _ int) error {
		r, err := reports.ReserveOf(tx, seat)
		if err != nil {
			return err
		}
		r.Go = seat.Deadline
		if err := r.Save(tx, seat); err != nil {
			return err
		}
		return tx.LookAgain(seat.Game, seat.Side, ru.Now())
	}
	return d, nil, nil
}
