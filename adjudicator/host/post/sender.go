package post

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"keryx/store"
)

// The most mails that are on their way at the same time, and the most of them to one
// domain: a server that falls silent must not stop the mail to others, and none is to be
// overrun. Mails to one recipient go one after the other, unless one is slow.
//
// A mail that is on its way for longer than slowAfter is slow. Slow mails do not count, or
// else a few silent domains would hold all the places, and one silent connection all mail
// to its recipient; but there are never more than maxAtDomain to one domain, and
// than maxAtAll together.
const (
	maxUnderWay         = 8
	maxUnderWayToDomain = 2
	maxAtDomain         = 4
	maxAtAll            = 64
	slowAfter           = 10 * time.Second
)

// A Sender is the daemon's way of sending: several mails at a time.
type Sender struct {
	Host    *Outbox
	carrier Carrier
	// pace, if set, waits until a mail may go out at all.
	pace func(context.Context) error
	// Again, if set, waits before what became of a mail is noted anew; see [Outbox.deliver].
	Again func(context.Context) bool

	underWay map[string][]time.Time // since when mails are, by the domain of their recipient
	total    int
	leave    bool // pace has let a mail go for which there was none

	// When the last look found no mail that may go, and how many mails have ended since, each
	// of which lets one other go at most. A look in vain goes through all that waits.
	dry   time.Time
	freed int
	Done  chan finished
}

// finished tells that a mail is no longer under way.
type finished struct {
	domain string
	since  time.Time
	err    error // of the store
}

// NewSender makes a sender that hands mails to a carrier, at a pace if one is given.
func (ob *Outbox) NewSender(c Carrier, pace func(context.Context) error) *Sender {
	return &Sender{Host: ob, carrier: c, pace: pace, underWay: map[string][]time.Time{}, Done: make(chan finished, maxAtAll)}
}

// Start begins to send what is due, as far as there is room.
func (s *Sender) Start(ctx context.Context) error {
	for s.total < maxAtAll && s.brisk() < maxUnderWay && ctx.Err() == nil && s.mayFind() {
		if ready, err := s.ready(ctx); err != nil || !ready {
			return err
		}
		busy, brisk := s.total > 0, s.brisk() > 0
		if !s.Host.logins.allowed(s.Host.Now(), busy) || !s.Host.passage.allowed(s.Host.Now(), brisk) {
			return nil
		}
		claim, ok, err := s.Host.claim(ctx, busy, brisk, s.full())
		if err != nil {
			return err
		}
		if !ok {
			s.dry, s.freed = s.Host.Now(), 0
			return nil
		}
		s.freed--
		s.leave = false
		domain, now := domainOf(claim.Recipient), s.Host.Now()
		s.underWay[domain] = append(s.underWay[domain], now)
		s.total++
		go func() {
			_, err := s.Host.deliver(ctx, s.carrier, claim, s.Again)
			s.Done <- finished{domain, now, err}
		}()
	}
	return nil
}

// dryFor is how long a look in vain counts: mails that other programs queue are noticed then.
const dryFor = time.Second

// mayFind reports whether a look for a mail that may go can find one.
func (s *Sender) mayFind() bool {
	since := s.Host.Now().Sub(s.dry)
	return s.freed > 0 || since < 0 || since >= dryFor
}

// Look makes the next look count again: there is new mail, or time has passed.
func (s *Sender) Look() { s.dry = time.Time{} }

// ready reports whether a mail is due, and waits until the pace lets it go. The pace is
// asked before the mail is claimed: a claim runs out.
func (s *Sender) ready(ctx context.Context) (bool, error) {
	if s.pace == nil {
		return true, nil
	}
	due := false
	err := s.Host.Store.View(ctx, func(tx store.ReadTx) error {
		next, err := tx.NextSend()
		due = err == nil && next != nil && !next.After(s.Host.Now())
		return err
	})
	if err != nil || !due || s.leave {
		return due, err
	}
	if err := s.pace(ctx); err != nil {
		return false, nil // ctx has ended
	}
	s.leave = true
	return true, nil
}

// full lists the domains to which no more mail may be sent for now.
func (s *Sender) full() []string {
	var all []string
	for _, domain := range slices.Sorted(maps.Keys(s.underWay)) {
		since := s.underWay[domain]
		brisk := len(since)
		for _, at := range since {
			if s.slow(at) {
				brisk--
			}
		}
		if brisk >= maxUnderWayToDomain || len(since) >= maxAtDomain {
			all = append(all, domain)
		}
	}
	return all
}

// slow reports whether a mail that is under way since then is slow.
func (s *Sender) slow(since time.Time) bool { return s.Host.Now().Sub(since) > slowAfter }

// brisk is how many mails are under way that are not slow.
func (s *Sender) brisk() (n int) {
	for _, since := range s.underWay {
		for _, at := range since {
			if !s.slow(at) {
				n++
			}
		}
	}
	return n
}

// Ended takes note of a mail that is no longer under way.
func (s *Sender) Ended(f finished) error {
	s.total--
	s.freed++
	since := s.underWay[f.domain]
	if i := slices.IndexFunc(since, f.since.Equal); i >= 0 {
		since = slices.Delete(since, i, i+1)
	}
	if s.underWay[f.domain] = since; len(since) == 0 {
		delete(s.underWay, f.domain)
	}
	return f.err
}

// Stop waits for what is under way; ctx, which it was begun with, has ended.
func (s *Sender) Stop() error {
	var all error
	for s.total > 0 {
		all = errors.Join(all, s.Ended(<-s.Done))
	}
	return all
}

// domainOf is what follows the @ of an address.
func domainOf(address string) string {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	return domain
}

// LoggedIn notes that the sending server has taken our credentials. A carrier that knows
// calls it, so that others need not wait for what becomes of its mail; see
// [wire.Sender.LoggedIn].
func (ob *Outbox) LoggedIn() { ob.logins.note(ob.Now(), nil) }
