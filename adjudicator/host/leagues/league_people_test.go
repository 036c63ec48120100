package leagues_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// swiss is a league of the small game with a round a month, each confirmed.
const swiss = `
id = "spring"
name = "Spring Swiss"
format = "swiss"
ruleset = "ford"
invite = ["all"]
rounds = 4
round = "30d"
muster = "7d"
half_byes = 1
begins = "2026-12-20"
together = true
[points]
total = "3-0"
draw = "1-1"
`

// ruleAll gives every open game of a league to its first side.
func ruleAll(c *hosttest.Club, id string) {
	c.T.Helper()
	s := hosttest.Season(c, id)
	for _, g := range s.State.Open() {
		hosttest.Check(c.T, c.Results.RuleResult(c.T.Context(), id, leagues.Rule{Game: g.ID, Level: "total", Winner: s.People[g.First], Why: "So it was."}))
	}
}

// Two members whom the club shows by one name are told apart in letters, tables and requests.
func TestLeagueNamesakes(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1))
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "other@example.org", Name: "north", Language: "en", TimeZone: "UTC"}))
	for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt, "other@example.org"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	names := s.Apart(c.Leagues.Names(t.Context()))
	if one, other := names(hosttest.NorthAt), names("other@example.org"); one != "North (e1)" || other != "north (e3)" || names(hosttest.SouthAt) != "South" {
		t.Errorf("%q, %q, %q", one, other, names(hosttest.SouthAt))
	}
	if got := c.Ask("south", "fixtures spring"); len(got) != 1 || !hosttest.Says(t, got[0], "North (e1)") || !hosttest.Says(t, got[0], "north (e3)") {
		t.Errorf("the fixtures: %q", hosttest.Texts(t, got))
	}
	for _, word := range []string{"North (e1)", "e1", hosttest.NorthAt} {
		if e := s.Member(word, names); e != "e1" {
			t.Errorf("%q is %q", word, e)
		}
	}
}

// Who never answers loses his place to the first of the reserve list, and the game begins anew; he
// is told so. Where nobody waits the other has a bye, and where both are silent nobody has.
func TestLeagueSilentPlayer(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "grace = \"5d\"\nsize = 2", 1))
	hosttest.AddMembers(c, "fourth")
	for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt, "fourth@example.org"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Game = hosttest.Fixture(c).Host
	seats := hosttest.DuelSeats(c)
	if len(seats) != 2 {
		t.Fatalf("%d are asked", len(seats))
	}
	answers := func(s store.Seat) {
		name, _, _ := strings.Cut(s.Player, "@")
		c.Receive(hosttest.Letter(s.Player, c.Signed(name, hosttest.OrderFile(s.Game, s.Side, s.Answers, "bid 1"))))
	}
	answers(seats[1])
	silent := seats[0].Player
	c.Sent()
	c.Time = seats[0].Deadline.Add(5*24*time.Hour + time.Hour)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	e := s.Entrant(silent)
	if !s.State.Entrants[e].Left || s.State.Entrants["e3"].Reserve {
		t.Fatalf("he who was silent has his place, or nobody has moved up: %+v %+v", s.State.Entrants[e], s.State.Entrants["e3"])
	}
	if games := running(c); len(games) != 2 {
		t.Fatalf("%d games run", len(games))
	}
	told := map[string]bool{}
	for _, m := range c.Sent() {
		told["dropped"] = told["dropped"] || m.Recipient == silent && hosttest.Says(t, m, "your place goes to Fourth")
		told["left"] = told["left"] || m.Recipient != silent && hosttest.Says(t, m, "has never answered in 1-1-1")
	}
	if !told["dropped"] || !told["left"] {
		t.Errorf("told: %v", told)
	}
	// Now nobody waits: whoever is silent leaves the other a bye, and nobody has one if both are.
	games := hosttest.Season(c, "spring").State.Open()
	c.Game = games[0].Host
	for _, s := range hosttest.DuelSeats(c) {
		if s.Player != "fourth@example.org" {
			answers(s)
		}
	}
	c.Time = hosttest.DuelSeats(c)[0].Deadline.Add(12*24*time.Hour + time.Hour)
	hosttest.TendLeagues(c)
	for i, g := range hosttest.Season(c, "spring").State.AllGames() {
		if g.Result == nil || g.Result.How != league.Void || (g.Result.Winner != "") != (i == 0) {
			t.Errorf("the result of %s: %+v", g.ID, g.Result)
		}
	}
}

// A round of a Swiss is confirmed before it: who is silent sits out, and who confirms the next
// plays it, with half a point for what he missed. Who withdraws comes back by joining again.
func TestLeagueSwissRounds(t *testing.T) {
	c := hosttest.LeagueClub(t, swiss)
	hosttest.AddMembers(c, "fourth", "fifth")
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	for _, name := range []string{"north", "south", "third"} {
		c.Ask(name, "join spring")
	}
	for _, name := range []string{"fourth", "fifth"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", name+"@example.org", 0, 0))
	}
	c.Time = time.Date(2026, 12, 15, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	for _, name := range []string{"north", "south", "third"} {
		if got := c.Ask(name, "confirm spring"); !hosttest.Says(t, got[0], "You have confirmed") {
			t.Fatalf("%q", hosttest.Texts(t, got))
		}
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	if got := c.Ask("north", "confirm spring"); !hosttest.Says(t, got[0], "no confirmation now") {
		t.Errorf("confirmed too early: %q", hosttest.Texts(t, got))
	}
	ruleAll(c, "spring")
	hosttest.TendLeagues(c)
	c.Sent()
	c.Time = c.Time.Add(23*24*time.Hour + time.Minute)
	hosttest.TendLeagues(c)
	asked := 0
	for _, m := range c.Sent() {
		if hosttest.Says(t, m, "Round 2 of Spring Swiss begins") || hosttest.Says(t, m, "La ronde 2 de Spring Swiss commence") {
			asked++
		}
	}
	if asked != 5 {
		t.Errorf("%d are asked, want 5", asked)
	}
	c.Ask("north", "confirm spring")
	c.Change(func(tx store.Tx) error { // who cannot sign here
		s, err := season.Load(tx, "spring")
		hosttest.Check(t, err)
		for _, name := range []string{"fourth", "fifth"} {
			if !s.Confirm(s.Entrant(name + "@example.org")) {
				t.Errorf("%s is not asked", name)
			}
		}
		return s.Save(tx, c.Time)
	})
	c.Ask("south", "withdraw spring")
	if got := c.Ask("south", "join spring # the 12th"); len(got) != 1 || !hosttest.Says(t, got[0], "You are in again") {
		t.Errorf("back: %q", hosttest.Texts(t, got))
	}
	c.Time = c.Time.Add(7 * 24 * time.Hour)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	third := s.Entrant("third@example.org")
	if !s.State.Entrants[third].Away || len(s.State.Divisions[0].Rounds) != 2 {
		t.Fatalf("third is there, or round 2 is not paired: %+v", s.State.Entrants[third])
	}
	ruleAll(c, "spring")
	c.Time = c.Time.Add(25 * 24 * time.Hour)
	hosttest.TendLeagues(c)
	for _, name := range []string{"north", "south", "third"} {
		if got := c.Ask(name, "confirm spring"); !hosttest.Says(t, got[0], "You have confirmed") {
			t.Errorf("%s: %q", name, hosttest.Texts(t, got))
		}
	}
	c.Time = c.Time.Add(7 * 24 * time.Hour)
	hosttest.TendLeagues(c)
	s = hosttest.Season(c, "spring")
	i := slices.Index(s.State.Divisions[0].Order, third)
	if got := s.State.Cards(0)[i].Rounds; len(got) != 3 || got[1].How != "half-bye" || got[1].Points != got[1].Of/2 {
		t.Errorf("third: %+v", got)
	}
	if got := c.Ask("north", "join spring"); !hosttest.Says(t, got[0], "entered in spring already") {
		t.Errorf("joins twice: %q", hosttest.Texts(t, got))
	}
}

// Where fixtures are fixed nobody comes back, and is told so.
func TestLeagueGone(t *testing.T) {
	c := hosttest.Duel(t, "")
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Ask("north", "withdraw spring")
	if got := c.Ask("north", "join spring"); len(got) != 1 || !hosttest.Says(t, got[0], "takes nobody back at this point") {
		t.Errorf("%q", hosttest.Texts(t, got))
	}
}

// Two divisions are played, promotion and relegation stand in the file of the next season, and
// that is played as well.
func TestLeagueNextSeason(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "moves = 1\nsize = 3", "[points]", "[[division]]\nname = \"First\"\n[[division]]\nname = \"Second\"\n[points]").Replace(hosttest.SpringLeague))
	hosttest.AddMembers(c, "fourth", "fifth", "sixth")
	for i, name := range []string{"north", "south", "third", "fourth", "fifth", "sixth"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", name+"@example.org", i/3, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	wins := map[string]int{"north": 3, "south": 2, "third": 1, "fourth": 3, "fifth": 2, "sixth": 1}
	for _, g := range s.State.AllGames() {
		first, _, _ := strings.Cut(s.People[g.First], "@")
		second, _, _ := strings.Cut(s.People[g.Second], "@")
		winner := s.People[g.First]
		if wins[second] > wins[first] {
			winner = s.People[g.Second]
		}
		hosttest.Check(t, c.Results.RuleResult(t.Context(), "spring", leagues.Rule{Game: g.ID, Level: "total", Winner: winner, Why: "So it was."}))
	}
	hosttest.TendLeagues(c)
	s = hosttest.Season(c, "spring")
	if s.State.Closed == nil || len(s.State.Closed.Champions) != 1 || s.People[s.State.Closed.Champions[0]] != hosttest.NorthAt {
		t.Fatalf("the end: %+v", s.State.Closed)
	}
	if a, err := league.Verify(s.Entries); err != nil || !a.Closed || a.Lots == 0 {
		t.Errorf("the ledger: %+v %v", a, err)
	}
	text, err := s.Next("autumn")
	hosttest.Check(t, err)
	f, err := season.Read(text)
	hosttest.Check(t, err)
	for i, want := range [][]string{{"north", "south", "fourth"}, {"third", "fifth", "sixth"}} {
		var got []string
		for _, address := range f.Divisions[i].Entrants {
			name, _, _ := strings.Cut(address, "@")
			got = append(got, name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("division %d of the next season: %v, want %v\n%s", i+1, got, want, text)
		}
	}
	f.Begins, f.Ends = "2027-09-01", ""
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	c.Time = time.Date(2027, 9, 1, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	ruleAll(c, "autumn")
	hosttest.TendLeagues(c)
	if s := hosttest.Season(c, "autumn"); s.State.Closed == nil {
		t.Errorf("the next season is not over: %d games open", len(s.State.Open()))
	}
}

// More time-outs than are borne close the entry for a stated time.
func TestLeagueBarred(t *testing.T) {
	c := hosttest.Duel(t, "flags = 1\nbar = \"180d\"")
	ruleAll(c, "spring")
	c.Change(func(tx store.Tx) error {
		s, err := season.Load(tx, "spring")
		hosttest.Check(t, err)
		for _, g := range s.State.AllGames() {
			res := league.Result{Game: g.ID, How: league.ByPlay, Level: "draw", Turns: 3, Ruling: "It was so."}
			res.Flags[0] = 2
			if s.People[g.First] != hosttest.NorthAt {
				res.Flags[0] = 0
			}
			hosttest.Check(t, s.Append(league.Ended, c.Time, res))
		}
		return s.Save(tx, c.Time)
	})
	hosttest.TendLeagues(c)
	closed := c.Time
	if s := hosttest.Season(c, "spring"); s.State.Closed == nil {
		t.Fatal("the season is not over")
	} else if next, err := s.Next("autumn"); err != nil || strings.Contains(next, hosttest.NorthAt) || !strings.Contains(next, `bar = "`) {
		t.Errorf("the next season: %v\n%s", err, next)
	}
	f, err := season.Read(strings.NewReplacer(`"spring"`, `"autumn"`, `begins = "2026-12-20"`, "", `ends = "2027-06-01"`, "").Replace(hosttest.SpringLeague))
	hosttest.Check(t, err)
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	_, err = c.Leagues.OpenLeague(t.Context(), "autumn")
	hosttest.Check(t, err)
	c.Time = closed.Add(100 * 24 * time.Hour)
	if got := c.Ask("north", "join autumn"); len(got) != 1 || !hosttest.Says(t, got[0], "You cannot enter autumn before") {
		t.Errorf("barred: %q", hosttest.Texts(t, got))
	}
	if got := c.Ask("south", "join autumn"); len(got) != 1 || !hosttest.Says(t, got[0], "You are entered") {
		t.Errorf("not barred: %q", hosttest.Texts(t, got))
	}
	c.Time = closed.Add(181 * 24 * time.Hour)
	if got := c.Ask("north", "join autumn"); len(got) != 1 || !hosttest.Says(t, got[0], "You are entered") {
		t.Errorf("the time is over: %q", hosttest.Texts(t, got))
	}
}

// Who withdraws before the season is entered no longer. Who withdraws before half of his fixtures were
// played is struck, and all places say so of them: none of them waits for bids any more.
func TestStruckFixturesAreClosed(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "once = true", "together = true", `bids = "3d"`).Replace(hosttest.SpringLeague))
	hosttest.AddMembers(c, "fourth")
	for _, name := range []string{"north", "south", "third", "fourth"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", name+"@example.org", 0, 0))
	}
	c.Ask("south", "withdraw spring")
	if n := hosttest.Season(c, "spring").State.InCount(); n != 3 {
		t.Errorf("%d are entered when one of four has withdrawn", n)
	}
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	if got := c.Ask("north", "fixtures spring"); len(got) != 1 || !hosttest.Says(t, got[0], "bids until") || hosttest.Says(t, got[0], "counts for nobody") {
		t.Errorf("before: %q", hosttest.Texts(t, got))
	}
	told := c.Ask("third", "withdraw spring")
	for _, got := range append(told, c.Ask("north", "fixtures spring")...) {
		if got.Recipient == hosttest.NorthAt && !hosttest.Says(t, got, "counts for nobody: one of the two withdrew") {
			t.Errorf("to north: %q", hosttest.Texts(t, []store.OutboxMail{got}))
		}
	}
	if s := hosttest.Season(c, "spring"); !s.State.Struck(s.Entrant("third@example.org")) || s.State.Struck(s.Entrant(hosttest.NorthAt)) {
		t.Error("who is struck is not who has withdrawn")
	}
}
