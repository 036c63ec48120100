package fieldtest

import (
	"os"
	"strconv"
	"testing"
)

// gamesEnv sets in how many games what is promised of a ruleset is looked for.
const gamesEnv = "KERYX_GAMES"

// Games is in how many games the promises of a ruleset are looked for. AllGames are not
// needed each time.
func Games(t *testing.T) int {
	t.Helper()
	text := os.Getenv(gamesEnv)
	if text == "" {
		return AllGames / 2
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// AllGames is how many games go through every setup of a ruleset at each of its promises.
const AllGames = 12
