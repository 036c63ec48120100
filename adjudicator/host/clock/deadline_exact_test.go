package clock_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// undone is one of the ways to move a deadline, and how to take it back.
type undone struct {
	name string
	do   func(c *hosttest.Club, rnd *rand.Rand) (undo func())
}

// undoings are all of them. Each leaves time for others between what it does and what it undoes.
var undoings = []undone{
	{"absence", func(c *hosttest.Club, rnd *rand.Rand) func() {
		// It begins when all has been taken back: days of it that have passed stay taken.
		first := calendar.DateOf(c.Time, time.UTC).AddDate(0, 0, 2+rnd.IntN(4)*3)
		last := first.AddDate(0, 0, rnd.IntN(3))
		c.Requests("north", hosttest.NorthAt, fmt.Sprintf("absence from %s to %s\n", first.Format(time.DateOnly), last.Format(time.DateOnly)))
		return func() { c.Requests("north", hosttest.NorthAt, "absence cancel "+first.Format(time.DateOnly)+"\n") }
	}},
	{"extension", func(c *hosttest.Club, rnd *rand.Rand) func() {
		was := c.Seat("north").Deadline.UTC()
		zone := zoneOfGame(c)
		extend := func(at time.Time) {
			_, err := c.Rulings.Rule(c.T.Context(), c.Game, "", fmt.Sprintf("ruling\nextend north until %s\nreason x\n", at.In(zone).Format("2006-01-02 15:04")))
			hosttest.Check(c.T, err)
		}
		if at, err := calendar.ReadMoment(was.In(zone).Format(time.DateOnly), was.In(zone).Format("15:04"), zone); err != nil || !at.Equal(was) {
			return func() {} // in the hour that comes twice, or not on a full minute
		}
		extend(was.Add(time.Duration(1+rnd.IntN(200)) * time.Hour))
		return func() { extend(was) }
	}},
	{"pause", func(c *hosttest.Club, _ *rand.Rand) func() {
		for _, line := range []string{"pause until " + c.Time.UTC().AddDate(0, 0, 20).Format(time.DateOnly), "resume"} {
			_, err := c.Rulings.Rule(c.T.Context(), c.Game, "", "ruling\n"+line+"\nreason x\n")
			hosttest.Check(c.T, err)
		}
		return func() {}
	}},
	{"another zone", func(c *hosttest.Club, rnd *rand.Rand) func() {
		zones := []string{"Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu", "UTC"}
		_, err := c.Seats.ChangePlayer(c.T.Context(), hosttest.NorthAt, seating.PlayerChange{TimeZone: &zones[rnd.IntN(len(zones))]})
		hosttest.Check(c.T, err)
		return func() {
			back := "Europe/Paris"
			_, err := c.Seats.ChangePlayer(c.T.Context(), hosttest.NorthAt, seating.PlayerChange{TimeZone: &back})
			hosttest.Check(c.T, err)
		}
	}},
}

// zoneOfGame is the zone of a game's calendar.
func zoneOfGame(c *hosttest.Club) (zone *time.Location) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		game, err := tx.Game(c.Game)
		if err != nil {
			return err
		}
		rules, err := calendar.Read(game.Schedule)
		if err != nil {
			return err
		}
		zone, err = time.LoadLocation(rules.Zone)
		return err
	})
	return zone
}

// Whatever moves a deadline and is taken back leaves it where it was, in games whose calendars
// round, over both nights of the year, and in whatever order.
func TestWhatIsUndoneMovesNoDeadline(t *testing.T) {
	games := map[string]func(*calendar.Rules){
		"mon-fri": func(r *calendar.Rules) { r.Days = hosttest.Must[calendar.Days](t, "mon-fri") },
		"an hour a day": func(r *calendar.Rules) {
			r.Hours, r.Zone = hosttest.Must[calendar.Hours](t, "18:00"), "America/New_York"
		},
		"evenings, quiet": func(r *calendar.Rules) {
			r.Days, r.Hours, r.Quiet = hosttest.Must[calendar.Days](t, "tue,sat"), hosttest.Must[calendar.Hours](t, "20:00-22:00"), hosttest.Must[calendar.Hours](t, "22:00-07:00")
		},
		"the odd hour": func(r *calendar.Rules) { r.Hours = hosttest.Must[calendar.Hours](t, "02:30") },
	}
	days := []string{"2026-10-22T12:00:00Z", "2027-03-25T09:30:00Z", "2026-07-01T21:10:00Z"}
	for name, change := range games {
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, uint64(len(name))))
			for round := range hosttest.Sampled(24, 3) {
				c := onDay(t, days[round%len(days)], change)
				was := *c.Seat("north").Deadline
				if round%4 == 3 { // what was asked before the exact moment was kept
					c.Change(func(tx store.Tx) error { return tx.SetSetting("term/"+c.Game+"/north", nil) })
				}
				var did string
				var undo []func()
				for step := range 4 {
					u := undoings[rnd.IntN(len(undoings))]
					if step > 0 && u.name == "extension" {
						continue // the moment that a referee sets is exact from then on
					}
					did += u.name + ", "
					undo = append(undo, u.do(c, rnd))
					c.Time = c.Time.Add(time.Duration(rnd.IntN(120)) * time.Minute)
				}
				for len(undo) > 0 {
					undo[len(undo)-1]()
					undo = undo[:len(undo)-1]
				}
				if at := *c.Seat("north").Deadline; !at.Equal(was) {
					t.Errorf("round %d from %s: %sand all of it back moved the deadline from %s to %s", round, days[round%len(days)], did, was.UTC(), at.UTC())
				}
			}
		})
	}
}

// Twelve pairs of absences in four hours brought eight days where deadlines are bound to weekdays.
func TestPairsOfAbsencesGainNothing(t *testing.T) {
	c := onDay(t, "2026-11-20T12:00:00Z", func(r *calendar.Rules) { r.Days = hosttest.Must[calendar.Days](t, "mon-fri") })
	was := *c.Seat("north").Deadline
	for i := range 6 {
		day := calendar.DateOf(c.Time, time.UTC).AddDate(0, 0, 2).Format(time.DateOnly)
		last := calendar.DateOf(c.Time, time.UTC).AddDate(0, 0, 3+i).Format(time.DateOnly)
		c.Requests("north", hosttest.NorthAt, "absence from "+day+" to "+last+"\n")
		c.Time = c.Time.Add(20 * time.Minute)
		c.Requests("north", hosttest.NorthAt, "absence cancel "+day+"\n")
	}
	c.WantDeadline("north", was)
}

// A claim that is dismissed at once, and an outage, move the exact moment: what the calendar has
// added before is not added again.
func TestMoversKeepTheExactMoment(t *testing.T) {
	// Three days from a Thursday noon are a Sunday noon, and the deadline is Monday.
	weekdays := func(r *calendar.Rules) { r.Days = hosttest.Must[calendar.Days](t, "mon-fri") }
	c := onDay(t, "2026-11-19T12:00:00Z", weekdays)
	c.Flush(&hosttest.Carrier{})
	monday := hosttest.Instant(t, "2026-11-22T23:00:00Z")
	c.WantDeadline("north", monday)
	c.Requests("north", hosttest.NorthAt, "referee: is this so?\n")
	c.Rule("ruling / dismiss 1 / reason no", store.Command)
	c.WantDeadline("north", monday)
	c.Requests("north", hosttest.NorthAt, "referee: and this?\n") // the same question
	c.Time = c.Time.Add(time.Hour)
	c.Rule("ruling / dismiss 2 / reason no", store.Command)
	c.WantDeadline("north", monday)
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = c.Time.Add(10 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.WantDeadline("north", monday)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = c.Time.Add(20 * time.Hour) // Sunday noon and thirty hours
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.WantDeadline("north", hosttest.Instant(t, "2026-11-23T18:00:00Z"))
}

// A deadline never falls into an absence, although the calendar moves it there.
func TestNoDeadlineInAnAbsence(t *testing.T) {
	c := onDay(t, "2026-11-19T12:00:00Z", func(r *calendar.Rules) { r.Days = hosttest.Must[calendar.Days](t, "mon-fri") })
	c.Requests("north", hosttest.NorthAt, "absence from 2026-11-23 to 2026-11-24\n")
	c.WantDeadline("north", hosttest.Instant(t, "2026-11-24T23:00:00Z"))
	c.Requests("north", hosttest.NorthAt, "absence cancel 2026-11-23\n")
	c.WantDeadline("north", hosttest.Instant(t, "2026-11-22T23:00:00Z"))
}
