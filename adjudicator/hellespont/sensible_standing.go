package hellespont

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

// Starter implements [adjudicator.Guide]. These are the standing orders that a sensible
// player sends with his first file. They answer what he would be asked in the middle of
// the enemy's actions, at little cost to his game: he plays no stratagem, leaves a lost
// fight at sea for a port if he can, gives up fresh and small units first, has a combat
// thrown again when all of his would be weakened or eliminated, and keeps and recovers
// what is worth most. What he decides himself are his points, his movements, his sieges
// and who goes home.
func (*ruleset) Starter(side adjudicator.Side, lang string) string {
	return starters().For(sideIDs[side], lang)
}

var _ adjudicator.Guide = (*ruleset)(nil)
