package host_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// judgedClub is a duel with four judges of whom one plays in the division, at the season's end.
func judgedClub(t *testing.T, judges ...string) *club {
	t.Helper()
	return judgedClubOf(t, func(*club) {}, judges...)
}

// judgedClubOf is a judgedClub in which something has happened before the season ends.
func judgedClubOf(t *testing.T, before func(*club), judges ...string) *club {
	t.Helper()
	c := openClub(t)
	check(t, enrol(c.Host))
	c.more("fourth", "fifth", "sixth")
	f, err := season.Read(strings.NewReplacer("2027-06-01", "2026-12-30", `muster = "7d"`, `once = true
referee = "third@example.org"
judges = ["`+strings.Join(judges, `", "`)+`"]`).Replace(spring))
	check(t, err)
	check(t, c.Leagues.NewLeague(t.Context(), f))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.now = c.now.Add(6 * 24 * time.Hour) // nobody has bid
	c.tend()
	c.game = c.fixture().Host
	c.now = c.now.Add(36 * time.Hour)
	for _, s := range c.duelSeats() {
		name, _, _ := strings.Cut(s.Player, "@")
		c.receive(letter(s.Player, c.signed(name, orderFile(s.Game, s.Side, s.Answers, "bid 1"))))
	}
	c.sent()
	before(c)
	c.now = time.Date(2026, 12, 30, 9, 0, 0, 0, time.UTC)
	c.tend()
	return c
}

// verdict notes what somebody without a key here says.
func (c *club) verdict(address string, claim season.Claim) {
	c.t.Helper()
	c.update(func(tx store.Tx) error {
		s, err := season.Load(tx, "spring")
		check(c.t, err)
		if s.Verdicts["1-1-1-1"] == nil {
			s.Verdicts["1-1-1-1"] = map[string]season.Opinion{}
		}
		s.Verdicts["1-1-1-1"][address] = season.Opinion{Claim: claim, Why: "of " + address[:5] + "'s reasons."}
		return s.Save(tx, c.now)
	})
}

// Those who judge a game are told how long each player took, in their language; both players read
// all three verdicts with their reasons, which stand in the ledger.
func TestLeagueJudges(t *testing.T) {
	judges := []string{"fourth@example.org", "fifth@example.org", "sixth@example.org"}
	c := judgedClub(t, append([]string{southAt}, judges...)...)
	asked := 0
	for _, m := range c.sent() {
		if m.Recipient == judges[0] {
			asked++
			for _, want := range []string{"a pris 1,5 jours pour 1 réponse", "joue Nord", "1-1-1-1"} {
				if !says(t, m, want) {
					t.Errorf("the judge is not told %q:\n%s", want, text(t, m))
				}
			}
		}
	}
	if asked != 1 {
		t.Fatalf("%d letters to a judge", asked)
	}
	g := c.fixture()
	c.verdict(judges[0], season.Claim{Winner: g.First, Level: "total"})
	c.verdict(judges[1], season.Claim{Level: "draw"})
	c.tend()
	c.now = c.now.Add(15 * 24 * time.Hour)
	c.tend()
	late := 0
	for _, m := range c.sent() {
		if m.Recipient == "third@example.org" && says(t, m, "have not answered: Sixth") {
			late++
		}
	}
	if late != 1 {
		t.Errorf("the referee was told %d times that a verdict is missing", late)
	}
	c.verdict(judges[2], season.Claim{Winner: g.Second, Level: "total"})
	c.tend()
	if g := c.fixture(); g.Result == nil || g.Result.Level != "draw" || len(g.Result.Verdicts) != 3 {
		t.Fatalf("the result: %+v", g.Result)
	}
	told := 0
	for _, m := range c.sent() {
		if (m.Recipient == northAt || m.Recipient == southAt) && says(t, m, "Verdict 1: ") && says(t, m, "because of fifth's reasons") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d players read the verdicts", told)
	}
	if _, err := league.Verify(c.season("spring").Entries); err != nil {
		t.Error(err)
	}
}

// Where three members without interest are not to be had the referee is told, once.
func TestLeagueTooFewJudges(t *testing.T) {
	c := judgedClub(t, southAt, "fourth@example.org", "fifth@example.org")
	c.tend()
	told := 0
	for _, m := range c.sent() {
		if m.Recipient == "third@example.org" && says(t, m, "does not have three members to judge it") {
			told++
		}
	}
	if told != 1 || len(c.season("spring").Judges) != 0 {
		t.Errorf("the referee was told %d times; judges: %v", told, c.season("spring").Judges)
	}
}

// Who has stood by for one of the players judges their game no more than they do.
func TestLeagueJudgeWithInterest(t *testing.T) {
	judges := []string{"fourth@example.org", "fifth@example.org", "sixth@example.org"}
	c := judgedClubOf(t, func(c *club) {
		c.update(func(tx store.Tx) error {
			seat, err := tx.Seat(c.game, "north")
			check(t, err)
			seat.Substitutes = append(seat.Substitutes, judges[0])
			return tx.UpdateSeat(seat)
		})
	}, judges...)
	if named := c.season("spring").Judges; len(named) != 0 {
		t.Errorf("judges: %v", named)
	}
}

// A game that a ruling opens again has no result, no points and no part in any rating until it
// ends again; then it counts from that day.
func TestLeagueReopenedIsNotRated(t *testing.T) {
	c := leagueClub(t, strings.NewReplacer(`muster = "7d"`, "referee = \"third@example.org\"\nleast_turns = 1", "together = true", "").Replace(spring))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.game = c.fixture().Host
	const moves = "bid 0\npass\npass\nloot 0\nloot 0"
	c.answerAll(func(string, string) string { return moves })
	c.tend() // the second game begins
	rated := func() (n int) {
		book, err := c.Ratings.RatingBook(t.Context())
		check(t, err)
		for _, ch := range book.Changes() {
			if ch.Why == "" && ch.Pool == "ford" {
				n++
			}
		}
		return n
	}
	points := func() string { return c.season("spring").State.Table(0).Rows[0].Score.String() }
	before, had := rated(), points()
	if before != 1 {
		t.Fatalf("%d games are rated", before)
	}
	ended := c.season("spring").ResultTimes()["1-1-1-1"]
	at := c.orderEntries()
	c.rules("ruling / back to "+strconv.Itoa(at[len(at)-2])+" / reason The last order was misread.", store.Command)
	c.tend()
	if n := rated(); n != 0 || points() == had {
		t.Errorf("opened again: %d games are rated, and the table says %s", n, points())
	}
	if _, there := c.season("spring").ResultTimes()["1-1-1-1"]; there {
		t.Error("a game without a result has the time of one")
	}
	c.now = c.now.Add(24 * time.Hour)
	c.answerAll(func(string, string) string { return moves })
	c.tend()
	if n := rated(); n != 2 {
		t.Errorf("ended again: %d games are rated", n)
	}
	if again := c.season("spring").ResultTimes()["1-1-1-1"]; !again.After(ended) {
		t.Errorf("ended again at %v, first at %v", again, ended)
	}
}

// Nobody plays who has not accepted reconstructed data where that is demanded, whoever entered
// him; his consent is an entry of the ledger.
func TestLeagueConsent(t *testing.T) {
	c := leagueClub(t, strings.NewReplacer(`"ford"`, `"amphipolis"`, `muster = "7d"`, "both_accept = true", "[points]\ntotal = \"3-0\"\ndraw = \"1-1\"\n", "").Replace(spring))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	c.sent()
	if got := c.ask("south", "join spring"); len(got) != 1 || !says(t, got[0], "asks that every player accepts them") {
		t.Errorf("without accepting: %q", texts(t, got))
	}
	for _, name := range []string{"south", "third"} {
		if got := c.ask(name, "join spring accept data"); len(got) != 1 || !says(t, got[0], "You are entered") {
			t.Errorf("accepting: %q", texts(t, got))
		}
	}
	c.tend()
	c.tend()
	if got := c.sent(); len(got) != 1 || got[0].Recipient != northAt || !says(t, got[0], "join spring accept data") || !says(t, got[0], "were reconstructed") {
		t.Errorf("who was entered by hand is asked: %q", texts(t, got))
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	s := c.season("spring")
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
	if got := c.ask("north", "join spring accept data"); len(got) != 1 || !says(t, got[0], "You have accepted the data") {
		t.Errorf("accepts later: %q", texts(t, got))
	}
	if err := c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0); err == nil {
		t.Error("entered twice")
	}
}
