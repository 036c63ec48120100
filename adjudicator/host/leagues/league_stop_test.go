package leagues_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/league"
	"keryx/store"
)

// A game that its league stops closes as any that is cut short does: both are told why, its
// dice verify, it replays, and the archive can show it.
func TestLeagueStopsGame(t *testing.T) {
	for name, tt := range map[string]struct {
		stop func(*hosttest.Club)
		said string
		how  league.Ending
	}{
		"withdrawal": {func(c *hosttest.Club) {
			hosttest.Check(c.T, c.Leagues.LeaveLeague(c.T.Context(), "spring", hosttest.NorthAt, "moves away"))
		},
			"because North has withdrawn", league.ByForfeit},
		"ruling": {func(c *hosttest.Club) {
			hosttest.Check(c.T, c.Results.RuleResult(c.T.Context(), "spring", leagues.Rule{Game: "1-1-1-1", Level: "total", Winner: hosttest.SouthAt, Why: "It was agreed so."}))
		}, "has ruled on this game: It was agreed so.", league.ByAdjudication},
		"end of the season": {func(c *hosttest.Club) {
			c.Time = time.Date(2027, 6, 2, 9, 0, 0, 0, time.UTC)
			hosttest.TendLeagues(c)
		}, "alone kept this game waiting", league.ByForfeit},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.Duel(t, "")
			var mails []store.OutboxMail
			c.Known = 0
			c.Keep(&mails)
			for _, asked := range hosttest.DuelSeats(c) {
				player, _, _ := strings.Cut(asked.Player, "@")
				c.Receive(hosttest.Letter(asked.Player, c.Signed(player, hosttest.OrderFile(c.Game, asked.Side, asked.Answers, "bid 1"))))
			}
			tt.stop(c)
			c.Keep(&mails)
			told := 0
			var own []store.OutboxMail
			for _, m := range mails {
				if m.Game == c.Game {
					own = append(own, m)
				}
				if m.Game == c.Game && m.Kind == "result" && hosttest.Says(t, m, tt.said) {
					told++
				}
			}
			if told != 2 {
				t.Errorf("%d last reports say %q, want 2", told, tt.said)
			}
			if g := hosttest.Fixture(c); g.Result == nil || g.Result.How != tt.how || c.Status() != store.Ended {
				t.Errorf("the result: %+v, the game %s", g.Result, c.Status())
			}
			c.Replays()
			if v := hosttest.Verifies(t, own); !v.Ended {
				t.Errorf("the proofs do not see the end: %+v", v)
			}
			if whole, err := c.Watchers.Whole(t.Context(), c.Game); err != nil || len(whole.Turns) == 0 {
				t.Errorf("the archive shows %d turns: %v", len(whole.Turns), err)
			}
			hosttest.TendLeagues(c)
		})
	}
}

// Who has withdrawn forfeits his games, though a ruling opens one of them again.
func TestLeagueReopenedAfterWithdrawal(t *testing.T) {
	c := hosttest.Duel(t, "")
	asked := hosttest.DuelSeats(c)[0]
	player, _, _ := strings.Cut(asked.Player, "@")
	c.Receive(hosttest.Letter(asked.Player, c.Signed(player, hosttest.OrderFile(c.Game, asked.Side, asked.Answers, "bid 1"))))
	hosttest.Check(t, c.Leagues.LeaveLeague(t.Context(), "spring", hosttest.NorthAt, ""))
	c.BackTo(c.OrderEntries()[0])
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if g := hosttest.Fixture(c); g.Result == nil || g.Result.How != league.ByForfeit || c.Status() == store.Ended {
		t.Errorf("the result: %+v, the game %s", g.Result, c.Status())
	}
	if s.State.Closed == nil {
		t.Error("a game that is forfeit holds the season up")
	}
}
