package leagues_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// verdict notes what somebody without a key here says.
func verdict(c *hosttest.Club, address string, claim season.Claim) {
	c.T.Helper()
	c.Change(func(tx store.Tx) error {
		s, err := season.Load(tx, "spring")
		hosttest.Check(c.T, err)
		if s.Verdicts["1-1-1-1"] == nil {
			s.Verdicts["1-1-1-1"] = map[string]season.Opinion{}
		}
		s.Verdicts["1-1-1-1"][address] = season.Opinion{Claim: claim, Why: "of " + address[:5] + "'s reasons."}
		return s.Save(tx, c.Time)
	})
}

// Those who judge a game are told how long each player took, in their language; both players read
// all three verdicts with their reasons, which stand in the ledger.
func TestLeagueJudges(t *testing.T) {
	judges := []string{"fourth@example.org", "fifth@example.org", "sixth@example.org"}
	c := hosttest.JudgedClub(t, append([]string{hosttest.SouthAt}, judges...)...)
	asked := 0
	for _, m := range c.Sent() {
		if m.Recipient == judges[0] {
			asked++
			for _, want := range []string{"a pris 1,5 jours pour 1 réponse", "joue Nord", "1-1-1-1"} {
				if !hosttest.Says(t, m, want) {
					t.Errorf("the judge is not told %q:\n%s", want, hosttest.TextOf(t, m))
				}
			}
		}
	}
	if asked != 1 {
		t.Fatalf("%d letters to a judge", asked)
	}
	g := hosttest.Fixture(c)
	verdict(c, judges[0], season.Claim{Winner: g.First, Level: "total"})
	verdict(c, judges[1], season.Claim{Level: "draw"})
	hosttest.TendLeagues(c)
	c.Time = c.Time.Add(15 * 24 * time.Hour)
	hosttest.TendLeagues(c)
	late := 0
	for _, m := range c.Sent() {
		if m.Recipient == "third@example.org" && hosttest.Says(t, m, "have not answered: Sixth") {
			late++
		}
	}
	if late != 1 {
		t.Errorf("the referee was told %d times that a verdict is missing", late)
	}
	verdict(c, judges[2], season.Claim{Winner: g.Second, Level: "total"})
	hosttest.TendLeagues(c)
	if g := hosttest.Fixture(c); g.Result == nil || g.Result.Level != "draw" || len(g.Result.Verdicts) != 3 {
		t.Fatalf("the result: %+v", g.Result)
	}
	told := 0
	for _, m := range c.Sent() {
		if (m.Recipient == hosttest.NorthAt || m.Recipient == hosttest.SouthAt) && hosttest.Says(t, m, "Verdict 1: ") && hosttest.Says(t, m, "because of fifth's reasons") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d players read the verdicts", told)
	}
	if _, err := league.Verify(hosttest.Season(c, "spring").Entries); err != nil {
		t.Error(err)
	}
}

// Where three members without interest are not to be had the referee is told, once.
func TestLeagueTooFewJudges(t *testing.T) {
	c := hosttest.JudgedClub(t, hosttest.SouthAt, "fourth@example.org", "fifth@example.org")
	hosttest.TendLeagues(c)
	told := 0
	for _, m := range c.Sent() {
		if m.Recipient == "third@example.org" && hosttest.Says(t, m, "does not have three members to judge it") {
			told++
		}
	}
	if told != 1 || len(hosttest.Season(c, "spring").Judges) != 0 {
		t.Errorf("the referee was told %d times; judges: %v", told, hosttest.Season(c, "spring").Judges)
	}
}

// Who has stood by for one of the players judges their game no more than they do.
func TestLeagueJudgeWithInterest(t *testing.T) {
	judges := []string{"fourth@example.org", "fifth@example.org", "sixth@example.org"}
	c := hosttest.JudgedClubOf(t, func(c *hosttest.Club) {
		c.Change(func(tx store.Tx) error {
			seat, err := tx.Seat(c.Game, "north")
			hosttest.Check(t, err)
			seat.Substitutes = append(seat.Substitutes, judges[0])
			return tx.UpdateSeat(seat)
		})
	}, judges...)
	if named := hosttest.Season(c, "spring").Judges; len(named) != 0 {
		t.Errorf("judges: %v", named)
	}
}

// A game that a ruling opens again has no result, no points and no part in any rating until it
// ends again; then it counts from that day.
func TestLeagueReopenedIsNotRated(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "referee = \"third@example.org\"\nleast_turns = 1", "together = true", "").Replace(hosttest.SpringLeague))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Game = hosttest.Fixture(c).Host
	const moves = "bid 0\npass\npass\nloot 0\nloot 0"
	answerAll(c, func(string, string) string { return moves })
	hosttest.TendLeagues(c) // the second game begins
	rated := func() (n int) {
		book, err := c.Ratings.RatingBook(t.Context())
		hosttest.Check(t, err)
		for _, ch := range book.Changes() {
			if ch.Why == "" && ch.Pool == "ford" {
				n++
			}
		}
		return n
	}
	points := func() string { return hosttest.Season(c, "spring").State.Table(0).Rows[0].Score.String() }
	before, had := rated(), points()
	if before != 1 {
		t.Fatalf("%d games are rated", before)
	}
	ended := hosttest.Season(c, "spring").ResultTimes()["1-1-1-1"]
	at := c.OrderEntries()
	c.Rule("ruling / back to "+strconv.Itoa(at[len(at)-2])+" / reason The last order was misread.", store.Command)
	hosttest.TendLeagues(c)
	if n := rated(); n != 0 || points() == had {
		t.Errorf("opened again: %d games are rated, and the table says %s", n, points())
	}
	if _, there := hosttest.Season(c, "spring").ResultTimes()["1-1-1-1"]; there {
		t.Error("a game without a result has the time of one")
	}
	c.Time = c.Time.Add(24 * time.Hour)
	answerAll(c, func(string, string) string { return moves })
	hosttest.TendLeagues(c)
	if n := rated(); n != 2 {
		t.Errorf("ended again: %d games are rated", n)
	}
	if again := hosttest.Season(c, "spring").ResultTimes()["1-1-1-1"]; !again.After(ended) {
		t.Errorf("ended again at %v, first at %v", again, ended)
	}
}

// Nobody plays who has not accepted reconstructed data where that is demanded, whoever entered
// him; his consent is an entry of the ledger.
func TestLeagueConsent(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`"ford"`, `"amphipolis"`, `muster = "7d"`, "both_accept = true", "[points]\ntotal = \"3-0\"\ndraw = \"1-1\"\n", "").Replace(hosttest.SpringLeague))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	c.Sent()
	if got := c.Ask("south", "join spring"); len(got) != 1 || !hosttest.Says(t, got[0], "asks that every player accepts them") {
		t.Errorf("without accepting: %q", hosttest.Texts(t, got))
	}
	for _, name := range []string{"south", "third"} {
		if got := c.Ask(name, "join spring accept data"); len(got) != 1 || !hosttest.Says(t, got[0], "You are entered") {
			t.Errorf("accepting: %q", hosttest.Texts(t, got))
		}
	}
	hosttest.TendLeagues(c)
	hosttest.TendLeagues(c)
	if got := c.Sent(); len(got) != 1 || got[0].Recipient != hosttest.NorthAt || !hosttest.Says(t, got[0], "join spring accept data") || !hosttest.Says(t, got[0], "were reconstructed") {
		t.Errorf("who was entered by hand is asked: %q", hosttest.Texts(t, got))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if !s.State.Entrants["e1"].Reserve || len(s.State.AllGames()) != 2 {
		t.Errorf("he plays without having accepted: %+v", s.State.Entrants["e1"])
	}
	consents := 0
	for _, e := range s.Entries {
		if e.Kind == league.Consents {
			consents++
		}
	}
	if consents != 2 {
		t.Errorf("%d consents in the ledger", consents)
	}
	if got := c.Ask("north", "join spring accept data"); len(got) != 1 || !hosttest.Says(t, got[0], "You have accepted the data") {
		t.Errorf("accepts later: %q", hosttest.Texts(t, got))
	}
	if err := c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0); err == nil {
		t.Error("entered twice")
	}
}
