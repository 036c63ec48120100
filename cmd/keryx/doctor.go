package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"keryx/mail/wire"
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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// number writes "1 die", "3 dice".
func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// finding is what the doctor found, as programs read it: Grade is "ok", "warning", "fault" or "skipped".
type finding struct {
	Grade string `json:"grade"`
	What  string `json:"what"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"`
}

// doctor tells what it finds as it goes.
type doctor struct {
	out              io.Writer
	now              func() time.Time
	after            func(time.Duration) <-chan time.Time
	free             func(dir string) (uint64, error) // see [freeBytes]
	faults, warnings int
	found            []finding

	config *config

	readable bool // the database has the schema that this program knows
	missing  bool // there is no database yet
	full     bool // hardly anything can be written on the database's disk
}

// ok notes that something works.
func (d *doctor) ok(what, says string, args ...any) {
	d.found = append(d.found, finding{"ok", what, fmt.Sprintf(says, args...), ""})
	fmt.Fprintf(d.out, "ok       %s: %s\n", what, fmt.Sprintf(says, args...))
}

// warn notes what works and should be otherwise; fault, what does not work. Both say how
// to mend it.
func (d *doctor) warn(what, says, mend string) {
	d.warnings++
	d.bad("warning", what, says, mend)
}

func (d *doctor) fault(what, says, mend string) {
	d.faults++
	d.bad("FAULT", what, says, mend)
}

func (d *doctor) bad(grade, what, says, mend string) {
	d.found = append(d.found, finding{strings.ToLower(grade), what, says, mend})
	fmt.Fprintf(d.out, "%-8s %s: %s\n", grade, what, visible(says))
	for _, line := range wrap(mend, 70) {
		fmt.Fprintf(d.out, "           %s\n", line)
	}
}

// wrap breaks a sentence into lines between words.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// examine goes from what everything rests upon to what rests upon the others.
func (d *doctor) examine(ctx context.Context, path string, c doctorCmd) {
	var err error
	if d.config, err = loadConfig(path); err != nil {
		d.fault("configuration", err.Error(), "config.example.toml lists and explains every setting.")
		return
	}
	d.ok("configuration", "%s can be read, and every setting in it is known", path)
	d.secrets(path)
	d.directory()
	d.database(ctx)
	d.ownKey()
	d.clock(ctx)
	box := d.mailbox(ctx)
	d.memory(ctx, box)
	out := d.submission(ctx)
	switch {
	case !c.Send:
		d.skip("round trip", "run keryx doctor --send to have a mail sent from the server to itself")
	case box == nil || out == nil:
		d.skip("round trip", "not tried, because of the faults above")
	default:
		d.roundTrip(ctx, box, out, c.Wait)
	}
}

// skip says what was not looked at, and why.
func (d *doctor) skip(what, says string) {
	d.found = append(d.found, finding{"skipped", what, says, ""})
	fmt.Fprintf(d.out, "-        %s: %s\n", what, says)
}

// quiet is for the parts that would log what the doctor says himself.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// timeout is how long each step with a mail server may take: a person waits.
const doctorTimeout = 20 * time.Second

// account makes an account, or says why it cannot be made.
func (d *doctor) account(what string, a account) (e wire.Endpoint, ok bool) {
	e, err := d.config.endpoint(what, a)
	if err != nil {
		d.fault(what, err.Error(), "Look at ["+what+"] in the configuration.")
		return e, false
	}
	return e, true
}
