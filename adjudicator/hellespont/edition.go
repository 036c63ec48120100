package hellespont

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/hellespont/data"
)

// edition is a version of the rules as they are played here. Whatever has the same
// answers give another game makes a new one, and the one before stays in the list, so
// that games which were begun under it end under it: what differs is a field of this
// type that the code asks for, or the data.
type edition struct {
	version string
	field.Habits
}

// editions are those that can be played, newest first. New games are of the first.
var editions = []edition{
	{version: "3"},
	{version: "2", Habits: field.Habits{OneHold: true, FreeSurplus: true, LateAdvantage: true, MustTake: true, Mute: true, StrayDrops: true}},
}

// editionOf returns the edition of a version, or nil.
func editionOf(version string) *edition {
	for i := range editions {
		if editions[i].version == version {
			return &editions[i]
		}
	}
	return nil
}

// playUnder makes an edition, and the options that the game is played with, the rules of
// a game.
func (g *game) playUnder(e *edition) {
	g.edition, g.Habits = e, e.Habits
	g.Habits.EntryByAny, g.Habits.StormInverted = g.options.entryByAny, g.options.stormInverted
}

// Editions returns the ruleset with the embedded data files in every version that it
// can be played in, newest first.
var Editions = sync.OnceValue(func() (all []adjudicator.Ruleset) {
	for i, e := range editions {
		d := data.Default()
		if i > 0 {
			d = data.Embedded() // each adds its own verbs
		}
		rs, err := e.with(d, embeddedTexts)
		if err != nil {
			panic(fmt.Sprintf("hellespont: embedded data: %v", err))
		}
		all = append(all, rs)
	}
	return all
})

// Opener opens Hellespont.
var Opener = adjudicator.Opener{Name: "hellespont", Embedded: Editions, FromDir: FromDir}

// Default returns the ruleset for new games, with the embedded data files.
func Default() adjudicator.Ruleset { return Editions()[0] }

// New returns the newest edition with the given data, which it adds its verbs and the
// names of the units to. It returns an error if the data have more counters than there
// is room for.
func New(d *data.Game) (adjudicator.Ruleset, error) { return editions[0].with(d, embeddedTexts) }

// FromDir returns the ruleset with the data files of a directory in the place of the
// embedded ones, in every version that it can be played in, newest first. Their versions
// name those files, since a game played with other data would not replay. A folder texts
// in it takes the place of the embedded texts. The errors are those of [data.LoadDir] and
// [New].
func FromDir(dir string) (all []adjudicator.Ruleset, err error) {
	for _, e := range editions {
		d, err := data.LoadDir(dir)
		if err != nil {
			return nil, err
		}
		own, err := e.with(d, textsOf(dir))
		if err != nil {
			return nil, err
		}
		sum, err := dataDigest(dir)
		if err != nil {
			return nil, err
		}
		own.(*ruleset).version += fmt.Sprintf("+%x", sum[:4])
		all = append(all, own)
	}
	return all, nil
}

// dataDigest is the SHA-256 of the names, lengths and bytes of the data files.
func dataDigest(dir string) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.toml")) // sorted
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("data directory: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(name), len(text))
		sum.Write(text)
	}
	return sum.Sum(nil), nil
}
