package archive

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator/host/play"
)

// The lists of a club with many games do not run over the edge of a telephone.
func TestBrowserLists(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 57)
	s := c.listedSite()
	var all []state
	for n := range 130 {
		all = append(all, state{n, n % 3})
	}
	c.check(s.invent(all...))
	b, err := s.openBook(t.Context())
	c.check(err)
	id := b.playerID("1")
	for _, width := range []int{360, 1200} {
		for _, name := range []string{"en/index.html", "fr/years/2027.html", "fr/years/2027-1.html", "fr/players/" + id + ".html", "en/players/" + id + "-2027-1.html"} {
			do(ctx, t, chromedp.EmulateViewport(int64(width), 780), chromedp.Navigate("file://"+s.Dir+"/"+name), seen("h1"))
			if wide := read(ctx, t, chromedp.Evaluate[int](`document.documentElement.scrollWidth`)); wide > width {
				t.Errorf("%s is %d wide on %d", name, wide, width)
			}
		}
	}
}

// Whoever reads as one side and goes on in another language reads on as that side: it would tell
// what the other knew.
func TestBrowserKeepsEyesInAnotherLanguage(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 58)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	const links = `Array.from(document.querySelectorAll("header .lang")).filter(e => e.checkVisibility()).map(e => e.getAttribute("href")).join(" ")`
	for _, anchor := range []string{"", "#as-north", "#as-south"} {
		do(ctx, t, chromedp.Navigate("about:blank"), chromedp.Navigate(fmt.Sprintf("file://%s/en/games/%s/turn-1.html%s", s.Dir, id, anchor)), seen("h1"))
		if got, want := read(ctx, t, chromedp.Evaluate[string](links)), "../../../fr/games/"+id+"/turn-1.html"+anchor; got != want {
			t.Errorf("read with %q the page leads to %q, want %q", anchor, got, want)
		}
	}
}

// What players call themselves is never script nor mark-up: on no page, in no feed, picture or search.
func TestBrowserHostileNames(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 59)
	s := c.listedSite()
	s.Name = `</title><script>window.hit = 1</script>"><img src=x onerror="window.hit = 1">`
	b, err := s.openBook(t.Context())
	c.check(err)
	c.check(s.begin())
	hostile := `zz</script><img src=x onerror="window.hit=1">' ` + "\u2028" + `{{.}} ");window.hit=1;//`
	r, w := c.invented(b, 1, 1)
	r.Seats[0].Name = hostile
	w.add(hostile, 0)
	r.Page, err = b.place(r.ID, r.Created)
	c.check(err)
	c.check(s.tree.note(memoName(r.ID), memo{Words: w}))
	c.check(b.put(r, nil, w))
	c.check(s.lists(b))
	for _, name := range []string{"index.html", "en/index.html", "en/years/2026.html", "en/years/2026-1.html", "en/years/2026-1-read.html", "en/players/index.html", "en/players/" + r.Seats[0].ID + ".html", "en/search.html"} {
		do(ctx, t, chromedp.Navigate("file://"+s.Dir+"/"+name), seen("h1"))
		if name == "en/search.html" {
			do(ctx, t, chromedp.SendKeys(chromedp.CSS("#words"), "zz"), seen("#search li a"))
		}
		if hit := read(ctx, t, chromedp.Evaluate[bool](`"hit" in window || document.querySelector("main img, title img, #search img") !== null`)); hit {
			t.Errorf("%s runs what a player calls himself", name)
		}
	}
}
