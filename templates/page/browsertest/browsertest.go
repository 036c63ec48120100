// Package browsertest gives tests a tab of a real browser.
package browsertest

import (
	"context"
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
