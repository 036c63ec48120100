package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A backup's names are put on the disk: of its files before it gets its own, and its own
// before older ones are deleted and it is told.
func TestBackupKeepsItsNames(t *testing.T) {
	d := newDesk(t)
	copies, real := filepath.Join(t.TempDir(), "a", "copies"), syncFolder
	defer func() { syncFolder = real }()
	var synced []string
	syncFolder = func(folder string) error {
		entries, err := os.ReadDir(folder)
		noErr(t, err)
		for _, e := range entries {
			name := filepath.Ext(e.Name())
			synced = append(synced, filepath.Ext(folder)+":"+name)
		}
		return nil
	}
	for range 2 {
		if said, status := d.keryx("backup", copies, "--keep", "1"); status != 0 {
			t.Fatalf("%d: %s", status, said)
		}
	}
	// The folder of each is called .unfinished at first, and by its moment then; the second
	// lies beside the first when that is deleted.
	want := []string{".unfinished:.db", ".unfinished:.asc", ":.000Z"}
	want = append(want, append(slices.Clone(want), ":.000Z")...)
	for i, s := range synced {
		if ext := s[1:]; s[0] == ':' && len(ext) == len(".000Z") {
			synced[i] = ":.000Z"
		}
	}
	if !slices.Equal(synced, want) {
		t.Errorf("on the disk are the names %q, want %q", synced, want)
	}
	if left, err := filepath.Glob(filepath.Join(copies, "*")); err != nil || len(left) != 1 {
		t.Errorf("there are %q, %v", left, err)
	}
}
