package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
)

// axeEnv names the variable with the path of axe.min.js of axe-core (the npm package of that name
// has it). Without it the pages are not looked at.
const axeEnv = "KERYX_AXE"

// The checks of axe-core find nothing on any kind of page, narrow or wide, light or dark.
func TestBrowserAxe(t *testing.T) {
	path := os.Getenv(axeEnv)
	if path == "" {
		t.Skip(axeEnv + " does not name axe-core's axe.min.js")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := newClub(t, 24)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 1)
	c.resign(id)
	c.league()
	c.now = c.now.AddDate(0, 0, 1)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	c.write(s)
	players, err := filepath.Glob(filepath.Join(s.Dir, "en", "players", "*.html"))
	c.check(err)
	pages := []string{"index.html", "players/index.html", "search.html", "years/2026.html", "years/2026-1.html", "years/2026-1-read.html", "scenarios.html",
		"games/" + id + "/index.html", "games/" + id + "/turn-1.html", "games/" + id + "/turn-1.html#as-athens", "games/" + id + "/read.html", "games/" + id + "/" + replayFile, "leagues/cup.html", "players/" + filepath.Base(players[0])}
	for _, page := range pages {
		t.Run(page, func(t *testing.T) { lookedAt(t, "file://"+s.Dir+"/en/"+page, string(axe)) })
	}
}

// lookedAt has axe-core look at a page in three widths, light and dark.
func lookedAt(t *testing.T, page, axe string) {
	ctx := browser(t)
	for _, scheme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int64{380, 800, 1400} {
			do(ctx, t, chromedp.EmulateViewport(width, 860), chromedp.Navigate("about:blank"), chromedp.Navigate(page), seen("main"))
			if strings.HasSuffix(page, replayFile) {
				once[bool](ctx, t, `document.querySelectorAll(".piece").length > 5`)
			}
			do(ctx, t, chromedp.Evaluate[chromedp.Void](axe+`; window.keryxAxe = null; axe.run().then(r => { window.keryxAxe = r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 140) + " {" + (n.any[0] || n.all[0] || n.none[0] || {}).message + "}").join(" | ")); }); 0`))
			for _, found := range once[[]string](ctx, t, `window.keryxAxe`) {
				t.Errorf("%s, %d pixels: %s", scheme, width, found)
			}
		}
	}
}
