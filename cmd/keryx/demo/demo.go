// Package demo plays a game, or the season of a league, between simulated players from mail to mail on the loopback
// interface, with the daemon as keryx serve runs it, and proves what was played from the mails alone.
package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	judgement "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
)

// Cmd plays a game from mail to mail on the loopback interface.
type Cmd struct {
	League   bool   `help:"Play a season of eight machine players to its champion, verify all games, and write the archive."`
	Game     string `help:"The printed game; hellespont, or for a league one that is short, unless given." placeholder:"RULESET"`
	Scenario string `help:"Of the game; its first if none is named." placeholder:"ID"`
	Turns    int    `help:"How many turns to play." default:"2" aliases:"months" least:"1"`
	Play     string `help:"Play this side yourself, such as athens, against the simulated player of the other." placeholder:"SIDE"`
	Out      string `help:"Keep every mail, the database and the keys in this directory, which must not exist." placeholder:"DIR"`
	Lang     string `help:"Language of the players' mails: en or fr." enum:"en,fr" default:"en"`
	Seed     uint64 `help:"Seed for the simulated players. The dice are the server's own." default:"411"`
}

// The addresses of the demo. Nothing leaves the machine.
const (
	demoServer = "orders@keryx.test"
	demoAnna   = "anna@players.test"
	demoBruno  = "bruno@players.test"

	demoGame = "hellespont" // unless another is named
)

// Run plays the game and proves it.
func (c Cmd) Run(g *screen.Globals) (err error) {
	if c.League {
		return c.runSeason(g)
	}
	if c.Game == "" {
		c.Game = demoGame
	}
	rules, err := c.rules()
	if err != nil {
		return err
	}
	dir, keep, err := c.directory()
	if err != nil {
		return err
	}
	if !keep {
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	ctx := g.Ctx
	if c.Play == "" {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, 10*time.Minute, errors.New("the demo took longer than ten minutes"))
		defer cancel()
	}
	d, err := openDemo(ctx, g, dir, rules, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	if err := d.seat(c.Play); err != nil {
		return err
	}
	if err := d.play(ctx, c.Turns); errors.Is(err, errLeft) {
		fmt.Fprintln(g.Out, "\nYou left the game.")
		return d.saveMails(d.post.Delivered())
	} else if err != nil {
		return errors.Join(err, d.saveMails(d.post.Delivered()))
	}
	return d.summary(ctx, keep, c.Turns)
}

// rules are those of the game that is to be played. The error says which games, or which
// sides of it, there are.
func (c Cmd) rules() (adjudicator.Ruleset, error) {
	rules, err := adjudicator.Lookup(c.Game)
	if err != nil {
		return nil, err
	}
	if _, ok := rules.Info().Seat(c.Play); c.Play != "" && !ok {
		return nil, fmt.Errorf("%s has no side %q to --play; it has %s", c.Game, c.Play, strings.Join(rules.Info().Sides, " and "))
	}
	if have := rules.Info().Scenarios; c.Scenario != "" && !slices.Contains(have, c.Scenario) {
		return nil, fmt.Errorf("%s has no --scenario %q; it has %s", c.Game, c.Scenario, strings.Join(have, ", "))
	}
	return rules, nil
}

// directory makes the directory that the demo works in.
func (c Cmd) directory() (dir string, keep bool, err error) {
	if c.Out == "" {
		dir, err = os.MkdirTemp("", "keryx-demo-")
		return dir, false, err
	}
	if _, err := os.Stat(c.Out); err == nil {
		return "", false, fmt.Errorf("%s is there already; name a directory that does not exist", c.Out)
	}
	return c.Out, true, os.MkdirAll(c.Out, 0o700)
}

// demo is a running demo: post office, daemon, two players.
type demo struct {
	g       *screen.Globals
	dir     string
	begin   time.Time
	post    *loopback.Server
	host    *host.Host
	rules   adjudicator.Ruleset
	game    string
	players [2]*demoPlayer
	byHand  bool // a person plays
	lang    string
	setup   string // the scenario, empty for the game's first
}

// openDemo makes a demo of one game between two players.
func openDemo(ctx context.Context, g *screen.Globals, dir string, rules adjudicator.Ruleset, c Cmd) (*demo, error) {
	sides := rules.Info().Sides
	d := &demo{players: [2]*demoPlayer{
		{side: sides[0], name: "Anna", address: demoAnna, kind: mail.OpenPGP, slips: true},
		{side: sides[1], name: "Bruno", address: demoBruno, kind: mail.SSH},
	}}
	if err := d.open(ctx, g, dir, rules, c, d.players[:]...); err != nil {
		return nil, err
	}
	d.host.Rules.ReceiptsWait.Duration = 3 * time.Second
	if err := d.begins(ctx, c.Seed); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// open starts the post office with an account for each player, opens a fresh database, makes the
// host, and registers the players with keys of their own.
func (d *demo) open(ctx context.Context, g *screen.Globals, dir string, rules adjudicator.Ruleset, c Cmd, players ...*demoPlayer) error {
	d.g, d.rules, d.dir, d.begin, d.lang, d.setup = g, rules, dir, time.Now(), c.Lang, c.Scenario
	for _, sub := range []string{"keys", "mails"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return err
		}
	}
	users, bells := []loopback.User{{Address: demoServer, Password: "server"}}, map[string]chan struct{}{}
	for _, p := range players {
		p.demo, p.bell = d, make(chan struct{}, 1)
		users = append(users, loopback.User{Address: p.address, Password: strings.ToLower(p.name)})
		bells[p.address] = p.bell
	}
	d.post = loopback.New(users...)
	d.post.OnDeliver = func(l loopback.Delivery) {
		if bell, ok := bells[l.To]; ok {
			ring(bell)
		}
	}
	if err := d.post.Start(ctx); err != nil {
		return err
	}
	db, err := sqlite.Open(ctx, filepath.Join(dir, "keryx.db"))
	if err != nil {
		return errors.Join(err, d.post.Close())
	}
	log := slog.New(slog.NewTextHandler(g.Err, &slog.HandlerOptions{Level: max(g.Log, slog.LevelWarn)}))
	signer, err := settings.ServerKey(filepath.Join(dir, "server-key.asc"), "Keryx demo", demoServer)
	if err != nil {
		return errors.Join(err, db.Close(), d.post.Close())
	}
	settled := club.Usual()
	settled.SeatMails, settled.ReceiptsWait.Duration = 1000, 0 // its players answer within the second
	d.host = host.New(host.Club{Store: db, Now: time.Now, Random: rand.Reader, Log: log, Signer: signer, Rules: settled,
		Post: host.Post{Address: demoServer, Name: "Keryx demo", Domain: "keryx.test"}})
	for _, p := range players {
		if err := p.enrol(ctx); err != nil {
			return errors.Join(fmt.Errorf("enrolling %s: %w", p.name, err), d.close())
		}
	}
	return nil
}

func (d *demo) close() error { return errors.Join(d.host.Store.Close(), d.post.Close()) }

// ring lets a player know that there is mail.
func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default: // he knows already
	}
}

// begins makes the players' minds and creates the game.
func (d *demo) begins(ctx context.Context, seed uint64) (err error) {
	for i, p := range d.players {
		if p.mind, err = d.mind(judgement.New(judgement.NewPCG(seed, uint64(i)))); err != nil {
			return err
		}
	}
	d.say("post office on %s (IMAP) and %s (SMTP); Anna signs with OpenPGP, Bruno with SSH", d.post.IMAPAddr(), d.post.SMTPAddr())
	info := d.rules.Info()
	d.game, err = d.host.Upkeep.Create(ctx, post.NewGame{Ruleset: info.Name, Scenario: d.setup, AnswerTime: 7 * 24 * time.Hour, Language: d.lang,
		Seats: map[string]string{info.Sides[0]: demoAnna, info.Sides[1]: demoBruno}})
	return err
}

// mind is a simulated player, a sensible one where the game has such.
func (d *demo) mind(rnd *judgement.Rand) (adjudicator.Player, error) {
	kind := adjudicator.RandomPlayer
	if _, ok := d.rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	return adjudicator.NewPlayer(d.rules, kind, rnd)
}

// seat puts the person at the terminal into the place of one simulated player.
func (d *demo) seat(side string) error {
	for _, p := range d.players {
		if p.side != side {
			continue
		}
		var err error
		if p.human, err = newHuman(d.g, d.dir); err != nil {
			return err
		}
		d.byHand = true
	}
	return nil
}

// say shows progress.
func (d *demo) say(format string, args ...any) {
	fmt.Fprintf(d.g.Out, "%6.2fs  %s\n", time.Since(d.begin).Seconds(), fmt.Sprintf(format, args...))
}

// daemon makes the daemon as "keryx serve" does, on the post office's account.
func (d *demo) daemon() (*host.Daemon, error) {
	account := func(address string) wire.Endpoint {
		return wire.Endpoint{Address: address, TLS: wire.TLSNone, Username: demoServer, Password: "server"}
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(d.post.IMAPAddr()), Log: d.host.Log})
	if err != nil {
		return nil, err
	}
	return &host.Daemon{Host: d.host, Crew: host.Alone(d.host), Mailbox: box, Carrier: &wire.Sender{Endpoint: account(d.post.SMTPAddr()), LoggedIn: d.host.Outbox.LoggedIn},
		Every: time.Second, After: time.After}, nil
}

// play lets daemon and players write to each other until enough turns are over.
func (d *demo) play(ctx context.Context, turns int) error {
	return d.served(ctx, func(ctx context.Context) error {
		playing, ctx := errgroup.WithContext(ctx)
		for _, p := range d.players {
			playing.Go(func() error { return p.play(ctx, turns) })
		}
		return playing.Wait()
	})
}

// served runs the daemon while something lasts, and until every mail has left after it.
func (d *demo) served(ctx context.Context, while func(context.Context) error) error {
	daemon, err := d.daemon()
	if err != nil {
		return err
	}
	group, run := errgroup.WithContext(ctx)
	served, stop := context.WithCancel(run)
	defer stop()
	group.Go(func() error { return daemon.Run(served) })
	group.Go(func() error {
		defer stop()
		if err := while(run); err != nil {
			return err
		}
		return d.drained(run)
	})
	return group.Wait()
}

// drained waits until every mail has left, receipts that wait among them.
func (d *demo) drained(ctx context.Context) error {
	if _, err := d.host.Reports.Receipts(ctx, time.Now().Add(time.Hour)); err != nil {
		return err
	}
	for {
		waiting := 0
		err := d.host.Store.View(ctx, func(tx store.ReadTx) error {
			for _, state := range []store.OutboxState{store.Queued, store.Sending} {
				mails, err := tx.OutboxMails(store.OutboxFilter{State: state})
				if err != nil {
					return err
				}
				waiting += len(mails)
			}
			return nil
		})
		if err != nil || waiting == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// over reports whether enough turns have been played, or the game has ended.
func (d *demo) over(ctx context.Context, turns int) (bool, error) {
	over := false
	err := d.host.Store.View(ctx, func(tx store.ReadTx) error {
		game, err := tx.Game(d.game)
		over = game.Status == store.Ended || game.Turn > turns
		return err
	})
	return over, err
}

// summary keeps the mails, verifies them and prints the figures. Anything that
// fell short is an error.
func (d *demo) summary(ctx context.Context, keep bool, turns int) error {
	mails := d.post.Delivered()
	if err := d.saveMails(mails); err != nil {
		return err
	}
	figures, err := d.figures(ctx, mails)
	if err != nil {
		return err
	}
	key := d.host.Signer.Public()
	results, err := offline.VerifyDir(filepath.Join(d.dir, "mails"), &key, nil)
	if err != nil {
		return fmt.Errorf("the mails do not prove the game: %w", err)
	}
	for _, v := range results {
		figures = append(figures, [2]string{"throws of public dice", fmt.Sprint(v.Rolls + v.Pending)})
	}
	if err := d.letter(ctx); err != nil {
		return err
	}
	w := tabwriter.NewWriter(d.g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w)
	for _, f := range figures {
		fmt.Fprintf(w, "%s\t%s\n", f[0], f[1])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, v := range results {
		fmt.Fprintf(d.g.Out, "verified from the mails alone, every one signed by the server: %s\n", offline.Describe(v))
	}
	if keep {
		fmt.Fprintf(d.g.Out, "kept in %s: mails/*.eml, keryx.db, keys/\n", d.dir)
	}
	if err := d.shortfalls(ctx, results, turns); err != nil {
		return err
	}
	fmt.Fprint(d.g.Out, d.next())
	return nil
}
