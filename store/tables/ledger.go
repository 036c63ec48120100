package tables

import (
	"errors"
	"fmt"

	"keryx/store"
)

const (
	entryColumns      = `game, seq, kind, side, time, salt, prev, hash, fingerprint, scheme, removed, body, raw`
	submissionColumns = `game, id, side, inbox, entry, received`
)

func scanEntry(row scanner) (e store.Entry, err error) {
	var removed []byte
	err = row.Scan(&e.Game, &e.Seq, &e.Kind, &e.Side, intoTime(&e.Time), intoDigest(&e.Salt), intoDigest(&e.Prev), intoDigest(&e.Hash),
		&e.Fingerprint, &e.Scheme, intoBytes(&removed), intoBytes(&e.Body), intoBytes(&e.Raw))
	copy(e.Removed[:], removed) // empty while the body is there
	return e, err
}

func scanHead(row scanner) (h store.Head, err error) {
	err = row.Scan(&h.Seq, intoDigest(&h.Hash))
	return h, err
}

func scanSubmission(row scanner) (s store.Submission, err error) {
	err = row.Scan(&s.Game, intoDigest(&s.ID), &s.Side, intoOptional(&s.Inbox), intoOptional(&s.Entry), intoTime(&s.Received))
	return s, err
}

func (t *tx) Head(game string) (store.Head, error) {
	h, err := one(t, "ledger of "+game, scanHead, `SELECT seq, hash FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1`, game)
	if errors.Is(err, store.ErrNotFound) {
		return store.Head{}, nil
	}
	return h, err
}

func (t *tx) Entries(game string, from int) ([]store.Entry, error) {
	return all(t, "ledger of "+game, scanEntry, `SELECT `+entryColumns+` FROM entries WHERE game = ? AND seq >= ? ORDER BY seq`, game, from)
}

func (t *tx) Seated() ([]store.Entry, error) {
	return all(t, "entries that name players", scanEntry, `SELECT game, seq, kind, side, time, salt, prev, hash, fingerprint, scheme, removed, body, x''
		FROM entries WHERE kind = 'seats' ORDER BY game, seq`)
}

func (t *tx) AppendEntry(e store.Entry) error {
	if err := e.Validate(); err != nil {
		return err
	}
	head, err := t.Head(e.Game)
	if err != nil {
		return err
	}
	if e.Seq != head.Seq+1 || e.Prev != head.Hash {
		return &store.ChainError{Game: e.Game, Seq: e.Seq, WantSeq: head.Seq + 1, Prev: e.Prev, WantPrev: head.Hash}
	}
	_, err = t.insert(fmt.Sprintf("ledger entry %d of %s", e.Seq, e.Game), "entries", entryColumns,
		e.Game, e.Seq, e.Kind, e.Side, stamp(e.Time), bits(e.Salt), bits(e.Prev), bits(e.Hash),
		e.Fingerprint, e.Scheme, removed(e), blob(e.Body), blob(e.Raw))
	return err
}

// removed is the digest of a body that is not there, or not whole; empty where it is.
func removed(e store.Entry) any {
	if e.Removed == (store.Digest{}) {
		return blob(nil)
	}
	return bits(e.Removed)
}

func (t *tx) CutBody(game string, seq int, body []byte, digest store.Digest) error {
	what := fmt.Sprintf("ledger entry %d of %s", seq, game)
	n, err := t.change(what, `UPDATE entries SET body = ?, removed = ? WHERE game = ? AND seq = ? AND kind = 'orders' AND removed = x''`,
		blob(body), bits(digest), game, seq)
	if err == nil && n == 0 {
		return fmt.Errorf("%s: %w: want one that holds signed orders, whole", what, store.ErrConflict)
	}
	return err
}

func (t *tx) ForgetBody(game string, seq int, digest store.Digest) error {
	what := fmt.Sprintf("ledger entry %d of %s", seq, game)
	n, err := t.change(what, `UPDATE entries SET body = x'', removed = ? WHERE game = ? AND seq = ? AND kind = 'seats' AND removed = x''`,
		bits(digest), game, seq)
	if err == nil && n == 0 {
		return fmt.Errorf("%s: %w: want one that names players and has its body", what, store.ErrConflict)
	}
	return err
}

func (t *tx) Submission(game string, id store.Digest) (store.Submission, error) {
	return one(t, "submission "+id.String(), scanSubmission, `SELECT `+submissionColumns+` FROM submissions WHERE game = ? AND id = ?`,
		game, bits(id))
}

func (t *tx) Submissions(game string) ([]store.Submission, error) {
	return all(t, "submissions of "+game, scanSubmission, `SELECT `+submissionColumns+` FROM submissions WHERE game = ? ORDER BY n`, game)
}

func (t *tx) RecordSubmission(s store.Submission) error {
	if err := s.Validate(); err != nil {
		return err
	}
	first, err := t.Submission(s.Game, s.ID)
	if err == nil {
		return &store.DuplicateError{First: first}
	}
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	_, err = t.insert("submission "+s.ID.String(), "submissions", submissionColumns,
		s.Game, bits(s.ID), s.Side, orNull(s.Inbox), orNull(s.Entry), stamp(s.Received))
	return err
}
