package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"keryx/store"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A tx is a transaction on either side of the store. Its methods stand in the file of the record they are about, each
// with the columns of that record once and one function that scans them.
type tx struct {
	ctx     context.Context
	q       *sql.Tx
	p       *prepared
	missing []string // queries that were not compiled yet
}

var _ store.Tx = (*tx)(nil)

// A scanner is a row to be scanned.
type scanner interface{ Scan(...any) error }

// one returns the only row of a query, or ErrNotFound.
func one[T any](t *tx, what string, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	v, err := scan(t.row(query, args))
	if errors.Is(err, sql.ErrNoRows) {
		return v, fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	return v, explain(what, err)
}

// all returns every row of a query.
func all[T any](t *tx, what string, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.rows(query, args)
	if err != nil {
		return nil, explain(what, err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, explain(what, err)
		}
		list = append(list, v)
	}
	return list, explain(what, rows.Err())
}

// number scans one integer.
func number(row scanner) (n int, err error) {
	err = row.Scan(&n)
	return n, err
}

// insert adds a row and returns its rowid. The arguments stand in the order of the columns.
func (t *tx) insert(what, table, columns string, args ...any) (int64, error) {
	places := strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ")
	res, err := t.exec("INSERT INTO "+table+" ("+columns+") VALUES ("+places+")", args)
	if err != nil {
		return 0, explain(what, err)
	}
	return res.LastInsertId()
}

// change runs a statement and returns the number of rows it changed.
func (t *tx) change(what, statement string, args ...any) (int64, error) {
	res, err := t.exec(statement, args)
	if err != nil {
		return 0, explain(what, err)
	}
	return res.RowsAffected()
}

// changeOne runs a statement that must change a row; otherwise it is ErrNotFound.
func (t *tx) changeOne(what, statement string, args ...any) error {
	n, err := t.change(what, statement, args...)
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	return err
}

// explain says what an error is about, and gives the errors of SQLite that a caller tells apart the names of package
// store. SQLite takes back only the statement that failed, so the transaction can go on.
func explain(what string, err error) error {
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

// A where is the condition of a query that is put together: " WHERE a = ? AND b = ?", or nothing.
type where struct {
	text string
	args []any
}

// add adds a condition and what stands for its question marks, if it is wanted.
func (w *where) add(wanted bool, condition string, args ...any) {
	if !wanted {
		return
	}
	joint := " AND "
	if w.text == "" {
		joint = " WHERE "
	}
	w.text, w.args = w.text+joint+condition, append(w.args, args...)
}

// limit gives a limit as SQL has it, where a negative one is none.
func limit(n int) int {
	if n == 0 {
		return -1
	}
	return n
}
