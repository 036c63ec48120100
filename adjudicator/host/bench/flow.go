package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/mail/loopback"
	"keryx/mail/wire"
)

// Flow is what goes through from mail to mail, over IMAP and SMTP on the loopback interface.
type Flow struct {
	Processors int // that the program could use
	Games      int
	Orders     int // mails that waited in the mailbox when the daemon began
	Letters    int // that reached the players
	Took       time.Duration
	CPU        time.Duration // of daemon and mail server together
}

// OrdersPerSecond is how many order mails were dealt with in a second.
func (f Flow) OrdersPerSecond() float64 { return float64(f.Orders) / f.Took.Seconds() }

// LettersPerSecond is how many letters arrived in a second.
func (f Flow) LettersPerSecond() float64 { return float64(f.Letters) / f.Took.Seconds() }

// Through lets the orders of so many games, one of each, wait in a mailbox, and measures how
// long a daemon on so many processors takes until all are played and all letters have arrived.
func Through(ctx context.Context, rules adjudicator.Ruleset, games, processors int, seed uint64) (f Flow, err error) {
	dir, remove, err := temporary()
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	// Each player holds one seat of one game, in a domain of his own club.
	c, err := openClub(ctx, dir, rules, 2*games, seed)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	post, err := c.openPost(ctx)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, post.Close()) }()
	for range games {
		if _, err := c.found(ctx); err != nil {
			return f, err
		}
	}
	if err := c.advance(ctx); err != nil {
		return f, err
	}
	if err := c.serve(ctx, post, func() bool { return c.waiting(ctx) == 0 }); err != nil { // the letters so far
		return f, err
	}
	f, c.before = Flow{Processors: processors, Games: games}, c.worked(ctx)
	for n := range c.games {
		raw, _, err := c.write(ctx, n)
		if err != nil {
			return f, err
		}
		if raw == nil {
			continue
		}
		if err := post.Put(server, "INBOX", raw); err != nil {
			return f, err
		}
		f.Orders++
	}
	arrived := atomic.Int64{}
	post.OnDeliver = func(loopback.Delivery) { arrived.Add(1) }
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	began, spent := time.Now(), cpu()
	err = c.serve(ctx, post, func() bool { return c.worked(ctx) >= f.Orders && c.waiting(ctx) == 0 })
	f.Took, f.CPU, f.Letters = time.Since(began), cpu()-spent, int(arrived.Load())
	return f, err
}

// openPost opens a post office with a mailbox for the server and each player.
func (c *club) openPost(ctx context.Context) (*loopback.Server, error) {
	users := []loopback.User{{Address: server, Password: "server"}}
	for _, p := range c.players {
		users = append(users, loopback.User{Address: p.address, Password: "player"})
	}
	post := loopback.New(users...)
	return post, post.Start(ctx)
}

// moves is how many orders each game has played before a flow is measured: enough for
// letters with maps to follow the next ones.
const moves = 4

// advance plays the first orders of each game, without mail.
func (c *club) advance(ctx context.Context) error {
	for n := range c.games {
		for range moves {
			raw, _, err := c.write(ctx, n)
			if err != nil {
				return err
			}
			if raw == nil {
				break
			}
			if err := c.take(ctx, raw); err != nil {
				return err
			}
		}
	}
	return nil
}

// account is the server's, at an address of the post office.
func account(address string) wire.Endpoint {
	return wire.Endpoint{Address: address, TLS: wire.TLSNone, Username: server, Password: "server"}
}

// serve runs a daemon until it is done, which is asked again and again.
func (c *club) serve(ctx context.Context, post *loopback.Server, done func() bool) error {
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(post.IMAPAddr()), Log: c.Host.Log})
	if err != nil {
		return err
	}
	d := &host.Daemon{Host: c.Host, Crew: host.Alone(c.Host), Mailbox: box, Every: time.Second, After: time.After,
		Carrier: &wire.Sender{Endpoint: account(post.SMTPAddr()), LoggedIn: c.Host.Outbox.LoggedIn}}
	run, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(run) }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return errors.Join(err, ctx.Err())
		case <-tick.C:
			if done() {
				stop()
				return <-ended
			}
		}
	}
}

// Echo is the time to an answer beside that of a program which does nothing but send back.
type Echo struct {
	Raw  []time.Duration // a mail read over IMAP and a letter of the same size sent over SMTP
	Mail []time.Duration // orders to the first letter that they cause
}

// Echoes measures how long players wait for an answer, one mail at a time, so many times.
func Echoes(ctx context.Context, rules adjudicator.Ruleset, mails int, seed uint64) (e Echo, err error) {
	dir, remove, err := temporary()
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	c, err := openClub(ctx, dir, rules, 2, seed)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	post, err := c.openPost(ctx)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, post.Close()) }()
	if _, err := c.found(ctx); err != nil {
		return e, err
	}
	if err := c.advance(ctx); err != nil {
		return e, err
	}
	letters := make(chan loopback.Delivery, 64)
	post.OnDeliver = func(d loopback.Delivery) {
		if d.To != server {
			letters <- d
		}
	}
	size := 0
	err = c.during(ctx, func(ctx context.Context) error { return c.serve(ctx, post, func() bool { return false }) }, func(ctx context.Context) (err error) {
		e.Mail, size, err = c.timed(ctx, post, letters, mails)
		return err
	})
	if err != nil {
		return e, err
	}
	err = c.during(ctx, func(ctx context.Context) error { return c.echo(ctx, post, size) }, func(ctx context.Context) error {
		for range mails {
			took, _, err := exchange(ctx, post, letters, c.players[0].address, c.letter(c.players[0].address, "echo\n"))
			if err != nil {
				return err
			}
			e.Raw = append(e.Raw, took)
		}
		return nil
	})
	return e, err
}

// during does something while something else runs, which is then stopped.
func (c *club) during(ctx context.Context, running, do func(context.Context) error) error {
	run, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- running(run) }()
	if err := do(ctx); err != nil {
		return err
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// timed sends orders, one mail after the other, and measures how long each waits for a letter.
func (c *club) timed(ctx context.Context, post *loopback.Server, letters <-chan loopback.Delivery, mails int) (all []time.Duration, size int, err error) {
	for len(all) < mails {
		if err := c.quiet(ctx, letters); err != nil {
			return all, size, err
		}
		raw, from, err := c.write(ctx, len(c.games)-1)
		if err != nil {
			return all, size, err
		}
		if raw == nil {
			if _, err := c.found(ctx); err != nil {
				return all, size, err
			}
			continue
		}
		took, letter, err := exchange(ctx, post, letters, from, raw)
		if err != nil {
			return all, size, err
		}
		all, size = append(all, took), max(size, len(letter.Raw))
	}
	return all, size, nil
}

// quiet waits until all letters have left.
func (c *club) quiet(ctx context.Context, letters <-chan loopback.Delivery) error {
	for c.waiting(ctx) > 0 {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(5 * time.Millisecond):
		}
	}
	for {
		select {
		case <-letters:
		default:
			return nil
		}
	}
}

// patience is how long an answer is waited for.
const patience = 30 * time.Second

// exchange sends a mail and waits for the next letter to anybody.
func exchange(ctx context.Context, post *loopback.Server, letters <-chan loopback.Delivery, from string, raw []byte) (time.Duration, loopback.Delivery, error) {
	began := time.Now()
	if err := post.Submit(ctx, from, server, raw); err != nil {
		return 0, loopback.Delivery{}, err
	}
	select {
	case letter := <-letters:
		return letter.Time.Sub(began), letter, nil
	case <-time.After(patience):
		return 0, loopback.Delivery{}, fmt.Errorf("no answer within %s", patience)
	case <-ctx.Done():
		return 0, loopback.Delivery{}, context.Cause(ctx)
	}
}

// echo answers every mail with a letter of that size, and does nothing else.
func (c *club) echo(ctx context.Context, post *loopback.Server, size int) error {
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(post.IMAPAddr()), Log: c.Host.Log})
	if err != nil {
		return err
	}
	carrier := &wire.Sender{Endpoint: account(post.SMTPAddr())}
	body := strings.Repeat("0123456789012345678901234567890123456789012345678901234567890123456789\r\n", size/72+1)
	return box.Watch(ctx, func(ctx context.Context, f wire.Fetched) (wire.Disposition, error) {
		to := c.players[0].address
		raw := fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: echo\r\nMessage-ID: <%d.echo@keryx.test>\r\n\r\n%s", server, to, f.UID, body)
		if err := carrier.Send(ctx, server, to, raw); err != nil {
			return wire.Disposition{}, err
		}
		return wire.Disposition{Folder: wire.FolderDone}, nil
	})
}
