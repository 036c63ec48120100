package tables

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strings"

	"keryx/store"
)

// An Engine runs transactions as a [store.Store] does, and hands out what runs their statements.
type Engine interface {
	// Reading runs f on a snapshot.
	Reading(ctx context.Context, f func(Runner) error) error
	// Writing runs f in the writing transaction, and commits when it returns nil.
	Writing(ctx context.Context, f func(Runner) error) error
}

// A Carried tells what was carried of one table.
type Carried struct {
	Table string
	Rows  int
	Bytes int64        // of its texts and bodies
	Sum   store.Digest // over all rows, in the order of their keys
}

// A NotEmptyError refuses to carry anything into a database that holds something.
type NotEmptyError struct {
	Table string
	Rows  int
}

// Error says what there is.
func (e *NotEmptyError) Error() string {
	return fmt.Sprintf("the target is not empty: its table %s has %d rows. Name a database that holds nothing", e.Table, e.Rows)
}

// A CarryError tells that what arrived is not what was sent. Nothing of it was kept.
type CarryError struct{ Sent, Arrived Carried }

// Error says where the two differ.
func (e *CarryError) Error() string {
	return fmt.Sprintf("table %s: %d rows with the sum %s were sent, and %d with %s have arrived: nothing was kept",
		e.Sent.Table, e.Sent.Rows, e.Sent.Sum, e.Arrived.Rows, e.Arrived.Sum)
}

// Carry copies all rows of one database into another, which must be empty, in one transaction of its own, and reads them
// back from there before it commits. Whatever ends it leaves the target empty. Progress is told table by table; nil if
// nobody wants to hear of it.
func Carry(ctx context.Context, from Runner, to Engine, progress func(Carried)) (all []Carried, err error) {
	err = to.Writing(ctx, func(into Runner) error {
		if err := empty(ctx, into); err != nil {
			return err
		}
		for _, table := range Catalog {
			sent, err := table.copy(ctx, from, into)
			if err != nil {
				return err
			}
			arrived, err := table.read(ctx, into, nil)
			if err != nil {
				return err
			}
			if arrived != sent {
				return &CarryError{sent, arrived}
			}
			if err := table.renumber(ctx, into, sent.Rows); err != nil {
				return err
			}
			all = append(all, sent)
			if progress != nil {
				progress(sent)
			}
		}
		return nil
	})
	return all, err
}

// empty refuses a database that holds something.
func empty(ctx context.Context, r Runner) error {
	t := &tx{ctx, r}
	for _, table := range Catalog {
		n, err := one(t, table.Name, number, `SELECT count(*) FROM `+table.Name)
		if err != nil {
			return err
		}
		if n > 0 {
			return &NotEmptyError{table.Name, n}
		}
	}
	return nil
}

// columns are the names of the columns as a query wants them: one of them is a word of SQL.
func (table Table) columns() string { return `"` + strings.Join(table.Columns, `", "`) + `"` }

// read reads all rows in the order of their keys, and hands each to take, if there is one.
func (table Table) read(ctx context.Context, r Runner, take func([]any) error) (c Carried, err error) {
	key := `"` + strings.Join(table.Columns[:table.Key], `", "`) + `"`
	rows, err := r.Query(ctx, `SELECT `+table.columns()+` FROM `+table.Name+` ORDER BY `+key, nil)
	if err != nil {
		return c, r.Explain(table.Name, err)
	}
	defer rows.Close()
	c.Table = table.Name
	sum := sha256.New()
	values, into := make([]any, len(table.Columns)), make([]any, len(table.Columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return c, r.Explain(table.Name, err)
		}
		for i, v := range values {
			n, err := add(sum, v)
			if err != nil {
				return c, fmt.Errorf("table %s, column %s: %w", table.Name, table.Columns[i], err)
			}
			c.Bytes += n
		}
		c.Rows++
		if take != nil {
			if err := take(values); err != nil {
				return c, err
			}
		}
	}
	sum.Sum(c.Sum[:0])
	return c, r.Explain(table.Name, rows.Err())
}

// add adds a value to a sum, so that no two rows can be mistaken for each other, and returns its size.
func add(sum hash.Hash, value any) (int64, error) {
	var kind byte
	var body []byte
	switch v := value.(type) {
	case nil:
	case int64:
		kind, body = 1, binary.BigEndian.AppendUint64(nil, uint64(v))
	case string:
		kind, body = 2, []byte(v)
	case []byte:
		kind, body = 3, v
	default:
		return 0, fmt.Errorf("a value of type %T is none that a table holds", value)
	}
	sum.Write(binary.BigEndian.AppendUint64([]byte{kind}, uint64(len(body))))
	sum.Write(body)
	return int64(len(body)), nil
}

// The most that one statement adds.
const (
	mostRows  = 200
	mostBytes = 4 << 20
)

// copy copies all rows of a table.
func (table Table) copy(ctx context.Context, from, into Runner) (c Carried, err error) {
	var waiting []any
	size := 0
	flush := func() error {
		if len(waiting) == 0 {
			return nil
		}
		_, err := into.Exec(ctx, table.insertion(len(waiting)/len(table.Columns)), waiting)
		waiting, size = waiting[:0], 0
		return into.Explain(table.Name, err)
	}
	c, err = table.read(ctx, from, func(row []any) error {
		for _, v := range row {
			if body, ok := v.([]byte); ok {
				v = append([]byte{}, body...) // the driver may use it again
				size += len(body)
			}
			waiting = append(waiting, v)
		}
		if len(waiting) < mostRows*len(table.Columns) && size < mostBytes {
			return nil
		}
		return flush()
	})
	return c, errors.Join(err, flush())
}

// insertion is the statement that adds so many rows.
func (table Table) insertion(rows int) string {
	list := make([]string, rows)
	for i := range list {
		list[i] = "(" + places(len(table.Columns), i*len(table.Columns)) + ")"
	}
	return `INSERT INTO ` + table.Name + ` (` + table.columns() + `) VALUES ` + strings.Join(list, ", ")
}

// renumber has the database number on behind what was copied.
func (table Table) renumber(ctx context.Context, r Runner, rows int) error {
	write := r.Dialect().Renumber
	if !table.Counted || write == nil || rows == 0 {
		return nil
	}
	t := &tx{ctx, r}
	_, err := one(t, table.Name, number, write(table.Name, table.Columns[0]))
	return err
}
