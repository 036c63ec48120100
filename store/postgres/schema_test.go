package postgres

import (
	"database/sql"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"keryx/store"
	"keryx/store/postgres/pgtest"
	"keryx/store/sqlite"
	"keryx/store/storetest"
	"keryx/store/tables"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// names reads two columns of names from a query, as a set of texts for each of the first.
func names(t *testing.T, rows interface {
	Next() bool
	Scan(...any) error
	Err() error
}) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for rows.Next() {
		var table, what string
		if err := rows.Scan(&table, &what); err != nil {
			t.Fatal(err)
		}
		found[table] = append(found[table], what)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// live reads what a query finds in the live schema of either engine.
func live(t *testing.T, inSQLite, inPostgres string) (lite, postgres map[string][]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keryx.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), inSQLite)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	address := pgtest.Database(t)
	openAt(t, address)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	others, err := conn.Query(t.Context(), inPostgres)
	if err != nil {
		t.Fatal(err)
	}
	defer others.Close()
	lite, postgres = names(t, rows), names(t, others)
	for _, own := range []string{"daemons", "keryx_schema"} {
		delete(postgres, own)
	}
	return lite, postgres
}

// TestSameColumns: a table or a column that only one engine has would be lost when a club is carried over.
func TestSameColumns(t *testing.T) {
	lite, postgres := live(t, `SELECT m.name, c.name || CASE WHEN c."notnull" OR c.pk > 0 THEN '' ELSE ' or none' END FROM sqlite_schema m, pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.name`,
		`SELECT table_name, column_name || CASE is_nullable WHEN 'YES' THEN ' or none' ELSE '' END COLLATE "C" FROM information_schema.columns
			WHERE table_schema = current_schema() ORDER BY table_name, column_name COLLATE "C"`)
	if diff := cmp.Diff(lite, postgres); diff != "" {
		t.Errorf("tables and columns (-sqlite +postgres):\n%s", diff)
	}
	known := map[string][]string{}
	for _, table := range tables.Catalog {
		known[table.Name] = slices.Sorted(slices.Values(table.Columns))
	}
	for table, columns := range lite {
		for i, c := range columns {
			columns[i] = strings.TrimSuffix(c, " or none")
		}
		slices.Sort(lite[table])
	}
	if diff := cmp.Diff(lite, known); diff != "" {
		t.Errorf("the list of what is carried over (-sqlite +list):\n%s", diff)
	}
}

// TestSameIndexes: what one engine finds by an index the other must not look for in every row.
func TestSameIndexes(t *testing.T) {
	lite, postgres := live(t, `SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%' ORDER BY 1, 2`,
		`SELECT indrelid::regclass::text, indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
			WHERE relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1, 2`)
	if diff := cmp.Diff(lite, postgres); diff != "" {
		t.Errorf("indexes (-sqlite +postgres):\n%s", diff)
	}
	if len(lite) < 10 {
		t.Errorf("only the tables %v have an index", slices.Collect(maps.Keys(lite)))
	}
}

// TestLedgerOnlyGrows: not even SQL by hand rewrites an entry.
func TestLedgerOnlyGrows(t *testing.T) {
	s := openAt(t, pgtest.Database(t))
	err := s.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(
			tx.CreateGame(store.Game{ID: "hel-1", Ruleset: "hellespont", Secret: store.Secret{1}, Status: store.Running, Created: noon}),
			tx.AppendEntry(store.Entry{Game: "hel-1", Seq: 1, Kind: "created", Time: noon, Hash: store.Digest{1}}))
	})
	if err != nil {
		t.Fatal(err)
	}
	const copied = `kind, side, time, salt, prev, hash, fingerprint, scheme, body, raw, removed`
	for _, statement := range []string{`UPDATE entries SET body = '\x00'`, `UPDATE entries SET raw = '\x01'`, `UPDATE entries SET fingerprint = 'F00D'`,
		`UPDATE entries SET removed = decode(repeat('00', 32), 'hex')`, `UPDATE entries SET body = '', removed = decode(repeat('00', 32), 'hex')`,
		`DELETE FROM entries`, `TRUNCATE entries CASCADE`,
		`INSERT INTO entries (game, seq, ` + copied + `) SELECT game, seq + 2, ` + copied + ` FROM entries`,
		`INSERT INTO entries (game, seq, ` + copied + `) SELECT game, seq + 1, kind, side, time, salt, decode(repeat('00', 32), 'hex'), hash, fingerprint, scheme, body, raw, removed FROM entries`} {
		_, err := s.write.Exec(t.Context(), statement)
		if err == nil || !strings.Contains(err.Error(), "ledger") {
			t.Errorf("%s: got error %v", statement, err)
		}
	}
}

// TestMigrate runs a step more, and refuses what a later program has migrated.
func TestMigrate(t *testing.T) {
	address := pgtest.Database(t)
	openAt(t, address)
	first, err := migrations.ReadFile("migrations/0001_first.sql")
	if err != nil {
		t.Fatal(err)
	}
	list, err := tables.StepNames(migrations)
	if err != nil {
		t.Fatal(err)
	}
	next := len(list) + 1
	steps := fstest.MapFS{}
	for _, name := range list {
		steps[name] = &fstest.MapFile{Data: first} // is not run again
	}
	step := "migrations/" + "000" + string(rune('0'+next)) + "_next.sql"
	steps[step] = &fstest.MapFile{Data: []byte(`DELETE FROM settings; INSERT INTO nowhere VALUES (1)`)}
	s, err := open(t.Context(), address, steps)
	if err == nil {
		s.Close()
		t.Fatal("a step that fails was run")
	}
	openAt(t, address) // and has left nothing behind
	steps[step] = &fstest.MapFile{Data: []byte(`CREATE TABLE omens (id bigint)`)}

	daemon := openAt(t, address)
	release, err := daemon.AcquireLock(t.Context(), "the old daemon", noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), address, steps); !errors.Is(err, store.ErrLocked) {
		t.Errorf("the schema was changed under a daemon: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	s, err = open(t.Context(), address, steps)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	_, err = Open(t.Context(), address)
	var schema *store.SchemaError
	if !errors.As(err, &schema) || *schema != (store.SchemaError{Have: next, Know: next - 1}) {
		t.Errorf("a newer schema: %v", err)
	}
}

// TestOldSettings: what an older program has stored that waits for a moment is due at that moment.
func TestOldSettings(t *testing.T) {
	address := pgtest.Database(t)
	steps := fstest.MapFS{}
	for _, name := range []string{"migrations/0001_first.sql", "migrations/0002_compact.sql"} {
		data, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		steps[name] = &fstest.MapFile{Data: data}
	}
	s, err := open(t.Context(), address, steps)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for name, value := range storetest.OldSettings {
		if _, err := conn.Exec(t.Context(), `INSERT INTO settings (name, value) VALUES ($1, $2)`, name, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	storetest.OldSettingsDue(t, openAt(t, address))
}

// TestOtherDatabases are refused, and left alone: of another program, and those that do not keep what they promise.
func TestOtherDatabases(t *testing.T) {
	for name, c := range map[string]struct{ statement, says string }{
		"another program's":     {`CREATE TABLE photos (id integer)`, "another program"},
		"one that may forget":   {`DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END$$`, "synchronous_commit"},
		"one that cannot write": {`DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END$$`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			address := pgtest.Database(t)
			pgtest.Exec(t, address, c.statement)
			s, err := Open(t.Context(), address)
			if c.says == "" { // a default for others' transactions; ours say what they are
				if err != nil {
					t.Fatal(err)
				}
				s.Close()
				return
			}
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestText: the words of package tables in those of PostgreSQL.
func TestText(t *testing.T) {
	for query, want := range map[string]string{
		`a = ? AND b = ? OR c = ?1`:                      `a = $1 AND b = $2 OR c = $1`,
		`a = ?2 AND b = ?`:                               `a = $2 AND b = $3`,
		`a = '?' AND b = 'it''s ?' AND c = ?`:            `a = '?' AND b = 'it''s ?' AND c = $1`,
		`FROM seats INDEXED BY seats_look WHERE x = x''`: `FROM seats WHERE x = ''::bytea`,
	} {
		if got := text(query); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// TestOddText: what a stranger writes in a header is kept as far as PostgreSQL has text for it, and refused nowhere.
func TestOddText(t *testing.T) {
	s := openAt(t, pgtest.Database(t))
	odd := "a\x00b\xff"
	err := s.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(tx.SetSetting(odd, []byte(odd)),
			tx.SetCursor(store.Place{Folder: odd, UID: 4_294_967_295, UIDValidity: 4_294_967_295}))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(t.Context(), func(tx store.ReadTx) error {
		value, err := tx.Setting(odd)
		if string(value) != odd {
			t.Errorf("bytes are not what they were: %q", value)
		}
		at, err2 := tx.Cursor(odd)
		if at.UID != 4_294_967_295 || at.Folder != "a\uFFFDb\uFFFD" {
			t.Errorf("cursor %+v", at)
		}
		return errors.Join(err, err2)
	})
	if err != nil {
		t.Error(err)
	}
}

// TestName: an address is told without what is secret in it.
func TestName(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://keryx:hush@db.example:5433/club?sslmode=verify-full": "postgres://keryx@db.example:5433/club?sslmode=verify-full",
		"postgres:///club?host=/run/postgresql&password=hush":            "postgres:///club?host=%2Frun%2Fpostgresql",
		"postgres://%zz:hush@db":                                         "the PostgreSQL database of the configuration",
	} {
		if got := Name(address); got != want {
			t.Errorf("%s: got %s", address, got)
		}
	}
	if _, err := Open(t.Context(), "postgres://keryx:hush@127.0.0.1:1/club?connect_timeout=1"); err == nil || strings.Contains(err.Error(), "hush") || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a server that is not there: %v", err)
	}
}
