package leagues_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/season"
)

// A league forbids absences, shortens them, or shuts them at its end; the answer to who announces
// one says what it does in the league's game, and his other games are none of its business.
func TestLeagueAbsences(t *testing.T) {
	for name, tt := range map[string]struct {
		file  string
		stops int // days
		said  string
		rule  string
	}{
		"forbidden": {"no_absences = true\n", 0, "does not stop your clock: that game does not allow absences", "stop no clock in its games"},
		"shortened": {"absence_days = 4\n", 4, "stops your clock up to", "4 days in the season"},
		"as usual":  {"", 10, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.Duel(t, tt.file)
			c.Rules.Calendar.Leave = 30
			asked := hosttest.DuelSeats(c)[0]
			was := *c.Seat(asked.Side).Deadline
			from := c.Time.AddDate(0, 0, 2)
			player, _, _ := strings.Cut(asked.Player, "@")
			said := c.Requests(player, asked.Player, "absence from "+from.Format("2006-01-02")+" to "+from.AddDate(0, 0, 9).Format("2006-01-02")+"\n")
			if hosttest.Wants(t, said, tt.said); tt.said == "" && strings.Contains(said, "your absence from") {
				t.Errorf("told of bounds that there are not:\n%s", said)
			}
			if got := c.Seat(asked.Side).Deadline.Sub(was); got != time.Duration(tt.stops)*calendar.Day {
				t.Errorf("the deadline has moved by %s, want %d days", got, tt.stops)
			}
			hosttest.Wants(t, c.Requests(player, asked.Player, "rules spring\n"), tt.rule)
		})
	}
	for file, want := range map[string]string{
		"no_absences = true\nabsence_days = 3\n":           "leave out one or the other",
		"absences_shut = \"7d\"\n":                         "say when it \"ends\"",
		"absence_days = -1\n":                              "want 0 to 366",
		"absences_shut = \"30h\"\nends = \"2027-06-01\"\n": "want whole days",
	} {
		if _, err := season.Read("id = \"x\"\nname = \"X\"\nformat = \"round-robin\"\nruleset = \"ford\"\nbegins = \"2027-01-01\"\n" + file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	f, err := season.Read("id = \"x\"\nname = \"X\"\nformat = \"round-robin\"\nruleset = \"ford\"\nbegins = \"2028-01-01\"\nends = \"2028-03-05\"\nabsences_shut = \"5d\"\n")
	hosttest.Check(t, err)
	if to := f.Bounds(hosttest.Noon).To.Format("2006-01-02"); to != "2028-02-28" {
		t.Errorf("absences are shut after %s", to)
	}
}

// An absence that was announced before the season begins is bounded in its first game too.
func TestLeagueAbsencesAnnouncedBefore(t *testing.T) {
	for file, from := range map[string]time.Time{
		"no_absences = true\n":       time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC),
		"absence_days = 4\n":         time.Date(2026, 12, 23, 23, 0, 0, 0, time.UTC), // from the 20th on, midnight in Paris
		"absences_shut = \"160d\"\n": time.Date(2026, 12, 22, 23, 0, 0, 0, time.UTC),
		"":                           time.Date(2026, 12, 30, 23, 0, 0, 0, time.UTC),
	} {
		c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, file, 1))
		c.Rules.Calendar.Leave = 30
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
		for name, address := range map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt} {
			hosttest.Wants(t, c.Requests(name, address, "absence from 2026-12-18 to 2026-12-30\n"), "Friday 18 December 2026")
		}
		c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
		hosttest.TendLeagues(c)
		c.Game = hosttest.Fixture(c).Host
		for _, asked := range hosttest.DuelSeats(c) {
			if want := from.Add(7 * calendar.Day); !asked.Deadline.Equal(want) {
				t.Errorf("%q: the first deadline of %s is %s, want %s", file, asked.Side, asked.Deadline, want)
			}
		}
	}
}

// Where days of absences are bounded, those of earlier dates that are announced later take the days
// of the others: no more stop the clock in all, however they are announced.
func TestLeagueAbsencesOutOfOrder(t *testing.T) {
	c := hosttest.Duel(t, "absence_days = 4\n")
	c.Rules.Calendar.Leave = 30
	asked := hosttest.DuelSeats(c)[0]
	was := *asked.Deadline
	player, _, _ := strings.Cut(asked.Player, "@")
	for _, days := range []string{"from 2026-12-26 to 2026-12-31", "from 2026-12-22 to 2026-12-23", "from 2026-12-24 to 2026-12-25"} {
		c.Requests(player, asked.Player, "absence "+days+"\n")
		if got := c.Seat(asked.Side).Deadline.Sub(was); got != 4*calendar.Day {
			t.Errorf("after %s the deadline has moved by %s in all, want 4 days", days, got)
		}
	}
	c.Requests(player, asked.Player, "absence cancel 2026-12-26\nabsence cancel 2026-12-22\n")
	if got := c.Seat(asked.Side).Deadline.Sub(was); got != 2*calendar.Day {
		t.Errorf("with two days that are left the deadline has moved by %s", got)
	}
}
