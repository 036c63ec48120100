// Package browsertest gives tests a tab of a real browser.
package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for a browser: on a busy machine it takes many times longer.
const patience = 4 * time.Minute

// chromium is the browser of all tests of a package, started by the first that needs it.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
	end  func()
}

// start starts the browser, whose files lie in a folder of its own.
func start(path string) (ctx context.Context, end func(), err error) {
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

// Tab is a tab of a Chromium, closed when the test ends; without a Chromium the test is
// skipped. The host club.test is this machine, by a name for which a browser lends pages no
// cryptography.
func Tab(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium here: .ci/run installs it, and runs this test")
	}
	chromium.once.Do(func() { chromium.ctx, chromium.end, chromium.err = start(path) })
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

// Main runs the tests of a package and ends the browser behind them: for its TestMain.
func Main(m *testing.M) int {
	code := m.Run()
	if chromium.end != nil {
		chromium.end()
	}
	return code
}

// Do runs actions in a tab.
func Do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// Read runs an action that gives a value.
func Read[T any](ctx context.Context, t *testing.T, a chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Once waits until an expression of the page is true or has a value, and returns it.
func Once[T any](ctx context.Context, t *testing.T, expression string) T {
	t.Helper()
	return Read(ctx, t, chromedp.Poll[T](expression, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(0)))
}

// Reader is a person at a page.
type Reader struct {
	*testing.T
	Tab  func(steps ...chromedp.Action[chromedp.Void]) // does something in the tab
	Eval func(js string) string                        // is the value of an expression; what is null is waited for, and so is what is promised
	Look func() []byte                                 // is what is on the screen, as a PNG
}

// Open opens a page on a screen of some width and height, in the pixels of a style sheet.
func Open(t *testing.T, address string, width, height int64, options ...chromedp.EmulateViewportOption) Reader {
	t.Helper()
	ctx := Tab(t)
	r, asked := Reader{T: t}, 0
	r.Tab = func(steps ...chromedp.Action[chromedp.Void]) { t.Helper(); Do(ctx, t, steps...) }
	r.Eval = func(js string) string {
		t.Helper()
		asked++
		return Once[string](ctx, t, fmt.Sprintf(`(() => {
			window.tried = window.tried || {};
			const t = window.tried[%[1]d] = window.tried[%[1]d] || {};
			if (!t.asked) {
				t.asked = true;
				Promise.resolve((() => %[2]s)()).then((v) => { if (v === null) t.asked = false; else t.value = String(v); });
			}
			return t.value === undefined ? "" : "=" + t.value;
		})()`, asked, js))[1:]
	}
	r.Look = func() []byte { t.Helper(); return Read(ctx, t, chromedp.FullScreenshot(100)) }
	r.Tab(chromedp.EmulateViewport(width, height, options...), chromedp.Navigate(address))
	return r
}

// Typed types into a field, as a whole.
func (r Reader) Typed(id, text string) {
	r.Helper()
	quoted, _ := json.Marshal(text)
	r.Eval(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %s; e.dispatchEvent(new Event("input")); return "x"; })()`, id, quoted))
}

// Pressed presses what has an id.
func (r Reader) Pressed(id string) {
	r.Helper()
	r.Tab(chromedp.Click(chromedp.CSS("#" + id)))
}

// Waits waits until an expression holds.
func (r Reader) Waits(js string) { r.Helper(); r.Eval("(" + js + ") || null") }
