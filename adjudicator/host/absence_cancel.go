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

// boundsPrefix and the id of a game name the setting that holds what its league lets absences do.
const boundsPrefix = "leave/"

// boundsOf is what a game lets absences do.
func boundsOf(tx store.ReadTx, game store.Game) (b calendar.Bounds, err error) {
	rules, err := calendarOf(game)
	if err != nil {
		return b, err
	}
	if err := readSetting(tx, boundsPrefix+game.ID, &b); err != nil {
		return b, err
	}
	b.None = b.None || rules != nil && rules.NoLeave
	return b, nil
}

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
	if err := keepAbsences(tx, player, kept); err != nil {
		return all, nil, err
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return all, nil, err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return all, nil, err
		}
		bounds, err := boundsOf(tx, game)
		if err != nil {
			return all, nil, err
		}
		if bounds.None || game.Status == store.Ended {
			continue
		}
		if err := h.stopAnew(tx, seat, bounds.Cut(all), bounds.Cut(kept), zone); err != nil {
			return all, nil, err
		}
		if err := h.tellBackAgain(tx, player, seat, day); err != nil {
			return all, nil, err
		}
	}
	return kept, nil, nil
}

// tellBackAgain tells the opponent of a seat's player that he will not be absent after all.
func (h *Host) tellBackAgain(tx store.Tx, player store.Player, seat store.Seat, day calendar.Date) error {
	once := day.Format(time.DateOnly) + h.Now().UTC().Format(time.RFC3339)
	return eachOpponent(tx, seat, func(opponent store.Player, other store.Seat) error {
		return h.tellPlayer(tx, opponent, other, "not-away", once, "Game", seat.Game, "Player", player.Name, "Day", templates.For(opponent.Language, "").Day(day))
	})
}
