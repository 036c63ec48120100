package clock_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
)

// An absence stops the clock of its player in all his games, tells his opponents the dates,
// and leaves alone what they have been asked before; a game without a calendar is no exception.
func TestAbsence(t *testing.T) {
	c := hosttest.Away(t)
	first := c.Game
	second := c.NewGame() // without a calendar
	c.Game = first
	said := c.Requests("north", hosttest.NorthAt, "absence from 2026-11-23 to 2026-12-02\n")
	for _, want := range []string{hosttest.NorthAt + ": ", "from Monday 23 November 2026 to Wednesday 2 December 2026 (10 days)", "You have 20 days left in 2026",
		hosttest.SouthAt + ": ", "will be absent from Monday 23 November 2026 to Wednesday 2 December 2026", "keeps its deadline"} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing of %q in:\n%s", want, said)
		}
	}
	if strings.Count(said, "your opponent in") != 1 {
		t.Errorf("not one mail to the opponent for both games:\n%s", said)
	}
	// Ten days of Paris are ten times 24 hours in the autumn.
	deadline := func(game, side string, want time.Time) {
		t.Helper()
		c.Game = game
		if at := *c.Seat(side).Deadline; !at.Equal(want) {
			t.Errorf("%s in %s: %s, want %s", side, game, at, want)
		}
	}
	deadline(first, "north", hosttest.Noon.Add(hosttest.AnswerTime+10*calendar.Day))
	deadline(second, "north", hosttest.Noon.Add(hosttest.AnswerTime+10*calendar.Day))
	deadline(first, "south", hosttest.Noon.Add(hosttest.AnswerTime))
	if s := c.Requests("north", hosttest.NorthAt, "absence\n"); !strings.Contains(s, "23 November") {
		t.Errorf("the list of absences:\n%s", s)
	}
	// A look of a clock that is right shortens nothing.
	c.SweepNow()
	_, err := c.Recovery.MendClock(t.Context())
	hosttest.Check(t, err)
	deadline(second, "north", hosttest.Noon.Add(hosttest.AnswerTime+10*calendar.Day))
}

// Who is asked something while his opponent is absent has his whole time after that; the
// first orders of the absent player end his absence, and give back its other days.
func TestFirstOrdersEndAnAbsence(t *testing.T) {
	c := hosttest.Away(t)
	c.Requests("north", hosttest.NorthAt, "absence du 2026-11-23 au 2026-12-02\n")
	c.Order("south", "bid 0")
	c.Time = hosttest.Instant(t, "2026-11-25T12:30:00Z")
	c.Order("north", "bid 1")
	asked := 0
	for _, side := range []string{"north", "south"} {
		if at := c.Seat(side).Deadline; at != nil {
			asked++
			if !at.Equal(c.Time.Add(hosttest.AnswerTime)) {
				t.Errorf("%s has until %s, want three days: the absence has ended", side, at)
			}
		}
	}
	if asked == 0 {
		t.Fatal("nobody is asked anything")
	}
	said := c.Requests("north", hosttest.NorthAt, "absence\n")
	if !strings.Contains(said, "to Wednesday 25 November 2026 (3 days)") || !strings.Contains(said, "27 days left") {
		t.Errorf("after his orders:\n%s", said)
	}
}

// A day on which the clock stood still is a day of absence: who takes it back in the evening has used
// it up, and the clock goes on from then.
func TestABegunDayIsUsedUp(t *testing.T) {
	c := hosttest.Away(t)
	c.Requests("north", hosttest.NorthAt, "absence from 2026-11-22 to 2026-11-24\n")
	c.Time = hosttest.Instant(t, "2026-11-22T22:00:00Z") // 23:00 in Paris
	said := c.Requests("north", hosttest.NorthAt, "absence cancel 2026-11-23\n")
	if !strings.Contains(said, "29 days left") {
		t.Errorf("after a day of absence:\n%s", said)
	}
	again := c.Requests("north", hosttest.NorthAt, "absence from 2026-11-23 to 2026-11-24\n")
	if !strings.Contains(again, "27 days left") {
		t.Errorf("after the next announcement:\n%s", again)
	}
}

// The clock of another game goes on with what was left of it.
func TestAnEndedAbsenceIsOverInAllGames(t *testing.T) {
	c := hosttest.Away(t)
	first := c.Game
	second := c.NewGame(hosttest.WithCalendar(func(*calendar.Rules) {}), func(n *post.NewGame) { n.AnswerTime = 7 * calendar.Day })
	c.Game = first
	c.Requests("north", hosttest.NorthAt, "absence from 2026-11-23 to 2026-12-02\n")
	c.Time = hosttest.Instant(t, "2026-11-25T12:30:00Z")
	c.Order("north", "bid 1")
	c.Game = second
	// It stopped on 23 November at midnight in Paris, with five days and eleven hours gone by then of... seven days.
	left := hosttest.Noon.Add(7 * calendar.Day).Sub(hosttest.Instant(t, "2026-11-22T23:00:00Z"))
	if at, want := *c.Seat("north").Deadline, c.Time.Add(left); !at.Equal(want) {
		t.Errorf("the deadline is %s, want %s", at, want)
	}
}

// What cannot be had is refused with the way out, and changes nothing.
func TestAbsencesThatCannotBe(t *testing.T) {
	c := hosttest.Away(t)
	before := *c.Seat("north").Deadline
	for lines, want := range map[string]string{
		"absence from 2026-11-21 to 2026-11-25":  "tomorrow at the earliest",
		"absence from 2026-11-28 to 2026-11-25":  "The last day comes before the first",
		"absence from 2026-11-23 to 2027-01-25":  "you have 30 left",
		"absence from 2028-11-23 to 2028-11-25":  "within a year",
		"absence from monday to 2026-11-25":      "is not a date",
		"absence from 2026-11-23":                "does not name both",
		"absence 2026-11-23 2026-11-24 and more": "is not a date",
	} {
		if said := c.Requests("north", hosttest.NorthAt, lines+"\n"); !strings.Contains(said, want) || strings.Contains(said, hosttest.SouthAt) {
			t.Errorf("%q: nothing of %q, or the opponent hears of it:\n%s", lines, want, said)
		}
	}
	if at := *c.Seat("north").Deadline; !at.Equal(before) {
		t.Errorf("the deadline has moved to %s", at)
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
	c.SweepNow()
	if said := c.Requests("north", hosttest.NorthAt, "absence from 2026-12-23 to 2026-12-25\n"); !strings.Contains(said, "has passed, so no absence") {
		t.Errorf("after a missed deadline:\n%s", said)
	}
}

// Who played in a game that has gone to another club reads nothing of the absences of its players.
func TestAbsenceAfterAGameHasGone(t *testing.T) {
	c := hosttest.Away(t)
	c.WithKey("old")
	to := hosttest.OpenClub(t).WithKey("new")
	_, err := hosttest.ExportBundle(c, hosttest.Receiver(to))
	hosttest.Check(t, err)
	c.Sent()
	for _, lines := range []string{"absence from 2026-12-20 to 2026-12-22\n", "absence cancel 2026-12-20\n"} {
		if said := c.Requests("north", hosttest.NorthAt, lines); strings.Contains(said, hosttest.SouthAt+": ") {
			t.Errorf("%q is told to who plays it elsewhere:\n%s", lines, said)
		}
	}
	words := fmt.Sprintf("game %s\nside north\n\npress\nStill there?\n", c.Game)
	if said := c.Requests("north", hosttest.NorthAt, words); strings.Contains(said, hosttest.SouthAt+": ") || !strings.Contains(said, "goes on at another club") {
		t.Errorf("a message is passed on in it:\n%s", said)
	}
}
