package sqlite_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"keryx/store/sqlite"
)

func TestInspect(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keryx.db")
	if _, err := sqlite.Inspect(t.Context(), path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no database: %v", err)
	}
	db, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := sqlite.Inspect(t.Context(), path) // while somebody else has it open
	if err != nil || h.Schema == 0 || h.Schema != h.Known || len(h.Damage) != 0 || h.Bytes == 0 {
		t.Errorf("a sound database: %+v, %v", h, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	copy(damaged[len(damaged)/2/4096*4096:], bytes.Repeat([]byte("damaged "), 1024))
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if h, err := sqlite.Inspect(t.Context(), path); err == nil && len(h.Damage) == 0 {
		t.Errorf("a damaged database: %+v", h)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, damaged) {
		t.Errorf("the inspection has changed the file: %v", err)
	}
}
