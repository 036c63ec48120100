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
	screen.Listing
	Ruleset string `arg:"" help:"The printed game; all of them unless given, or with --data all that have a folder there." optional:""`
}

// Run checks the data.
func (c dataCheckCmd) Run(g *screen.Globals) error {
	names, err := c.names(g.DataDir)
	if err != nil {
		return err
	}
	checked, wrong := 0, 0
	all := []checkedData{}
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
			facts := r.Facts()
			wrong += len(facts.Wrong)
			all = append(all, checkedData{name, len(facts.Wrong) == 0, findingsOf(facts), facts.Origins})
		}
	}
	if checked == 0 {
		return errors.New("no game here can hold its data against a rulebook")
	}
	if c.JSON {
		if err := screen.PrintJSON(g.Out, all); err != nil {
			return err
		}
	} else {
		for _, d := range all {
			d.tell(g.Out)
		}
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

// checkedData is what was found in the data of a game.
type checkedData struct {
	Game    string   `json:"game"`
	Holds   bool     `json:"holds"` // every fact that the rulebook fixes
	Wrong   []string `json:"wrong"`
	Origins []string `json:"origins"`
}

// findingsOf are the facts that do not hold, in words.
func findingsOf(f adjudicator.Facts) []string {
	all := []string{}
	for _, finding := range f.Wrong {
		all = append(all, fmt.Sprint(finding))
	}
	return all
}

// tell prints what was found.
func (d checkedData) tell(out io.Writer) {
	for _, line := range d.Wrong {
		fmt.Fprintln(out, line)
	}
	for _, line := range d.Origins {
		fmt.Fprintln(out, line)
	}
	if d.Holds {
		fmt.Fprintf(out, "%s: every fact that the rulebook fixes holds\n", d.Game)
	}
}
