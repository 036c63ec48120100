package tables

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"keryx/store"
)

// A tx is a transaction on either side of the store. Its methods stand in the file of the record they are about, each
// with the columns of that record once and one function that scans them.
type tx struct {
	ctx context.Context
	r   Runner
}

// New returns the transaction whose statements r runs, until ctx ends.
func New(ctx context.Context, r Runner) store.Tx { return &tx{ctx, r} }

// RunnerOf returns what runs the statements of a transaction of this package, and false for another.
func RunnerOf(t store.ReadTx) (Runner, bool) {
	own, ok := t.(*tx)
	if !ok {
		return nil, false
	}
	return own.r, true
}

// A scanner is a row to be scanned.
type scanner interface{ Scan(...any) error }

// one returns the only row of a query, or ErrNotFound.
func one[T any](t *tx, what string, scan func(scanner) (T, error), query string, args ...any) (v T, err error) {
	rows, err := t.r.Query(t.ctx, query, args)
	if err != nil {
		return v, t.r.Explain(what, err)
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return v, t.r.Explain(what, err)
		}
		return v, fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	if v, err = scan(rows); err != nil {
		return v, t.r.Explain(what, err)
	}
	rows.Close() // what a statement changes it has changed when it is over
	return v, t.r.Explain(what, rows.Err())
}

// all returns every row of a query.
func all[T any](t *tx, what string, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.r.Query(t.ctx, query, args)
	if err != nil {
		return nil, t.r.Explain(what, err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, t.r.Explain(what, err)
		}
		list = append(list, v)
	}
	return list, t.r.Explain(what, rows.Err())
}

// number scans one integer.
func number(row scanner) (n int, err error) {
	err = row.Scan(&n)
	return n, err
}

// places are the places of so many arguments after those before them: "?3, ?4".
func places(n, before int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "?" + strconv.Itoa(before+i+1)
	}
	return strings.Join(list, ", ")
}

// insert adds a row. The arguments stand in the order of the columns.
func (t *tx) insert(what, table, columns string, args ...any) (int64, error) {
	return t.change(what, "INSERT INTO "+table+" ("+columns+") VALUES ("+places(len(args), 0)+")", args...)
}

// insertID adds a row to a table that numbers them, and returns its number.
func (t *tx) insertID(what, table, columns string, args ...any) (int64, error) {
	id, err := t.r.Insert(t.ctx, "INSERT INTO "+table+" ("+columns+") VALUES ("+places(len(args), 0)+") RETURNING id", args)
	return id, t.r.Explain(what, err)
}

// change runs a statement and returns the number of rows it changed.
func (t *tx) change(what, statement string, args ...any) (int64, error) {
	n, err := t.r.Exec(t.ctx, statement, args)
	return n, t.r.Explain(what, err)
}

// changeOne runs a statement that must change a row; otherwise it is ErrNotFound.
func (t *tx) changeOne(what, statement string, args ...any) error {
	n, err := t.change(what, statement, args...)
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	return err
}

// limit gives a limit as SQL has it, where 0 is none.
func limit(n int) int64 {
	if n == 0 {
		return math.MaxInt64
	}
	return int64(n)
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
