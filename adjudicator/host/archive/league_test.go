package archive

import (
	"errors"
	"net/url"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/league"
	"keryx/store"
)

// cup is a league of three in which each meets each once, and bids for the side.
const cup = `
id = "cup"
name = "Cup <of> the test"
format = "round-robin"
ruleset = "ford"
once = true
bids = "20d"
begins = "2026-11-21"
least_turns = 1
[points]
total = "3-0"
draw = "1-1"
`

// carla is the third of the league, who writes no letters.
const carla = "canary-carla@players.test"

// league makes the season, and has it begin.
func (c *fixture) league() {
	c.t.Helper()
	c.check(c.Host.Seats.AddPlayer(c.t.Context(), store.Player{Address: carla, Name: "Carla", Language: "fr", TimeZone: "UTC"}))
	f, err := season.Read(cup)
	c.check(err)
	c.check(c.Host.Leagues.NewLeague(c.t.Context(), f))
	for _, address := range append(addresses[:], carla) {
		c.check(c.Host.Leagues.EnterLeague(c.t.Context(), f.ID, address, 0, 0))
	}
	c.now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	c.check(c.Host.Leagues.TendLeagues(c.t.Context()))
}

// cup reads the season, and lets something be done to it.
func (c *fixture) cup(do func(*season.Season)) (s *season.Season) {
	c.t.Helper()
	c.check(c.Host.Store.Update(c.t.Context(), func(tx store.Tx) (err error) {
		if s, err = season.Load(tx, "cup"); err != nil {
			return err
		}
		do(s)
		return s.Save(tx, c.now)
	}))
	return s
}

// bid seals a bid of a player in the fixture of the first two, and returns it.
func (c *fixture) bid(address, side string, price int) (fixture string) {
	c.t.Helper()
	c.cup(func(s *season.Season) {
		one, two := s.Entrant(addresses[0]), s.Entrant(addresses[1])
		for _, f := range s.State.Fixtures() {
			if f.Home == one && f.Away == two || f.Home == two && f.Away == one {
				fixture = f.ID
			}
		}
		c.check(s.Bid(fixture, s.Entrant(address), league.Bid{Side: side, Price: price}, seed.Reader("bids"), c.now))
	})
	return fixture
}

// sealed is the price of a bid that nobody may see.
const sealed = 417_741_774_177

// leagueSecrets are what of a season that runs stands on no page: addresses, bids with their
// salts, digests, and the hashes of its ledger.
func leagueSecrets(s *season.Season) (all []string) {
	all = append(all, addresses[0], addresses[1], carla, strconv.Itoa(sealed))
	for _, bids := range s.Bids {
		for _, b := range bids {
			all = append(all, b.Salt.String(), b.Digest().String())
		}
	}
	for _, e := range s.Entries {
		all = append(all, e.Hash.String())
	}
	return all
}

// A season has its page when it has begun: no bid, no result before its delay, no address is
// on it while it runs. When it is over it stands there whole, and its games open.
func TestLeaguePages(t *testing.T) {
	c := newClub(t, 21)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	c.league()
	fixture := c.bid(addresses[0], "north", sealed)
	look := func(wait time.Duration) map[string][]byte {
		t.Helper()
		c.now = c.now.Add(wait)
		c.check(c.Host.Leagues.TendLeagues(t.Context()))
		c.write(s)
		files := published(t, s.Dir)
		for _, leak := range leaks(files, leagueSecrets(c.cup(func(*season.Season) {}))) {
			t.Error(leak)
		}
		return files
	}
	const en, fr = "en/leagues/cup.html", "fr/leagues/cup.html"
	if files := look(time.Hour); files[en] != nil {
		t.Error("the season is shown before its delay")
	}
	files := look(25 * time.Hour)
	for name, wants := range map[string][]string{
		en: {"Cup &lt;of&gt; the test", "standings as of", "Round 3", "Anna", "Carla"}, fr: {"en cours\u00a0; classement", "Ronde 3"},
		"en/index.html": {"leagues/cup.html"}, "fr/index.html": {"Championnats"},
	} {
		for _, want := range wants {
			if !strings.Contains(string(files[name]), want) {
				t.Errorf("%s does not say %q:\n%s", name, want, files[name])
			}
		}
	}
	c.bid(addresses[1], "south", 3)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	game, err := c.cup(func(*season.Season) {}).State.Game(fixture + "-1")
	c.check(err)
	c.playOut(game.Host, "ford")
	files = look(time.Minute)
	if g, err := c.cup(func(*season.Season) {}).State.Game(fixture + "-1"); err != nil || g.Result == nil {
		t.Fatalf("the game has no result: %v", err)
	}
	told := private(c, game.Host)
	hidden := append(secrets(c, game.Host), told...)
	won := "Anna – Bruno (<a href=\"../../en/games/" + game.Host + "/index.html\">" + game.Host + "</a>): "
	if strings.Contains(string(files[en]), won) {
		t.Error("the result is shown before its delay")
	}
	files = look(25 * time.Hour)
	if !strings.Contains(string(files[en]), won) {
		t.Errorf("the result is not shown after its delay:\n%s", files[en])
	}
	if found := leaks(files, hidden); len(found) > 0 {
		t.Error(found)
	}

	for _, g := range c.cup(func(*season.Season) {}).State.AllGames() {
		if g.Result == nil {
			c.check(c.Host.Results.RuleResult(t.Context(), "cup", leagues.Rule{Game: g.ID, Level: "forfeit", Winner: "Carla", Why: "They stayed at home."}))
		}
	}
	files = look(time.Minute)
	for name, wants := range map[string][]string{
		en: {"The season is over", won, "forfeit, Carla wins", "Sonneborn-Berger", "bye"}, fr: {"La saison est terminée"},
		"data/leagues/cup-1-en.csv": {"1,Carla,", "6 = "}, "data/leagues/cup-1-fr.json": {`"entrant": "Carla"`},
		"en/games/" + game.Host + "/turn-1.html": {c.mark}, "en/games/" + game.Host + "/index.html": {`leagues/cup.html">Cup &lt;of&gt; the test</a>: `},
	} {
		for _, want := range wants {
			if !strings.Contains(string(files[name]), want) {
				t.Errorf("%s does not say %q:\n%s", name, want, files[name])
			}
		}
	}
	for _, name := range []string{en, fr} {
		for _, m := range link.FindAllSubmatch(files[name], -1) {
			u, err := url.Parse(string(m[1]))
			if err != nil || files[path.Join(path.Dir(name), u.Path)] == nil && u.Path != "" {
				t.Errorf("%s leads to %s, which is not there", name, m[1])
			}
		}
	}
	if again := c.write(s); again.Files != 0 {
		t.Errorf("writing it again wrote %d files", again.Files)
	}
	_, err = c.Host.Upkeep.RemovePlayer(t.Context(), addresses[1])
	c.check(err)
	files = look(time.Minute)
	for name, data := range files {
		if strings.Contains(string(data), "Bruno") && !strings.HasPrefix(name, "data/"+game.Host) {
			t.Errorf("%s still names a player who was forgotten", name)
		}
	}
	if !strings.Contains(string(files[fr]), "un ancien membre") {
		t.Error("the table does not say that a former member played")
	}
}

// The result of a game stands on its page with the names of the league's players, who may have given
// their seats away: a new name is there with the next writing, and a forgotten one nowhere.
func TestLeagueNamesFollow(t *testing.T) {
	c := newClub(t, 26)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	c.league()
	fixture := c.bid(addresses[0], "north", 7)
	c.bid(addresses[1], "south", 3)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	game, err := c.cup(func(*season.Season) {}).State.Game(fixture + "-1")
	c.check(err)
	const substitute = "canary-dora@players.test"
	c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: substitute, Name: "Dora", Language: "en", TimeZone: "UTC"}))
	c.check(c.Host.Seats.TakeOver(t.Context(), game.Host, "north", substitute, seating.BySubstitute))
	c.check(c.Host.Results.RuleResult(t.Context(), "cup", leagues.Rule{Game: game.ID, Level: "forfeit", Winner: "Anna", Why: "She had won before."}))
	for _, g := range c.cup(func(*season.Season) {}).State.AllGames() {
		if g.Result == nil {
			c.check(c.Host.Results.RuleResult(t.Context(), "cup", leagues.Rule{Game: g.ID, Level: "forfeit", Winner: "Carla", Why: "They stayed at home."}))
		}
	}
	c.now = c.now.Add(49 * time.Hour)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	page := "en/games/" + game.Host + "/index.html"
	look := func() string {
		t.Helper()
		c.write(s)
		return string(published(t, s.Dir)[page])
	}
	if told := look(); !strings.Contains(told, "forfeit, Anna wins") {
		t.Fatalf("the page of the game does not tell the result:\n%s", told)
	}
	c.check(c.Host.Store.Update(t.Context(), func(tx store.Tx) error {
		p, err := tx.Player(carla)
		p.Name = "Anna"
		return errors.Join(err, tx.UpdatePlayer(p))
	}))
	if told := look(); !strings.Contains(told, "forfeit, Anna (e") {
		t.Errorf("the winner is not told apart from another with her name:\n%s", told)
	}
	_, err = c.Host.Upkeep.RemovePlayer(t.Context(), addresses[0])
	c.check(err)
	if told := look(); strings.Contains(told, "Anna") || !strings.Contains(told, "forfeit, a former member wins") {
		t.Errorf("the page of the game still names a player who was forgotten:\n%s", told)
	}
}

// The daemon's archive follows a league though nothing happens in any game.
func TestKeepLeague(t *testing.T) {
	c := newClub(t, 22)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	k := keeper{Site: s}
	c.league()
	c.check(k.look(t.Context()))
	c.now = c.now.Add(23 * time.Hour)
	c.check(k.look(t.Context()))
	if published(t, s.Dir)["en/leagues/cup.html"] != nil {
		t.Error("the season is shown before its delay")
	}
	c.now = c.now.Add(time.Hour)
	c.check(k.look(t.Context()))
	if published(t, s.Dir)["en/leagues/cup.html"] == nil {
		t.Error("the season is not shown when its time has come")
	}
}

// The page of a league does not run over the edge of a telephone.
func TestBrowserLeague(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 23)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	c.league()
	c.now = c.now.Add(25 * time.Hour)
	c.write(s)
	for _, width := range []int{360, 1200} {
		for _, lang := range []string{"en", "fr"} {
			do(ctx, t, chromedp.EmulateViewport(int64(width), 780), chromedp.Navigate("file://"+s.Dir+"/"+lang+"/leagues/cup.html"), seen("table"))
			if wide := read(ctx, t, chromedp.Evaluate[int](`document.documentElement.scrollWidth`)); wide > width {
				t.Errorf("the page in %s is %d wide on %d", lang, wide, width)
			}
		}
	}
}
