// Package doctor looks at everything that the daemon needs, and says in a sentence each what is wrong and how to mend
// it. It changes nothing but for the mail that it sends to itself when it is asked to.
package doctor

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail/wire"
)

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

	config *settings.Config

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
	fmt.Fprintf(d.out, "%-8s %s: %s\n", grade, what, screen.Visible(says))
	for _, line := range screen.Wrap(mend, 70) {
		fmt.Fprintf(d.out, "           %s\n", line)
	}
}

// examine goes from what everything rests upon to what rests upon the others.
func (d *doctor) examine(ctx context.Context, path string, c Cmd) {
	var err error
	if d.config, err = settings.Load(path); err != nil {
		d.fault("configuration", err.Error(), "config.example.toml lists and explains every setting.")
		return
	}
	d.ok("configuration", "%s can be read, and every setting in it is known", path)
	d.secrets(path)
	d.directory()
	d.database(ctx)
	d.ownKey(ctx, d.begun(ctx))
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
func (d *doctor) account(what string, a settings.Account) (e wire.Endpoint, ok bool) {
	e, err := d.config.Endpoint(what, a)
	if err != nil {
		d.fault(what, err.Error(), "Look at ["+what+"] in the configuration.")
		return e, false
	}
	return e, true
}
