// Package engine opens a store by the one line that says where it is: a file, which SQLite keeps, or the address of a
// PostgreSQL database.
package engine

import (
	"context"

	"keryx/store"
	"keryx/store/postgres"
	"keryx/store/sqlite"
	"keryx/store/tables"
)

// A Store is a [store.Store] whose rows can be carried to another engine.
type Store interface {
	store.Store
	tables.Engine
}

// Open opens the store at a place, "games/keryx.db" or "postgres://keryx@db.example/keryx", and brings its schema up to
// date. Its errors are those of [sqlite.Open] and [postgres.Open].
func Open(ctx context.Context, place string) (Store, error) {
	if postgres.IsAddress(place) {
		s, err := postgres.Open(ctx, place)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	s, err := sqlite.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Name returns a place for people: without the password that an address may hold.
func Name(place string) string {
	if postgres.IsAddress(place) {
		return postgres.Name(place)
	}
	return place
}
