package leagues_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// answerAll has every player of a running game answer all that he is asked by bids and passes.
func answerAll(c *hosttest.Club, play func(game, side string) string) {
	c.T.Helper()
	for range 200 {
		moved := false
		var asked []store.Seat
		c.View(func(tx store.ReadTx) error {
			games, err := tx.Games()
			hosttest.Check(c.T, err)
			for _, g := range games {
				if g.Status != store.Running {
					continue
				}
				seats, err := tx.SeatsOf(g.ID)
				hosttest.Check(c.T, err)
				for _, s := range seats {
					if s.Deadline != nil {
						asked = append(asked, s)
					}
				}
			}
			return nil
		})
		for _, s := range asked {
			c.Time = c.Time.Add(time.Second)
			name, _, _ := strings.Cut(s.Player, "@")
			c.Receive(hosttest.Letter(s.Player, c.Signed(name, hosttest.OrderFile(s.Game, s.Side, s.Answers, play(s.Game, s.Side)))))
			moved = true
			break
		}
		if !moved {
			return
		}
	}
	c.T.Fatal("the games do not end")
}

// Whole seasons are played by mail: entries, muster, fixtures, games, tables, champion. The
// host is made anew before every step, and asked twice: nothing happens twice.
func TestLeagueSeason(t *testing.T) {
	c := hosttest.LeagueClub(t, hosttest.SpringLeague)
	n, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	if got := hosttest.KindsOf(c.Sent()); n.Sent != 3 || len(got) != 3 {
		t.Fatalf("%d invitations: %q", n.Sent, got)
	}
	for _, name := range []string{"north", "south", "third"} {
		if got := c.Ask(name, "join spring at most 4"); len(got) != 1 || !hosttest.Says(t, got[0], "You are entered, for at most 4 games at once") {
			t.Fatalf("%s joins: %q", name, hosttest.Texts(t, got))
		}
	}
	if got := c.Ask("north", "join spring"); len(got) != 1 || !hosttest.Says(t, got[0], "You are entered in spring already") {
		t.Errorf("joins twice: %q", hosttest.Texts(t, got))
	}
	c.Time = time.Date(2026, 12, 14, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	hosttest.TendLeagues(c)
	if got := c.Sent(); len(got) != 3 || !hosttest.Says(t, got[0], "confirm spring") {
		t.Fatalf("the muster: %q", hosttest.Texts(t, got))
	}
	for _, name := range []string{"north", "south", "third"} {
		if got := c.Ask(name, "confirm spring"); len(got) != 1 || !hosttest.Says(t, got[0], "You have confirmed") {
			t.Fatalf("%s confirms: %q", name, hosttest.Texts(t, got))
		}
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	hosttest.TendLeagues(c)
	got := c.Sent()
	fixtures, first := 0, 0
	for _, m := range got {
		switch m.Kind {
		case "league":
			fixtures++
			if !hosttest.Says(t, m, "These are your fixtures") || !hosttest.Says(t, m, "bye") {
				t.Errorf("the fixtures:\n%s", hosttest.TextOf(t, m))
			}
		case "welcome":
			first++
		}
	}
	if s := hosttest.Season(c, "spring"); fixtures != 3 || first != 2*len(running(c)) || len(s.State.AllGames()) != 6 || len(running(c)) == 0 {
		t.Fatalf("%d letters with fixtures, %d first reports, %d games of %d begun", fixtures, first, len(running(c)), len(s.State.AllGames()))
	}
	for range 10 {
		answerAll(c, func(string, string) string { return "bid 0\npass\npass\nloot 0\nloot 0" })
		hosttest.TendLeagues(c)
	}
	s := hosttest.Season(c, "spring")
	if s.State.Closed == nil {
		t.Fatalf("the season is not over: %+v", s.State.Open())
	}
	table, closed := 0, 0
	for _, m := range c.Sent() {
		if m.Kind == "league" && hosttest.Says(t, m, "the result and the table now") {
			table++
		}
		if m.Kind == "league" && hosttest.Says(t, m, "is over") {
			closed++
		}
	}
	if table != 12 || closed != 3 {
		t.Errorf("%d letters with a table and %d of the end, want 12 and 3", table, closed)
	}
	for ask, want := range map[string]string{
		"standings spring": "Sonneborn-Berger", "results spring": "draw", "fixtures spring": "ended", "ratings": "Glicko-2",
		"rules spring": "Everybody meets everybody", "join spring": "spring is over", "standings autumn": "No league is called",
		"bid spring 1-1-1 north 2": "spring is over", "agree 1-1-1-1 draw": "not one of your unfinished games",
	} {
		if got := c.Ask("north", ask); len(got) != 1 || !hosttest.Says(t, got[0], want) {
			t.Errorf("%s: %q, want %q", ask, hosttest.Texts(t, got), want)
		}
	}
}

func running(c *hosttest.Club) (games []store.Game) {
	c.View(func(tx store.ReadTx) error {
		all, err := tx.Games()
		for _, g := range all {
			if g.Status == store.Running {
				games = append(games, g)
			}
		}
		return err
	})
	return games
}

// Bids are shown to nobody before both are in.
func TestLeagueBids(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "once = true", "together = true", `bids = "3d"`).Replace(hosttest.SpringLeague))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Ask("north", "join spring")
	c.Ask("south", "join spring")
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	if len(running(c)) != 0 {
		t.Fatal("a game began without sides")
	}
	if got := c.Ask("north", "bid spring 1-1-1 norht 7"); len(got) != 1 || !hosttest.Says(t, got[0], "is not a bid") || !hosttest.Says(t, got[0], "^^^^^") {
		t.Errorf("a bid with a slip: %q", hosttest.Texts(t, got))
	}
	if got := c.Ask("north", "bid spring 1-1-1 north 977"); len(got) != 1 || !hosttest.Says(t, got[0], "is sealed") {
		t.Fatalf("a bid: %q", hosttest.Texts(t, got))
	}
	secret := regexp.MustCompile(`\b977\b`)
	for _, ask := range []string{"fixtures spring", "standings spring", "results spring", "rules spring", "ratings", "bid spring 1-1-1 nobody 1"} {
		if got := c.Ask("south", ask); len(got) != 1 || secret.MatchString(hosttest.Texts(t, got)) {
			t.Errorf("%s shows the bid: %q", ask, hosttest.Texts(t, got))
		}
	}
	hosttest.TendLeagues(c)
	if len(running(c)) != 0 {
		t.Fatal("a game began with one bid, before the deadline")
	}
	// Neither the letters to anybody else, nor the ledger, nor what a newsletter prints tell the bid.
	for _, m := range c.Sent() {
		if m.Recipient != hosttest.NorthAt && secret.MatchString(hosttest.TextOf(t, m)) {
			t.Errorf("a letter tells the bid:\n%s", hosttest.TextOf(t, m))
		}
	}
	ledger, err := league.MarshalLedger(hosttest.Season(c, "spring").Entries)
	hosttest.Check(t, err)
	report, err := c.Leagues.LeagueReport(t.Context(), "spring", "en")
	hosttest.Check(t, err)
	if secret.Match(ledger) || secret.MatchString(report) {
		t.Errorf("the bid is published:\n%s\n%s", ledger, report)
	}
	c.Ask("south", "bid spring 1-1-1 north 7")
	c.Sent()
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	g, err := s.State.Game("1-1-1-1")
	hosttest.Check(t, err)
	if s.People[g.First] != hosttest.NorthAt || len(running(c)) != 1 {
		t.Errorf("%s has the first side", s.People[g.First])
	}
	told := 0
	for _, m := range c.Sent() {
		if m.Kind == "league" && hosttest.Says(t, m, "977 victory points") && hosttest.Says(t, m, "South is credited 492 victory points") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d letters tell both bids, want 2", told)
	}
}

// Players of two leagues have fixtures of the same numbers in both; what they agree on names the league,
// as every other request does, and is refused where it names none and two are meant.
func TestAgreeNamesTheLeague(t *testing.T) {
	file := strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1)
	c := hosttest.LeagueClub(t, file)
	f, err := season.Read(strings.NewReplacer(`"spring"`, `"autumn"`, "Spring", "Autumn").Replace(file))
	hosttest.Check(t, err)
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	for _, id := range []string{"spring", "autumn"} {
		_, err := c.Leagues.OpenLeague(t.Context(), id)
		hosttest.Check(t, err)
		c.Ask("north", "join "+id)
		c.Ask("south", "join "+id)
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Time = hosttest.Season(c, "spring").State.Terms.Ends.Add(time.Hour)
	hosttest.TendLeagues(c)
	if sent := hosttest.Texts(t, c.Sent()); !strings.Contains(strings.Join(strings.Fields(sent), " "), "agree autumn 1-1-1-1 draw") {
		t.Errorf("nobody is told to name the league:\n%s", sent)
	}
	if got := c.Ask("north", "agree 1-1-1-1 draw"); len(got) != 1 || !hosttest.Says(t, got[0], "autumn 1-1-1-1, spring 1-1-1-1") {
		t.Errorf("no league is named: %q", hosttest.Texts(t, got))
	}
	c.Ask("north", "agree autumn 1-1-1-1 draw")
	c.Ask("south", "agree autumn 1-1-1-1 draw")
	for id, want := range map[string]bool{"spring": false, "autumn": true} {
		if g, err := hosttest.Season(c, id).State.Game("1-1-1-1"); err != nil || (g.Result != nil) != want {
			t.Errorf("%s has the result %v: %v", id, g.Result, err)
		}
	}
	if got := c.Ask("south", "accord spring 7-7-7-7 nulle"); len(got) != 1 || !hosttest.Says(t, got[0], "“7-7-7-7” is not one of your unfinished games") {
		t.Errorf("no game of that league: %q", hosttest.Texts(t, got))
	}
}

// What is not finished at the season's end gets the result that both agree on.
func TestLeagueAgreed(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Ask("north", "join spring")
	c.Ask("south", "join spring")
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Sent()
	if got := c.Ask("third", "agree 1-1-1-1 draw"); len(got) != 1 || !hosttest.Says(t, got[0], "not one of your unfinished games") {
		t.Errorf("somebody else agrees: %q", hosttest.Texts(t, got))
	}
	if got := c.Ask("north", "agree 1-1-1-1 north total"); len(got) != 1 || !hosttest.Says(t, got[0], "only once the season has ended") {
		t.Errorf("agreed before the season asks: %q", hosttest.Texts(t, got))
	}
	c.Time = hosttest.Season(c, "spring").State.Terms.Ends.Add(time.Hour)
	hosttest.TendLeagues(c)
	c.Sent()
	if got := c.Ask("north", "agree 1-1-1-1 draw"); len(got) != 1 || !hosttest.Says(t, got[0], "It counts when your opponent writes the same") {
		t.Errorf("the first to name a result: %q", hosttest.Texts(t, got))
	}
	c.Ask("north", "agree 1-1-1-1 north total")
	if got := c.Ask("south", "agree spring 1-1-1-1 south total"); len(got) != 1 || !hosttest.Says(t, got[0], "Your opponent has named another one") {
		t.Errorf("another result: %q", hosttest.Texts(t, got))
	}
	got := c.Ask("south", "agree 1-1-1-1 north total")
	if g, err := hosttest.Season(c, "spring").State.Game("1-1-1-1"); err != nil || g.Result == nil || g.Result.Level != "total" || g.Result.Winner != g.First {
		t.Errorf("the result: %+v %v\n%s", g.Result, err, hosttest.Texts(t, got))
	}
	err = c.Results.RuleResult(t.Context(), "spring", leagues.Rule{Game: "1-1-1-2", Level: "forfeit", Winner: hosttest.SouthAt, Why: "He never came."})
	hosttest.Check(t, err)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if s.State.Closed == nil || len(running(c)) != 0 {
		t.Errorf("the season is not over, or a game goes on: %+v", s.State.Open())
	}
	next, err := s.Next("autumn")
	hosttest.Check(t, err)
	if !strings.Contains(next, hosttest.NorthAt) || !strings.Contains(next, `id = "autumn"`) {
		t.Errorf("the next season:\n%s", next)
	}
	if _, err := season.Read(next); err != nil {
		t.Errorf("the next season cannot be read: %v", err)
	}
}

// What both do not agree on, three members decide who do not play it: the middle one counts.
func TestLeagueVerdicts(t *testing.T) {
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	for _, name := range []string{"fourth", "fifth"} {
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: name + "@example.org", Name: name, Language: "fr", TimeZone: "Europe/Paris"}))
	}
	f, err := season.Read(strings.Replace(hosttest.SpringLeague, `muster = "7d"`, `once = true
judges = ["north@example.org", "third@example.org", "fourth@example.org", "fifth@example.org"]`, 1))
	hosttest.Check(t, err)
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Time = time.Date(2026, 12, 26, 9, 0, 0, 0, time.UTC) // nobody has bid
	hosttest.TendLeagues(c)
	if len(running(c)) != 1 {
		t.Fatal("the game has not begun")
	}
	c.Sent()
	c.Time = time.Date(2027, 6, 2, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if d := cmp.Diff([]string{"third@example.org", "fourth@example.org", "fifth@example.org"}, s.Judges["1-1-1-1"]); d != "" {
		t.Fatalf("the judges (-want +got):\n%s", d)
	}
	if got := c.Ask("north", "verdict 1-1-1-1 north total because I say so"); len(got) != 1 || !hosttest.Says(t, got[0], "is not asked for") {
		t.Errorf("a player judges himself: %q", hosttest.Texts(t, got))
	}
	if got := c.Ask("third", "verdict 1-1-1-1 north total"); len(got) != 1 || !hosttest.Says(t, got[0], "needs its reasons") {
		t.Errorf("a verdict without reasons: %q", hosttest.Texts(t, got))
	}
	if got := c.Ask("third", "verdict spring 1-1-1-1 north total because he is far ahead"); len(got) != 1 || !hosttest.Says(t, got[0], "is noted") {
		t.Errorf("a verdict: %q", hosttest.Texts(t, got))
	}
	hosttest.TendLeagues(c)
	if s := hosttest.Season(c, "spring"); len(s.State.Open()) != 1 {
		t.Error("one verdict decides")
	}
	for i, address := range []string{"fourth@example.org", "fifth@example.org"} {
		c.Change(func(tx store.Tx) error {
			s, err := season.Load(tx, "spring")
			hosttest.Check(t, err)
			g, err := s.State.Game("1-1-1-1")
			hosttest.Check(t, err)
			claims := []season.Claim{{Level: "draw"}, {Winner: g.Second, Level: "total"}}
			s.Verdicts[g.ID][address] = season.Opinion{Claim: claims[i], Why: "so it looks"}
			return s.Save(tx, c.Time)
		})
	}
	hosttest.TendLeagues(c)
	s = hosttest.Season(c, "spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || g.Result == nil || g.Result.Level != "draw" || g.Result.How != league.ByAdjudication || len(running(c)) != 0 {
		t.Errorf("the middle verdict: %+v %v", g.Result, err)
	}
}

// Who moves to another address keeps his place; who is removed is named nowhere any more, and
// the ledger of the league holds.
func TestLeaguePeople(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.SouthAt, 0, 0))
	if _, err := c.Upkeep.RemovePlayer(t.Context(), hosttest.NorthAt); err == nil || !strings.Contains(err.Error(), "the league spring") {
		t.Errorf("removed in the middle of a season: %v", err)
	}
	head := hosttest.Season(c, "spring").State.Head
	hosttest.Check(t, c.Leagues.LeaveLeague(t.Context(), "spring", hosttest.NorthAt, "moves away"))
	as, err := c.Upkeep.RemovePlayer(t.Context(), hosttest.NorthAt)
	hosttest.Check(t, err)
	s := hosttest.Season(c, "spring")
	if s.Entrant(hosttest.NorthAt) != "" || s.Entrant(as) == "" || s.State.Head == head {
		t.Errorf("the league knows %q and %q", s.Entrant(hosttest.NorthAt), s.Entrant(as))
	}
	c.View(func(tx store.ReadTx) error {
		row, err := tx.League("spring")
		if strings.Contains(string(row.Body), hosttest.NorthAt) {
			t.Error("the address is still there")
		}
		return err
	})
}
