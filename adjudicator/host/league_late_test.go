package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/league"
	"keryx/store"
)

// duel is a league of two whose first game, with third as its referee, has just begun.
func duel(t *testing.T, more string) *club {
	t.Helper()
	c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, `referee = "third@example.org"`+"\n"+more, 1))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.game = c.fixture().Host
	if c.game == "" {
		t.Fatal("no game has begun")
	}
	c.sent()
	return c
}

func (c *club) fixture() league.Game {
	c.t.Helper()
	g, err := c.season("spring").State.Game("1-1-1-1")
	check(c.t, err)
	return g
}

// duelSeats are the seats of the first game that are asked.
func (c *club) duelSeats() (asked []store.Seat) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		seats, err := tx.SeatsOf(c.game)
		for _, s := range seats {
			if s.Deadline != nil {
				asked = append(asked, s)
			}
		}
		return err
	})
	return asked
}

// Where there is one league, requests need not name it; who is not in it is told so.
func TestLeagueWithoutName(t *testing.T) {
	c := duel(t, "")
	for _, ask := range []string{"confirm", "bid", "join"} {
		if got := c.ask("third", ask); len(got) != 1 || !says(t, got[0], "spring") {
			t.Errorf("%s: %q", ask, texts(t, got))
		}
	}
}

// A game that is annulled counts for nothing and stops no league; one that is opened again has
// no result until it ends again.
func TestLeagueAnnulledAndReopened(t *testing.T) {
	c := duel(t, "")
	s := c.duelSeats()[0]
	name, _, _ := strings.Cut(s.Player, "@")
	c.receive(letter(s.Player, c.signed(name, orderFile(s.Game, s.Side, s.Answers, "bid 1"))))
	c.rules("ruling / annul / reason It was set up wrongly.", store.Command)
	c.tend()
	g := c.fixture()
	if g.Result == nil || g.Result.How != league.Void || g.Result.Winner != "" {
		t.Fatalf("annulled: %+v", g.Result)
	}
	if p := c.season("spring").State.PointsOf(g); p[0] != 0 || p[1] != 0 {
		t.Errorf("an annulled game gives %v", p)
	}
	if got := c.ask("north", "results spring"); len(got) != 1 || !says(t, got[0], "void") || says(t, got[0], "only") {
		t.Errorf("the results: %q", texts(t, got))
	}
	at := c.orderEntries()
	c.rules(fmt.Sprintf("ruling / back to %d / reason It was not.", at[len(at)-1]), store.Command)
	c.tend()
	if g := c.fixture(); g.Result != nil {
		t.Fatalf("opened again: %+v", g.Result)
	}
	c.rules("ruling / annul / reason It was, after all.", store.Command)
	c.tend()
	if g := c.fixture(); g.Result == nil || g.Result.How != league.Void {
		t.Errorf("ended again: %+v", g.Result)
	}
}

// Nobody loses a game to the league while his clock stands still, or by press instead of orders.
func TestLeagueLate(t *testing.T) {
	status := func(c *club, to store.Status) {
		c.update(func(tx store.Tx) error {
			game, err := tx.Game(c.game)
			check(c.t, err)
			game.Status = to
			return tx.UpdateGame(game)
		})
	}
	for name, tt := range map[string]struct {
		before func(*club)
		void   bool
	}{
		"nothing": {func(*club) {}, true},
		"paused":  {func(c *club) { status(c, store.Paused) }, false},
		"claimed": {func(c *club) {
			for _, s := range c.duelSeats() {
				name, _, _ := strings.Cut(s.Player, "@")
				c.receive(letter(s.Player, c.signed(name, "game "+c.game+"\nreferee: my report lacks a line\n")))
			}
		}, false},
		"a word that is no order": {func(c *club) {
			for _, s := range c.duelSeats() {
				c.update(func(tx store.Tx) error {
					return tx.RecordSubmission(store.Submission{Game: s.Game, ID: store.Digest{1, s.Side[0]}, Side: s.Side, Received: c.now})
				})
			}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			c := duel(t, `grace = "5d"`)
			tt.before(c)
			c.now = c.now.Add(60 * 24 * time.Hour)
			c.tend()
			if g := c.fixture(); (g.Result != nil) != tt.void {
				t.Errorf("the result: %+v", g.Result)
			}
		})
	}
}
