package host

import (
	"time"

	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// cancelWords are the words behind "absence" that take one back, folded.
var cancelWords = map[string]bool{"cancel": true, "annuler": true, "annule": true, "end": true, "fin": true}

// cancelAbsence takes an absence back: "absence cancel 2027-07-05", a day of it. The clocks go on
// with what is left, and the opponents are told.
func (h *Host) cancelAbsence(tx store.Tx, player store.Player, all []calendar.Absence, r request) ([]calendar.Absence, *orders.Diagnostic, error) {
	var day calendar.Date
	switch len(r.words) {
	case 3:
		var err error
		if day, err = calendar.ReadDate(r.words[2].text); err != nil {
			return all, r.fault(orders.Unreadable, "request-absence-date", r.words[2], "Word", r.words[2].text), nil
		}
	default:
		return all, r.fault(orders.Unreadable, "request-absence-cancel", r.whole(1), "Words", r.whole(1).text), nil
	}
	zone := zoneOf(player)
	kept, was := calendar.Cancel(all, day, h.Now(), zone)
	if !was {
		return all, r.fault(orders.Unknown, "request-absence-none", r.words[2], "Day", r.words[2].text), nil
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return all, nil, err
	}
	var stopped []seatAway
	for _, seat := range seats {
		one, err := h.seatAway(tx, seat)
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
	once := day.Format(time.DateOnly) + h.Now().UTC().Format(time.RFC3339)
	for _, one := range stopped {
		if _, err := h.stopAnew(tx, &one, kept); err != nil {
			return all, nil, err
		}
		if err := told.add(tx, one.seat, once, calendar.Absence{}); err != nil {
			return all, nil, err
		}
	}
	return kept, nil, h.tellBackAgain(tx, player, told, day)
}

// tellBackAgain tells the opponents of a player that he will not be absent after all.
func (h *Host) tellBackAgain(tx store.Tx, player store.Player, all opponents, day calendar.Date) error {
	return all.tell(h, tx, "not-away", func(told *opponentTold) []any {
		return []any{"Player", player.Name, "Day", templates.For(told.player.Language, "").Day(day)}
	})
}
