package clock_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// onDay is a club on a day, with a new game whose deadlines fall as the rules say.
func onDay(t *testing.T, day string, change func(*calendar.Rules)) *hosttest.Club {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Rules.Calendar.Leave = 30
	_, err := c.Rulings.Rule(t.Context(), c.Game, "", "ruling\nannul\nreason It is of another year.\n")
	hosttest.Check(t, err)
	c.Time = hosttest.Instant(t, day)
	c.Game = c.NewGame(hosttest.Refereed, hosttest.WithCalendar(func(r *calendar.Rules) { r.Zone = "Europe/Paris"; change(r) }))
	c.Sent()
	return c
}

// At 02:30 in Paris there is no such time in one night of the year, and two in another: what is
// added to a deadline is counted in hours and then moved forward, to the next such time or the
// later of both.
func TestNightsOfReserves(t *testing.T) {
	hours := hosttest.Must[calendar.Hours](t, "02:30")
	bank := func(r *calendar.Rules) { r.Hours, r.Bank = hours, calendar.Bank{Days: 1} }
	token := func(after time.Duration) func(*calendar.Rules) {
		return func(r *calendar.Rules) { r.Hours, r.Tokens, r.TokenTime = hours, 1, calendar.Span{Duration: after} }
	}
	for name, tt := range map[string]struct {
		begins, due string
		change      func(*calendar.Rules)
		then        string
	}{
		"a day of the bank past the shorter night": {"2027-03-24T01:30:00Z", "2027-03-27T01:30:00Z", bank, "2027-03-29T00:30:00Z"},
		"a day of the bank into the longer night":  {"2027-10-27T00:30:00Z", "2027-10-30T00:30:00Z", bank, "2027-10-31T01:30:00Z"},
		"an extension into the shorter night":      {"2027-03-24T01:30:00Z", "2027-03-27T01:30:00Z", token(23 * time.Hour), "2027-03-28T01:00:00Z"},
		"an extension past the longer night":       {"2027-10-27T00:30:00Z", "2027-10-30T00:30:00Z", token(25*time.Hour + 30*time.Minute), "2027-11-01T01:30:00Z"},
		"a day of the bank on 29 February":         {"2028-02-25T01:30:00Z", "2028-02-28T01:30:00Z", bank, "2028-02-29T01:30:00Z"},
		"an extension over 29 February":            {"2028-02-25T01:30:00Z", "2028-02-28T01:30:00Z", token(48 * time.Hour), "2028-03-01T01:30:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			c := onDay(t, tt.begins, tt.change)
			c.WantDeadline("north", hosttest.Instant(t, tt.due))
			c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nextend\n")
			c.ToldAt(hosttest.Instant(t, tt.due))
			c.WantDeadline("north", hosttest.Instant(t, tt.then))
			if c.ToldAt(hosttest.Instant(t, tt.then).Add(-time.Second)); c.Seat("north").Reminded != nil && c.Seat("north").Reminded.After(hosttest.Instant(t, tt.due)) && c.Seat("north").Deadline.Before(c.Time) {
				t.Error("late before his time")
			}
			c.Order("north", "bid 1")
		})
	}
}

// An absence is of whole days where the player lives: of 23 and of 25 hours in those nights, and
// 29 February is one of them; a pause ends at the next time that there is, and keeps what was left.
func TestNightsOfAbsencesAndPauses(t *testing.T) {
	plain := func(*calendar.Rules) {}
	for name, tt := range map[string]struct {
		begins, from, to string
		stops            time.Duration
	}{
		"shorter night": {"2027-03-26T12:00:00Z", "2027-03-28", "2027-03-28", 23 * time.Hour},
		"longer night":  {"2027-10-29T12:00:00Z", "2027-10-31", "2027-10-31", 25 * time.Hour},
		"leap day":      {"2028-02-26T12:00:00Z", "2028-02-28", "2028-03-01", 72 * time.Hour},
	} {
		c := onDay(t, tt.begins, plain)
		was := *c.Seat("north").Deadline
		hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence from "+tt.from+" to "+tt.to+"\n"), "YOUR ABSENCES")
		if got := c.Seat("north").Deadline.Sub(was); got != tt.stops {
			t.Errorf("%s: the deadline moves by %s, want %s", name, got, tt.stops)
		}
		c.Time = c.Time.Add(24 * time.Hour)
		c.Requests("north", hosttest.NorthAt, "absence cancel "+tt.from+"\n")
		if got := c.Seat("north").Deadline.Sub(was); got != 0 {
			t.Errorf("%s: taken back, the deadline has moved by %s", name, got)
		}
	}
	c := onDay(t, "2027-02-20T12:00:00Z", plain)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence from 2027-02-27 to 2027-02-29\n"), "“2027-02-29” is not a date")
	for _, tt := range []struct{ begins, until, ends string }{
		{"2027-03-25T12:00:00Z", "2027-03-28 02:30", "2027-03-28T01:00:00Z"},
		{"2027-10-28T12:00:00Z", "2027-10-31 02:30", "2027-10-31T01:30:00Z"},
		{"2028-02-25T12:00:00Z", "2028-02-29 12:00", "2028-02-29T11:00:00Z"},
	} {
		c := onDay(t, tt.begins, plain)
		c.Time = c.Time.Add(5 * time.Hour)
		left := c.Seat("north").Deadline.Sub(c.Time)
		c.Rule("ruling / pause until "+tt.until+" / reason x", store.Command)
		c.ToldAt(hosttest.Instant(t, tt.ends).Add(-time.Second))
		if c.Status() != store.Paused {
			t.Errorf("%s: the pause has ended before its time", tt.until)
		}
		c.ToldAt(hosttest.Instant(t, tt.ends))
		c.WantDeadline("north", c.Time.Add(left))
		c.Replays()
	}
	c = onDay(t, "2027-02-20T12:00:00Z", plain)
	hosttest.Wants(t, c.Rule("ruling / extend north until 2027-02-29 / reason x", store.Faulty), "does not name a day")
}

// While the bank runs, an outage and a clock that is put forward cost nobody a day.
func TestBankOverAnOutage(t *testing.T) {
	c := onDay(t, "2027-03-20T12:00:00Z", func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 3} })
	beat := func() {
		t.Helper()
		_, err := c.Recovery.Heartbeat(t.Context())
		hosttest.Check(t, err)
	}
	flag := *c.Seat("north").Deadline
	c.Time = flag
	beat()
	c.ToldAt(flag)
	c.WantDeadline("north", flag.Add(3*calendar.Day))
	c.Time = c.Time.Add(time.Minute)
	beat()
	c.Time = c.Time.Add(2 * calendar.Day) // nobody was there
	beat()
	c.SweepNow()
	if moved := c.Seat("north").Deadline.Sub(flag.Add(3 * calendar.Day)); moved < 2*calendar.Day-time.Hour {
		t.Errorf("the outage has moved the deadline by %s", moved)
	}
	c.Time = c.Time.Add(time.Hour)
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	if said := c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\ncalendar\n"); !strings.Contains(said, "3 days") {
		t.Errorf("an hour of the bank was used, and the outage:\n%s", said)
	}
}
