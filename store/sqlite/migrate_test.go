package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"keryx/store"
	"keryx/store/storetest"
	"keryx/store/tables"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fill writes one game with a ledger entry.
func fill(t testing.TB, s *Store, id string) {
	t.Helper()
	err := s.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(
			tx.CreateGame(store.Game{ID: id, Ruleset: "hellespont", Secret: store.Secret{1}, Status: store.Running, Created: noon}),
			tx.AppendEntry(store.Entry{Game: id, Seq: 1, Kind: "created", Time: noon, Hash: store.Digest{1}}))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestFirstSchema opens a database that the first schema wrote, and reads everything in it. The file is frozen: do not
// edit it, add to it or make it anew when the schema changes. It is what clubs have on their disks.
func TestFirstSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	frozen, err := os.ReadFile("testdata/first_schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	execAt(t, path, string(frozen))
	s := openAt(t, path)

	version, err := schemaVersion(t.Context(), s.write)
	if err != nil {
		t.Fatal(err)
	}
	list, err := tables.StepNames(migrations)
	if err != nil {
		t.Fatal(err)
	}
	if version != len(list) {
		t.Errorf("schema %d after opening, want %d", version, len(list))
	}
	deadline := time.Date(2026, 3, 5, 18, 30, 0, 250_000_000, time.UTC)
	err = s.View(t.Context(), func(tx store.ReadTx) error {
		game, err1 := tx.Game("hel-1")
		seats, err2 := tx.SeatsOf("hel-1")
		entries, err3 := tx.Entries("hel-1", 0)
		pending, err4 := tx.Pending(10)
		mail, err5 := tx.OutboxByMessageID("<hel-1.1.athens@keryx.example>")
		reports, err6 := tx.Reports("hel-1", "athens")
		keys, err7 := tx.KeysOf("kimon@example.org")
		if err := errors.Join(err1, err2, err3, err4, err5, err6, err7); err != nil {
			return err
		}
		for _, c := range []struct {
			what      string
			got, want any
		}{
			{"answer time", game.AnswerTime, 72 * time.Hour},
			{"referee", game.Referee, "referee@example.org"},
			{"secret", [32]byte(game.Secret)[31], byte(0xab)},
			{"seats", len(seats), 2},
			{"deadline", *seats[0].Deadline, deadline},
			{"substitutes", seats[0].Substitutes, []string{"referee@example.org"}},
			{"entries", len(entries), 2},
			{"chain", entries[1].Prev, entries[0].Hash},
			{"pending", string(pending[0].Raw), "Subject: orders\r\n\r\n"},
			{"mail", mail.State, store.Queued},
			{"report", reports[0].Outbox, mail.ID},
			{"key", keys[0].State, store.KeyActive},
		} {
			if diff := cmp.Diff(c.want, c.got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.what, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "written after the migration")
}

// withStep returns the real migrations and one more.
func withStep(t *testing.T, text string) (fs.FS, int) {
	t.Helper()
	list, err := tables.StepNames(migrations)
	if err != nil {
		t.Fatal(err)
	}
	steps := fstest.MapFS{}
	for _, name := range list {
		data, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		steps[name] = &fstest.MapFile{Data: data}
	}
	next := len(list) + 1
	steps[fmt.Sprintf("migrations/%04d_next.sql", next)] = &fstest.MapFile{Data: []byte(text)}
	return steps, next
}

func backups(t *testing.T, path string) []string {
	t.Helper()
	list, err := filepath.Glob(path + ".schema-*.bak")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, "hel-1")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := backups(t, path); len(got) != 0 {
		t.Errorf("backups %q of a new database", got)
	}

	steps, next := withStep(t, `CREATE TABLE omens (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; INSERT INTO omens VALUES (1, 'owl')`)
	s, err = open(t.Context(), path, steps)
	if err != nil {
		t.Fatal(err)
	}
	var omen string
	if err := s.read.QueryRowContext(t.Context(), `SELECT text FROM omens`).Scan(&omen); err != nil || omen != "owl" {
		t.Errorf("the step was not run: %q, %v", omen, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	// The older program refuses it with both numbers.
	_, err = Open(t.Context(), path)
	var schema *store.SchemaError
	if !errors.As(err, &schema) || !errors.Is(err, store.ErrNewerSchema) {
		t.Fatalf("a newer schema: got %v, want a *store.SchemaError", err)
	}
	if diff := cmp.Diff(store.SchemaError{Have: next, Know: next - 1}, *schema); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}

	// And goes on with the backup.
	list := backups(t, path)
	if len(list) != 1 {
		t.Fatalf("backups %q, want one", list)
	}
	old := openAt(t, list[0])
	if err := old.View(t.Context(), func(tx store.ReadTx) error { _, err := tx.Game("hel-1"); return err }); err != nil {
		t.Errorf("the backup: %v", err)
	}
}

// TestOldSettings: what an older program has stored that waits for a moment is due at that moment.
func TestOldSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	list, err := tables.StepNames(migrations)
	if err != nil {
		t.Fatal(err)
	}
	steps := fstest.MapFS{}
	for _, name := range list[:12] {
		data, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		steps[name] = &fstest.MapFile{Data: data}
	}
	s, err := open(t.Context(), path, steps)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range storetest.OldSettings {
		if _, err := s.write.ExecContext(t.Context(), `INSERT INTO settings (name, value) VALUES (?, ?)`, name, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	storetest.OldSettingsDue(t, openAt(t, path))
}

// TestFailedMigration leaves the database as it was, for the old program and for the next try.
func TestFailedMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "a")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	steps, _ := withStep(t, `CREATE TABLE omens (id INTEGER) STRICT; DELETE FROM settings; INSERT INTO nowhere VALUES (1)`)
	for try := range 2 {
		if s, err := open(t.Context(), path, steps); err == nil {
			s.Close()
			t.Fatal("a failing step was accepted")
		} else if !strings.Contains(err.Error(), "_next.sql") {
			t.Errorf("error %q does not name the step", err)
		}
		if got := backups(t, path); len(got) != try+1 {
			t.Errorf("backups %q after %d tries: one was overwritten", got, try+1)
		}
	}
	if !have(t, openAt(t, path), "a") {
		t.Error("the failed migration has deleted something")
	}
}

// TestMigrationWaitsForDaemon refuses to change the schema under a daemon that serves.
func TestMigrationWaitsForDaemon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	s := openAt(t, path)
	release, err := s.AcquireLock(t.Context(), "the old daemon", noon)
	if err != nil {
		t.Fatal(err)
	}
	steps, _ := withStep(t, `CREATE TABLE omens (id INTEGER) STRICT`)
	_, err = open(t.Context(), path, steps)
	var locked *store.LockedError
	if !errors.As(err, &locked) || locked.Holder != "the old daemon" {
		t.Fatalf("got error %v, want one that names the daemon", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	migrated, err := open(t.Context(), path, steps)
	if err != nil {
		t.Fatal(err)
	}
	defer migrated.Close()
	release, err = migrated.AcquireLock(t.Context(), "the new daemon", noon)
	if err != nil {
		t.Fatalf("the migration has kept the lock: %v", err)
	}
	release()
}

func TestStepNumbers(t *testing.T) {
	for name, files := range map[string][]string{
		"gap":       {"0001_a.sql", "0003_b.sql"},
		"twice":     {"0001_a.sql", "0001_b.sql"},
		"late":      {"0002_a.sql"},
		"no number": {"first.sql"},
	} {
		steps := fstest.MapFS{}
		for _, file := range files {
			steps["migrations/"+file] = &fstest.MapFile{}
		}
		if list, err := tables.StepNames(steps); err == nil {
			t.Errorf("%s: accepted %q", name, list)
		}
	}
}

// TestBackupIsASnapshot takes a backup in the middle of an Update: it holds what was committed and nothing else.
func TestBackupIsASnapshot(t *testing.T) {
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, "keryx.db"))
	put(t, s, "before")
	err := s.Update(t.Context(), func(tx store.Tx) error {
		if err := tx.SetSetting("during", nil); err != nil {
			return err
		}
		return s.Backup(t.Context(), filepath.Join(dir, "copy.db"))
	})
	if err != nil {
		t.Fatal(err)
	}
	copied := openAt(t, filepath.Join(dir, "copy.db"))
	if !have(t, copied, "before") || have(t, copied, "during") {
		t.Error("the backup does not hold exactly what was committed")
	}
}
