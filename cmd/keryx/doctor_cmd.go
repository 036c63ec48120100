package main

import (
	"fmt"
	"io"
	"time"
)

// doctorCmd checks a configuration from end to end.
type doctorCmd struct {
	listing
	Send bool          `help:"Also send a mail from the server to itself, and wait until it arrives."`
	Wait time.Duration `help:"How long to wait for that mail." default:"2m"`
}

// Run looks at everything that the daemon needs, and says in a sentence each what is
// wrong and how to mend it. It ends with status 1 if the daemon could not do its work.
func (c doctorCmd) Run(g *globals) error {
	d := &doctor{out: g.Out, now: time.Now, after: time.After, free: freeBytes}
	if c.JSON {
		d.out = io.Discard
	}
	d.examine(g.Ctx, g.Config, c)
	switch {
	case c.JSON:
		if err := printJSON(g.Out, d.found); err != nil || d.faults == 0 {
			return err
		}
		return errSaid
	case d.faults > 0:
		fmt.Fprintf(d.out, "\n%s, %s. The daemon cannot run. Fix the errors above.\n", count(d.faults, "fault"), count(d.warnings, "warning"))
		return errSaid
	case d.warnings > 0:
		fmt.Fprintf(d.out, "\nNo fault, %s.\n", count(d.warnings, "warning"))
	default:
		fmt.Fprintln(d.out, "\nAll checks passed.")
	}
	return nil
}
