package host

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/store"
)

const (
	prefReferee = "referee" // the games that he rules in; allGames for those of the club
	prefLooked  = "looked"  // at which games he has looked as their referee, and on which day
)

// allGames stands for all games of a club in the list of those that somebody rules in.
const allGames = "*"

// refereeOf lists the games that a player was made referee of.
func refereeOf(player store.Player) (games []string, err error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefReferee] == nil {
		return nil, err
	}
	if err := json.Unmarshal(prefs[prefReferee], &games); err != nil {
		return nil, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return games, nil
}

// lookedAt lists on which days a player has looked at games as their referee.
func lookedAt(player store.Player) (games map[string]string, err error) {
	prefs, err := readPrefs(player)
	games = map[string]string{}
	if err != nil || prefs[prefLooked] == nil {
		return games, err
	}
	if err := json.Unmarshal(prefs[prefLooked], &games); err != nil {
		return nil, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return games, nil
}

// isReferee reports whether a player may rule in a game, were he not to play in it.
func isReferee(game store.Game, player store.Player) (bool, error) {
	if game.Referee == player.Address {
		return true, nil
	}
	games, err := refereeOf(player)
	return slices.Contains(games, allGames) || slices.Contains(games, game.ID), err
}

// hasLooked returns the day on which a player has looked at a game as its referee; empty if
// he has not.
func hasLooked(game string, player store.Player) (day string, err error) {
	looked, err := lookedAt(player)
	return looked[game], err
}
