package leagues_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	hostreports "keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
)

// The points of a game are the entrant's; his rating is changed only by what he has played, or
// has only just given up, and a substitute's only if he came forward and played more than half.
func TestRatedFor(t *testing.T) {
	const moves = "bid 0\npass\npass\nloot 0\nloot 0"
	substitute := func(_, other string) []string { return []string{other, hosttest.ThirdAt} }
	entrants := func(holder, other string) []string { return []string{holder, other} }
	nobody := func(string, string) []string { return nil }
	for name, tt := range map[string]struct {
		early bool // the seat changes hands before the first order, or else in the third turn
		how   hostreports.Handover
		want  func(holder, other string) []string
	}{
		"a volunteer from the first turn on":  {true, seating.BySubstitute, substitute},
		"whom the referee put there":          {true, seating.ByRuling, nobody},
		"a volunteer who comes late":          {false, seating.BySubstitute, entrants},
		"whom the referee put there, in time": {false, seating.ByRuling, entrants},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "least_turns = 1\nhanded_over = 1", 1))
			hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
			hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
			c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
			hosttest.TendLeagues(c)
			c.Game = hosttest.Fixture(c).Host
			handed := false
			want := tt.want(c.Seat("north").Player, c.Seat("south").Player)
			hand := func() {
				if !handed {
					handed = true
					hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.ThirdAt, tt.how))
				}
			}
			if tt.early {
				hand()
			}
			answerAll(c, func(game, _ string) string {
				if game == c.Game && c.Turn() >= 3 {
					hand()
				}
				return moves
			})
			hosttest.TendLeagues(c)
			g := hosttest.Fixture(c)
			if g.Result == nil || !handed {
				t.Fatalf("the game has no result, or the seat was not handed over: %+v, %t", g.Result, handed)
			}
			book, err := c.Ratings.RatingBook(t.Context())
			hosttest.Check(t, err)
			var got []string
			for _, change := range book.Changes() {
				if strings.HasSuffix(change.Game, "/1-1-1-1") && change.Why == "" {
					got = slices.Clone(change.Players[:])
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("rated for %q, want %q; %+v", got, want, g.Result)
			}
		})
	}
}
