package amphipolis

import (
	"embed"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/standing"
)

// editions are those that can be played, newest first. New games are of the first.
var editions = edition.List{{Version: "1"}}

// playUnder makes an edition, and the options that the game is played with, the rules of
// a game.
func (g *game) playUnder(e *edition.Edition) {
	g.edition, g.Habits = e, e.Habits
	g.Habits.EntryByAny = g.options.EntryByAny
}

//go:embed texts
var embeddedTexts embed.FS

// starter are the standing orders to begin with. They answer what a player would be asked in
// the middle of the enemy's actions, at little cost to his game: he plays the stratagems that may
// simply be played, S15 from the second turn of 10.1 on, has a combat thrown again when all of
// his would be weakened or eliminated, and a siege that fails, besieges wherever he can, builds
// whenever he may, and keeps and recovers what is worth most. What he decides himself are his
// points, his movements and his operations.
//
//go:embed starter.toml
var starter string

// printed is how Amphipolis is opened.
var printed = edition.Game[*data.Game]{Name: "amphipolis", Prefix: "amp", Editions: editions, Texts: embeddedTexts, Settled: settled,
	Starter: starter, Calendar: calendar, Advice: [][]standing.Kind{standing.MoveStandings, operationStandings, standing.CombatStandings, combatStandings, adjustmentStandings},
	Phases:   []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5", "D.6", "D.7"},
	Embedded: data.Embedded, LoadDir: data.LoadDir, With: with, Check: data.Check, Reconstructed: data.Reconstructed}

// Opener opens Amphipolis.
var Opener = printed.Opener()

// Editions returns the ruleset with the embedded data files in every version that it
// can be played in, newest first.
func Editions() []adjudicator.Ruleset { return Opener.Embedded() }

// Default returns the ruleset for new games, with the embedded data files.
func Default() adjudicator.Ruleset { return Opener.Newest() }
