package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
)

// with gives a game a calendar.
func with(change func(*calendar.Rules)) settings {
	return func(n *post.NewGame) {
		r := calendar.Usual()
		change(&r)
		n.Calendar = &r
	}
}

// must reads what people write.
func must[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](t *testing.T, text string) (v T) {
	t.Helper()
	check(t, P(&v).UnmarshalText([]byte(text)))
	return v
}

// instant reads a moment.
func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	check(t, err)
	return at
}

// A deadline falls where the game lets it, in the game's zone; the letter gives it in the
// reader's zone and in UTC, with the reason.
func TestDeadlineFallsWhereItMay(t *testing.T) {
	// noon is a Saturday; the answer time is three days.
	c := newClub(t, with(func(r *calendar.Rules) {
		r.Zone, r.Days, r.Hours = "Europe/Paris", must[calendar.Days](t, "wed-fri"), must[calendar.Hours](t, "20:00-22:00")
	}))
	want := instant(t, "2026-11-25T19:00:00Z")
	for _, side := range []string{"north", "south"} {
		if at := c.seat(side).Deadline; !at.Equal(want) {
			t.Errorf("the deadline of %s is %s, want %s", side, at.UTC(), want)
		}
	}
	for _, m := range c.sent() {
		body := flat(text(t, m))
		for _, word := range []string{"Wednesday 25 November 2026", "19:00", "Tuesday 24 November 2026", "no deadline of this game falls on that day of the week"} {
			if !strings.Contains(body, word) {
				t.Errorf("the letter to %s says nothing of %q:\n%s", m.Recipient, word, body)
			}
		}
	}
	c.order("south", "bid 0") // the time of north does not begin anew
	if at := c.seat("north").Deadline; !at.Equal(want) {
		t.Errorf("the deadline of north is %s now", at.UTC())
	}
}

// A holiday of the club moves deadlines of games that heed it, and of no others; those of a
// game without a calendar come after the answer time to the second.
func TestHolidayOfTheClub(t *testing.T) {
	c := newClub(t)
	c.Rules.Calendar.Holidays = calendar.Holidays{must[calendar.Holiday](t, "11-24..11-26")}
	at := func(change ...settings) time.Time {
		c.game = c.found(change...)
		return *c.seat("north").Deadline
	}
	if got, want := at(), noon.Add(answerTime); !got.Equal(want) {
		t.Errorf("without a calendar: %s, want %s", got, want)
	}
	if got, want := at(with(func(r *calendar.Rules) { r.Free = false })), noon.Add(answerTime); !got.Equal(want) {
		t.Errorf("in a game that plays on holidays: %s, want %s", got, want)
	}
	if got, want := at(with(func(*calendar.Rules) {})), instant(t, "2026-11-27T00:00:00Z"); !got.Equal(want) {
		t.Errorf("over a holiday: %s, want %s", got, want)
	}
}

// A deadline that an outage moves comes to lie where one may fall, and never earlier than the
// outage makes it.
func TestOutageMovesToWhereADeadlineMayFall(t *testing.T) {
	c := newClub(t, with(func(r *calendar.Rules) { r.Hours = must[calendar.Hours](t, "12:00-13:00") }))
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.now = noon.Add(30 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	if got, want := *c.seat("north").Deadline, noon.Add(answerTime+48*time.Hour); !got.Equal(want) {
		t.Errorf("after an outage of 30 hours: %s, want %s", got, want)
	}
}

// A clock that was ahead is no reason to shorten a time that a calendar made longer.
func TestSetBackKeepsALongerTime(t *testing.T) {
	c := newClub(t, with(func(r *calendar.Rules) { r.Days = must[calendar.Days](t, "fri") }))
	was := *c.seat("north").Deadline
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.now = noon.Add(time.Minute)
	c.sweep()
	_, err = c.Recovery.MendClock(t.Context())
	check(t, err)
	if got := *c.seat("north").Deadline; !got.Equal(was) {
		t.Errorf("the deadline was %s and is %s", was, got)
	}
}
