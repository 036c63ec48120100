package amphipolis

import (
	_ "embed"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
)

//go:embed starter.toml
var starterFile string

// starters are the standing orders to begin with, by language and side.
var starters = sync.OnceValue(func() advice.Starters { return advice.ReadStarters(starterFile) })

// Starter implements [adjudicator.Guide]. These are the standing orders that answer what a
// player would be asked in the middle of the enemy's actions, at little cost to his game: he
// plays no stratagem, has a combat thrown again when all of his would be weakened or
// eliminated, besieges wherever he can, builds whenever he may, and keeps and recovers what
// is worth most. What he decides himself are his points, his movements and his operations.
func (*ruleset) Starter(side adjudicator.Side, lang string) string {
	return starters().For(sideIDs[side], lang)
}

var (
	_ adjudicator.Guide    = (*ruleset)(nil)
	_ adjudicator.Linguist = (*ruleset)(nil)
	_ adjudicator.Overseer = (*ruleset)(nil)
)
