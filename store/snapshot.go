package store

import "time"

// A Snapshot is the state of a game at the start of a turn, from which the later answers are replayed.
type Snapshot struct {
	Game    string
	Turn    int
	Seq     int // ledger sequence it was taken after
	Body    []byte
	Hash    Digest // of the body, as the caller takes it
	Version string // of the ruleset that wrote it
	Taken   time.Time
}

// A SnapshotReader reads snapshots.
type SnapshotReader interface {
	// Snapshot returns that of the start of a turn, or ErrNotFound.
	Snapshot(game string, turn int) (Snapshot, error)
	// LatestSnapshot returns the one taken after the highest ledger sequence, or ErrNotFound.
	LatestSnapshot(game string) (Snapshot, error)
}

// A SnapshotWriter writes snapshots.
type SnapshotWriter interface {
	// PutSnapshot stores a snapshot in the place of one of the same turn.
	PutSnapshot(Snapshot) error
	// DropSnapshots forgets those of a turn and of all later ones: a ruling has rolled the game back before them. What
	// happened is still in the ledger.
	DropSnapshots(game string, fromTurn int) error
}
