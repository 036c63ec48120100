package ramdisk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMainKeepsFilesInMemory sees the place that tests get, that it is gone behind them, and
// that what a killed process left goes too, while nothing of a living one is touched.
func TestMainKeepsFilesInMemory(t *testing.T) {
	place, free := roomy()
	if place == "" || free < enough {
		t.Skip("needs a file system in memory with 4 GiB free")
	}
	t.Setenv("TMPDIR", "")
	dead := filepath.Join(place, prefix+"2147483646") // above every number that a process gets
	if err := os.MkdirAll(dead, 0o755); err != nil {
		t.Fatal(err)
	}
	var seen string
	code := Main(func() int {
		seen = os.TempDir()
		if _, err := os.MkdirTemp("", "x"); err != nil {
			t.Error(err)
		}
		sweep(place) // as another process does
		return 7
	})
	if code != 7 || !strings.HasPrefix(seen, place) {
		t.Errorf("code %d, files in %s", code, seen)
	}
	for _, dir := range []string{seen, dead} {
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", dir, err)
		}
	}
	t.Setenv("TMPDIR", "/somewhere")
	Main(func() int {
		if os.TempDir() != "/somewhere" {
			t.Errorf("files in %s, where TMPDIR says otherwise", os.TempDir())
		}
		return 0
	})
}
