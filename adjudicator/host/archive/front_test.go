package archive

import (
	"strings"
	"testing"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
)

// The front page shows games that are played with a small map and the turn that they are in, and never
// who is awaited; how the season stands; and leads to what scenarios have come to. A player's page counts
// the games with each opponent, and a page has a preview for who is sent its address.
func TestFrontPageLives(t *testing.T) {
	c := newClub(t, 31)
	c.league()
	over := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(over, "ford")
	id := c.found("hellespont", &play.Showing{Delay: calendar.Span{}, Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 1)
	c.now = c.now.AddDate(0, 0, 3) // the season is shown after a delay
	s := c.site()
	s.Leagues, s.Address = leagues.LeagueGames{}, "https://club.example/games/"
	c.write(s)
	files := published(t, s.Dir)
	front := string(files["en/index.html"])
	for _, want := range []string{`src="../` + picture.SmallName(id, "en") + `"`, "August -411", "Standings", `href="../en/leagues/cup.html"`, `href="../en/scenarios.html"`,
		`<meta property="og:url" content="https://club.example/games/en/index.html">`} {
		if !strings.Contains(front, want) {
			t.Errorf("the front page has no %s", want)
		}
	}
	if files[picture.SmallName(id, "en")] == nil || files[picture.SmallName(id, "fr")] == nil {
		t.Error("the small map is missing")
	}
	if game := string(files["en/games/"+id+"/index.html"]); !strings.Contains(game, `<meta property="og:image" content="https://club.example/games/`+picture.SmallName(id, "en")+`">`) {
		t.Error("who is sent the address of a game sees no map")
	}
	if page := string(files["en/scenarios.html"]); !strings.Contains(page, "<td class=\"n\">1</td>") {
		t.Errorf("the statistics say\n%s", page)
	}
	against := 0
	for name, data := range files {
		if strings.HasPrefix(name, "en/players/") && strings.Contains(string(data), "Head to head") {
			against++
		}
	}
	if against != 2 {
		t.Errorf("%d players have played somebody, want 2", against)
	}
	if again := c.write(s); again.Files != 0 {
		t.Errorf("writing it again wrote %d files", again.Files)
	}
}
