package host_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// questions counts what is asked of a store.
type questions struct {
	store.Store
	views, updates, settings, others int
}

func (c *questions) View(ctx context.Context, f func(store.ReadTx) error) error {
	c.views++
	return c.Store.View(ctx, func(tx store.ReadTx) error { return f(questionsTx{tx, c}) })
}

func (c *questions) Update(ctx context.Context, f func(store.Tx) error) error {
	c.updates++
	return c.Store.Update(ctx, f)
}

type questionsTx struct {
	store.ReadTx
	c *questions
}

func (t questionsTx) Setting(name string) ([]byte, error) {
	t.c.settings++
	return t.ReadTx.Setting(name)
}

func (t questionsTx) Leagues() ([]store.League, error) { t.c.others++; return t.ReadTx.Leagues() }

// standing is a league of 64 whose season waits for its second round.
func standing64(t testing.TB) *club {
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
	c := openClub(t)
	check(t, enrol(c.Host))
	f, err := season.Read(file)
	check(t, err)
	for i := range 64 {
		address := fmt.Sprintf("p%02d@example.org", i)
		c.update(func(tx store.Tx) error {
			return tx.AddPlayer(store.Player{Address: address, Name: strings.ToUpper(address[:3]), Language: "en", TimeZone: "UTC", Added: c.now})
		})
		f.Divisions[0].Entrants = append(f.Divisions[0].Entrants, address)
	}
	check(t, c.Leagues.NewLeague(t.Context(), f))
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
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
	counts := &questions{Store: c.Store}
	c.Host = newHost(t, counts, func() time.Time { return c.now })
	sweep := func() (views, settings, rest int) {
		*counts = questions{Store: counts.Store}
		check(t, c.Leagues.TendLeagues(t.Context()))
		return counts.views, counts.settings, counts.others + counts.updates
	}
	sweep()
	for i := range 3 {
		c.now = c.now.Add(time.Minute)
		if v, s, rest := sweep(); v != 1 || s != 1 || rest != 0 {
			t.Errorf("sweep %d: %d views, %d settings, %d more", i, v, s, rest)
		}
	}
	check(t, c.Leagues.LeaveLeague(t.Context(), "big", "p00@example.org", "moves away"))
	if _, _, rest := sweep(); rest == 0 {
		t.Error("somebody has left, and nobody looks")
	}
	sweep()
	if _, _, rest := sweep(); rest != 0 {
		t.Errorf("%d questions after all was done", rest)
	}
	c.now = c.now.Add(90 * 24 * time.Hour)
	if _, _, rest := sweep(); rest == 0 {
		t.Error("the day of the next round has come, and nobody looks")
	}
	if s := c.season("big"); len(s.State.Divisions[0].Rounds) != 2 {
		t.Errorf("%d rounds", len(s.State.Divisions[0].Rounds))
	}
}

// What a sweep costs while nothing is due.
func BenchmarkStandingSeason(b *testing.B) {
	c := standing64(b)
	c.Host = newHost(c.t, c.Store, func() time.Time { return c.now })
	check(b, c.Leagues.TendLeagues(b.Context()))
	b.ReportAllocs()
	for b.Loop() {
		check(b, c.Leagues.TendLeagues(b.Context()))
	}
}
