package leagues

import (
	"errors"
	"fmt"
	"os"

	"keryx/adjudicator/host"
	"keryx/adjudicator/league"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// leagueLedgerCmd writes a ledger.
type leagueLedgerCmd struct {
	League string `arg:"" help:"The league."`
}

// Run writes it.
func (c leagueLedgerCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		text, err := league.MarshalLedger(s.Entries)
		if err == nil {
			_, err = g.Exact.Write(text)
		}
		return err
	})
}

// leagueVerifyCmd checks a ledger.
type leagueVerifyCmd struct {
	League string `arg:"" optional:"" help:"The league; or give --file."`
	File   string `help:"A ledger that \"keryx league ledger\" wrote, checked without a server."`
}

// errWhichLedger asks for one of the two.
var errWhichLedger = errors.New("name a league, or a file with --file, and not both")

// Run checks it.
func (c leagueVerifyCmd) Run(g *screen.Globals) error {
	if (c.League == "") == (c.File == "") {
		return errWhichLedger
	}
	if c.File != "" {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return err
		}
		entries, err := league.ReadLedger(text)
		if err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		return printAudit(g, c.File, entries)
	}
	return settings.WithHost(g, func(h *host.Host) error {
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		return printAudit(g, c.League, s.Entries)
	})
}

// printAudit checks a ledger and says what holds.
func printAudit(g *screen.Globals, name string, entries []league.Entry) error {
	a, err := league.Verify(entries)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(g.Out, "The ledger of %s holds: %d entries, each hash over the one before, and each entry follows from those before it.\n", entries[0].League, a.Entries)
	fmt.Fprintf(g.Out, "Commitment of the secret of its lots: %s\n", a.Commitment)
	if !a.Closed {
		fmt.Fprintln(g.Out, "The season is not closed: the secret is published then, and the lots can be drawn again.")
		return nil
	}
	fmt.Fprintf(g.Out, "The secret that was published at its end is the one committed to, and drawn again from it all lots are what they were (%d).\n", a.Lots)
	return nil
}
