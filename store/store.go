// Package store says what Keryx keeps and by which verbs: games, players and their keys, the hash-chained ledger,
// snapshots, the mail that came in, the mail that goes out, and the reports that were made of it.
//
// The store knows no game and no mail format. Bodies are bytes that it returns unchanged, and what they mean is the
// affair of the caller. It promises three things:
//
//   - [Store.Update] is all or nothing. A ledger entry and the mails that tell of it are written in one transaction, so
//     a crash leaves both or neither, and what was committed survives a loss of power.
//   - Updates are serial. Inside one, everything read is current until it commits: read, decide and write without
//     thinking of anybody else.
//   - What is refused is refused with a typed error, before anything has changed, and the transaction can go on: a
//     duplicate is an answer, not a breakdown.
//
// Times go in and come out as UTC cut to the millisecond; see [Time]. The zero time is never stored: a moment that may
// be missing is a pointer.
//
// The implementations are packages named for their technology, [keryx/store/sqlite] being the default. They all pass
// the tests of [keryx/store/storetest].
package store

import (
	"context"
	"time"
)

// A Store is a database of games. It is safe for use by several goroutines, and by several processes at once: a
// command may read and write while the daemon serves.
type Store interface {
	// View runs f on a snapshot of the database that no concurrent Update disturbs. It returns the error of f as it is.
	View(ctx context.Context, f func(ReadTx) error) error

	// Update runs f in the one writing transaction and commits when f returns nil. An error of f, a panic in it, or the end of
	// ctx at any time before the commit leaves nothing behind. It returns the error of f as it is.
	//
	// f must not call Update of the same store: it would wait for itself until ctx ends. It should be short, and do neither
	// network calls nor heavy computing; it may not keep the Tx after it returns.
	Update(ctx context.Context, f func(Tx) error) error

	// AcquireLock makes the caller the only daemon on this database until release is called or the process ends, in
	// whichever way it ends. While another holds it the error is a *[LockedError]. Owner says who asks, for that message.
	AcquireLock(ctx context.Context, owner string, now time.Time) (release func() error, err error)

	// Holder says who has the lock, or returns nil if nobody has. It only looks, and takes nothing from anybody: neither from who is
	// about to take the lock, nor from who has lost it for a moment and is about to win it back.
	Holder(ctx context.Context) (*LockedError, error)

	// Backup writes a consistent copy of the database to path, which must not exist, and checks it. It may run while the
	// daemon serves.
	Backup(ctx context.Context, path string) error

	// Close waits for running transactions and closes the database.
	Close() error
}

// A ReadTx is what can be asked of the store. It ends with the function it was given to.
type ReadTx interface {
	GameReader
	PlayerReader
	KeyReader
	LedgerReader
	SnapshotReader
	InboxReader
	OutboxReader
	CompactReader
	ReportReader
	LeagueReader
	SettingReader
	ClockReader
	TrailReader
	BacklogReader
}

// A Tx is a ReadTx that also writes.
type Tx interface {
	ReadTx
	GameWriter
	PlayerWriter
	KeyWriter
	LedgerWriter
	SnapshotWriter
	InboxWriter
	OutboxWriter
	CompactWriter
	ReportWriter
	LeagueWriter
	SettingWriter
	ClockWriter
	TrailWriter
}
