package tables

import (
	"fmt"

	"keryx/store"
)

const snapshotColumns = `game, turn, seq, hash, version, taken, body`

func scanSnapshot(row scanner) (s store.Snapshot, err error) {
	err = row.Scan(&s.Game, &s.Turn, &s.Seq, intoDigest(&s.Hash), &s.Version, intoTime(&s.Taken), intoBytes(&s.Body))
	return s, err
}

func (t *tx) Snapshot(game string, turn int) (store.Snapshot, error) {
	return one(t, fmt.Sprintf("snapshot of turn %d of %s", turn, game), scanSnapshot,
		`SELECT `+snapshotColumns+` FROM snapshots WHERE game = ? AND turn = ?`, game, turn)
}

func (t *tx) LatestSnapshot(game string) (store.Snapshot, error) {
	return one(t, "latest snapshot of "+game, scanSnapshot,
		`SELECT `+snapshotColumns+` FROM snapshots WHERE game = ? ORDER BY seq DESC, turn DESC LIMIT 1`, game)
}

func (t *tx) PutSnapshot(s store.Snapshot) error {
	if err := s.Validate(); err != nil {
		return err
	}
	_, err := t.change(fmt.Sprintf("snapshot of turn %d of %s", s.Turn, s.Game), `INSERT INTO snapshots (`+snapshotColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, turn) DO UPDATE
		SET seq = excluded.seq, hash = excluded.hash, version = excluded.version, taken = excluded.taken, body = excluded.body`,
		s.Game, s.Turn, s.Seq, bits(s.Hash), s.Version, stamp(s.Taken), blob(s.Body))
	return err
}

func (t *tx) DropSnapshots(game string, fromTurn int) error {
	_, err := t.change("snapshots of "+game, `DELETE FROM snapshots WHERE game = ? AND turn >= ?`, game, fromTurn)
	return err
}
