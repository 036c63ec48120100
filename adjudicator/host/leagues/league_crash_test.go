package leagues_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// errDied is what a process that dies before the commit leaves behind: nothing.
var errDied = errors.New("killed before the commit")

// mortal loses the n-th transaction at its end, from 1; 0 loses none.
type mortal struct {
	store.Store
	n, seen int
}

func (d *mortal) Update(ctx context.Context, f func(store.Tx) error) error {
	return d.Store.Update(ctx, func(tx store.Tx) error {
		err := f(tx)
		if d.seen++; err == nil && d.seen == d.n {
			return errDied
		}
		return err
	})
}

// step tends the league as a process does that is killed in its n-th transaction and started
// again; it reports whether it lived to that.
func step(c *hosttest.Club, n int) bool {
	c.T.Helper()
	whole := c.Store
	d := &mortal{Store: whole, n: n}
	c.Host = hosttest.NewHost(c.T, d, func() time.Time { return c.Time })
	hosttest.Check(c.T, c.Leagues.TendLeagues(c.T.Context())) // what a league cannot do is logged, and tried again
	c.Host = hosttest.NewHost(c.T, whole, func() time.Time { return c.Time })
	hosttest.Check(c.T, c.Leagues.TendLeagues(c.T.Context()))
	return d.seen >= n
}

// A season that is killed at any of its steps, and in the first transactions after, writes no mail
// and starts no game twice, and ends as it would have.
func TestLeagueKilledAtEachStep(t *testing.T) {
	file := strings.NewReplacer(`muster = "7d"`, "muster = \"7d\"\nonce = true\nbids = \"2d\"", "together = true", "").Replace(hosttest.SpringLeague)
	play := func(kill int) (letters []string, games int, died bool) {
		c := hosttest.LeagueClub(t, file)
		for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt, "third@example.org"} {
			hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
		}
		days := []time.Time{time.Date(2026, 12, 14, 9, 0, 0, 0, time.UTC), time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC), time.Date(2026, 12, 23, 9, 0, 0, 0, time.UTC)}
		for _, day := range days {
			c.Time = day
			died = step(c, kill) || died
		}
		for range 4 {
			answerAll(c, func(string, string) string { return "bid 0\npass\npass\nloot 0\nloot 0" })
			died = step(c, kill) || died
		}
		s := hosttest.Season(c, "spring")
		if s.State.Closed == nil {
			t.Fatalf("killed at %d, the season is not over: %+v", kill, s.State.Open())
		}
		for _, m := range c.Sent() {
			if m.Kind == "league" { // whom each letter is about hangs on lots, how many there are does not
				letters = append(letters, m.Recipient)
			}
		}
		c.View(func(tx store.ReadTx) error {
			all, err := tx.Games()
			games = len(all)
			return err
		})
		slices.Sort(letters)
		return letters, games, died
	}
	want, games, _ := play(0)
	if games != 3 || len(want) == 0 {
		t.Fatalf("%d games, %d letters", games, len(want))
	}
	for kill := 1; kill <= 12; kill++ {
		if kill%4 != 1 && !hosttest.Whole() {
			continue
		}
		got, n, died := play(kill)
		if n != games || !slices.Equal(want, got) {
			t.Errorf("killed at %d: %d games, want %d\n got %q\nwant %q", kill, n, games, got, want)
		}
		if !died {
			break
		}
	}
}
