package host_test

import (
	"context"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
	for name, key := range map[string]func(hosttest.Person) *mail.Signer{
		"OpenPGP": func(p hosttest.Person) *mail.Signer { return p.PGP },
		"SSH":     func(p hosttest.Person) *mail.Signer { return p.SSH },
	} {
		b.Run(name, func(b *testing.B) {
			c := hosttest.NewClub(b)
			watch := &stopwatch{Store: c.Store}
			c.Store = watch
			next := func(n int) wire.Fetched {
				if c.Status() == store.Ended {
					c.Game = c.NewGame()
				}
				side := []string{"north", "south"}[n%2]
				text := c.Orders(side, "bid 1/pass/pass/loot 0/loot 0")
				return c.Fetched(hosttest.Letter(hosttest.People()[side].Address, hosttest.Sign(b, key(hosttest.People()[side]), text, c.Time)))
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
			if row := c.LastReceived(); row.State != store.Accepted {
				b.Fatalf("%s: %s", row.State, row.Reason)
			}
			b.ReportMetric(float64(plays+commits)/float64(n), "cpu-ns/play")
			b.ReportMetric(100*float64(commits)/float64(total), "%commit")
		})
	}
}
