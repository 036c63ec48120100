package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"keryx/store"
	"keryx/store/tables"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A run runs the statements of one transaction. SQLite takes back only the statement that failed, so the transaction can
// go on.
type run struct {
	q       *sql.Tx
	p       *prepared
	missing []string // queries that were not compiled yet
}

// dialect is what SQLite says otherwise than others.
var dialect = tables.Dialect{
	Least: "min", Greatest: "max",
	Earlier: func(column, by string) string {
		return `strftime('%Y-%m-%dT%H:%M:%fZ', ` + column + `, printf('-%.3f seconds', ` + by + ` / 1000.0))`
	},
	End: func(text, n string) string { return `substr(` + text + `, -` + n + `)` },
	Mentions: func(column, text string) string {
		return `instr(lower(CAST(` + column + ` AS TEXT)), ` + text + `) > 0`
	},
	// What is overwritten is to be gone from the file, and not only from the tables.
	Erase: `PRAGMA secure_delete = ON`,
}

// Dialect returns that of SQLite.
func (*run) Dialect() *tables.Dialect { return &dialect }

// rows are those of package sql.
type rows struct{ *sql.Rows }

// Close ends the query. What goes wrong then [sql.Rows.Err] says too.
func (r rows) Close() { r.Rows.Close() }

// Query runs a query in the transaction.
func (r *run) Query(ctx context.Context, query string, args []any) (tables.Rows, error) {
	found, err := r.query(ctx, query, args)
	return rows{found}, err
}

func (r *run) query(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if s := r.p.statement(query); s != nil {
		return r.q.StmtContext(ctx, s).QueryContext(ctx, args...)
	}
	r.missing = append(r.missing, query)
	return r.q.QueryContext(ctx, query, args...)
}

// Insert adds a row in the transaction, and returns its number.
func (r *run) Insert(ctx context.Context, statement string, args []any) (id int64, err error) {
	if s := r.p.statement(statement); s != nil {
		err = r.q.StmtContext(ctx, s).QueryRowContext(ctx, args...).Scan(&id)
		return id, err
	}
	r.missing = append(r.missing, statement)
	err = r.q.QueryRowContext(ctx, statement, args...).Scan(&id)
	return id, err
}

// Exec runs a statement without rows in the transaction.
func (r *run) Exec(ctx context.Context, statement string, args []any) (int64, error) {
	res, err := r.exec(ctx, statement, args)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (r *run) exec(ctx context.Context, statement string, args []any) (sql.Result, error) {
	if s := r.p.statement(statement); s != nil {
		return r.q.StmtContext(ctx, s).ExecContext(ctx, args...)
	}
	r.missing = append(r.missing, statement)
	return r.q.ExecContext(ctx, statement, args...)
}

// Explain gives the errors of SQLite that a caller tells apart the names of package store.
func (*run) Explain(what string, err error) error {
	if err == nil {
		return nil
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", what, err)
	}
	kind := err
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		kind = store.ErrDuplicate
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		kind = fmt.Errorf("what it refers to: %w", store.ErrNotFound)
	case sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL, sqlite3.SQLITE_CONSTRAINT_DATATYPE:
		kind = store.ErrInvalid
	default:
		return fmt.Errorf("%s: %w", what, outside(err))
	}
	return fmt.Errorf("%s: %w (%v)", what, kind, err)
}

// outside adds to an error of SQLite that it is one of the world around, if it is.
func outside(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}
