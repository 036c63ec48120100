package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"keryx/store"
	"keryx/store/tables"
)

// dialect is what PostgreSQL says otherwise than others.
var dialect = tables.Dialect{
	Least: "least", Greatest: "greatest",
	Earlier: func(column, by string) string {
		return `to_char((` + column + `::timestamptz - CAST(` + by + ` AS bigint) * interval '1 millisecond') AT TIME ZONE 'UTC',
			'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') COLLATE "C"`
	},
	End: func(text, n string) string { return `right(` + text + `, ` + n + `)` },
	Mentions: func(column, text string) string {
		return `strpos(lower(encode(` + column + `, 'escape') COLLATE "C"), encode(convert_to(` + text + `, 'UTF8'), 'escape') COLLATE "C") > 0`
	},
	Renumber: func(table, column string) string {
		return `SELECT setval(pg_get_serial_sequence('` + table + `', '` + column + `'), max(` + column + `)) FROM ` + table
	},
}

// A run runs the statements of one transaction.
type run struct {
	ctx context.Context
	tx  pgx.Tx
}

// Dialect returns that of PostgreSQL.
func (*run) Dialect() *tables.Dialect { return &dialect }

// Query runs a query.
func (r *run) Query(ctx context.Context, query string, args []any) (tables.Rows, error) {
	values, err := arguments(args)
	if err != nil {
		return nil, err
	}
	return r.tx.Query(ctx, text(query), values...)
}

// Insert adds a row and returns its number.
func (r *run) Insert(ctx context.Context, statement string, args []any) (id int64, err error) {
	err = r.guarded(ctx, statement, args, func(b pgx.BatchResults) error { return b.QueryRow().Scan(&id) })
	return id, err
}

// Exec runs a statement.
func (r *run) Exec(ctx context.Context, statement string, args []any) (n int64, err error) {
	err = r.guarded(ctx, statement, args, func(b pgx.BatchResults) error {
		tag, err := b.Exec()
		n = tag.RowsAffected()
		return err
	})
	return n, err
}

// guarded runs a statement between two savepoints, in one journey: PostgreSQL gives up a transaction in which a
// statement fails, and here a refusal is an answer.
func (r *run) guarded(ctx context.Context, statement string, args []any, result func(pgx.BatchResults) error) error {
	values, err := arguments(args)
	if err != nil {
		return err
	}
	var batch pgx.Batch
	batch.Queue("SAVEPOINT statement")
	batch.Queue(text(statement), values...)
	batch.Queue("RELEASE SAVEPOINT statement")
	b := r.tx.SendBatch(ctx, &batch)
	_, err = b.Exec()
	if err == nil {
		err = result(b)
	}
	if err == nil {
		_, err = b.Exec()
	}
	if closed := b.Close(); err == nil {
		err = closed
	}
	if refusal := (*pgconn.PgError)(nil); errors.As(err, &refusal) && r.tx.Conn().PgConn().TxStatus() == 'E' {
		if _, back := r.tx.Exec(ctx, "ROLLBACK TO SAVEPOINT statement; RELEASE SAVEPOINT statement"); back != nil {
			return errors.Join(err, back)
		}
	}
	return err
}

// arguments gives what package tables passes as PostgreSQL takes it. Its text has neither a NUL nor what is no UTF-8;
// U+FFFD stands in their place. Such text comes from nowhere but headers of strangers' mails, whose bytes are kept as
// they are.
func arguments(args []any) ([]any, error) {
	values := make([]any, len(args))
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		if s, ok := v.(string); ok {
			v = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
		}
		values[i] = v
	}
	return values, nil
}

// Explain gives the errors of PostgreSQL that a caller tells apart the names of package store.
func (r *run) Explain(what string, err error) error {
	if err == nil {
		return nil
	}
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch e.Code {
		case "23505": // unique_violation
			return fmt.Errorf("%s: %w (%v)", what, store.ErrDuplicate, err)
		case "23503": // foreign_key_violation
			return fmt.Errorf("%s: what it refers to: %w (%v)", what, store.ErrNotFound, err)
		case "23514", "23502": // check_violation, not_null_violation
			return fmt.Errorf("%s: %w (%v)", what, store.ErrInvalid, err)
		}
		if strings.HasPrefix(e.Code, "22") { // data exception
			return fmt.Errorf("%s: %w (%v)", what, store.ErrInvalid, err)
		}
	}
	return fmt.Errorf("%s: %w", what, outside(r.ctx, err))
}

// outside adds to an error that it is one of the world around, if it is: the server refuses for want of something, stops,
// or does not answer. Where ctx has ended, that is the reason.
func outside(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		if errors.Is(err, ended) {
			return err
		}
		return fmt.Errorf("%w: %w", ended, err)
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		if errors.Is(err, pgx.ErrTxClosed) || errors.Is(err, store.ErrLocked) {
			return err
		}
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err) // the connection
	}
	switch e.Code[:2] {
	case "08", // connection
		"28", "3D", // who may do so, and where
		"40",       // rolled back: a deadlock
		"53", "54", // disk, memory, limits
		"55", // not in that state, locked
		"57", // stopped by an operator
		"58": // system
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if e.Code == "25006" || e.Code == "25P03" { // read-only, idle too long
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}
