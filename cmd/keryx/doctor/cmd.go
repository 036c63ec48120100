package doctor

import (
	"fmt"
	"io"
	"time"

	"keryx/cmd/keryx/screen"
)

// Cmd checks a configuration from end to end.
type Cmd struct {
	screen.Listing
	Send bool          `help:"Also send a mail from the server to itself, and wait until it arrives."`
	Wait time.Duration `help:"How long to wait for that mail." default:"2m"`
}

// Run looks at everything that the daemon needs, and says in a sentence each what is
// wrong and how to mend it. It ends with status 1 if the daemon could not do its work.
func (c Cmd) Run(g *screen.Globals) error {
	d := &doctor{out: g.Out, now: time.Now, after: time.After, free: freeBytes}
	if c.JSON {
		d.out = io.Discard
	}
	d.examine(g.Ctx, g.Config, c)
	switch {
	case c.JSON:
		if err := screen.PrintJSON(g.Out, d.found); err != nil || d.faults == 0 {
			return err
		}
		return screen.ErrSaid
	case d.faults > 0:
		fmt.Fprintf(d.out, "\n%s, %s. The daemon cannot run. Fix the errors above.\n", screen.Count(d.faults, "fault"), screen.Count(d.warnings, "warning"))
		return screen.ErrSaid
	case d.warnings > 0:
		fmt.Fprintf(d.out, "\nNo fault, %s.\n", screen.Count(d.warnings, "warning"))
	default:
		fmt.Fprintln(d.out, "\nAll checks passed.")
	}
	return nil
}
