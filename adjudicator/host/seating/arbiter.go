package seating

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

const (
	PrefReferee = "referee" // the games that he rules in; allGames for those of the club
	PrefLooked  = "looked"  // at which games he has looked as their referee, and on which day
)

// AllGames stands for all games of a club in the list of those that somebody rules in.
const AllGames = "*"

// RefereeOf lists the games that a player was made referee of.
func RefereeOf(player store.Player) (games []string, err error) {
	prefs, err := post.ReadPrefs(player)
	if err != nil || prefs[PrefReferee] == nil {
		return nil, err
	}
	if err := json.Unmarshal(prefs[PrefReferee], &games); err != nil {
		return nil, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return games, nil
}

// LookedAt lists on which days a player has looked at games as their referee.
func LookedAt(player store.Player) (games map[string]string, err error) {
	prefs, err := post.ReadPrefs(player)
	games = map[string]string{}
	if err != nil || prefs[PrefLooked] == nil {
		return games, err
	}
	if err := json.Unmarshal(prefs[PrefLooked], &games); err != nil {
		return nil, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return games, nil
}

// IsReferee reports whether a player may rule in a game, were he not to play in it.
func IsReferee(game store.Game, player store.Player) (bool, error) {
	if game.Referee == player.Address {
		return true, nil
	}
	games, err := RefereeOf(player)
	return slices.Contains(games, AllGames) || slices.Contains(games, game.ID), err
}

// HasLooked returns the day on which a player has looked at a game as its referee; empty if
// he has not.
func HasLooked(game string, player store.Player) (day string, err error) {
	looked, err := LookedAt(player)
	return looked[game], err
}
