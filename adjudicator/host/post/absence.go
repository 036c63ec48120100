package post

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// PrefAbsences is the preference that holds a player's absences, earliest first.
const PrefAbsences = "absences"

// Absences reads those of a player.
func Absences(player store.Player) (all []calendar.Absence, err error) {
	prefs, err := ReadPrefs(player)
	if err != nil || prefs[PrefAbsences] == nil {
		return nil, err
	}
	if err := json.Unmarshal(prefs[PrefAbsences], &all); err != nil {
		return nil, fmt.Errorf("the absences of %s: %w", player.Address, err)
	}
	return all, nil
}

// AbsencesAt reads the absences of the player of an address, and his zone.
func AbsencesAt(tx store.ReadTx, address string) ([]calendar.Absence, *time.Location, error) {
	if address == "" {
		return nil, time.UTC, nil
	}
	player, err := tx.Player(address)
	if err != nil {
		return nil, nil, err
	}
	all, err := Absences(player)
	return all, written.ZoneOf(player), err
}

// BoundsAt is the game of a seat, and how much an absence is worth in it.
func BoundsAt(tx store.ReadTx, seat store.Seat) (game store.Game, b calendar.Bounds, err error) {
	if game, err = tx.Game(seat.Game); err == nil {
		b, err = boundsOf(tx, game)
	}
	return game, b, err
}

// BoundsPrefix and the id of a game name the setting that holds what its league lets absences do.
const BoundsPrefix = "leave/"

// boundsOf is what a game lets absences do.
func boundsOf(tx store.ReadTx, game store.Game) (b calendar.Bounds, err error) {
	rules, err := written.CalendarOf(game)
	if err != nil {
		return b, err
	}
	if err := written.ReadSetting(tx, BoundsPrefix+game.ID, &b); err != nil {
		return b, err
	}
	b.None = b.None || rules != nil && rules.NoLeave
	return b, nil
}
