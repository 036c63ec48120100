// Package tables keeps the records of package store in the tables of a relational database: one text for each query,
// for all engines. What an engine is told otherwise is its [Dialect], and how it runs a statement its [Runner].
//
// The texts are written in what SQLite and PostgreSQL have in common. Arguments are ? or ?1; times are text in UTC that
// sorts, digests and bodies are bytes, truths are 0 or 1.
package tables

import "context"

// Rows are the rows of a query.
type Rows interface {
	Next() bool
	Scan(...any) error
	Err() error
	Close()
}

// A Runner runs the statements of one transaction. A statement that is refused leaves nothing behind and the
// transaction usable.
type Runner interface {
	// Query runs a query.
	Query(ctx context.Context, query string, args []any) (Rows, error)
	// Insert runs a statement that adds one row and returns its number.
	Insert(ctx context.Context, statement string, args []any) (int64, error)
	// Exec runs a statement and returns the number of rows it changed.
	Exec(ctx context.Context, statement string, args []any) (int64, error)
	// Explain says what an error is about, and gives those that a caller tells apart the names of package store. Nil stays
	// nil.
	Explain(what string, err error) error
	// Dialect returns what the engine says otherwise than others.
	Dialect() *Dialect
}

// A Dialect is what an engine says otherwise than others.
type Dialect struct {
	// Least and Greatest are the functions that choose among their arguments.
	Least, Greatest string
	// Earlier writes the time in a column, so many milliseconds earlier.
	Earlier func(column, by string) string
	// End writes the last n characters of a text.
	End func(text, n string) string
	// Mentions writes the condition that a text in lower case is among the bytes in a column, in any case of ASCII letters.
	Mentions func(column, text string) string
	// Renumber writes the query after which a table goes on numbering behind the highest number in a column. Nil: it does
	// so anyway.
	Renumber func(table, column string) string
	// Erase is a statement after which what is overwritten in the transaction is gone for good. Empty: there is none.
	Erase string
}

func (d *Dialect) least(a, b string) string    { return d.Least + "(" + a + ", " + b + ")" }
func (d *Dialect) greatest(a, b string) string { return d.Greatest + "(" + a + ", " + b + ")" }
