package host

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// prefAbsences is the preference that holds a player's absences, earliest first.
const prefAbsences = "absences"

// absences reads those of a player.
func absences(player store.Player) (all []calendar.Absence, err error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefAbsences] == nil {
		return nil, err
	}
	if err := json.Unmarshal(prefs[prefAbsences], &all); err != nil {
		return nil, fmt.Errorf("the absences of %s: %w", player.Address, err)
	}
	return all, nil
}

// absencesAt reads the absences of the player of an address, and his zone.
func absencesAt(tx store.ReadTx, address string) ([]calendar.Absence, *time.Location, error) {
	if address == "" {
		return nil, time.UTC, nil
	}
	player, err := tx.Player(address)
	if err != nil {
		return nil, nil, err
	}
	all, err := absences(player)
	return all, zoneOf(player), err
}

// boundsAt is the game of a seat, and how much an absence is worth in it.
func boundsAt(tx store.ReadTx, seat store.Seat) (game store.Game, b calendar.Bounds, err error) {
	if game, err = tx.Game(seat.Game); err == nil {
		b, err = boundsOf(tx, game)
	}
	return game, b, err
}

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
