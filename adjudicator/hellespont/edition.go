package hellespont

import (
	"embed"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/hellespont/data"
)

// editions are those that can be played, newest first. New games are of the first.
var editions = edition.List{
	{Version: "3"},
	{Version: "2", Habits: field.Habits{OneHold: true, FreeSurplus: true, LateAdvantage: true, MustTake: true, Mute: true, StrayDrops: true}},
}

// playUnder makes an edition, and the options that the game is played with, the rules of
// a game.
func (g *game) playUnder(e *edition.Edition) {
	g.edition, g.Habits = e, e.Habits
	g.Habits.EntryByAny, g.Habits.StormInverted = g.options.EntryByAny, g.options.StormInverted
}

//go:embed texts
var embeddedTexts embed.FS

// starter are the standing orders to begin with. They answer what a player would be asked in
// the middle of the enemy's actions, and cost him no games: he plays the stratagems that may
// simply be played, leaves a lost fight at sea for a port if he can, gives up fresh and small
// units first, has a combat thrown again when all of his would be weakened or eliminated, keeps
// and recovers what is worth most, and moves nobody in B.2 and D.2 but whom he has sent ahead.
// What he decides himself are his points, his movements and his sieges.
//
//go:embed starter.toml
var starter string

// printed is how Hellespont is opened.
var printed = edition.Game[*data.Game]{Name: "hellespont", Prefix: "hel", Editions: editions, Texts: embeddedTexts, Settled: settled,
	Starter: starter, Calendar: calendar, Advice: [][]standing.Kind{standing.MoveStandings, standing.CombatStandings, portStandings},
	Phases:   []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5"},
	Embedded: data.Embedded, LoadDir: data.LoadDir, With: with, Check: data.Check, Reconstructed: data.Reconstructed}

// Opener opens Hellespont.
var Opener = printed.Opener()

// Editions returns the ruleset with the embedded data files in every version that it
// can be played in, newest first.
func Editions() []adjudicator.Ruleset { return Opener.Embedded() }

// Default returns the ruleset for new games, with the embedded data files.
func Default() adjudicator.Ruleset { return Opener.Newest() }
