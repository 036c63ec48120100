package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	judgement "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive"
	hostleagues "keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/cmd/keryx/leagues"
	"keryx/cmd/keryx/manual"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
	"keryx/templates"
)

// What the season of the demo is: short games, so that it is over in minutes.
const (
	seasonGame, seasonScenario = "amphipolis", "10.1"
	seasonID                   = "demo"
	seasonLimit                = 15 * time.Minute
)

// seasonPlayers are eight players of the demo.
var seasonPlayers = []string{"Anna", "Bruno", "Chloe", "Denis", "Elena", "Felix", "Greta", "Hugo"}

// seasonFile is what the season is made from.
const seasonFile = `
id = "demo"
name = "Demo cup"
format = "swiss"
rounds = 3
once = true
invite = ["all"]
ruleset = "%s"
scenario = "%s"
language = "%s"
`

// seasonDemo plays a season between eight machine players, from mail to mail.
type seasonDemo struct {
	*demo
	players []*seasonPlayer
}

// seasonPlayer is one of the eight. To the server he is a mail program like any other.
type seasonPlayer struct {
	*demoPlayer
	all  *seasonDemo
	rnd  *judgement.Rand
	done map[string]bool // what he has joined and bid for
}

// runSeason plays the season, verifies all of its games, and writes the archive.
func (c Cmd) runSeason(g *screen.Globals) (err error) {
	if c.Game == "" {
		c.Game, c.Scenario = seasonGame, seasonScenario
	}
	rules, err := c.rules()
	if err != nil {
		return err
	}
	if c.Scenario == "" {
		c.Scenario = rules.Info().Scenarios[0]
	}
	dir, _, err := c.directory() // it is kept: the archive is in it
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(g.Ctx, seasonLimit, fmt.Errorf("the season took longer than %s", seasonLimit))
	defer cancel()
	d, err := openSeason(ctx, g, dir, rules, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	err = d.playSeason(ctx)
	if saved := d.saveMails(d.post.Delivered()); err != nil || saved != nil {
		return errors.Join(err, saved)
	}
	return d.seasonSummary(ctx)
}

// openSeason makes a demo of eight players, and their league.
func openSeason(ctx context.Context, g *screen.Globals, dir string, rules adjudicator.Ruleset, c Cmd) (*seasonDemo, error) {
	d := &seasonDemo{demo: &demo{}}
	var players []*demoPlayer
	for i, name := range seasonPlayers {
		p := &seasonPlayer{all: d, done: map[string]bool{}, rnd: judgement.New(judgement.NewPCG(c.Seed, uint64(i))),
			demoPlayer: &demoPlayer{name: name, address: strings.ToLower(name) + "@players.test", kind: mail.SSH}}
		if i%4 == 0 {
			p.kind = mail.OpenPGP
		}
		d.players, players = append(d.players, p), append(players, p.demoPlayer)
	}
	if err := d.open(ctx, g, dir, rules, c, players...); err != nil {
		return nil, err
	}
	if err := d.invite(ctx); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// invite makes the league and sends the invitations.
func (d *seasonDemo) invite(ctx context.Context) error {
	f, err := season.Read(fmt.Sprintf(seasonFile, d.rules.Info().Name, d.setup, d.lang))
	if err != nil {
		return err
	}
	if err := d.host.Leagues.NewLeague(ctx, f); err != nil {
		return err
	}
	n, err := d.host.Leagues.OpenLeague(ctx, seasonID)
	d.say("post office on %s (IMAP) and %s (SMTP); %d invitations to %s", d.post.IMAPAddr(), d.post.SMTPAddr(), n.Sent, f.Name)
	return err
}

// playSeason lets daemon and players write to each other until the season is over.
func (d *seasonDemo) playSeason(ctx context.Context) error {
	return d.served(ctx, func(ctx context.Context) error {
		group, run := errgroup.WithContext(ctx)
		lasting, over := context.WithCancel(run)
		defer over()
		for _, p := range d.players {
			group.Go(func() error { return p.playOn(lasting) })
		}
		group.Go(func() error { defer over(); return d.referee(run) })
		return group.Wait()
	})
}

// referee begins the season once all have entered, tells how it goes, and returns when it
// is over.
func (d *seasonDemo) referee(ctx context.Context) error {
	told := map[string]bool{}
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		s, err := d.host.Leagues.League(ctx, seasonID)
		if err != nil {
			return err
		}
		if !s.State.Begun() && len(s.State.Joined()) == len(d.players) {
			if _, err := d.host.Results.PairLeague(ctx, seasonID, 0); err != nil {
				return err
			}
			d.say("all %d have entered: the season begins", len(d.players))
			continue
		}
		d.tell(s, told, d.host.Leagues.Names(ctx))
		if s.State.Closed != nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// tell shows what has happened in the season since it was last looked at.
func (d *seasonDemo) tell(s *season.Season, told map[string]bool, names func(string) string) {
	once := func(key, format string, args ...any) {
		if !told[key] {
			told[key] = true
			d.say(format, args...)
		}
	}
	for _, game := range s.State.AllGames() {
		first, second := s.Name(game.First, names), s.Name(game.Second, names)
		if game.Started {
			once("start "+game.ID, "%s begins as %s: %s (%s) against %s (%s)", game.ID, game.Host, first, s.State.Rules.Sides[0], second, s.State.Rules.Sides[1])
		}
		if r := game.Result; r != nil {
			winner := "nobody"
			if r.Winner != "" {
				winner = s.Name(r.Winner, names)
			}
			once("end "+game.ID, "%s ends: %s, %s (%d-%d)", game.ID, r.Level, winner, r.Victory[0], r.Victory[1])
		}
	}
}

// playOn answers every mail until the season is over, which ends what it runs in.
func (p *seasonPlayer) playOn(ctx context.Context) error {
	over := func() (bool, error) { return ctx.Err() != nil, nil }
	if err := p.follow(ctx, 3*time.Second, p.reply, over); ctx.Err() == nil {
		return err
	}
	return nil
}

// fixture is the name of a fixture or a game in a letter.
var fixture = pattern.New(`\b\d+(-\d+)+\b`)

// leagueWords are the requests that a season's players send, in the languages of the demo.
var leagueWords = map[string]struct{ join, bid string }{"en": {"join", "bid"}, "fr": {"inscription", "offre"}}

// entry is the request that enters him into the season.
func (p *seasonPlayer) entry() string { return leagueWords[p.demo.lang].join + " " + seasonID + "\n" }

// bid is the request for a side of a fixture, at a price.
func (p *seasonPlayer) bid(fixture, side string, price int) string {
	named := templates.For(p.demo.lang, p.demo.rules.Info().Name).Term(adjudicator.Term{Kind: "side", ID: side})
	return fmt.Sprintf("%s %s %s %s %d\n", leagueWords[p.demo.lang].bid, seasonID, fixture, named, price)
}

// reply answers one mail: an invitation by entering, fixtures by bidding for a side, a report
// by orders.
func (p *seasonPlayer) reply(ctx context.Context, raw []byte) error {
	letter, err := mail.ReadReport(raw)
	if err != nil {
		return err
	}
	if template, ok := templates.OrderFile(letter.Text); ok {
		return p.order(ctx, letter, template)
	}
	if !strings.HasPrefix(letter.Subject, "["+seasonID+"]") {
		return nil
	}
	if !p.done["join"] {
		p.done["join"] = true
		return p.write(ctx, letter, p.entry())
	}
	var bids strings.Builder
	for _, id := range fixture.FindAllString(letter.Text, -1) {
		if strings.Count(id, "-") == 2 && !p.done[id] {
			p.done[id] = true
			bids.WriteString(p.bid(id, p.demo.rules.Info().Sides[p.rnd.IntN(2)], p.rnd.IntN(5)))
		}
	}
	if bids.Len() == 0 {
		return nil
	}
	return p.write(ctx, letter, bids.String())
}

// order sends the orders that a report asks for.
func (p *seasonPlayer) order(ctx context.Context, letter mail.Received, template string) error {
	blank, _ := orders.Parse(template) // nothing is chosen in it yet: only its header counts
	game, side := blank.Header.Game.Value, ""
	err := p.demo.host.Store.View(ctx, func(tx store.ReadTx) error {
		seats, err := tx.SeatsOf(game)
		for _, s := range seats {
			if s.Player == p.address {
				side = s.Side
			}
		}
		return err
	})
	if err != nil || side == "" {
		return err
	}
	mind, err := p.demo.mind(judgement.New(judgement.NewPCG(p.rnd.Uint64(), p.rnd.Uint64())))
	if err != nil {
		return err
	}
	p.side = side
	file, _, err := p.complete(ctx, game, template, blank.Header.Answers.Value, mind)
	if err != nil || file == "" {
		return err
	}
	if !p.done[game] {
		p.done[game] = true
		file += p.standing()
	}
	return p.write(ctx, letter, orders.WithNonce(file, rand.Text()))
}

// write signs a text and sends it as the answer to a letter.
func (p *seasonPlayer) write(ctx context.Context, letter mail.Received, text string) error {
	if written.NeedsBinding(text) {
		text = written.Bind(text, demoServer, time.Now(), p.demo.lang)
	}
	return p.mail(ctx, letter, text)
}

// seasonSummary verifies every game from the mails, prints the table, and writes the archive.
func (d *seasonDemo) seasonSummary(ctx context.Context) error {
	s, err := d.host.Leagues.League(ctx, seasonID)
	if err != nil {
		return err
	}
	key := d.host.Signer.Public()
	results, err := offline.VerifyDir(filepath.Join(d.dir, "mails"), &key, nil)
	if err != nil {
		return fmt.Errorf("the mails do not prove the games: %w", err)
	}
	games := s.State.AllGames()
	if len(results) != len(games) {
		return fmt.Errorf("%d games of the season, and the mails prove %d", len(games), len(results))
	}
	fmt.Fprintln(d.g.Out)
	for _, v := range results {
		fmt.Fprintf(d.g.Out, "verified: %s\n", offline.Describe(v))
	}
	names := d.host.Leagues.Names(ctx)
	fmt.Fprintln(d.g.Out)
	if err := leagues.WriteTable(d.g, s, 0, "text", names, nil); err != nil {
		return err
	}
	site := archive.Site{Dir: filepath.Join(d.dir, "archive"), Name: s.File.Name, Host: d.host, Leagues: hostleagues.LeagueGames{}, Manual: manual.ForArchive}
	if err := os.MkdirAll(site.Dir, 0o755); err != nil {
		return err
	}
	w, err := site.Write(ctx)
	if err != nil {
		return fmt.Errorf("writing the archive: %w", err)
	}
	fmt.Fprintf(d.g.Out, "\n%s\n%d games, %d mails, %.1f s\n", leagues.ChampionsOf(s, names), len(games), len(d.post.Delivered()), time.Since(d.begin).Seconds())
	fmt.Fprintf(d.g.Out, "the archive (%s): open %s\n", screen.Count(w.Files, "file"), filepath.Join(site.Dir, "index.html"))
	fmt.Fprintf(d.g.Out, "kept in %s: mails/*.eml, keryx.db, keys/\n", d.dir)
	return nil
}
