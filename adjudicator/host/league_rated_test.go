package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	hostreports "keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
)

// The points of a game are the entrant's; his rating is changed only by what he has played, or
// has only just given up, and a substitute's only if he came forward and played more than half.
func TestRatedFor(t *testing.T) {
	const moves = "bid 0\npass\npass\nloot 0\nloot 0"
	substitute := func(_, other string) []string { return []string{other, thirdAt} }
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
			c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, "least_turns = 1\nhanded_over = 1", 1))
			check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
			check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
			c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
			c.tend()
			c.game = c.fixture().Host
			handed := false
			want := tt.want(c.seat("north").Player, c.seat("south").Player)
			hand := func() {
				if !handed {
					handed = true
					check(t, c.Seats.TakeOver(t.Context(), c.game, "north", thirdAt, tt.how))
				}
			}
			if tt.early {
				hand()
			}
			c.answerAll(func(game, _ string) string {
				if game == c.game && c.turn() >= 3 {
					hand()
				}
				return moves
			})
			c.tend()
			g := c.fixture()
			if g.Result == nil || !handed {
				t.Fatalf("the game has no result, or the seat was not handed over: %+v, %t", g.Result, handed)
			}
			book, err := c.Ratings.RatingBook(t.Context())
			check(t, err)
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
