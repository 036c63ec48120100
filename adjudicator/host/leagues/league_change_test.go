package leagues_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/store"
)

// readers counts the letters since the last look whose text has some words, by reader.
func readers(c *hosttest.Club, words string) map[string]int {
	c.T.Helper()
	all := map[string]int{}
	for _, m := range c.Sent() {
		if hosttest.Says(c.T.(*testing.T), m, words) {
			all[m.Recipient]++
		}
	}
	return all
}

// The organisers change a season with a reason that all entrants read; what will not do changes nothing.
func TestLeagueIsChanged(t *testing.T) {
	c := hosttest.Duel(t, "")
	days := 12
	for _, bad := range []leagues.LeagueChange{{Ends: "2027-03-01"}, {Reason: "So."}, {Ends: "soon", Reason: "So."}, {Ends: "2026-01-01", Reason: "So."}, {Referee: "nobody@example.org", Reason: "So."}} {
		if err := c.Leagues.SetLeague(t.Context(), "spring", bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if n := len(readers(c, "season changes")); n > 0 {
		t.Errorf("%d letters about what did not change", n)
	}
	hosttest.Check(t, c.Leagues.SetLeague(t.Context(), "spring", leagues.LeagueChange{Ends: "2027-03-01", Referee: hosttest.SouthAt, AbsenceDays: &days, Reason: "The hall is let in April."}))
	s := hosttest.Season(c, "spring")
	if got := s.State.Terms.Ends.Format(time.DateOnly); got != "2027-03-01" || s.File.Referee != hosttest.SouthAt || s.File.AbsenceDays != 12 {
		t.Errorf("ends %s, referee %s, %d days", got, s.File.Referee, s.File.AbsenceDays)
	}
	read := readers(c, "The hall is let in April")
	if read[hosttest.NorthAt] != 1 || read[hosttest.SouthAt] != 1 {
		t.Errorf("the reason is read by %v", read)
	}
	if last := s.Entries[len(s.Entries)-1]; last.Kind != "amended" || strings.Contains(string(last.Body), "@") {
		t.Errorf("the ledger has %s: %s", last.Kind, last.Body)
	}
}

// A season ends before its last day as its file says, which can be looked at before.
func TestLeagueEndsEarly(t *testing.T) {
	c := hosttest.Duel(t, "unfinished = \"verdicts\"\nverdict = \"5d\"")
	c.Time = c.Time.Add(25 * time.Hour)
	ends, err := c.Leagues.LeagueAtEnd(t.Context(), "spring")
	hosttest.Check(t, err)
	if len(ends) == 0 || ends[0].Way != "referee" {
		t.Fatalf("how it would end: %+v", ends)
	}
	if err := c.Results.CloseLeague(t.Context(), "spring"); err == nil || !strings.Contains(err.Error(), "--preview") {
		t.Errorf("closed with a game in play, or not told how to: %v", err)
	}
	over, err := c.Leagues.EndLeagueNow(t.Context(), "spring", "Too few are left.")
	hosttest.Check(t, err)
	if over {
		t.Error("it is over though a game has no result")
	}
	if read := readers(c, "Too few are left"); read[hosttest.NorthAt] != 1 || read[hosttest.SouthAt] != 1 {
		t.Errorf("the reason is read by %v", read)
	}
	o, err := c.Answers.Overview(t.Context())
	hosttest.Check(t, err)
	if len(o.Leagues) != len(ends) || o.Leagues[0].League != "spring" || !o.Leagues[0].Begun {
		t.Errorf("the status of the server tells of %+v", o.Leagues)
	}
	for _, one := range ends {
		hosttest.Check(t, c.Results.RuleResult(t.Context(), "spring", leagues.Rule{Game: one.Game.ID, Level: "draw", Why: "So it stood."}))
	}
	hosttest.TendLeagues(c)
	if hosttest.Season(c, "spring").State.Closed == nil {
		t.Error("it is not over when all games have results")
	}
}

// A game that never began is brought to the referees of the club where its season has none, and to the status.
func TestUnbegunGameIsTold(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer("muster = \"7d\"\n", "most = 1\nverdict = \"5d\"\n", "together = true\n", "").Replace(hosttest.SpringLeague))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), "third@example.org", ""))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Sent()
	c.Time = c.Time.Add(25 * time.Hour)
	_, err := c.Leagues.EndLeagueNow(t.Context(), "spring", "Too few are left.")
	hosttest.Check(t, err)
	if read := readers(c, "never began"); read["third@example.org"] != 1 {
		t.Errorf("the referee of the club is told: %v", read)
	}
	o, err := c.Answers.Overview(t.Context())
	hosttest.Check(t, err)
	unbegun := 0
	for _, l := range o.Leagues {
		if !l.Begun && !l.Until.IsZero() {
			unbegun++
		}
	}
	if unbegun != 1 {
		t.Errorf("the status tells of %+v", o.Leagues)
	}
}

// A season that was made by mistake is taken back until its first game, and whoever entered is told.
func TestLeagueIsDeleted(t *testing.T) {
	c := hosttest.LeagueClub(t, hosttest.SpringLeague)
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	c.Sent()
	if err := c.Leagues.DeleteLeague(t.Context(), "spring", " "); err == nil {
		t.Error("deleted without a reason")
	}
	hosttest.Check(t, c.Leagues.DeleteLeague(t.Context(), "spring", "It was meant for next year."))
	if read := readers(c, "It was meant for next year"); read[hosttest.NorthAt] != 1 || len(read) != 1 {
		t.Errorf("told: %v", read)
	}
	c.View(func(tx store.ReadTx) error {
		if _, err := tx.League("spring"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("it is still there: %v", err)
		}
		return nil
	})
	begun := hosttest.Duel(t, "")
	if err := begun.Leagues.DeleteLeague(t.Context(), "spring", "Oh."); !errors.Is(err, leagues.ErrGamesBegun) {
		t.Errorf("a season with games is deleted: %v", err)
	}
}
