package leagues_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/upkeep"
)

// refused asserts that a slip is refused in words that say how to mend it.
func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// A season whose days are past is not made: it would begin with whoever enters first.
func TestSeasonInThePast(t *testing.T) {
	c := hosttest.OpenClub(t)
	made := func(change string) error {
		f, err := season.Read(strings.Replace(hosttest.ClimbLadder, "[points]", change+"\n[points]", 1))
		hosttest.Check(t, err)
		return c.Leagues.NewLeague(t.Context(), f)
	}
	today := c.Now()
	day := func(n int) string { return today.AddDate(0, 0, n).Format("2006-01-02") }
	refused(t, made(`begins = "`+day(-1)+`"`), "a day that is not past")
	refused(t, made(`ends = "`+day(-1)+`"`), "still to come")
	hosttest.Check(t, made(`begins = "`+day(0)+`"`))
}

// The file of the ladder after one that has ended is one that a ladder can be made from, and the one
// that has ended is not opened again.
func TestLadderAfterLadder(t *testing.T) {
	for _, change := range []string{`"alternate"`, `"bids"`} {
		h := newHill(t, 3, `"alternate"`, change)
		hosttest.Check(t, h.club.Results.CloseLeague(t.Context(), "climb"))
		invited, err := h.club.Leagues.OpenLeague(t.Context(), "climb")
		refused(t, err, "the season is over")
		if invited.Sent != 0 {
			t.Errorf("%d were invited to a ladder that is over", invited.Sent)
		}
		s, err := h.club.Leagues.League(t.Context(), "climb")
		hosttest.Check(t, err)
		text, err := s.Next("again")
		hosttest.Check(t, err)
		f, err := season.Read(text)
		hosttest.Check(t, err)
		if f.ID != "again" || f.Ladder.AtOnce != s.File.Ladder.AtOnce || len(f.Divisions[0].Entrants) != 3 {
			t.Errorf("the next ladder: %+v", f)
		}
		hosttest.Check(t, h.club.Leagues.NewLeague(t.Context(), f))
	}
}

// A ruling on a result says which results there are.
func TestRulingOfNoResult(t *testing.T) {
	h := newHill(t, 3)
	h.mails("Bert", "challenge climb Anna")
	h.mails("Anna", "accept climb 1")
	s, err := h.club.Leagues.League(t.Context(), "climb")
	hosttest.Check(t, err)
	games := s.State.Games(0)
	if len(games) == 0 {
		t.Fatal("no game has begun")
	}
	for _, c := range []struct{ level, winner, want string }{
		{"victory", "Anna", "want one of draw, total"},
		{"draw", "Anna", "a draw has no winner"},
		{"total", "", "a draw has no winner"},
		{"total", "Chloé", "none of its players"},
	} {
		refused(t, h.club.Results.RuleResult(t.Context(), "climb", leagues.Rule{Game: games[0].ID, Winner: c.winner, Level: c.level, Why: "they agree"}), c.want)
	}
}

// A game whose result a season waits for is not given to another club.
func TestSeasonKeepsItsGames(t *testing.T) {
	h, other := newHill(t, 3), hosttest.OpenClub(t).WithKey("new")
	h.mails("Bert", "challenge climb Anna")
	h.mails("Anna", "accept climb 1")
	h.in(1)
	games := running(h.club)
	if len(games) != 1 {
		t.Fatalf("%d games run", len(games))
	}
	h.club.WithKey("old")
	_, err := h.club.Transfers.Export(t.Context(), games[0].ID, upkeep.Exporting{To: hosttest.Receiver(other)})
	refused(t, err, "has no result there yet")
	if got := running(h.club); len(got) != 1 {
		t.Errorf("%d games run after the refusal", len(got))
	}
}
