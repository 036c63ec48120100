package clock

import (
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// cancelWords are the words behind "absence" that take one back, folded.
var cancelWords = map[string]bool{"cancel": true, "annuler": true, "annule": true, "end": true, "fin": true}

// cancelAbsence takes an absence back: "absence cancel 2027-07-05", a day of it. The clocks go on
// with what is left, and the opponents are told.
func (ck *Clocks) cancelAbsence(tx club.Tx, player store.Player, all []calendar.Absence, r written.Request) ([]calendar.Absence, *orders.Diagnostic, error) {
	var day calendar.Date
	switch len(r.Words) {
	case 3:
		var err error
		if day, err = calendar.ReadDate(r.Words[2].Text); err != nil {
			return all, r.Fault(orders.Unreadable, "request-absence-date", r.Words[2], "Word", r.Words[2].Text), nil
		}
	default:
		return all, r.Fault(orders.Unreadable, "request-absence-cancel", r.Whole(1), "Words", r.Whole(1).Text), nil
	}
	zone := written.ZoneOf(player)
	kept, was := calendar.Cancel(all, day, ck.Now(), zone)
	if !was {
		return all, r.Fault(orders.Unknown, "request-absence-none", r.Words[2], "Day", r.Words[2].Text), nil
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return all, nil, err
	}
	var stopped []seatAway
	for _, seat := range seats {
		one, err := ck.seatAway(tx, seat)
		if err != nil {
			return all, nil, err
		}
		if !one.bounds.None && !one.over {
			stopped = append(stopped, one)
		}
	}
	if err := keepAbsences(tx, player, kept); err != nil {
		return all, nil, err
	}
	var told opponents
	once := day.Format(time.DateOnly) + ck.Now().UTC().Format(time.RFC3339)
	for _, one := range stopped {
		if _, err := ck.stopAnew(tx, &one, kept); err != nil {
			return all, nil, err
		}
		if err := told.add(tx, one.seat, once, calendar.Absence{}); err != nil {
			return all, nil, err
		}
	}
	return kept, nil, ck.tellBackAgain(tx, player, told, day)
}

// tellBackAgain tells the opponents of a player that he will not be absent after all.
func (ck *Clocks) tellBackAgain(tx club.Tx, player store.Player, all opponents, day calendar.Date) error {
	return all.tell(ck, tx, "not-away", func(told *opponentTold) []any {
		return []any{"Player", player.Name, "Day", templates.For(told.player.Language, "").Day(day)}
	})
}
