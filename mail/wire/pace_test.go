package wire

import (
	"context"
	"errors"
	"testing"
	"time"
)

// clockwork notes what is sent, on a clock that goes on when somebody waits for it.
type clockwork struct {
	at   time.Time
	sent []time.Time
}

func (c *clockwork) send(t *testing.T, p *Pace) {
	t.Helper()
	must(t, p.Wait(t.Context()))
	c.sent = append(c.sent, c.at)
}

func (c *clockwork) after(d time.Duration) <-chan time.Time {
	c.at = c.at.Add(d)
	return atOnce(d)
}

func TestPace(t *testing.T) {
	for _, perHour := range []int{MinPace, 100, 1000} {
		c := &clockwork{at: now}
		p := &Pace{PerHour: perHour, Now: func() time.Time { return c.at }, After: c.after}
		for range 3 * perHour {
			c.send(t, p)
		}
		for i := range c.sent {
			if i >= perHour && c.sent[i].Sub(c.sent[i-perHour]) < time.Hour {
				t.Fatalf("%d an hour: mail %d leaves %v after mail %d", perHour, i, c.sent[i].Sub(c.sent[i-perHour]), i-perHour)
			}
		}
		if burst := perHour / 10; !c.sent[burst-1].Equal(now) || c.sent[burst].Equal(now) {
			t.Errorf("%d an hour: the first %d leave until %v, the next at %v", perHour, burst, c.sent[burst-1], c.sent[burst])
		}
		if last := c.sent[len(c.sent)-1].Sub(now); last > 4*time.Hour {
			t.Errorf("%d an hour: three hours' mails took %v", perHour, last)
		}
		// After a quiet day no more is saved up than the first time.
		c.at, c.sent = c.at.Add(24*time.Hour), nil
		for range perHour {
			c.send(t, p)
		}
		if burst := perHour / 10; !c.sent[0].Equal(c.sent[burst-1]) || c.sent[burst].Equal(c.sent[0]) {
			t.Errorf("%d an hour: what is saved up over a day is not %d", perHour, burst)
		}
	}
}

func TestPaceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := &Pace{PerHour: MinPace, Now: func() time.Time { return now }, After: func(time.Duration) <-chan time.Time {
		cancel()
		return nil
	}}
	must(t, p.Wait(ctx))
	if err := p.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("it did not stop: %v", err)
	}
}
