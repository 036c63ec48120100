package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/cmd/keryx/screen"
)

// dataCmd groups the commands on game data.
type dataCmd struct {
	Check dataCheckCmd `cmd:"" help:"Check game data against the rulebook."`
	Areas dataAreasCmd `cmd:"" help:"Write areas around the labels of a map."`
}

// dataAreasCmd writes the areas of a map that has labels alone.
type dataAreasCmd struct {
	Map      string `arg:"" type:"existingfile" help:"The map file."`
	Geometry string `arg:"" type:"existingfile" help:"Its geometry file, with the corners, the boards and a label for each zone."`
}

// Run writes the tables "arc" and "area" of the geometry file.
func (c dataAreasCmd) Run(g *screen.Globals) error {
	m, err := board.Load(os.DirFS(filepath.Dir(c.Map)), filepath.Base(c.Map))
	if err != nil {
		return err
	}
	geometry, err := board.LoadGeometry(os.DirFS(filepath.Dir(c.Geometry)), filepath.Base(c.Geometry), m)
	if err != nil {
		return err
	}
	return board.WriteAreas(g.Out, m, geometry)
}

// dataCheckCmd checks games' data.
type dataCheckCmd struct {
	Ruleset string `arg:"" help:"The printed game; all of them unless given, or with --data all that have a folder there." optional:""`
}

// Run checks the data.
func (c dataCheckCmd) Run(g *screen.Globals) error {
	names, err := c.names(g.DataDir)
	if err != nil {
		return err
	}
	checked, wrong := 0, 0
	for _, name := range names {
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			return err
		}
		r, ok := rules.(adjudicator.Checked)
		if !ok && c.Ruleset != "" {
			return fmt.Errorf("%s has no rulebook checks", name)
		}
		if ok {
			checked++
			wrong += tellFacts(g.Out, name, r.Facts())
		}
	}
	if checked == 0 {
		return errors.New("no game here can hold its data against a rulebook")
	}
	if wrong > 0 {
		return fmt.Errorf("%d facts of the rulebook do not hold", wrong)
	}
	return nil
}

// names are the games to be checked. The error says which folder there is not.
func (c dataCheckCmd) names(dir string) (names []string, err error) {
	for _, name := range adjudicator.Rulesets() {
		if c.Ruleset != "" && c.Ruleset != name {
			continue
		}
		if dir != "" {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				continue
			}
		}
		names = append(names, name)
	}
	switch {
	case len(names) > 0:
		return names, nil
	case c.Ruleset != "":
		if _, err := adjudicator.Lookup(c.Ruleset); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s has no folder %s with data files", dir, c.Ruleset)
	}
	return nil, fmt.Errorf("%s has no folder named after a game; there are %v", dir, adjudicator.Rulesets())
}

// tellFacts prints what was found, and returns how many facts do not hold.
func tellFacts(out io.Writer, name string, f adjudicator.Facts) int {
	for _, finding := range f.Wrong {
		fmt.Fprintln(out, finding)
	}
	for _, line := range f.Origins {
		fmt.Fprintln(out, line)
	}
	if len(f.Wrong) == 0 {
		fmt.Fprintf(out, "%s: every fact that the rulebook fixes holds\n", name)
	}
	return len(f.Wrong)
}
