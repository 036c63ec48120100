package adjudicator

import (
	"fmt"
	"os"
	"path/filepath"

	"keryx/adjudicator/board"
)

// Opener opens a printed game in every version that it can be played in.
type Opener struct {
	Name string // of the ruleset, and of the folder with its owner's data files
	// Embedded returns the game as it comes with the program, newest version first.
	Embedded func() []Ruleset
	// Newest returns the first of those alone, without reading the data of the others, and
	// Version and Prefix are what its Info says of them. Where they are given, the data are
	// read when somebody looks for the game: a command that has to do with one game, or with
	// none, begins the sooner.
	Newest          func() Ruleset
	Version, Prefix string
	// FromDir returns it with the data files of a directory in the place of those, newest
	// version first. The error says which file is wrong.
	FromDir func(dir string) ([]Ruleset, error)
}

// Register makes the game known: for new games with the data files of its folder below dir
// where there is one, and for games begun before as they were: with the data of the
// folders below its folder "kept", and in the versions of the embedded ones. An empty dir
// is none. A game that is known already stays as it is.
func (o Opener) Register(dir string) error {
	if registered(o.Name) {
		return nil
	}
	if dir == "" && o.Newest != nil {
		await(o)
		return nil
	}
	all := o.Embedded()
	if dir != "" {
		own, err := o.below(filepath.Join(dir, o.Name))
		if err != nil {
			return err
		}
		all = append(own, all...)
	}
	Register(all[0])
	for _, older := range all[1:] {
		RegisterOlder(older)
	}
	return nil
}

// below reads a folder of data files and the folders below its folder "kept". It returns
// none if there is no such folder.
func (o Opener) below(own string) (all []Ruleset, err error) {
	if _, err := os.Stat(own); err != nil {
		return nil, nil
	}
	kept, err := filepath.Glob(filepath.Join(own, "kept", "*")) // sorted
	if err != nil {
		return nil, err
	}
	for _, folder := range append([]string{own}, kept...) {
		r, err := o.FromDir(folder)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		all = append(all, r...)
	}
	return all, nil
}

// Checked is a [Ruleset] whose data can be held against what its rulebook fixes.
type Checked interface {
	// Facts compares every fact that the rulebook fixes with the data in use.
	Facts() Facts
}

// Facts is what a [Checked] ruleset finds in its data.
type Facts struct {
	Wrong []board.Finding // what the rulebook has otherwise
	// Origins says topic by topic how much of the data the rulebook fixes, and what is
	// reconstructed.
	Origins []string
}
