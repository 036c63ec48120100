package main

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
)

// bot is the simulated player of a game: how he plays, and the standing orders
// that he would send with his first file.
type bot struct {
	player   func(*rand.Rand) adjudicator.Player
	standing func(adjudicator.Side) string
}

// bots are the simulated players that know what they do, by ruleset.
var bots = map[string]bot{
	"hellespont": {hellespont.Sensible, hellespont.StandingOrders},
}

// newPlayer returns a simulated player of a ruleset: "random" or "sensible".
func newPlayer(ruleset, kind string, rnd *rand.Rand) (adjudicator.Player, error) {
	if kind == "random" {
		return adjudicator.Random{Rand: rnd}, nil
	}
	b, ok := bots[ruleset]
	if !ok {
		return nil, fmt.Errorf("%s has no sensible player", ruleset)
	}
	return b.player(rnd), nil
}
