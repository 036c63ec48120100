package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/engine"
	"keryx/templates"
)

// replayCmd plays games again.
type replayCmd struct {
	Game string `arg:"" optional:"" type:"game" help:"The game, such as hel-7."`
	All  bool   `help:"Every stored game."`
	In   string `help:"In a copy of the database that keryx backup wrote, which is left as it is: so another release, or changed data files, can be tried while the daemon serves." placeholder:"FILE" type:"path"`
}

// Run replays and reports the first difference of each game.
func (c replayCmd) Run(g *screen.Globals) error {
	if (c.Game == "") == !c.All {
		return fmt.Errorf("give a GAME or --all")
	}
	if c.In != "" {
		return inCopy(g, c.In, func(h *host.Host) error { return c.replay(g, h) })
	}
	return settings.WithHost(g, func(h *host.Host) error { return c.replay(g, h) })
}

// replayTally counts what was replayed.
type replayTally struct {
	games int
	aside int // a daemon would set them aside
	other int // differ, and would go on
}

func (c replayCmd) replay(g *screen.Globals, h *host.Host) error {
	var tally replayTally
	show := func(r play.Replayed, err error) {
		tally.games++
		switch {
		case err == nil:
			fmt.Fprintf(g.Out, "%s: %s, %s, every turn begins as stored\n", r.Game, screen.Count(r.Turns, "turn"), screen.Number(r.Entries, "ledger entry", "ledger entries"))
			return
		case r.SetAside:
			tally.aside++
		default:
			tally.other++
		}
		fmt.Fprintf(g.Out, "%s: %v\n", r.Game, err)
	}
	if !c.All {
		r, err := h.Games.Replay(g.Ctx, c.Game)
		if r.Game == "" || r.Entries == 0 {
			return err
		}
		show(r, err)
		return c.sum(g, tally)
	}
	bar, err := c.bar(g, h)
	if err != nil {
		return err
	}
	err = h.Games.ReplayAll(g.Ctx, func(r play.Replayed, err error) { show(r, err); bar.Next() })
	bar.Done()
	leagues := h.Ladders.CheckLeagues(g.Ctx, func(l leagues.LeagueChecked, err error) {
		if err != nil {
			fmt.Fprintf(g.Out, "league %s: %v\n", l.League, err)
			return
		}
		fmt.Fprintf(g.Out, "league %s: %s, hash chain OK, %s drawn again\n", l.League, screen.Number(l.Entries, "ledger entry", "ledger entries"), screen.Count(l.Lots, "lot"))
	})
	if err != nil && tally.aside+tally.other == 0 {
		return err
	}
	if err := c.sum(g, tally); err != nil {
		return err
	}
	if leagues != nil {
		return screen.ErrSaid
	}
	return nil
}

// bar shows how many of the games of the club are replayed, to who does not see them named.
func (c replayCmd) bar(g *screen.Globals, h *host.Host) (bar *screen.Progress, err error) {
	bar = g.Progress("games", true)
	err = h.Store.View(g.Ctx, func(tx store.ReadTx) error {
		games, err := tx.Games()
		bar.To(0, len(games))
		return err
	})
	return bar, err
}

// sum says what becomes of the games under this program, and ends with [screen.ErrSaid] if any differs.
func (c replayCmd) sum(g *screen.Globals, t replayTally) error {
	all := screen.Count(t.games, "game")
	if t.aside > 0 {
		fmt.Fprintf(g.Out, "%d of %s would be set aside by this program with its data, and their players and referees told. They end under the release\n"+
			"or the data files that they were begun with, or go over to others with a reason for both players: keryx game upgrade GAME --reason \"...\"\n", t.aside, all)
	}
	if t.other > 0 {
		fmt.Fprintf(g.Out, "%d of %s: the daemon goes on from what is stored, or the game is over; but not all of it is proven by this program with its data.\n"+
			"Turns that were played by other rules are proven, and given to another club, by the release or the data files of their time. Anything else was\n"+
			"changed behind Keryx: keryx backup keeps what there is, and an older copy shows what it was.\n", t.other, all)
	}
	if t.aside+t.other > 0 {
		return screen.ErrSaid
	}
	if c.All {
		fmt.Fprintf(g.Out, "%s: all go on under this program and its data\n", all)
	}
	return nil
}

// inCopy runs f on a copy of a backup's database, brought up to date for this program.
func inCopy(g *screen.Globals, path string, f func(*host.Host) error) (err error) {
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return fmt.Errorf("%s is in use: make a copy with keryx backup, and name that", path)
	}
	dir, err := os.MkdirTemp("", "keryx-replay-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "keryx.db")
	if err := copyFile(copied, path); err != nil {
		return err
	}
	db, err := engine.Open(g.Ctx, copied)
	if err != nil {
		return err
	}
	h := host.New(host.Club{Store: db, Now: time.Now, Random: rand.Reader, Log: slog.Default(), Rules: club.Usual(), User: settings.WhoLooks()})
	return errors.Join(f(h), db.Close())
}

// copyFile copies what is in a file into another, for nobody else to read.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, in.Close(), out.Close())
}

// ledgerCmd prints a ledger.
type ledgerCmd struct {
	screen.Listing
	Game   string `arg:"" type:"game" help:"The game, such as hel-7."`
	Aside  bool   `help:"With --bodies: also print what the players wrote around their orders. It is private to them: only for who has to rule in a dispute. This is logged too."`
	Hashes bool   `help:"Print the hash of each entry too."`
	Bodies bool   `help:"Print what the entries record, secret orders included. This is logged, and the players are told when the game is over."`
}

// Run prints the ledger for a person.
func (c ledgerCmd) Run(g *screen.Globals) error {
	return g.Paged(func() error { return settings.WithHost(g, func(h *host.Host) error { return c.show(g, h) }) })
}

// show prints it.
func (c ledgerCmd) show(g *screen.Globals, h *host.Host) error {
	read := h.Reports.OpenLedger
	switch {
	case c.Aside:
		read, c.Bodies = h.Reports.LedgerAside, true
	case c.Bodies:
		read = h.Reports.Ledger
	}
	entries, broken := read(g.Ctx, c.Game)
	if len(entries) == 0 && broken != nil {
		return broken
	}
	words, err := ledgerWords(g, h, c.Game)
	if err != nil {
		return err
	}
	if c.JSON {
		return errors.Join(c.print(g, entries, words), broken)
	}
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(w, "%4d\t%s\t%s", e.Seq, e.Time.UTC().Format("2006-01-02 15:04"), words(e))
		if c.Hashes {
			fmt.Fprintf(w, "\t%s", e.Hash)
		}
		fmt.Fprintln(w)
		if c.Bodies || c.Hashes && e.Body != nil {
			if err := w.Flush(); err != nil {
				return err
			}
			for _, line := range strings.Split(strings.TrimRight(string(e.Body), "\n"), "\n") {
				fmt.Fprintf(g.Out, "      | %s\n", line)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if broken == nil && c.Bodies {
		broken = adjudicator.VerifyChain(entries)
	}
	if broken != nil {
		return broken
	}
	fmt.Fprintf(g.Out, "%d entries, hash chain OK\n", len(entries))
	return nil
}

// ledgerLine is an entry of a ledger as programs read it.
type ledgerLine struct {
	Seq  int       `json:"entry"`
	Time time.Time `json:"time"`
	Kind string    `json:"kind"`
	Side string    `json:"side,omitempty"`
	What string    `json:"what"`
	Hash string    `json:"hash"`
	Body string    `json:"body,omitempty"` // with --bodies, or with --hashes where it is public
}

// print prints the ledger for programs.
func (c ledgerCmd) print(g *screen.Globals, entries []adjudicator.Entry, words func(adjudicator.Entry) string) error {
	all := []ledgerLine{}
	for _, e := range entries {
		line := ledgerLine{Seq: int(e.Seq), Time: e.Time.UTC(), Kind: string(e.Kind), Side: e.Side, What: words(e), Hash: e.Hash.String()}
		if c.Bodies || c.Hashes {
			line.Body = string(e.Body)
		}
		all = append(all, line)
	}
	return screen.PrintJSON(g.Out, all)
}

// ledgerWords says what an entry of a game's ledger is: what happened, of which turn, by which side.
func ledgerWords(g *screen.Globals, h *host.Host, game string) (func(adjudicator.Entry) string, error) {
	status, err := h.Answers.Status(g.Ctx, game)
	if err != nil {
		return nil, err
	}
	p := templates.For("en", status.Game.Ruleset)
	return func(e adjudicator.Entry) string {
		said := p.Say("archive.entry." + string(e.Kind))
		if e.Side != "" {
			said += ": " + p.Term(adjudicator.Term{Kind: "side", ID: e.Side})
		}
		var turn int
		if _, err := fmt.Sscanf(string(e.Body), "turn %d", &turn); err == nil && e.Side == "" {
			said += fmt.Sprintf(", turn %d", turn)
		}
		return said
	}, nil
}
