package fieldtest

import (
	"path/filepath"
	"slices"
	"testing"
)

// Source lists the folders whose texts and words a game of the series may say, for the test
// of its texts: the game's own, the kit's standing orders and every layer of the family.
func Source(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../bey/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("the layers of the family: %d files, %v", len(files), err)
	}
	folders := []string{".", "../advice"}
	for _, file := range files {
		folders = append(folders, filepath.Dir(file))
	}
	return slices.Compact(folders)
}
