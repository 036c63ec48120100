package host_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// spring is a league of the small game.
const spring = `
id = "spring"
name = "Spring cup"
format = "round-robin"
ruleset = "ford"
invite = ["all"]
muster = "7d"
begins = "2026-12-20"
ends = "2027-06-01"
together = true
[points]
total = "3-0"
draw = "1-1"
`

// leagueClub is a club without games.
func leagueClub(t testing.TB, file string) *club {
	t.Helper()
	c := openClub(t)
	check(t, enrol(c.Host))
	f, err := season.Read(file)
	check(t, err)
	check(t, c.Leagues.NewLeague(t.Context(), f))
	return c
}

// tend lets the league do what the moment calls for, on a host that was just started.
func (c *club) tend() {
	c.t.Helper()
	c.Host = newHost(c.t, c.Store, func() time.Time { return c.now })
	check(c.t, c.Leagues.TendLeagues(c.t.Context()))
}

func (c *club) season(id string) *season.Season {
	c.t.Helper()
	s, err := c.Leagues.League(c.t.Context(), id)
	check(c.t, err)
	return s
}

// answerAll has every player of a running game answer all that he is asked by bids and passes.
func (c *club) answerAll(play func(game, side string) string) {
	c.t.Helper()
	for range 200 {
		moved := false
		var asked []store.Seat
		c.view(func(tx store.ReadTx) error {
			games, err := tx.Games()
			check(c.t, err)
			for _, g := range games {
				if g.Status != store.Running {
					continue
				}
				seats, err := tx.SeatsOf(g.ID)
				check(c.t, err)
				for _, s := range seats {
					if s.Deadline != nil {
						asked = append(asked, s)
					}
				}
			}
			return nil
		})
		for _, s := range asked {
			c.now = c.now.Add(time.Second)
			name, _, _ := strings.Cut(s.Player, "@")
			c.receive(letter(s.Player, c.signed(name, orderFile(s.Game, s.Side, s.Answers, play(s.Game, s.Side)))))
			moved = true
			break
		}
		if !moved {
			return
		}
	}
	c.t.Fatal("the games do not end")
}

// Whole seasons are played by mail: entries, muster, fixtures, games, tables, champion. The
// host is made anew before every step, and asked twice: nothing happens twice.
func TestLeagueSeason(t *testing.T) {
	c := leagueClub(t, spring)
	n, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	if got := kinds(c.sent()); n.Sent != 3 || len(got) != 3 {
		t.Fatalf("%d invitations: %q", n.Sent, got)
	}
	for _, name := range []string{"north", "south", "third"} {
		if got := c.ask(name, "join spring at most 4"); len(got) != 1 || !says(t, got[0], "You are entered, for at most 4 games at once") {
			t.Fatalf("%s joins: %q", name, texts(t, got))
		}
	}
	if got := c.ask("north", "join spring"); len(got) != 1 || !says(t, got[0], "You are entered in spring already") {
		t.Errorf("joins twice: %q", texts(t, got))
	}
	c.now = time.Date(2026, 12, 14, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.tend()
	if got := c.sent(); len(got) != 3 || !says(t, got[0], "confirm spring") {
		t.Fatalf("the muster: %q", texts(t, got))
	}
	for _, name := range []string{"north", "south", "third"} {
		if got := c.ask(name, "confirm spring"); len(got) != 1 || !says(t, got[0], "You have confirmed") {
			t.Fatalf("%s confirms: %q", name, texts(t, got))
		}
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.tend()
	got := c.sent()
	fixtures, first := 0, 0
	for _, m := range got {
		switch m.Kind {
		case "league":
			fixtures++
			if !says(t, m, "These are your fixtures") || !says(t, m, "bye") {
				t.Errorf("the fixtures:\n%s", text(t, m))
			}
		case "welcome":
			first++
		}
	}
	if s := c.season("spring"); fixtures != 3 || first != 2*len(running(c)) || len(s.State.AllGames()) != 6 || len(running(c)) == 0 {
		t.Fatalf("%d letters with fixtures, %d first reports, %d games of %d begun", fixtures, first, len(running(c)), len(s.State.AllGames()))
	}
	for range 10 {
		c.answerAll(func(string, string) string { return "bid 0\npass\npass\nloot 0\nloot 0" })
		c.tend()
	}
	s := c.season("spring")
	if s.State.Closed == nil {
		t.Fatalf("the season is not over: %+v", s.State.Open())
	}
	table, closed := 0, 0
	for _, m := range c.sent() {
		if m.Kind == "league" && says(t, m, "the result and the table now") {
			table++
		}
		if m.Kind == "league" && says(t, m, "is over") {
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
		if got := c.ask("north", ask); len(got) != 1 || !says(t, got[0], want) {
			t.Errorf("%s: %q, want %q", ask, texts(t, got), want)
		}
	}
}

func running(c *club) (games []store.Game) {
	c.view(func(tx store.ReadTx) error {
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

func texts(t testing.TB, mails []store.OutboxMail) string {
	var b strings.Builder
	for _, m := range mails {
		fmt.Fprintf(&b, "--- %s\n%s", m.Kind, text(t, m))
	}
	return b.String()
}

// Bids are shown to nobody before both are in.
func TestLeagueBids(t *testing.T) {
	c := leagueClub(t, strings.NewReplacer(`muster = "7d"`, "once = true", "together = true", `bids = "3d"`).Replace(spring))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	c.ask("north", "join spring")
	c.ask("south", "join spring")
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	if len(running(c)) != 0 {
		t.Fatal("a game began without sides")
	}
	if got := c.ask("north", "bid spring 1-1-1 norht 7"); len(got) != 1 || !says(t, got[0], "is not a bid") || !says(t, got[0], "^^^^^") {
		t.Errorf("a bid with a slip: %q", texts(t, got))
	}
	if got := c.ask("north", "bid spring 1-1-1 north 977"); len(got) != 1 || !says(t, got[0], "is sealed") {
		t.Fatalf("a bid: %q", texts(t, got))
	}
	secret := regexp.MustCompile(`\b977\b`)
	for _, ask := range []string{"fixtures spring", "standings spring", "results spring", "rules spring", "ratings", "bid spring 1-1-1 nobody 1"} {
		if got := c.ask("south", ask); len(got) != 1 || secret.MatchString(texts(t, got)) {
			t.Errorf("%s shows the bid: %q", ask, texts(t, got))
		}
	}
	c.tend()
	if len(running(c)) != 0 {
		t.Fatal("a game began with one bid, before the deadline")
	}
	// Neither the letters to anybody else, nor the ledger, nor what a newsletter prints tell the bid.
	for _, m := range c.sent() {
		if m.Recipient != northAt && secret.MatchString(text(t, m)) {
			t.Errorf("a letter tells the bid:\n%s", text(t, m))
		}
	}
	ledger, err := league.MarshalLedger(c.season("spring").Entries)
	check(t, err)
	report, err := c.Leagues.LeagueReport(t.Context(), "spring", "en")
	check(t, err)
	if secret.Match(ledger) || secret.MatchString(report) {
		t.Errorf("the bid is published:\n%s\n%s", ledger, report)
	}
	c.ask("south", "bid spring 1-1-1 north 7")
	c.sent()
	c.tend()
	s := c.season("spring")
	g, err := s.State.Game("1-1-1-1")
	check(t, err)
	if s.People[g.First] != northAt || len(running(c)) != 1 {
		t.Errorf("%s has the first side", s.People[g.First])
	}
	told := 0
	for _, m := range c.sent() {
		if m.Kind == "league" && says(t, m, "977 victory points") && says(t, m, "South is credited 492 victory points") {
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
	file := strings.Replace(spring, `muster = "7d"`, "", 1)
	c := leagueClub(t, file)
	f, err := season.Read(strings.NewReplacer(`"spring"`, `"autumn"`, "Spring", "Autumn").Replace(file))
	check(t, err)
	check(t, c.Leagues.NewLeague(t.Context(), f))
	for _, id := range []string{"spring", "autumn"} {
		_, err := c.Leagues.OpenLeague(t.Context(), id)
		check(t, err)
		c.ask("north", "join "+id)
		c.ask("south", "join "+id)
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.now = c.season("spring").State.Terms.Ends.Add(time.Hour)
	c.tend()
	if sent := texts(t, c.sent()); !strings.Contains(strings.Join(strings.Fields(sent), " "), "agree autumn 1-1-1-1 draw") {
		t.Errorf("nobody is told to name the league:\n%s", sent)
	}
	if got := c.ask("north", "agree 1-1-1-1 draw"); len(got) != 1 || !says(t, got[0], "autumn 1-1-1-1, spring 1-1-1-1") {
		t.Errorf("no league is named: %q", texts(t, got))
	}
	c.ask("north", "agree autumn 1-1-1-1 draw")
	c.ask("south", "agree autumn 1-1-1-1 draw")
	for id, want := range map[string]bool{"spring": false, "autumn": true} {
		if g, err := c.season(id).State.Game("1-1-1-1"); err != nil || (g.Result != nil) != want {
			t.Errorf("%s has the result %v: %v", id, g.Result, err)
		}
	}
	if got := c.ask("south", "accord spring 7-7-7-7 nulle"); len(got) != 1 || !says(t, got[0], "“7-7-7-7” is not one of your unfinished games") {
		t.Errorf("no game of that league: %q", texts(t, got))
	}
}

// What is not finished at the season's end gets the result that both agree on.
func TestLeagueAgreed(t *testing.T) {
	c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, "", 1))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	c.ask("north", "join spring")
	c.ask("south", "join spring")
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.sent()
	if got := c.ask("third", "agree 1-1-1-1 draw"); len(got) != 1 || !says(t, got[0], "not one of your unfinished games") {
		t.Errorf("somebody else agrees: %q", texts(t, got))
	}
	if got := c.ask("north", "agree 1-1-1-1 north total"); len(got) != 1 || !says(t, got[0], "only once the season has ended") {
		t.Errorf("agreed before the season asks: %q", texts(t, got))
	}
	c.now = c.season("spring").State.Terms.Ends.Add(time.Hour)
	c.tend()
	c.sent()
	if got := c.ask("north", "agree 1-1-1-1 draw"); len(got) != 1 || !says(t, got[0], "It counts when your opponent writes the same") {
		t.Errorf("the first to name a result: %q", texts(t, got))
	}
	c.ask("north", "agree 1-1-1-1 north total")
	if got := c.ask("south", "agree spring 1-1-1-1 south total"); len(got) != 1 || !says(t, got[0], "Your opponent has named another one") {
		t.Errorf("another result: %q", texts(t, got))
	}
	got := c.ask("south", "agree 1-1-1-1 north total")
	if g, err := c.season("spring").State.Game("1-1-1-1"); err != nil || g.Result == nil || g.Result.Level != "total" || g.Result.Winner != g.First {
		t.Errorf("the result: %+v %v\n%s", g.Result, err, texts(t, got))
	}
	err = c.Results.RuleResult(t.Context(), "spring", leagues.Rule{Game: "1-1-1-2", Level: "forfeit", Winner: southAt, Why: "He never came."})
	check(t, err)
	c.tend()
	s := c.season("spring")
	if s.State.Closed == nil || len(running(c)) != 0 {
		t.Errorf("the season is not over, or a game goes on: %+v", s.State.Open())
	}
	next, err := s.Next("autumn")
	check(t, err)
	if !strings.Contains(next, northAt) || !strings.Contains(next, `id = "autumn"`) {
		t.Errorf("the next season:\n%s", next)
	}
	if _, err := season.Read(next); err != nil {
		t.Errorf("the next season cannot be read: %v", err)
	}
}

// What both do not agree on, three members decide who do not play it: the middle one counts.
func TestLeagueVerdicts(t *testing.T) {
	c := openClub(t)
	check(t, enrol(c.Host))
	for _, name := range []string{"fourth", "fifth"} {
		check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: name + "@example.org", Name: name, Language: "fr", TimeZone: "Europe/Paris"}))
	}
	f, err := season.Read(strings.Replace(spring, `muster = "7d"`, `once = true
judges = ["north@example.org", "third@example.org", "fourth@example.org", "fifth@example.org"]`, 1))
	check(t, err)
	check(t, c.Leagues.NewLeague(t.Context(), f))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.now = time.Date(2026, 12, 26, 9, 0, 0, 0, time.UTC) // nobody has bid
	c.tend()
	if len(running(c)) != 1 {
		t.Fatal("the game has not begun")
	}
	c.sent()
	c.now = time.Date(2027, 6, 2, 9, 0, 0, 0, time.UTC)
	c.tend()
	s := c.season("spring")
	if d := cmp.Diff([]string{"third@example.org", "fourth@example.org", "fifth@example.org"}, s.Judges["1-1-1-1"]); d != "" {
		t.Fatalf("the judges (-want +got):\n%s", d)
	}
	if got := c.ask("north", "verdict 1-1-1-1 north total because I say so"); len(got) != 1 || !says(t, got[0], "is not asked for") {
		t.Errorf("a player judges himself: %q", texts(t, got))
	}
	if got := c.ask("third", "verdict 1-1-1-1 north total"); len(got) != 1 || !says(t, got[0], "needs its reasons") {
		t.Errorf("a verdict without reasons: %q", texts(t, got))
	}
	if got := c.ask("third", "verdict spring 1-1-1-1 north total because he is far ahead"); len(got) != 1 || !says(t, got[0], "is noted") {
		t.Errorf("a verdict: %q", texts(t, got))
	}
	c.tend()
	if s := c.season("spring"); len(s.State.Open()) != 1 {
		t.Error("one verdict decides")
	}
	for i, address := range []string{"fourth@example.org", "fifth@example.org"} {
		c.update(func(tx store.Tx) error {
			s, err := season.Load(tx, "spring")
			check(t, err)
			g, err := s.State.Game("1-1-1-1")
			check(t, err)
			claims := []season.Claim{{Level: "draw"}, {Winner: g.Second, Level: "total"}}
			s.Verdicts[g.ID][address] = season.Opinion{Claim: claims[i], Why: "so it looks"}
			return s.Save(tx, c.now)
		})
	}
	c.tend()
	s = c.season("spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || g.Result == nil || g.Result.Level != "draw" || g.Result.How != league.ByAdjudication || len(running(c)) != 0 {
		t.Errorf("the middle verdict: %+v %v", g.Result, err)
	}
}

// Who moves to another address keeps his place; who is removed is named nowhere any more, and
// the ledger of the league holds.
func TestLeaguePeople(t *testing.T) {
	c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, "", 1))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", northAt, 0, 0))
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", southAt, 0, 0))
	if _, err := c.Upkeep.RemovePlayer(t.Context(), northAt); err == nil || !strings.Contains(err.Error(), "the league spring") {
		t.Errorf("removed in the middle of a season: %v", err)
	}
	head := c.season("spring").State.Head
	check(t, c.Leagues.LeaveLeague(t.Context(), "spring", northAt, "moves away"))
	as, err := c.Upkeep.RemovePlayer(t.Context(), northAt)
	check(t, err)
	s := c.season("spring")
	if s.Entrant(northAt) != "" || s.Entrant(as) == "" || s.State.Head == head {
		t.Errorf("the league knows %q and %q", s.Entrant(northAt), s.Entrant(as))
	}
	c.view(func(tx store.ReadTx) error {
		row, err := tx.League("spring")
		if strings.Contains(string(row.Body), northAt) {
			t.Error("the address is still there")
		}
		return err
	})
}
