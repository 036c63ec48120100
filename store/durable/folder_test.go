package durable

import (
	"os"
	"path/filepath"
	"testing"
)

// A folder is made with those above it, for its owner alone; one that is there is no fault, a file in its place is.
func TestMakeFolder(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "a", "b", "c")
	for range 2 {
		if err := MakeFolder(deep); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(deep)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v %v", info, err)
	}
	file := filepath.Join(deep, "file")
	if err := WriteFile(file, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "text" {
		t.Errorf("%q %v", text, err)
	}
	if err := MakeFolder(filepath.Join(file, "under")); err == nil {
		t.Error("a folder was made under a file")
	}
	if err := Folder(filepath.Join(top, "none")); err == nil {
		t.Error("a folder that is not there was written to the disk")
	}
}
