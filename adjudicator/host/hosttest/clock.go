package hosttest

import (
	"math/rand/v2"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/store"
	"keryx/templates"
)

// Requests sends requests of a player, signed, and returns what he is answered.
func (c *Club) Requests(side, from, lines string) string {
	c.T.Helper()
	c.Sent()
	if row := c.Receive(Letter(from, c.Signed(side, lines))); row.State != store.Command && row.State != store.Faulty {
		c.T.Fatalf("%q: %s (%s)", lines, row.State, row.Reason)
	}
	var said string
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + Flat(TextOf(c.T, m)) + "\n"
	}
	return said
}

// Away is a club whose members may be absent 30 days a year.
func Away(t *testing.T) *Club {
	c := NewClub(t, WithCalendar(func(r *calendar.Rules) { r.Hours = Must[calendar.Hours](t, "13:00-14:00"); r.Zone = "Europe/Paris" }))
	c.Rules.Calendar.Leave = 30
	c.Sent()
	return c
}

// Planned lets a side do what it plans by itself.
func Planned(c *Club, side string) {
	c.T.Helper()
	plan, err := c.Intake.Plan(c.T.Context(), c.Game, side, adjudicator.Random{Rand: rand.New(rand.NewPCG(4, uint64(c.Time.Unix())))})
	Check(c.T, err)
	if len(plan) == 0 {
		c.T.Fatalf("nothing is asked of %s", side)
	}
	c.Order(side, templates.For("en", "ford").Words(plan[0]))
}

// SweepNow deals with the deadlines that have passed by now.
func (c *Club) SweepNow() int {
	c.T.Helper()
	n, err := c.Sweep(c.T.Context(), c.Time)
	Check(c.T, err)
	return n
}

// Must reads what people write.
func Must[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](t *testing.T, text string) (v T) {
	t.Helper()
	Check(t, P(&v).UnmarshalText([]byte(text)))
	return v
}

// Instant reads a moment.
func Instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	Check(t, err)
	return at
}
