package archive

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
)

// The ratings stand on the site with their curves once the results that they come of are
// shown, on a page of their own, on the players' pages and as files for programs; the crosstable
// is there for the programs of others.
func TestRatingPages(t *testing.T) {
	c := newClub(t, 24)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	c.league()
	fixture := c.bid(addresses[0], "north", 7)
	c.bid(addresses[1], "south", 3)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	game, err := c.cup(func(*season.Season) {}).State.Game(fixture + "-1")
	c.check(err)
	c.playOut(game.Host, "ford")
	c.now = c.now.Add(time.Hour)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	c.write(s)
	if published(t, s.Dir)["en/ratings.html"] != nil {
		t.Error("a rating tells of a result before its delay")
	}
	c.now = c.now.Add(49 * time.Hour)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	c.write(s)
	files := published(t, s.Dir)
	b, err := s.openBook(t.Context())
	c.check(err)
	anna := b.playerID(addresses[0])
	for name, wants := range map[string][]string{
		"en/ratings.html": {"Anna", "Bruno", "club-en.svg", "ford-en.csv"}, "fr/ratings.html": {"Cotes", "club-fr.json"},
		"en/index.html": {"ratings.html"}, "en/leagues/cup.html": {"ratings.html", "cup-1-en.trf", "<th scope=\"col\" class=\"n\">Performance</th>", "<td class=\"n\">1500</td></tr>", `<td class="n"><a href="../../en/games/` + game.Host + `/index.html">1</a></td>`}, "en/players/" + anna + ".html": {"Ratings", anna + ".svg", "performance of the last game"},
		"data/ratings/club-en.csv": {"1,", "place,player,rating", "performance"}, "data/ratings/ford-fr.json": {`"place": 1`}, "data/leagues/cup-1-en.trf": {"001    1", "Anna", "142 3"},
	} {
		for _, want := range wants {
			if !bytes.Contains(files[name], []byte(want)) {
				t.Errorf("%s does not say %q:\n%s", name, want, files[name])
			}
		}
	}
	for name, data := range files {
		if strings.HasSuffix(name, ".svg") {
			wellFormed(t, name, data)
		}
	}
	if again := c.write(s); again.Files != 0 {
		t.Errorf("writing it again wrote %d files", again.Files)
	}
	for _, g := range c.cup(func(*season.Season) {}).State.AllGames() {
		if g.Result == nil {
			c.check(c.Host.Results.RuleResult(t.Context(), "cup", leagues.Rule{Game: g.ID, Level: "forfeit", Winner: "Carla", Why: "They stayed at home."}))
		}
	}
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	c.write(s)
	for _, name := range []string{"search/2026-1/a.js", "en/feed.atom", "data/ratings/club-fr.svg", "data/leagues/cup-1-en.trf", "data/leagues/cup-1-fr.json", "fr/games/" + game.Host + "/read.html", "en/years/2026-1-read.html"} {
		if data := published(t, s.Dir)[name]; data == nil || !nameOf("anna").Match(data) && name != "en/feed.atom" {
			t.Errorf("%s does not name her before: %s", name, data)
		}
	}
	_, err = c.Host.Upkeep.RemovePlayer(t.Context(), addresses[0])
	c.check(err)
	c.write(s)
	named := func() (files []string) {
		for name, data := range published(t, s.Dir) {
			if nameOf("anna").Match(data) {
				files = append(files, name)
			}
		}
		slices.Sort(files)
		return files
	}
	for _, name := range named() {
		t.Errorf("%s still names a player who was forgotten", name)
	}
	if page := published(t, s.Dir)["data/ratings/club-en.svg"]; !bytes.Contains(page, []byte("a former member")) {
		t.Errorf("the curve of a former member: %s", page)
	}
}

// Whoever has played for another in no season of his own has his name among the ratings while he
// is in the club.
func TestRatedSubstitute(t *testing.T) {
	c := newClub(t, 27)
	s := c.site()
	c.check(s.begin())
	b, err := s.openBook(t.Context())
	c.check(err)
	b.players.read[b.playerID(addresses[0])] = &playerNote{Name: "Anna", Years: map[string]tallyNote{"2026": {Games: 1}}}
	r := &ratings{names: map[string]string{}}
	if name := r.name(s.langs[0], b, addresses[0]); name != "Anna" {
		t.Errorf("she is called %q", name)
	}
	if name := r.name(s.langs[0], b, addresses[1]); name != "a former member" {
		t.Errorf("somebody of whom the site knows nothing is called %q", name)
	}
}

func wellFormed(t *testing.T, name string, data []byte) {
	t.Helper()
	if bytes.Contains(data, []byte("style")) || bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Inf")) {
		t.Errorf("%s: a style, or no number: %s", name, data)
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// The page of a ladder has its order, what is open on it, and who went up and down by what.
func TestLadderPage(t *testing.T) {
	c := newClub(t, 25)
	s := c.site()
	c.check(s.begin())
	b, err := s.openBook(t.Context())
	c.check(err)
	l := ladder.Default()
	rules := league.Rules{Name: "climb", Format: league.Ladder, Ruleset: "ford", Scenario: "river", Sides: [2]string{"north", "south"}, Divisions: []string{"climb"}, Size: 20,
		Points: map[string]league.Worth{league.Draw: {Winner: 1, Loser: 1}, "total": {Winner: 2}}, Most: 2, Ladder: &l, SidesBy: league.Alternating}
	one := shownSeason{id: "climb", name: "The climb", state: &league.State{}, people: map[string]person{}}
	add := func(kind league.Kind, body any) {
		t.Helper()
		var prev league.Entry
		if n := len(one.entries); n > 0 {
			prev = one.entries[n-1]
		}
		e, err := league.NewEntry("climb", prev, kind, noon.AddDate(0, 0, len(one.entries)), body)
		c.check(err)
		c.check(one.state.Apply(e))
		one.entries = append(one.entries, e)
	}
	add(league.Opened, league.Opening{Rules: rules})
	for id, name := range map[string]string{"a": "Anna", "b": "Bruno", "c": "Carla"} {
		one.people[id] = person{name: name}
	}
	for _, id := range []string{"a", "b", "c", "d"} { // the last is forgotten
		add(league.Joined, league.Joining{Entrant: id})
	}
	add(league.Challenged, league.Challenge{Number: 1, Challenger: "c", Challenged: "a"})
	accepted, err := one.state.Accepting(1, noon, dice.NewTurn(dice.ByOrders, dice.Secret{}, "league climb", 1))
	c.check(err)
	add(league.Accepted, accepted)
	add(league.Started, league.Start{Game: accepted.Game, Host: "for-1"})
	add(league.Ended, league.Result{Game: accepted.Game, Winner: "c", Level: "total", Turns: 5, How: league.ByPlay})
	add(league.Challenged, league.Challenge{Number: 2, Challenger: "d", Challenged: "b"})
	for _, l := range s.langs {
		d, err := s.leagueIn(l, b, one)
		c.check(err)
		c.check(s.write(l, "league", page{Path: l.tag + "/leagues/climb.html", Title: d.Name, Data: d}))
	}
	files := published(t, s.Dir)
	for name, wants := range map[string][]string{
		"en/leagues/climb.html":            {"The ladder", "Carla challenges Anna.", "Carla against Anna: Carla wins, total victory.", "Carla: place 3, now 1", "a former member challenges Bruno.", "climb-ladder-en.csv"},
		"fr/leagues/climb.html":            {"L’échelle", "Carla contre Anna\u00a0: Carla gagne, victoire totale.", "un ancien membre défie Bruno."},
		"data/leagues/climb-ladder-en.csv": {"1,Carla,1\n2,Anna,1\n3,Bruno,0"},
	} {
		for _, want := range wants {
			if !strings.Contains(string(files[name]), want) {
				t.Errorf("%s does not say %q:\n%s", name, want, files[filepath.ToSlash(name)])
			}
		}
	}
}
