package host_test

import (
	"context"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// stopwatch is a store that measures the processor time that its updates cost
// beside the work in them: to begin and to commit.
type stopwatch struct {
	store.Store
	commits time.Duration
}

func (s *stopwatch) Update(ctx context.Context, f func(store.Tx) error) error {
	began, inside := cpu(), time.Duration(0)
	err := s.Store.Update(ctx, func(tx store.Tx) error {
		from := cpu()
		defer func() { inside = cpu() - from }()
		return f(tx)
	})
	s.commits += cpu() - began - inside
	return err
}

// BenchmarkOrderMail is one signed order mail from the mailbox to the committed
// report: verify, rebuild the game, play, render, commit. Every second one ends a
// turn, and so makes two reports. cpu-ns/play is the processor time of all but the
// making of the reports.
func BenchmarkOrderMail(b *testing.B) {
	for name, key := range map[string]func(person) *mail.Signer{
		"OpenPGP": func(p person) *mail.Signer { return p.pgp },
		"SSH":     func(p person) *mail.Signer { return p.ssh },
	} {
		b.Run(name, func(b *testing.B) {
			c := newClub(b)
			watch := &stopwatch{Store: c.Store}
			c.Store = watch
			next := func(n int) wire.Fetched {
				if c.status() == store.Ended {
					c.game = c.found()
				}
				side := []string{"north", "south"}[n%2]
				text := c.orders(side, "bid 1/pass/pass/loot 0/loot 0")
				return c.fetched(letter(people()[side].address, sign(b, key(people()[side]), text, c.now)))
			}
			var total, commits, plays time.Duration
			var began time.Duration
			c.Trace = func(s hostclub.Step) {
				if s == hostclub.StepPlayed {
					plays += cpu() - began - watch.commits // those before this one
				}
			}
			n := 0
			for b.Loop() {
				b.StopTimer()
				f := next(n)
				n++
				watch.commits = 0
				b.StartTimer()
				began = cpu()
				if _, err := c.Intake.Receive(b.Context(), f); err != nil {
					b.Fatal(err)
				}
				total += cpu() - began
				commits += watch.commits
			}
			if row := c.lastReceived(); row.State != store.Accepted {
				b.Fatalf("%s: %s", row.State, row.Reason)
			}
			b.ReportMetric(float64(plays+commits)/float64(n), "cpu-ns/play")
			b.ReportMetric(100*float64(commits)/float64(total), "%commit")
		})
	}
}
