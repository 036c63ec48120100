package host_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// locksmith is a store that notes for how long each writing transaction held the lock, and
// how many letters with pictures were queued in it.
type locksmith struct {
	store.Store
	mu    sync.Mutex
	holds []time.Duration
	full  int
}

// fullLetter is the least size in bytes of a letter with pictures.
const fullLetter = 60_000

// letterCount counts the letters that a transaction queues.
type letterCount struct {
	store.Tx
	full *int
}

func (c letterCount) Enqueue(m store.OutboxMail) (int64, error) {
	if len(m.Raw) >= fullLetter {
		*c.full++
	}
	return c.Tx.Enqueue(m)
}

func (l *locksmith) Update(ctx context.Context, f func(store.Tx) error) error {
	var began time.Time
	full := 0
	err := l.Store.Update(ctx, func(tx store.Tx) error {
		began = time.Now()
		return f(letterCount{tx, &full})
	})
	held := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holds = append(l.holds, held)
	if err == nil {
		l.full += full
	}
	return err
}

// reset forgets what was noted, and returns it.
func (l *locksmith) reset() (holds []time.Duration, full int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	holds, full = l.holds, l.full
	l.holds, l.full = nil, 0
	return holds, full
}

// median returns the middle of some durations; zero if there are none.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// duellists are two players of Hellespont, who write whatever comes to their minds.
type duellists struct {
	club *hosttest.Club
	rnd  *rand.Rand
}

// found begins a game between north, who plays Athens, and south.
func (t *duellists) found() {
	id, err := t.club.Upkeep.Create(context.Background(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en",
		Seats: map[string]string{"athens": hosttest.People()["north"].Address, "sparta": hosttest.People()["south"].Address}})
	hosttest.Check(t.club.T, err)
	t.club.Game = id
}

// next is the next mail of the game, or the first of a new one.
func (t *duellists) next(b testing.TB) wire.Fetched {
	players := map[string]hosttest.Person{"athens": hosttest.People()["north"], "sparta": hosttest.People()["south"]}
	printer := templates.For("en", "hellespont")
	for {
		for _, side := range []string{"athens", "sparta"} {
			plan, err := t.club.Intake.Plan(context.Background(), t.club.Game, side, adjudicator.Random{Rand: t.rnd})
			hosttest.Check(b, err)
			if len(plan) == 0 {
				continue
			}
			text := ""
			for _, words := range plan {
				text += printer.Words(words) + "\n"
			}
			p := players[side]
			return t.club.Fetched(hosttest.Letter(p.Address, hosttest.Sign(b, p.SSH, t.club.Orders(side, text), t.club.Time)))
		}
		t.found() // the last one is over
	}
}

// BenchmarkLock measures for how long the writing lock is held for an order mail of
// Hellespont that makes two full reports: all that its transactions hold it together
// (lock-ms, the median of mails), the longest of them (longest-ms), and the processor time
// of the whole mail (cpu-ms).
func BenchmarkLock(b *testing.B) {
	c := hosttest.NewClub(b)
	c.Rules.SeatMails = 1_000_000
	smith := &locksmith{Store: c.Store}
	c.Store = smith
	t := &duellists{c, rand.New(rand.NewPCG(1, 2))}
	t.found()
	var sums, longest, costs []time.Duration
	for b.Loop() {
		for {
			f := t.next(b)
			c.Time = c.Time.Add(time.Hour)
			smith.reset()
			began := cpu()
			_, err := c.Intake.Receive(b.Context(), f)
			cost := cpu() - began
			hosttest.Check(b, err)
			holds, full := smith.reset()
			if full != 2 {
				continue
			}
			sum := time.Duration(0)
			for _, held := range holds {
				sum += held
			}
			sums, longest, costs = append(sums, sum), append(longest, slices.Max(holds)), append(costs, cost)
			break
		}
	}
	for unit, all := range map[string][]time.Duration{"lock-ms": sums, "longest-ms": longest, "cpu-ms": costs} {
		b.ReportMetric(float64(median(all))/float64(time.Millisecond), unit)
	}
}
