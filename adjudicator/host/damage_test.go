package host_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/store"
)

// TestAlteredLedgerIsNoticed changes a ledger past the program. A daemon that starts finds it:
// a game whose turn in play is not whole is set aside, and one that differs before goes on; its
// referee is told of the entry either way, once.
func TestAlteredLedgerIsNoticed(t *testing.T) {
	for name, test := range map[string]struct {
		change string
		aside  bool
		words  string
	}{
		"a time of a turn that is over": {`UPDATE entries SET time = '2020-01-01T00:00:00.000Z' WHERE game = 'ford-1' AND seq = 4`,
			false, "ledger does not hold together: entry 4 does not have the hash"},
		"an entry of a turn that is over left out": {`DELETE FROM entries WHERE game = 'ford-1' AND seq = 4`,
			false, "ledger does not hold together: entry 5 follows entry 3"},
		"the time of the last entry": {`UPDATE entries SET time = '2020-01-01T00:00:00.000Z' WHERE game = 'ford-1' AND seq = (SELECT max(seq) FROM entries WHERE game = 'ford-1')`,
			true, "does not have the hash"},
		"the salt of the last entry": {`UPDATE entries SET salt = zeroblob(32) WHERE game = 'ford-1' AND seq = (SELECT max(seq) FROM entries WHERE game = 'ford-1')`,
			true, "does not have the hash"},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Rules.Operator = "operator@example.org"
			c.PlayScript(hosttest.Shooting, func(int) {})
			c.Order("north", "bid 1")
			c.Sent()
			hosttest.RunSQL(c, `DROP TRIGGER entries_stay; DROP TRIGGER entries_remain; `+test.change)
			other := host.New(host.Club{Post: c.Post, Store: c.Store, Now: c.Now, Log: c.Log, Rules: c.Rules}) // remembers nothing
			for range 2 {
				broken, err := other.Upkeep.Inspect(t.Context())
				if err != nil || (broken == 1) != test.aside {
					t.Errorf("%d games are broken: %v", broken, err)
				}
			}
			told := 0
			for _, m := range c.Sent() {
				if m.Recipient == c.Rules.Operator && strings.Contains(unfolded(t, m), test.words) {
					told++
				}
			}
			if told != 1 {
				t.Errorf("who looks after the game is told %d times", told)
			}
			_, err := other.Intake.Receive(t.Context(), c.Fetched(hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 2")))))
			hosttest.Check(t, err)
			if got, want := c.LastReceived().State == store.Poison, test.aside; got != want {
				t.Errorf("a mail is %s: %s", c.LastReceived().State, c.LastReceived().Reason)
			}
			if _, err := other.Games.Replay(t.Context(), c.Game); !errors.Is(err, adjudicator.ErrChain) {
				t.Errorf("played again: %v", err)
			}
		})
	}
}

// TestMissingSeatStopsOneGame takes the row of a seat away whose first report waits to be sent: its
// game waits, and the daemon and the other games go on.
func TestMissingSeatStopsOneGame(t *testing.T) {
	for _, gone := range []string{"north", "south"} {
		t.Run(gone, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
			c.Asks("third", "watch "+c.Game, store.Command)
			damaged := c.Game
			file := c.Signed("north", c.Orders("north", "bid 1"))
			whole := c.NewGame()
			hosttest.RunSQL(c, `DELETE FROM seats WHERE game = ? AND side = ?`, damaged, gone)
			var now atomic.Pointer[time.Time]
			now.Store(&c.Time)
			c.Now = func() time.Time { return *now.Load() }
			post, told := hosttest.PostOffice(t)
			post.AddUser(hosttest.ThirdAt, "secret")
			d := c.NewDaemon(post)
			d.Every = 10 * time.Millisecond
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
			defer stop()
			ended := make(chan error, 1)
			go func() { ended <- d.Run(ctx) }()
			awaits := func(game, to string) {
				t.Helper()
				for {
					select {
					case err := <-ended:
						t.Fatalf("the daemon ended: %v", err)
					case got := <-told:
						if got.To == to && strings.Contains(string(got.Raw), "["+game+"]") {
							return
						}
					}
				}
			}
			hosttest.Check(t, post.Submit(ctx, hosttest.NorthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.NorthAt, file)))
			c.Game = whole
			hosttest.Check(t, post.Submit(ctx, hosttest.NorthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))))
			awaits(whole, hosttest.NorthAt)
			later := c.Time
			for range 20 { // each less than what would look like an outage
				later = later.Add(9 * time.Minute)
				now.Store(new(later))
				time.Sleep(12 * time.Millisecond)
			}
			hosttest.Check(t, post.Submit(ctx, hosttest.SouthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0")))))
			awaits(whole, hosttest.SouthAt)
			stop()
			hosttest.Check(t, <-ended)
			for _, at := range []time.Duration{10 * 24 * time.Hour, 100 * 24 * time.Hour} {
				later = hosttest.Noon.Add(at)
				c.Time = later
				now.Store(&later)
				ctx, stop := context.WithTimeout(t.Context(), 400*time.Millisecond)
				if err := c.NewDaemon(post).Run(ctx); err != nil {
					t.Errorf("after %v: %v", at, err)
				}
				stop()
			}
			o, err := c.Answers.Overview(t.Context())
			hosttest.Check(t, err)
			if len(o.Broken) != 1 || o.Broken[damaged] == nil {
				t.Errorf("known to be broken: %v", o.Broken)
			}
		})
	}
}
