package archive

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator/host/play"
)

// A game that is over can be read from a page that does not tell its result, and leads from
// turn to turn: none tells the result, a later turn, or a page that does, until the last.
func TestReadWithoutResult(t *testing.T) {
	c := newClub(t, 31)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	running := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	whole, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	files := published(t, s.Dir)
	for _, l := range s.langs {
		folder := l.tag + "/games/" + id + "/"
		result := l.in("ford").Result(whole.Outcome.Verdict, [2]string{l.side("ford", "north"), l.side("ford", "south")})
		if last := files[folder+turnFile(len(whole.Turns))]; !bytes.Contains(last, []byte(result)) || !bytes.Contains(last, []byte(`href="index.html"`)) {
			t.Errorf("the last turn does not tell %q", result)
		}
		pages := map[string][]byte{"": files[l.tag+"/years/2026-1-read.html"], readFile: files[folder+readFile]}
		for n := 1; n < len(whole.Turns); n++ {
			pages[turnFile(n)] = files[folder+turnFile(n)]
		}
		for name, data := range pages {
			if data == nil {
				t.Fatalf("%s %s is not there", l.tag, name)
			}
			if bytes.Contains(data, []byte(result)) || name != readFile && bytes.Contains(data, []byte(`href="index.html"`)) {
				t.Errorf("%s %s tells the result, or leads to it", l.tag, name)
			}
			for n := range whole.Turns {
				at := 0
				fmt.Sscanf(name, "turn-%d", &at)
				if n+1 > at+1 && bytes.Contains(data, []byte(turnFile(n+1))) {
					t.Errorf("%s %s knows of turn %d", l.tag, name, n+1)
				}
			}
		}
		if bytes.Contains(pages[""], []byte(running)) || !bytes.Contains(pages[""], []byte(id+"/read.html")) {
			t.Errorf("the list of games without results: %s", pages[""])
		}
		if files[l.tag+"/games/"+running+"/read.html"] != nil {
			t.Error("a game that runs is read without its result")
		}
	}
}

// Whoever reads as one side reads on as that side, without scripts: what the other alone knew is
// not seen, on any turn.
func TestBrowserReadsAsOneSide(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 32)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	visible := func(class string) int {
		return read(ctx, t, chromedp.Evaluate[int](`Array.from(document.querySelectorAll("`+class+`")).filter(e => e.checkVisibility()).length`))
	}
	follow := func(link string) {
		t.Helper()
		do(ctx, t, chromedp.Navigate(read(ctx, t, chromedp.Evaluate[string](`document.querySelector("`+link+`").href`))))
	}
	for _, top := range []string{"file://" + s.Dir, plainly(t, s.Dir)} {
		do(ctx, t, chromedp.Navigate(top+"/fr/games/"+id+"/read.html"), seen("ul.begin"))
		follow("ul.begin li:nth-child(2) a")
		for turn := range 2 {
			if own, others := visible(".secret.s0"), visible(".secret.s1"); own == 0 || others > 0 {
				t.Errorf("%s: turn %d: %d secrets of the side are seen, and %d of the other", top, turn+1, own, others)
			}
			if turn == 0 {
				follow(".leaf.eyes-1 a[rel=next]")
			}
		}
		follow(".eyes .eye-0")
		if visible(".secret.s0") == 0 || visible(".secret.s1") == 0 || visible(".leaf") != 1 {
			t.Errorf("%s: who reads as both sides does not see both", top)
		}
	}
}

// A side that saw another board than both sides did has a map of its own, and the common one
// stands for the other side.
func TestOwnMap(t *testing.T) {
	c := newClub(t, 33)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	for ended := 0; ended == 0; {
		c.move(id, "hellespont")
		whole, err := c.Host.Watchers.Outline(t.Context(), id, nil)
		c.check(err)
		ended = len(whole.Turns)
	}
	s := c.site()
	c.write(s)
	b, err := s.openBook(t.Context())
	c.check(err)
	whole, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	write := func() map[string][]byte {
		t.Helper()
		s.drawn = 0
		_, err = s.writeGame(b, whole, &memo{})
		c.check(err)
		return published(t, s.Dir)
	}
	page, own := "en/games/"+id+"/turn-1.html", "maps/"+id+"/layer-1-athens-en.png"
	if files := write(); s.drawn != len(s.langs) || bytes.Contains(files[page], []byte("own-0")) {
		t.Errorf("%d maps were drawn where both sides saw the same", s.drawn)
	}
	view := &whole.Turns[0].Whole.Views[0]
	view.Zones = view.Zones[:len(view.Zones)/2]
	files := write()
	if files[own] == nil || bytes.Equal(files[own], files["maps/"+id+"/layer-1-en.png"]) || s.drawn != 2*len(s.langs) {
		t.Errorf("%d maps were drawn", s.drawn)
	}
	for _, want := range []string{`class="not-0 "`, `class="own own-0"`, "as Athens saw it"} {
		if !strings.Contains(string(files[page]), want) {
			t.Errorf("the page of the turn has no %s", want)
		}
	}
	m, before := &memo{}, "maps/"+id+"/1-athens-en.png"
	again := func(want bool) {
		t.Helper()
		_, err = s.writeGame(b, whole, m)
		c.check(err)
		if s.tree.has(before) != want {
			t.Errorf("the whole picture of an older edition is there: %v", !want)
		}
	}
	again(false)
	c.check(os.WriteFile(filepath.Join(s.Dir, before), []byte("of an older edition"), 0o600))
	again(true)
	whole.Turns[0].Whole = nil
	again(false)
	if files := write(); files[own] != nil {
		t.Error("what one side saw stays though the game is not open")
	}
}
