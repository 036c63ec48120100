package mail

import (
	"context"
	"errors"
	"testing"
	"time"
)

// clockwork is a carrier and a clock that goes on when somebody waits for it.
type clockwork struct {
	at   time.Time
	sent []time.Time
}

func (c *clockwork) Send(context.Context, string, string, []byte) error {
	c.sent = append(c.sent, c.at)
	return nil
}

func (c *clockwork) after(d time.Duration) <-chan time.Time {
	c.at = c.at.Add(d)
	return atOnce(d)
}

func TestPace(t *testing.T) {
	for _, perHour := range []int{MinPace, 100, 1000} {
		c := &clockwork{at: now}
		p := &Pace{Carrier: c, PerHour: perHour, Now: func() time.Time { return c.at }, After: c.after}
		for range 3 * perHour {
			must(t, p.Send(t.Context(), "", player, nil))
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
			must(t, p.Send(t.Context(), "", player, nil))
		}
		if burst := perHour / 10; !c.sent[0].Equal(c.sent[burst-1]) || c.sent[burst].Equal(c.sent[0]) {
			t.Errorf("%d an hour: what is saved up over a day is not %d", perHour, burst)
		}
	}
}

func TestPaceStops(t *testing.T) {
	c := &clockwork{at: now}
	ctx, cancel := context.WithCancel(t.Context())
	p := &Pace{Carrier: c, PerHour: MinPace, Now: func() time.Time { return now }, After: func(time.Duration) <-chan time.Time {
		cancel()
		return nil
	}}
	must(t, p.Send(ctx, "", player, nil))
	if err := p.Send(ctx, "", player, nil); !errors.Is(err, ErrTemporary) || !errors.Is(err, context.Canceled) || len(c.sent) != 1 {
		t.Errorf("%v after %d mails", err, len(c.sent))
	}
}
