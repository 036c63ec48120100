package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/league"
	"keryx/store"
)

// A game that its league stops closes as any that is cut short does: both are told why, its
// dice verify, it replays, and the archive can show it.
func TestLeagueStopsGame(t *testing.T) {
	for name, tt := range map[string]struct {
		stop func(*club)
		said string
		how  league.Ending
	}{
		"withdrawal": {func(c *club) { check(c.t, c.Leagues.LeaveLeague(c.t.Context(), "spring", northAt, "moves away")) },
			"because North has withdrawn", league.ByForfeit},
		"ruling": {func(c *club) {
			check(c.t, c.Results.RuleResult(c.t.Context(), "spring", leagues.Rule{Game: "1-1-1-1", Level: "total", Winner: southAt, Why: "It was agreed so."}))
		}, "has ruled on this game: It was agreed so.", league.ByAdjudication},
		"end of the season": {func(c *club) {
			c.now = time.Date(2027, 6, 2, 9, 0, 0, 0, time.UTC)
			c.tend()
		}, "alone kept this game waiting", league.ByForfeit},
	} {
		t.Run(name, func(t *testing.T) {
			c := duel(t, "")
			var mails []store.OutboxMail
			c.known = 0
			c.keep(&mails)
			for _, asked := range c.duelSeats() {
				player, _, _ := strings.Cut(asked.Player, "@")
				c.receive(letter(asked.Player, c.signed(player, orderFile(c.game, asked.Side, asked.Answers, "bid 1"))))
			}
			tt.stop(c)
			c.keep(&mails)
			told := 0
			var own []store.OutboxMail
			for _, m := range mails {
				if m.Game == c.game {
					own = append(own, m)
				}
				if m.Game == c.game && m.Kind == "result" && says(t, m, tt.said) {
					told++
				}
			}
			if told != 2 {
				t.Errorf("%d last reports say %q, want 2", told, tt.said)
			}
			if g := c.fixture(); g.Result == nil || g.Result.How != tt.how || c.status() != store.Ended {
				t.Errorf("the result: %+v, the game %s", g.Result, c.status())
			}
			c.replays()
			if v := verifies(t, own); !v.Ended {
				t.Errorf("the proofs do not see the end: %+v", v)
			}
			if whole, err := c.Watchers.Whole(t.Context(), c.game); err != nil || len(whole.Turns) == 0 {
				t.Errorf("the archive shows %d turns: %v", len(whole.Turns), err)
			}
			c.tend()
		})
	}
}

// Who has withdrawn forfeits his games, though a ruling opens one of them again.
func TestLeagueReopenedAfterWithdrawal(t *testing.T) {
	c := duel(t, "")
	asked := c.duelSeats()[0]
	player, _, _ := strings.Cut(asked.Player, "@")
	c.receive(letter(asked.Player, c.signed(player, orderFile(c.game, asked.Side, asked.Answers, "bid 1"))))
	check(t, c.Leagues.LeaveLeague(t.Context(), "spring", northAt, ""))
	c.backTo(c.orderEntries()[0])
	c.tend()
	s := c.season("spring")
	if g := c.fixture(); g.Result == nil || g.Result.How != league.ByForfeit || c.status() == store.Ended {
		t.Errorf("the result: %+v, the game %s", g.Result, c.status())
	}
	if s.State.Closed == nil {
		t.Error("a game that is forfeit holds the season up")
	}
}
