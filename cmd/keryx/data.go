package main

import (
	"fmt"
	"path/filepath"

	"keryx/adjudicator/hellespont/data"
)

// dataCmd groups the commands on game data.
type dataCmd struct {
	Check dataCheckCmd `cmd:"" help:"Assert every fact that the rulebook fixes, and list what is reconstructed."`
}

// dataCheckCmd checks a game's data.
type dataCheckCmd struct{}

// Run checks the data.
func (dataCheckCmd) Run(g *globals) error {
	d, err := data.Default(), error(nil)
	if own := filepath.Join(g.DataDir, "hellespont"); g.DataDir != "" {
		if d, err = data.LoadDir(own); err != nil {
			return err
		}
	}
	findings := data.Check(d)
	for _, f := range findings {
		fmt.Fprintln(g.Out, f)
	}
	for _, topic := range data.Reconstructed(d) {
		fmt.Fprintln(g.Out, topic)
	}
	if len(findings) > 0 {
		return fmt.Errorf("%d facts of the rulebook do not hold", len(findings))
	}
	fmt.Fprintln(g.Out, "hellespont: every fact that the rulebook fixes holds")
	return nil
}
