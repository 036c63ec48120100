package clock_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
)

// A deadline falls where the game lets it, in the game's zone; the letter gives it in the
// reader's zone and in UTC, with the reason.
func TestDeadlineFallsWhereItMay(t *testing.T) {
	// noon is a Saturday; the answer time is three days.
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) {
		r.Zone, r.Days, r.Hours = "Europe/Paris", hosttest.Must[calendar.Days](t, "wed-fri"), hosttest.Must[calendar.Hours](t, "20:00-22:00")
	}))
	want := hosttest.Instant(t, "2026-11-25T19:00:00Z")
	for _, side := range []string{"north", "south"} {
		if at := c.Seat(side).Deadline; !at.Equal(want) {
			t.Errorf("the deadline of %s is %s, want %s", side, at.UTC(), want)
		}
	}
	for _, m := range c.Sent() {
		body := hosttest.Flat(hosttest.TextOf(t, m))
		for _, word := range []string{"Wednesday 25 November 2026", "19:00", "Tuesday 24 November 2026", "no deadline of this game falls on that day of the week"} {
			if !strings.Contains(body, word) {
				t.Errorf("the letter to %s says nothing of %q:\n%s", m.Recipient, word, body)
			}
		}
	}
	c.Order("south", "bid 0") // the time of north does not begin anew
	if at := c.Seat("north").Deadline; !at.Equal(want) {
		t.Errorf("the deadline of north is %s now", at.UTC())
	}
}

// A holiday of the club moves deadlines of games that heed it, and of no others; those of a
// game without a calendar come after the answer time to the second.
func TestHolidayOfTheClub(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.Calendar.Holidays = calendar.Holidays{hosttest.Must[calendar.Holiday](t, "11-24..11-26")}
	at := func(change ...hosttest.Setting) time.Time {
		c.Game = c.NewGame(change...)
		return *c.Seat("north").Deadline
	}
	if got, want := at(), hosttest.Noon.Add(hosttest.AnswerTime); !got.Equal(want) {
		t.Errorf("without a calendar: %s, want %s", got, want)
	}
	if got, want := at(hosttest.WithCalendar(func(r *calendar.Rules) { r.Free = false })), hosttest.Noon.Add(hosttest.AnswerTime); !got.Equal(want) {
		t.Errorf("in a game that plays on holidays: %s, want %s", got, want)
	}
	if got, want := at(hosttest.WithCalendar(func(*calendar.Rules) {})), hosttest.Instant(t, "2026-11-27T00:00:00Z"); !got.Equal(want) {
		t.Errorf("over a holiday: %s, want %s", got, want)
	}
}

// A deadline that an outage moves comes to lie where one may fall, and never earlier than the
// outage makes it.
func TestOutageMovesToWhereADeadlineMayFall(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Hours = hosttest.Must[calendar.Hours](t, "12:00-13:00") }))
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = hosttest.Noon.Add(30 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	if got, want := *c.Seat("north").Deadline, hosttest.Noon.Add(hosttest.AnswerTime+48*time.Hour); !got.Equal(want) {
		t.Errorf("after an outage of 30 hours: %s, want %s", got, want)
	}
}

// A clock that was ahead is no reason to shorten a time that a calendar made longer.
func TestSetBackKeepsALongerTime(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Days = hosttest.Must[calendar.Days](t, "fri") }))
	was := *c.Seat("north").Deadline
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = hosttest.Noon.Add(time.Minute)
	c.SweepNow()
	_, err = c.Recovery.MendClock(t.Context())
	hosttest.Check(t, err)
	if got := *c.Seat("north").Deadline; !got.Equal(was) {
		t.Errorf("the deadline was %s and is %s", was, got)
	}
}
