package archive

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/archive/web"
	"keryx/adjudicator/host/play"
)

// chromium is the browser of all tests, started by the first that needs it and ended by TestMain.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
	end  func()
}

// startBrowser starts the browser, whose files lie in a folder of its own.
func startBrowser(path string) (ctx context.Context, end func(), err error) {
	dir, err := os.MkdirTemp("", "keryx-chromium")
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("host-resolver-rules", "MAP club.test 127.0.0.1"),
		chromedp.WSURLReadTimeout(patience), chromedp.UserDataDir(dir))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(allocator)
	return ctx, func() { leave(); stop(); os.RemoveAll(dir) }, chromedp.Do(ctx)
}

// patience is how long a test waits for a browser: on a busy machine it takes many times longer.
const patience = 4 * time.Minute

// browser is a tab of a Chromium, which a test that needs one is skipped without.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium here: .ci/run installs it, and runs this test")
	}
	chromium.once.Do(func() { chromium.ctx, chromium.end, chromium.err = startBrowser(path) })
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	ctx, leave := chromedp.NewContext(chromium.ctx)
	t.Cleanup(leave)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	ctx, late := context.WithTimeout(ctx, patience)
	t.Cleanup(late)
	return ctx
}

// once waits until an expression of the page is true or has a value, and returns it.
func once[T any](ctx context.Context, t *testing.T, expression string) T {
	t.Helper()
	return read(ctx, t, chromedp.Poll[T](expression, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(0)))
}

// plainly serves a site by plain http from a host that is not this one by its name, so that a
// browser lends its pages no cryptography; it returns its address.
func plainly(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("If-Modified-Since") // which knows whole seconds only
		web.Handler(dir).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return "http://club.test:" + port
}

// do runs actions in a browser, and read one that gives a value.
func do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func read[T any](ctx context.Context, t *testing.T, a chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// seen waits until something can be seen, and text reads it.
func seen(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func text(ctx context.Context, t *testing.T, selector string) string {
	t.Helper()
	return read(ctx, t, chromedp.Text(chromedp.CSS(selector)))
}

// A reader with a browser leafs, searches and checks, from a folder and over plain http;
// nothing runs over the edge of a telephone, and no request goes anywhere else.
func TestBrowser(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 7)
	id := c.found("hellespont", &play.Showing{Delay: calendar.Span{Duration: time.Hour}, Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 3) // enough to leaf through
	c.resign(id)
	s := c.site()
	c.write(s)
	http := plainly(t, s.Dir)

	var mu sync.Mutex
	var asked []string
	if err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			asked = append(asked, e.Request.URL)
			mu.Unlock()
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	do(ctx, t, chromedp.EmulateViewport(360, 780))
	for _, top := range []string{"file://" + s.Dir, http} {
		do(ctx, t, chromedp.Navigate(top+"/fr/games/"+id+"/index.html"), seen(".controls input"))
		before := text(ctx, t, "figcaption")
		do(ctx, t, chromedp.KeyEvent(kb.ArrowRight))
		if after := text(ctx, t, "figcaption"); before == "" || before == after {
			t.Errorf("%s: the arrow key leafs from %q to %q", top, before, after)
		}
		do(ctx, t, chromedp.Click(chromedp.CSS(".controls button:nth-child(2)")))
		once[bool](ctx, t, `document.querySelector(".controls input").value > 1`) // the film plays on from the second map
		do(ctx, t, chromedp.Click(chromedp.CSS("#check button")), seen("#check.holds, #check.fails"))
		if result := text(ctx, t, "#check [role=status]"); !strings.HasPrefix(result, "Vérifié") {
			t.Errorf("%s: the check says %q", top, result)
		}
		own := read(ctx, t, chromedp.Evaluate[string](`keryxHash.hex(keryxHash.own(keryxHash.text("abc".repeat(100))))`))
		if want := sha256Hex(strings.Repeat("abc", 100)); own != want {
			t.Errorf("%s: the script's own SHA-256 is %s, want %s", top, own, want)
		}
		for _, word := range []string{"cyzique", "Cyzicus", "CYZ"} {
			do(ctx, t, chromedp.Navigate(top+"/en/search.html"), seen("#words"), chromedp.SendKeys(chromedp.CSS("#words"), word), seen("#search li a"))
			if result := text(ctx, t, "#search ul"); !strings.Contains(result, id) {
				t.Errorf("%s: %s finds %q", top, word, result)
			}
		}
		for _, page := range []string{"index.html", "players/index.html", "search.html", "years/2026-1.html", "games/" + id + "/index.html", "games/" + id + "/turn-1.html"} {
			for _, lang := range []string{"en", "fr"} {
				do(ctx, t, chromedp.Navigate(top+"/"+lang+"/"+page))
				if wide := read(ctx, t, chromedp.Evaluate[int](`document.documentElement.scrollWidth`)); wide > 360 {
					t.Errorf("%s/%s is %d wide on a telephone of 360", lang, page, wide)
				}
			}
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) == 0 {
		t.Error("no request was seen at all")
	}
	for _, url := range asked {
		if !strings.HasPrefix(url, "file://"+s.Dir) && !strings.HasPrefix(url, http) && !strings.HasPrefix(url, "data:") {
			t.Errorf("a page asked for %s", url)
		}
	}
}

// Whatever byte of a proof is altered, the check says that it does not hold, and where.
func TestBrowserFindsForgery(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 8)
	id := c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	file := filepath.Join(s.Dir, filepath.FromSlash(proofName(id)))
	whole, err := os.ReadFile(file)
	c.check(err)
	for _, forged := range []struct{ name, old, new, says string }{
		{"a face", `"faces":[`, `"faces":[9`, "the dice show 9"},
		{"a hash", `"kind":"reveal","side":"","time":"2026`, `"kind":"reveal","side":"","time":"2027`, "does not have the hash"},
		{"a body", `"open":true,"salt":"0000000000000000000000000000000000000000000000000000000000000000","body":"ey`, `"open":true,"salt":"0000000000000000000000000000000000000000000000000000000000000000","body":"eS`, "entry 1"},
		{"the secret", `"opening":["`, `"opening":["00`, "The secret is not the one"},
	} {
		altered := bytes.Replace(whole, []byte(forged.old), []byte(forged.new), 1)
		if bytes.Equal(altered, whole) {
			t.Fatalf("%s: nothing to alter", forged.name)
		}
		c.check(os.WriteFile(file, altered, 0o644))
		do(ctx, t, chromedp.Navigate("file://"+s.Dir+"/en/games/"+id+"/index.html"), seen("#check button"),
			chromedp.Click(chromedp.CSS("#check button")), seen("#check.holds, #check.fails"))
		result, bad := text(ctx, t, "#check [role=status]"), listed(ctx, t)
		if !strings.HasPrefix(result, "Verification failed") || !strings.Contains(bad, forged.says) {
			t.Errorf("%s altered: %q: %s", forged.name, result, bad)
		}
	}
}

// listed are the lines of a check that do not hold.
func listed(ctx context.Context, t *testing.T) string {
	t.Helper()
	return read(ctx, t, chromedp.Evaluate[string](`Array.from(document.querySelectorAll("#check .bad")).map(e => e.textContent).join("\n")`))
}

// A page shows the map with at least two of its pixels to one of a desktop's page and to one of a
// telephone's; the film moves only for who opens it and does not ask for less motion, and
// nothing of what is there to print or to save is missing.
func TestBrowserPictures(t *testing.T) {
	largePictures(t)
	ctx := browser(t)
	c := newClub(t, 13)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 2)
	s := c.site()
	c.write(s)
	game := plainly(t, s.Dir) + "/fr/games/" + id
	for _, width := range []int64{360, 1200} {
		do(ctx, t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(game+"/turn-2.html"), seen("figure img"))
		shows := once[float64](ctx, t, `(i => i.complete && i.naturalWidth / i.getBoundingClientRect().width)(document.querySelector("figure img"))`)
		if shows < 2 {
			t.Errorf("at %d pixels there are %.2f of the map to one of the page", width, shows)
		}
		if wide := read(ctx, t, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); wide > width {
			t.Errorf("the page is %d wide at %d", wide, width)
		}
	}
	for _, link := range []struct{ page, selector, kind, begins string }{
		{"/turn-2.html", "figcaption a[type='application/pdf']", "application/pdf", "%PDF-"},
		{"/index.html", ".film figcaption a", "image/gif", "GIF89a"},
	} {
		do(ctx, t, chromedp.Navigate(game+link.page))
		href := read(ctx, t, chromedp.Evaluate[string](`document.querySelector("`+link.selector+`").href`))
		answer, err := http.Get(strings.Replace(href, "club.test", "127.0.0.1", 1))
		c.check(err)
		data, err := io.ReadAll(answer.Body)
		c.check(err)
		c.check(answer.Body.Close())
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != link.kind || !bytes.HasPrefix(data, []byte(link.begins)) {
			t.Errorf("%s is %s, %s", href, answer.Status, answer.Header.Get("Content-Type"))
		}
	}
	const film = `document.querySelector(".film img")`
	for _, motion := range []string{"no-preference", "reduce"} {
		less := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: motion}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: less}); err != nil {
			t.Fatal(err)
		}
		do(ctx, t, chromedp.Navigate(game+"/index.html"), seen(".film summary"))
		if loaded := read(ctx, t, chromedp.Evaluate[bool](film+`.naturalWidth > 0 && `+film+`.currentSrc.endsWith(".gif")`)); loaded {
			t.Error("the film is loaded before anybody has opened it")
		}
		do(ctx, t, chromedp.Click(chromedp.CSS(".film summary")))
		src := once[string](ctx, t, film+`.naturalWidth > 0 && `+film+`.currentSrc`)
		if moves := strings.HasSuffix(src, ".gif"); moves == (motion == "reduce") {
			t.Errorf("with motion %q there is %s", motion, src)
		}
	}
}
