package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
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

// What a killed backup has left is deleted with the old ones, but not what another may be at.
func TestBackupClearsWhatWasBrokenOff(t *testing.T) {
	d := newDesk(t)
	copies, now := t.TempDir(), time.Now().UTC()
	old := filepath.Join(copies, now.Add(-25*time.Hour).Format(backupLayout)+".unfinished")
	fresh := filepath.Join(copies, now.Add(-time.Hour).Format(backupLayout)+".unfinished")
	others := filepath.Join(copies, "mine.unfinished")
	for _, dir := range []string{old, fresh, others} {
		noErr(t, os.Mkdir(dir, 0o700))
		noErr(t, os.WriteFile(filepath.Join(dir, "keryx.db"), []byte("half"), 0o600))
	}
	d.says(0, "backup "+copies, "keryx.db")
	if _, err := os.Stat(old); err != nil {
		t.Errorf("it is deleted without --keep: %v", err)
	}
	d.says(0, "backup "+copies+" --keep 5", "deleted "+old)
	for _, dir := range []string{fresh, others} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(old); err == nil {
		t.Errorf("%s is still there", old)
	}
}
