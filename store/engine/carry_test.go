package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/store"
	"keryx/store/postgres/pgtest"
	"keryx/store/storetest/ramdisk"
	"keryx/store/tables"
)

// childEnv tells a child process from where to where it shall carry a club, and at which table it shall wait to be killed.
const childEnv = "KERYX_CARRY"

func TestMain(m *testing.M) {
	if job := os.Getenv(childEnv); job != "" {
		carryUntilKilled(strings.Split(job, "\n"))
		return
	}
	os.Exit(ramdisk.Main(func() int { return pgtest.Main(m) }))
}

// places are an old database and a new one, of each pair of engines.
func places(t *testing.T) map[string][2]string {
	file := func() string { return filepath.Join(t.TempDir(), "club.db") }
	return map[string][2]string{
		"from SQLite to PostgreSQL":     {file(), pgtest.Database(t)},
		"from PostgreSQL to SQLite":     {pgtest.Database(t), file()},
		"from SQLite to SQLite":         {file(), file()},
		"from PostgreSQL to PostgreSQL": {pgtest.Database(t), pgtest.Database(t)},
	}
}

func openAt(t testing.TB, place string) Store {
	t.Helper()
	s, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func carry(ctx context.Context, from, to Store, progress func(tables.Carried)) (all []tables.Carried, err error) {
	err = from.Writing(ctx, func(r tables.Runner) (err error) {
		all, err = tables.Carry(ctx, r, to, progress)
		return err
	})
	return all, err
}

// seen is what a store answers about everything in it.
func seen(t *testing.T, s Store) (all []any) {
	t.Helper()
	err := s.View(t.Context(), func(tx store.ReadTx) error {
		note := func(v any, err error) {
			if err != nil {
				t.Error(err)
			}
			all = append(all, v)
		}
		games, err := tx.Games()
		note(games, err)
		for _, g := range games {
			seats, err := tx.SeatsOf(g.ID)
			note(seats, err)
			head, err := tx.Head(g.ID)
			note(head, err)
			entries, err := tx.Entries(g.ID, 0)
			note(entries, err)
			submissions, err := tx.Submissions(g.ID)
			note(submissions, err)
			reports, err := tx.Reports(g.ID, "athens")
			note(reports, err)
			snapshot, err := tx.LatestSnapshot(g.ID)
			note(snapshot, err)
		}
		inbox, err := tx.Pending(1000)
		note(inbox, err)
		mails, err := tx.OutboxMails(store.OutboxFilter{})
		note(mails, err)
		for _, m := range mails {
			whole, err := tx.OutboxMail(m.ID)
			note(whole, err)
		}
		players, err := tx.Players()
		note(players, err)
		keys, err := tx.KeysHolding("cafe")
		note(keys, err)
		reads, err := tx.Reads("")
		note(reads, err)
		leagues, err := tx.Leagues()
		note(leagues, err)
		setting, err := tx.Setting("bytes")
		note(setting, err)
		due, err := tx.SettingsDue("", noon)
		note(due, err)
		cursor, err := tx.Cursor("INBOX")
		note(cursor, err)
		spent, err := tx.Answers("red@x", noon)
		note(spent, err)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCarry: all that a store answers is the same from the new database, which then goes on numbering behind it.
func TestCarry(t *testing.T) {
	for name, pair := range places(t) {
		t.Run(name, func(t *testing.T) {
			from, to := openAt(t, pair[0]), openAt(t, pair[1])
			fill(t, from, 50)
			all, err := carry(t.Context(), from, to, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range all {
				if c.Rows == 0 {
					t.Errorf("the test has nothing in the table %s", c.Table)
				}
			}
			if len(all) != len(tables.Catalog) {
				t.Errorf("%d tables were carried", len(all))
			}
			if diff := cmp.Diff(seen(t, from), seen(t, to)); diff != "" {
				t.Errorf("what the stores answer (-old +new):\n%s", diff)
			}
			err = to.Update(t.Context(), func(tx store.Tx) error { return fillGame(tx, "hel-51") })
			if err != nil {
				t.Errorf("the new one does not go on: %v", err)
			}
			var full *tables.NotEmptyError
			if _, err := carry(t.Context(), from, to, nil); !errors.As(err, &full) {
				t.Errorf("over a database with something in it: %v", err)
			}
		})
	}
}

// TestCarryFails ends a carrying before its last table: nothing of it is there, and it can be done again.
func TestCarryFails(t *testing.T) {
	for name, pair := range places(t) {
		t.Run(name, func(t *testing.T) {
			from, to := openAt(t, pair[0]), openAt(t, pair[1])
			fill(t, from, 3)
			ctx, cancel := context.WithCancel(t.Context())
			_, err := carry(ctx, from, to, func(c tables.Carried) {
				if c.Table == "settings" {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v", err)
			}
			whole(t, from, to)
		})
	}
}

// TestCarryKilled kills a process that carries, at several tables.
func TestCarryKilled(t *testing.T) {
	for name, pair := range places(t) {
		t.Run(name, func(t *testing.T) {
			from := openAt(t, pair[0])
			fill(t, from, 20)
			openAt(t, pair[1])
			for _, at := range []string{"players", "entries", "outbox", "reads"} {
				child := exec.CommandContext(t.Context(), os.Args[0])
				child.Env = append(os.Environ(), childEnv+"="+strings.Join(append(pair[:], at), "\n"))
				child.Stderr = os.Stderr
				out, err := child.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := child.Start(); err != nil {
					t.Fatal(err)
				}
				if lines := bufio.NewScanner(out); !lines.Scan() || lines.Text() != at {
					t.Errorf("the child says %q", lines.Text())
				}
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				child.Wait() // killed
				for _, table := range tables.Catalog {
					if n := rows(t, pair[1], table.Name); n > 0 {
						t.Errorf("killed at %s: %d rows in %s", at, n, table.Name)
					}
				}
			}
			whole(t, from, openAt(t, pair[1]))
		})
	}
}

// rows counts those of a table.
func rows(t *testing.T, place, table string) (n int) {
	t.Helper()
	s := openAt(t, place)
	err := s.Reading(t.Context(), func(r tables.Runner) error {
		found, err := r.Query(t.Context(), `SELECT count(*) FROM `+table, nil)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			if err := found.Scan(&n); err != nil {
				return err
			}
		}
		return found.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// whole carries again and compares.
func whole(t *testing.T, from, to Store) {
	t.Helper()
	if _, err := carry(t.Context(), from, to, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(seen(t, from), seen(t, to)); diff != "" {
		t.Errorf("what the stores answer (-old +new):\n%s", diff)
	}
}

// carryUntilKilled is the child.
func carryUntilKilled(job []string) {
	// A parent that is killed itself must not leave a child behind.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	from, err := Open(ctx, job[0])
	if err != nil {
		panic(err)
	}
	to, err := Open(ctx, job[1])
	if err != nil {
		panic(err)
	}
	_, err = carry(ctx, from, to, func(c tables.Carried) {
		if c.Table == job[2] {
			fmt.Println(c.Table)
			<-ctx.Done()
		}
	})
	panic(err)
}

// TestCarryNotices: a target that keeps something else than what it is given is noticed, and keeps nothing.
func TestCarryNotices(t *testing.T) {
	for name, c := range map[string]struct {
		place   string
		trigger []string
	}{
		"SQLite": {filepath.Join(t.TempDir(), "club.db"), []string{`CREATE TRIGGER forger AFTER INSERT ON leagues BEGIN UPDATE leagues SET name = 'another'; END`}},
		"PostgreSQL": {pgtest.Database(t), []string{`CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN new.name := 'another'; RETURN new; END$$`,
			`CREATE TRIGGER forger BEFORE INSERT ON leagues FOR EACH ROW EXECUTE FUNCTION forge()`}},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := openAt(t, filepath.Join(t.TempDir(), "old.db")), openAt(t, c.place)
			fill(t, from, 1)
			for _, statement := range c.trigger {
				err := to.Writing(t.Context(), func(r tables.Runner) error {
					_, err := r.Exec(t.Context(), statement, nil)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			var forged *tables.CarryError
			if _, err := carry(t.Context(), from, to, nil); !errors.As(err, &forged) || forged.Sent.Table != "leagues" {
				t.Errorf("got %v", err)
			}
			if n := rows(t, c.place, "games"); n > 0 {
				t.Errorf("%d games are there", n)
			}
		})
	}
}
