package leagues_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/league"
	"keryx/store"
)

// Where there is one league, requests need not name it; who is not in it is told so.
func TestLeagueWithoutName(t *testing.T) {
	c := hosttest.Duel(t, "")
	for _, ask := range []string{"confirm", "bid", "join"} {
		if got := c.Ask("third", ask); len(got) != 1 || !hosttest.Says(t, got[0], "spring") {
			t.Errorf("%s: %q", ask, hosttest.Texts(t, got))
		}
	}
}

// A game that is annulled counts for nothing and stops no league; one that is opened again has
// no result until it ends again.
func TestLeagueAnnulledAndReopened(t *testing.T) {
	c := hosttest.Duel(t, "")
	s := hosttest.DuelSeats(c)[0]
	name, _, _ := strings.Cut(s.Player, "@")
	c.Receive(hosttest.Letter(s.Player, c.Signed(name, hosttest.OrderFile(s.Game, s.Side, s.Answers, "bid 1"))))
	c.Rule("ruling / annul / reason It was set up wrongly.", store.Command)
	hosttest.TendLeagues(c)
	g := hosttest.Fixture(c)
	if g.Result == nil || g.Result.How != league.Void || g.Result.Winner != "" {
		t.Fatalf("annulled: %+v", g.Result)
	}
	if p := hosttest.Season(c, "spring").State.PointsOf(g); p[0] != 0 || p[1] != 0 {
		t.Errorf("an annulled game gives %v", p)
	}
	if got := c.Ask("north", "results spring"); len(got) != 1 || !hosttest.Says(t, got[0], "void") || hosttest.Says(t, got[0], "only") {
		t.Errorf("the results: %q", hosttest.Texts(t, got))
	}
	at := c.OrderEntries()
	c.Rule(fmt.Sprintf("ruling / back to %d / reason It was not.", at[len(at)-1]), store.Command)
	hosttest.TendLeagues(c)
	if g := hosttest.Fixture(c); g.Result != nil {
		t.Fatalf("opened again: %+v", g.Result)
	}
	c.Rule("ruling / annul / reason It was, after all.", store.Command)
	hosttest.TendLeagues(c)
	if g := hosttest.Fixture(c); g.Result == nil || g.Result.How != league.Void {
		t.Errorf("ended again: %+v", g.Result)
	}
}

// Nobody loses a game to the league while his clock stands still, or by press instead of orders.
func TestLeagueLate(t *testing.T) {
	status := func(c *hosttest.Club, to store.Status) {
		c.Change(func(tx store.Tx) error {
			game, err := tx.Game(c.Game)
			hosttest.Check(c.T, err)
			game.Status = to
			return tx.UpdateGame(game)
		})
	}
	for name, tt := range map[string]struct {
		before func(*hosttest.Club)
		void   bool
	}{
		"nothing": {func(*hosttest.Club) {}, true},
		"paused":  {func(c *hosttest.Club) { status(c, store.Paused) }, false},
		"claimed": {func(c *hosttest.Club) {
			for _, s := range hosttest.DuelSeats(c) {
				name, _, _ := strings.Cut(s.Player, "@")
				c.Receive(hosttest.Letter(s.Player, c.Signed(name, "game "+c.Game+"\nreferee: my report lacks a line\n")))
			}
		}, false},
		"a word that is no order": {func(c *hosttest.Club) {
			for _, s := range hosttest.DuelSeats(c) {
				c.Change(func(tx store.Tx) error {
					return tx.RecordSubmission(store.Submission{Game: s.Game, ID: store.Digest{1, s.Side[0]}, Side: s.Side, Received: c.Time})
				})
			}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.Duel(t, `grace = "5d"`)
			tt.before(c)
			c.Time = c.Time.Add(60 * 24 * time.Hour)
			hosttest.TendLeagues(c)
			if g := hosttest.Fixture(c); (g.Result != nil) != tt.void {
				t.Errorf("the result: %+v", g.Result)
			}
		})
	}
}
