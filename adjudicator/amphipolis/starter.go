package amphipolis

import (
	_ "embed"
	"sync"

	"github.com/BurntSushi/toml"
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/orders"
)

//go:embed starter.toml
var starterFile string

// starters are the standing orders to begin with, by language and side.
var starters = sync.OnceValue(func() map[string]map[string]string {
	var all map[string]map[string]string
	if _, err := toml.Decode(starterFile, &all); err != nil {
		panic(err) // the file is part of the program, and read by its tests
	}
	return all
})

// Starter implements [adjudicator.Guide]. These are the standing orders that answer what a
// player would be asked in the middle of the enemy's actions, at little cost to his game: he
// plays no stratagem, has a combat thrown again when all of his would be weakened or
// eliminated, besieges wherever he can, builds whenever he may, and keeps and recovers what
// is worth most. What he decides himself are his points, his movements and his operations.
func (*ruleset) Starter(side adjudicator.Side, lang string) string {
	if text, ok := starters()[lang][sideIDs[side]]; ok {
		return text
	}
	return starters()["en"][sideIDs[side]]
}

// Tongue implements [adjudicator.Linguist].
func (rs *ruleset) Tongue(rule *orders.Rule) (orders.Language, bool) {
	return advice.Tongue(rule, rs.words)
}

var (
	_ adjudicator.Guide    = (*ruleset)(nil)
	_ adjudicator.Linguist = (*ruleset)(nil)
	_ adjudicator.Overseer = (*ruleset)(nil)
)
