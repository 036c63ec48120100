package leagues_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// standing is a league of 64 whose season waits for its second round.
func standing64(t testing.TB) *hosttest.Club {
	t.Helper()
	file := `
id = "big"
name = "Big"
format = "swiss"
ruleset = "ford"
size = 64
rounds = 5
round = "90d"
together = true
begins = "2026-12-20"
[points]
total = "3-0"
draw = "1-1"
`
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	f, err := season.Read(file)
	hosttest.Check(t, err)
	for i := range 64 {
		address := fmt.Sprintf("p%02d@example.org", i)
		c.Change(func(tx store.Tx) error {
			return tx.AddPlayer(store.Player{Address: address, Name: strings.ToUpper(address[:3]), Language: "en", TimeZone: "UTC", Added: c.Time})
		})
		f.Divisions[0].Entrants = append(f.Divisions[0].Entrants, address)
	}
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	return c
}

// A standing season asks one question a sweep, until a game ends, somebody does something or a
// moment comes.
func TestStandingSeasonAsksOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("64 games are created")
	}
	c := standing64(t)
	if n := len(running(c)); n != 64 {
		t.Fatalf("%d games are running", n)
	}
	counts := &hosttest.Questions{Store: c.Store}
	c.Host = hosttest.NewHost(t, counts, func() time.Time { return c.Time })
	sweep := func() (views, settings, rest int) {
		*counts = hosttest.Questions{Store: counts.Store}
		hosttest.Check(t, c.Leagues.TendLeagues(t.Context()))
		return counts.Views, counts.Settings, counts.Others + counts.Updates
	}
	sweep()
	for i := range 3 {
		c.Time = c.Time.Add(time.Minute)
		if v, s, rest := sweep(); v != 1 || s != 1 || rest != 0 {
			t.Errorf("sweep %d: %d views, %d settings, %d more", i, v, s, rest)
		}
	}
	hosttest.Check(t, c.Leagues.LeaveLeague(t.Context(), "big", "p00@example.org", "moves away"))
	if _, _, rest := sweep(); rest == 0 {
		t.Error("somebody has left, and nobody looks")
	}
	sweep()
	if _, _, rest := sweep(); rest != 0 {
		t.Errorf("%d questions after all was done", rest)
	}
	c.Time = c.Time.Add(90 * 24 * time.Hour)
	if _, _, rest := sweep(); rest == 0 {
		t.Error("the day of the next round has come, and nobody looks")
	}
	if s := hosttest.Season(c, "big"); len(s.State.Divisions[0].Rounds) != 2 {
		t.Errorf("%d rounds", len(s.State.Divisions[0].Rounds))
	}
}

// What a sweep costs while nothing is due.
func BenchmarkStandingSeason(b *testing.B) {
	c := standing64(b)
	c.Host = hosttest.NewHost(c.T, c.Store, func() time.Time { return c.Time })
	hosttest.Check(b, c.Leagues.TendLeagues(b.Context()))
	b.ReportAllocs()
	for b.Loop() {
		hosttest.Check(b, c.Leagues.TendLeagues(b.Context()))
	}
}
