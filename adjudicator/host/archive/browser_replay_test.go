package archive

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	capture "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/archive/fold"
)

// cutNames are the names of zones that the edge of the map cuts, by more than their glow.
const cutNames = `(m => Array.from(document.querySelectorAll(".map .name")).filter(e => (r => r.left < m.left - 2 || r.right > m.right + 2 || r.top < m.top - 2 || r.bottom > m.bottom + 2)(e.getBoundingClientRect())).map(e => e.textContent))(document.querySelector(".map svg, svg.map").getBoundingClientRect())`

// A game is replayed in a browser: steps by keys and buttons, the log and the map in step, a tap on a
// counter, the eyes of a side. On a telephone names can be read and everything can be hit with a finger.
// Without scripts the page leads to the turns.
func TestBrowserReplays(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 23)
	id := c.found("hellespont", &host.Showing{Opens: host.AtEnd})
	c.playUntil(id, "hellespont", 2)
	c.resign(id)
	s := c.site()
	c.write(s)
	light(t, published(t, s.Dir), id)
	wrong := complaints(ctx, t)
	address := "file://" + s.Dir + "/en/games/" + id + "/" + replayFile
	for _, width := range []int64{380, 800, 1400} {
		do(ctx, t, chromedp.EmulateViewport(width, 860), chromedp.Navigate("about:blank"), chromedp.Navigate(address), seen("#replay .log button"))
		once[bool](ctx, t, `document.querySelectorAll(".piece").length > 5`)
		if wide := read(ctx, t, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); wide > width {
			t.Errorf("the replay is %d wide at %d", wide, width)
		}
		if cut := read(ctx, t, chromedp.Evaluate[[]string](cutCounters)); len(cut) > 1 {
			t.Errorf("%d: the opening view cuts %d counters at its edges: %q", width, len(cut), cut)
		}
		do(ctx, t, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
		once[bool](ctx, t, `document.querySelector(".log li:nth-child(2) button[aria-current=step]") !== null`)
		if at := read(ctx, t, chromedp.Evaluate[string](`location.hash`)); at != "#turn-1.2" {
			t.Errorf("the address ends with %q", at)
		}
		for _, small := range read(ctx, t, chromedp.Evaluate[[]string](`Array.from(document.querySelectorAll("#replay button, #replay select, #replay input")).filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 80))`)) {
			t.Errorf("%d: lower than 44 pixels: %s", width, small)
		}
		names := read(ctx, t, chromedp.Evaluate[[]float64](`Array.from(document.querySelectorAll(".map .name")).map(e => e.getBoundingClientRect().height)`))
		if len(names) < 8 {
			t.Errorf("%d: the map names %d zones", width, len(names))
		}
		if cut := read(ctx, t, chromedp.Evaluate[[]string](cutNames)); len(cut) > 0 {
			t.Errorf("%d: names are cut at the edges of the map: %q", width, cut)
		}
		for _, high := range names {
			if high < 11 {
				t.Errorf("%d: a name is %.1f pixels high", width, high)
				break
			}
		}
	}
	// A tap on a counter says what is in it.
	box := read(ctx, t, chromedp.Evaluate[[]float64](`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector(".piece").getBoundingClientRect())`))
	do(ctx, t, chromedp.MouseClickXY(box[0], box[1]), seen(".found li"))
	// With the eyes of a side the log has what that side alone was told, and nothing of the other's.
	do(ctx, t, chromedp.Evaluate[chromedp.Void](`(s => { s.value = 1; s.dispatchEvent(new Event("change")); })(Array.from(document.querySelectorAll("select")).pop())`))
	once[bool](ctx, t, `document.querySelector(".log .secret.s0") !== null && document.querySelector(".log .secret.s1") === null`)
	// The end of one turn leads to the next, and back.
	do(ctx, t, chromedp.Evaluate[chromedp.Void](`Array.from(document.querySelectorAll(".log button")).pop().click()`), chromedp.KeyEvent(kb.ArrowRight))
	once[bool](ctx, t, `location.hash.startsWith("#turn-2")`)
	do(ctx, t, chromedp.KeyEvent(kb.ArrowLeft))
	once[bool](ctx, t, `location.hash.startsWith("#turn-1.")`)
	quotes(ctx, t, s, id)
	for _, complaint := range wrong() {
		t.Errorf("the browser complains: %s", complaint)
	}
	if dir := os.Getenv("KERYX_SHOTS"); dir != "" {
		shoot(ctx, t, s.Dir, dir, id)
	}
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	do(ctx, t, chromedp.Navigate(address), seen(".replay-turns a"))
}

// cutCounters names the counters of which the map shows a part.
const cutCounters = `(m => Array.from(document.querySelectorAll(".piece")).map(p => [p, p.getBoundingClientRect()]).filter(([p, r]) =>
	r.right > m.left && r.left < m.right && r.bottom > m.top && r.top < m.bottom &&
	!(r.left >= m.left - 1 && r.right <= m.right + 1 && r.top >= m.top - 1 && r.bottom <= m.bottom + 1)).map(([p]) => p.textContent))(document.querySelector(".board").getBoundingClientRect())`

// quotes has the search show, of a word that stands in the log of a turn, the sentence with the word marked; its
// address leads others to the same search, and one that was cut off asks nothing.
func quotes(ctx context.Context, t *testing.T, s *Site, id string) {
	t.Helper()
	b, err := s.openBook(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.foundBy(id)
	if err != nil {
		t.Fatal(err)
	}
	log := fold.Fold(string(published(t, s.Dir)[replayName(id, 1, "en")]))
	word := ""
	for w, turns := range found {
		if turns[0] == 1 && len(w) > 5 && strings.Contains(log, " "+w+" ") && w > word {
			word = w
		}
	}
	if word == "" {
		t.Fatal("the log of the first turn names nothing")
	}
	address := "file://" + s.Dir + "/en/search.html"
	do(ctx, t, chromedp.Navigate(address), seen("#words"), chromedp.SendKeys(chromedp.CSS("#words"), word), seen("#search .snippet mark"))
	if marked := read(ctx, t, chromedp.Evaluate[string](`document.querySelector(".snippet mark").textContent`)); !strings.HasPrefix(fold.Fold(marked), word) {
		t.Errorf("the search for %q marks %q", word, marked)
	}
	if at := read(ctx, t, chromedp.Evaluate[string](`location.hash`)); at != "#"+word {
		t.Errorf("the address of the search for %q ends with %q", word, at)
	}
	do(ctx, t, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"#"+word), seen("#search .snippet"))
	do(ctx, t, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"#%E0%"), seen("#words"))
}

// mostPressed is how many bytes a page may have when it is pressed, with its scripts and its map.
const mostPressed = 60_000

// light has every page of a game within that: the replay with the board and its first turn, the others by
// themselves.
func light(t *testing.T, files map[string][]byte, id string) {
	t.Helper()
	pressed := func(names ...string) (n int) {
		for _, name := range names {
			var out bytes.Buffer
			w := gzip.NewWriter(&out)
			if _, err := w.Write(files[name]); err != nil || w.Close() != nil || len(files[name]) == 0 {
				t.Errorf("%s cannot be pressed: %v", name, err)
			}
			n += out.Len()
		}
		return n
	}
	game := "en/games/" + id + "/"
	whole := pressed(game+replayFile, "site.css", "en/words.js", game+"replay.js", "board.js", "replay.js", boardName("hellespont", "en"), replayName(id, 1, "en"))
	t.Logf("the replay has %d bytes when it is pressed", whole)
	if whole > mostPressed {
		t.Errorf("the replay has %d bytes when it is pressed, %d are wanted", whole, mostPressed)
	}
	for name := range files {
		if strings.HasSuffix(name, ".html") && pressed(name) > mostPressed {
			t.Errorf("%s has %d bytes when it is pressed", name, pressed(name))
		}
	}
}

// complaints collects what a browser says of a page that it does not do as it is told.
func complaints(ctx context.Context, t *testing.T) func() []string {
	t.Helper()
	var all []string
	if err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			all = append(all, fmt.Sprint(e.ExceptionDetails.Text, " ", e.ExceptionDetails.Exception))
		case *cdplog.EventEntryAdded:
			all = append(all, e.Entry.Text)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, cdplog.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	return func() []string { return all }
}

// shoot takes pictures of pages, to be looked at.
func shoot(ctx context.Context, t *testing.T, site, dir, id string) {
	for _, scheme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			t.Fatal(err)
		}
		for name, at := range map[string]string{"replay": "games/" + id + "/" + replayFile + "#turn-1.6", "game": "games/" + id + "/index.html", "turn": "games/" + id + "/turn-1.html", "front": "index.html"} {
			for _, width := range []int64{380, 800, 1400} {
				do(ctx, t, chromedp.EmulateViewport(width, 860), chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+site+"/en/"+at), seen("main"))
				if name == "replay" {
					once[bool](ctx, t, `document.querySelectorAll(".piece").length > 5`)
				}
				shot, err := chromedp.Call(ctx, capture.CaptureScreenshot, capture.CaptureScreenshotParams{})
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", name, scheme, width)), shot.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
