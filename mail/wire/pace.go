package wire

import (
	"context"
	"sync"
	"time"
)

// Pace keeps what is sent below the number of mails that a provider takes in an hour:
// many block an account that sends more, in the middle of a turn. A tenth of the
// number may go out at once, since the reports of a turn come together; the others
// are spread over the hour.
//
// A Pace may be used by several goroutines. Its fields must not change once it is.
type Pace struct {
	PerHour int                                  // at least MinPace
	Now     func() time.Time                     // default time.Now
	After   func(time.Duration) <-chan time.Time // default time.After

	mu   sync.Mutex
	free time.Time // when the next mail may go out, had nothing been saved up
}

// MinPace is the least number of mails an hour: with less, the reports of a turn would
// come hours apart.
const MinPace = 10

// Wait returns when the next mail may go out, or when ctx ends, with its cause.
func (p *Pace) Wait(ctx context.Context) error {
	if wait := p.take(); wait > 0 {
		select {
		case <-p.after(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// take reserves the next place in the hour and returns how long it is until then.
// It is the leaky bucket in its form as a schedule: free runs ahead of the clock, by
// as much as was sent and has not leaked away.
func (p *Pace) take() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.Now != nil {
		now = p.Now()
	}
	burst := max(p.PerHour/10, 1)
	// What leaves at once and what leaves evenly make PerHour together.
	step := time.Hour / time.Duration(max(p.PerHour-burst, 1))
	p.free = later(p.free, now)
	wait := p.free.Sub(now) - time.Duration(burst-1)*step
	p.free = p.free.Add(step)
	return wait
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (p *Pace) after(d time.Duration) <-chan time.Time {
	if p.After != nil {
		return p.After(d)
	}
	return time.After(d)
}
