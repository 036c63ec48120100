package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres/pgtest"
)

// settle writes the line of the configuration that says where the database is.
func (d desk) settle(place string) {
	d.t.Helper()
	text, err := os.ReadFile(d.config)
	noErr(d.t, err)
	lines := strings.Split(string(text), "\n")
	if strings.HasPrefix(lines[0], "database") {
		lines = lines[1:]
	}
	noErr(d.t, os.WriteFile(d.config, []byte("database = \""+place+"\"\n"+strings.Join(lines, "\n")), 0o600))
}

// ends runs a command that ends with that status, and wants words in what it prints.
func (d desk) ends(status int, words string, args ...string) {
	d.t.Helper()
	if out, got := d.keryx(args...); got != status || !strings.Contains(out, words) {
		d.t.Errorf("keryx %s: %d, want %d and %q\n%s", strings.Join(args, " "), got, status, words, out)
	}
}

// serves wants the database of the configuration to be one that a daemon serves.
func (d desk) serves() {
	d.t.Helper()
	c, err := settings.Load(d.config)
	noErr(d.t, err)
	s, err := engine.Open(d.t.Context(), c.Place())
	noErr(d.t, err)
	defer s.Close()
	noErr(d.t, stillHere(d.t.Context(), s))
}

// TestMigrate carries a club to PostgreSQL and back, by the line of the configuration, and backs it up there. At any time
// one database is served.
func TestMigrate(t *testing.T) {
	d := newDesk(t)
	d.ends(0, "", "player", "add", "anna@club.example", "Anna")
	d.update(func(tx store.Tx) error { return tx.SetSetting("mark", []byte{0, 255}) })
	address := pgtest.Start(t).Database(t)
	file := filepath.Join(filepath.Dir(d.config), "keryx.db")

	d.ends(1, "name another", "migrate", file)
	d.ends(0, "compared row by row", "migrate", "--trial", address)
	d.ends(1, "not empty", "migrate", address)
	d.serves()

	second := pgtest.Start(t).Database(t)
	d.ends(0, "database = ", "migrate", second)
	d.ends(1, "was carried to", "serve")
	d.ends(1, "was carried to", "migrate", filepath.Join(t.TempDir(), "other.db"))
	d.settle(second)
	d.ends(0, "anna@club.example", "player", "list")
	d.serves()

	copies := t.TempDir()
	d.ends(0, "keryx.db", "backup", copies)
	saved, err := filepath.Glob(filepath.Join(copies, "*", "keryx.db"))
	if err != nil || len(saved) != 1 {
		t.Fatalf("backups %q, %v", saved, err)
	}
	d.settle(saved[0])
	d.ends(0, "anna@club.example", "player", "list")

	d.settle(second)
	back := filepath.Join(t.TempDir(), "back.db")
	d.ends(0, "compared row by row", "migrate", back)
	d.settle(back)
	d.ends(0, "anna@club.example", "player", "list")
	d.serves()

	d.settle(file)
	d.ends(1, "was carried to", "serve")
	d.ends(0, "", "migrate", "--forget")
	d.serves()
}

// TestMigrateRefused wants a refused migration to leave no file behind that it made, and to leave alone what was there.
func TestMigrateRefused(t *testing.T) {
	d := newDesk(t)
	d.ends(0, "", "player", "add", "anna@club.example", "Anna")
	c, err := settings.Load(d.config)
	noErr(t, err)
	serving, err := engine.Open(t.Context(), c.Place())
	noErr(t, err)
	release, err := serving.AcquireLock(t.Context(), "a daemon", time.Now())
	noErr(t, err)
	folder := t.TempDir()
	file, link, full := filepath.Join(folder, "new.db"), filepath.Join(folder, "link.db"), filepath.Join(t.TempDir(), "full.db")
	if err := os.Symlink(filepath.Join(folder, "elsewhere.db"), link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	d.ends(1, "stop the daemon first", "migrate", file)
	d.ends(1, "stop the daemon first", "migrate", "--trial", link)
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "link.db" {
		t.Errorf("a refused migration leaves %v, %v", left, err)
	}
	noErr(t, errors.Join(release(), serving.Close()))
	d.ends(0, "compared row by row", "migrate", "--trial", full)
	d.ends(1, "not empty", "migrate", full)
	d.settle(full)
	d.ends(0, "anna@club.example", "player", "list")
}
