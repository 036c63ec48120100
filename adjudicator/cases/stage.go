package cases

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
)

// Rules is an [adjudicator.Ruleset] whose games can be written as cases, and played from
// them.
type Rules interface {
	adjudicator.Ruleset
	// Bare sets up a game with nothing on its board, which the lines of a case fill. The
	// error says what does not fit the ruleset.
	Bare(adjudicator.Setup) (adjudicator.Game, error)
	// Stage is a game of this ruleset as cases write it. What it does, it does to that game.
	Stage(adjudicator.Game) Stage
}

// Stage reads and writes what only one game knows: its pieces, places and markers, and
// the parts of its turn.
type Stage interface {
	// Prepare follows a line that puts something into the position, and reports whether it
	// is one: lines that are none say what is expected.
	Prepare(Line) (bool, error)
	// Part returns the game with nothing but a part of its turn for a Turn, and whether there
	// is one of that name. "turn" is the whole.
	Part(name string) (adjudicator.Game, bool)
	// Expect compares the game with what a line says of it, and reports whether it knows the
	// line. The error says what is there instead.
	Expect(Line) (bool, error)
	// Position is the game as lines that Expect holds true, the hidden things included.
	Position() []Line
}

// Versioned is a [Rules] that can be played in several versions.
type Versioned interface {
	// Versions are these rules in each of them, newest first, with the same data.
	Versions() []Rules
}

// version returns the rules in the version of that name.
func version(rules Rules, name string) (Rules, error) {
	all := []Rules{rules}
	if v, ok := rules.(Versioned); ok {
		all = v.Versions()
	}
	for _, r := range all {
		if plain(r.Info().Version) == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("no version of the rules is called so")
}

// newest reports whether a version is that of new games.
func newest(rules Rules, name string) bool {
	v, ok := rules.(Versioned)
	return !ok || plain(v.Versions()[0].Info().Version) == name
}

// plain is a version without what names its data files.
func plain(version string) string {
	name, _, _ := strings.Cut(version, "+")
	return name
}

// Same compares lists, the order aside: what a line says, and what there is. The error
// names what there is.
func Same(want, got []string) error {
	want, got = slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))
	if !slices.Equal(want, got) {
		return fmt.Errorf("it is %q", strings.Join(got, " "))
	}
	return nil
}

// YesNo is how cases write whether something holds.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
