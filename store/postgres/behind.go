package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"keryx/store"
	"keryx/store/tables"
)

// errForeign refuses a transaction of another engine.
var errForeign = errors.New("this is no transaction of a PostgreSQL store")

// Tx returns the transaction of the database behind one of the store, for what has to happen together with it: a job that
// arises with its work. It ends with the function that the one of the store was given to.
func Tx(tx store.Tx) (pgx.Tx, error) {
	r, ok := tables.RunnerOf(tx)
	if !ok {
		return nil, errForeign
	}
	own, ok := r.(*run)
	if !ok {
		return nil, errForeign
	}
	return own.tx, nil
}

// Pool returns connections to the same database, for what is kept beside the store. It ends with the store.
func (s *Store) Pool() *pgxpool.Pool { return s.read }

// Config returns how the database is reached, for those who need a connection of their own.
func (s *Store) Config() *pgx.ConnConfig { return s.config.Copy() }
