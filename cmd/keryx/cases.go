package main

import (
	"fmt"
	"os"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/cmd/keryx/screen"
)

// casesCmd plays files of cases.
type casesCmd struct {
	Ruleset string   `arg:"" help:"The game, such as hellespont."`
	Files   []string `arg:"" help:"Files of cases, as keryx case writes them." type:"existingfile"`
}

// Run plays every case, and says of each that fails what is not as it says.
func (c casesCmd) Run(g *screen.Globals) error {
	rules, err := adjudicator.Lookup(c.Ruleset)
	if err != nil {
		return err
	}
	staged, ok := rules.(cases.Rules)
	if !ok {
		return fmt.Errorf("%s plays no cases", c.Ruleset)
	}
	played, failed := 0, 0
	for _, file := range c.Files {
		results, err := playCases(staged, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, r := range results {
			played++
			if r.Err != nil {
				failed++
				fmt.Fprintf(g.Out, "%s, case %s (%s): %v\n", file, r.ID, r.Title, r.Err)
			}
		}
	}
	fmt.Fprintf(g.Out, "%s played, %d failed\n", screen.Count(played, "case"), failed)
	if failed > 0 {
		return screen.ErrSaid
	}
	return nil
}

func playCases(rules cases.Rules, file string) ([]cases.Result, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return cases.Play(rules, f)
}
