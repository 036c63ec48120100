package tables

import (
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

const (
	inboxFields = `content_hash, folder, uidvalidity, uid, internal_date, first_seen, receipt, state, reason, tries, game, side, raw`

	inboxMeta = `id, content_hash, folder, uidvalidity, uid, internal_date, first_seen, receipt, state, reason, tries, game, side,
		NOT EXISTS (SELECT 1 FROM inbox_copies c WHERE c.message = inbox.id AND c.filed = 0),
		coalesce(n.faults, 0), coalesce(n.delays, 0), n.next_try, coalesce(n.player, '')`
	inboxColumns = inboxMeta + `, raw`
	inboxFrom    = `inbox LEFT JOIN inbox_notes n ON n.message = inbox.id`
)

func inboxTargets(m *store.InboxMessage) []any {
	return []any{&m.ID, intoDigest(&m.ContentHash), &m.Place.Folder, &m.Place.UIDValidity, &m.Place.UID,
		intoTime(&m.InternalDate), intoTime(&m.FirstSeen), intoTime(&m.Receipt), &m.State, &m.Reason, &m.Tries, &m.Game, &m.Side, intoFlag(&m.Filed),
		&m.Faults, &m.Delays, intoMaybe(&m.NextTry), &m.Player}
}

func scanInboxMeta(row scanner) (m store.InboxMessage, err error) {
	err = row.Scan(inboxTargets(&m)...)
	return m, err
}

func scanInbox(row scanner) (m store.InboxMessage, err error) {
	err = row.Scan(append(inboxTargets(&m), intoBytes(&m.Raw))...)
	return m, err
}

func scanCopy(row scanner) (c store.Copy, err error) {
	err = row.Scan(&c.Message, &c.State, &c.Place.Folder, &c.Place.UIDValidity, &c.Place.UID)
	return c, err
}

func (t *tx) InboxMessage(id int64) (store.InboxMessage, error) {
	return one(t, fmt.Sprintf("message %d", id), scanInbox, `SELECT `+inboxColumns+` FROM `+inboxFrom+` WHERE id = ?`, id)
}

func (t *tx) InboxByContent(hash store.Digest) (store.InboxMessage, error) {
	return one(t, "message of a content", scanInbox, `SELECT `+inboxColumns+` FROM `+inboxFrom+` WHERE content_hash = ?`, hash[:])
}

func (t *tx) InboxAt(hash store.Digest, at store.Place) (store.InboxMessage, error) {
	return one(t, "message of a content and a place", scanInbox, `SELECT `+inboxColumns+` FROM `+inboxFrom+` WHERE content_hash = ? AND EXISTS (
		SELECT 1 FROM inbox_copies c WHERE c.message = inbox.id AND c.folder = ? AND c.uidvalidity = ? AND c.uid = ? AND c.filed = 0)`,
		hash[:], at.Folder, at.UIDValidity, at.UID)
}

func (t *tx) InboxMessages(f store.InboxFilter) ([]store.InboxMessage, error) {
	// Each selection has a text of its own, so that an index serves it.
	var w where
	from := inboxFrom
	w.add(f.Game != "", `game = ?`, f.Game)
	w.add(f.State != "", `state = ?`, f.State)
	w.add(!f.Since.IsZero(), `receipt >= ?`, stamp(f.Since))
	if f.Player != "" {
		from = `inbox_notes n CROSS JOIN inbox ON inbox.id = n.message`
		w.add(true, `n.player = ?`, store.Address(f.Player))
	}
	return all(t, "messages", scanInboxMeta, `SELECT `+inboxMeta+` FROM `+from+w.text+` ORDER BY inbox.id DESC LIMIT ?`, append(w.args, limit(f.Limit))...)
}

func (t *tx) Pending(n int) ([]store.InboxMessage, error) {
	return all(t, "pending messages", scanInbox, `SELECT `+inboxColumns+` FROM `+inboxFrom+` WHERE state = 'received'
		ORDER BY receipt, uid, id LIMIT ?`, n)
}

func (t *tx) InboxDue(now time.Time) ([]int64, error) {
	return all(t, "messages that are due", scanID, `SELECT i.id FROM inbox i LEFT JOIN inbox_notes n ON n.message = i.id
		WHERE i.state = 'received' AND (n.next_try IS NULL OR n.next_try <= ?) ORDER BY i.receipt, i.uid, i.id`, stamp(now))
}

func scanID(row scanner) (id int64, err error) { return id, row.Scan(&id) }

func (t *tx) CountInbox(game, side string, since time.Time) (int, error) {
	return one(t, "count of messages", number, `SELECT count(*) FROM inbox WHERE game = ? AND side = ? AND receipt >= ?
		AND state NOT IN ('duplicate', 'ignored')`, game, side, stamp(since))
}

func (t *tx) Unfiled(n int) ([]store.Copy, error) {
	return all(t, "unfiled messages", scanCopy, `SELECT c.message, i.state, c.folder, c.uidvalidity, c.uid
		FROM inbox_copies c INDEXED BY inbox_copies_unfiled JOIN inbox i ON i.id = c.message WHERE c.filed = 0 AND i.state <> 'received'
		ORDER BY c.message, c.folder, c.uidvalidity, c.uid LIMIT ?`, n)
}

func (t *tx) AddInbox(m store.InboxMessage) (store.InboxMessage, bool, error) {
	if err := m.Validate(); err != nil {
		return store.InboxMessage{}, false, err
	}
	what := "message " + m.ContentHash.String()
	known, err := one(t, what, scanInbox, `SELECT `+inboxColumns+` FROM `+inboxFrom+` WHERE content_hash = ?`, bits(m.ContentHash))
	added := errors.Is(err, store.ErrNotFound)
	if err != nil && !added {
		return known, false, err
	}
	id := known.ID
	if added {
		if m.State == "" {
			m.State = store.Received
		}
		id, err = t.insertID(what, "inbox", inboxFields,
			bits(m.ContentHash), m.Place.Folder, m.Place.UIDValidity, m.Place.UID,
			stamp(m.InternalDate), stamp(m.FirstSeen), stamp(m.Receipt), m.State, m.Reason, 0, m.Game, m.Side, blob(m.Raw))
		if err != nil {
			return known, false, err
		}
	}
	if err := t.addCopy(id, m.Place); err != nil {
		return known, false, err
	}
	row, err := t.InboxMessage(id)
	return row, added, err
}

// addCopy notes that a message lies in a place. One that was filed and is there again has to be filed again. A message
// without a place came another way than through a mailbox.
func (t *tx) addCopy(id int64, at store.Place) error {
	if at == (store.Place{}) {
		return nil
	}
	_, err := t.change("copy of a message", `INSERT INTO inbox_copies (message, folder, uidvalidity, uid, filed) VALUES (?, ?, ?, ?, 0)
		ON CONFLICT (message, folder, uidvalidity, uid) DO UPDATE SET filed = 0`, id, at.Folder, at.UIDValidity, at.UID)
	return err
}

func (t *tx) CountTry(id int64, next time.Time) (int, error) {
	what := fmt.Sprintf("message %d", id)
	if err := t.inboxStep(what, id, `UPDATE inbox SET tries = tries + 1 WHERE id = ? AND state = 'received'`, id); err != nil {
		return 0, err
	}
	if err := t.noteInbox(id, `next_try = excluded.next_try`, "", stamp(next)); err != nil {
		return 0, err
	}
	return one(t, what, number, `SELECT tries FROM inbox WHERE id = ?`, id)
}

func (t *tx) UncountTry(id int64) error {
	if err := t.takeBackTry(id, ""); err != nil {
		return err
	}
	_, err := t.change(fmt.Sprintf("message %d", id), `UPDATE inbox_notes SET next_try = NULL WHERE message = ?`, id)
	return err
}

func (t *tx) PostponeInbox(id int64, next time.Time, reason string) (int, error) {
	return t.putOff(id, next, reason, "delays")
}

func (t *tx) FaultInbox(id int64, next time.Time, reason string) (int, error) {
	return t.putOff(id, next, reason, "faults")
}

// putOff takes back a try and counts it as something else.
func (t *tx) putOff(id int64, next time.Time, reason, as string) (int, error) {
	if err := t.takeBackTry(id, reason); err != nil {
		return 0, err
	}
	if err := t.noteInbox(id, as+` = inbox_notes.`+as+` + 1, next_try = excluded.next_try`, as, stamp(next)); err != nil {
		return 0, err
	}
	return one(t, fmt.Sprintf("message %d", id), number, `SELECT `+as+` FROM inbox_notes WHERE message = ?`, id)
}

func (t *tx) takeBackTry(id int64, reason string) error {
	return t.inboxStep(fmt.Sprintf("message %d", id), id,
		`UPDATE inbox SET tries = CASE WHEN tries > 0 THEN tries - 1 ELSE 0 END, reason = ?2 WHERE id = ?1 AND state = 'received'`, id, reason)
}

// noteInbox changes the note of a message, or begins it: with one in the column that is named, if any is.
func (t *tx) noteInbox(id int64, change, first string, next any) error {
	_, err := t.change(fmt.Sprintf("message %d", id), `INSERT INTO inbox_notes (message, delays, faults, next_try) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT (message) DO UPDATE SET `+change, id, flag(first == "delays"), flag(first == "faults"), next)
	return err
}

func (t *tx) SetInboxPlayer(id int64, player string) error {
	_, err := t.change(fmt.Sprintf("player of message %d", id), `INSERT INTO inbox_notes (message, player) VALUES (?, ?)
		ON CONFLICT (message) DO UPDATE SET player = excluded.player`, id, store.Address(player))
	return err
}

func (t *tx) SetInboxState(id int64, state store.InboxState, reason string) error {
	what := fmt.Sprintf("message %d", id)
	if !state.Final() {
		return fmt.Errorf("%s: %w: %q is no final state", what, store.ErrInvalid, state)
	}
	return t.inboxStep(what, id, `UPDATE inbox SET state = ?, reason = ? WHERE id = ? AND state = 'received'`, state, reason, id)
}

func (t *tx) SetInboxSeat(id int64, game, side string) error {
	return t.changeOne(fmt.Sprintf("message %d", id), `UPDATE inbox SET game = ?, side = ? WHERE id = ?`, game, side, id)
}

func (t *tx) RetryInbox(id int64) error {
	what := fmt.Sprintf("message %d", id)
	if err := t.inboxStep(what, id, `UPDATE inbox SET state = 'received', reason = '', tries = 0 WHERE id = ? AND state = 'poison'`, id); err != nil {
		return err
	}
	_, err := t.change(what, `UPDATE inbox_notes SET faults = 0, delays = 0, next_try = NULL WHERE message = ?`, id)
	return err
}

// inboxStep runs a statement that starts from one state. When it finds no row, it says whether the message is missing or
// at another state.
func (t *tx) inboxStep(what string, id int64, statement string, args ...any) error {
	n, err := t.change(what, statement, args...)
	if err != nil || n == 1 {
		return err
	}
	m, err := t.InboxMessage(id)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w: it is %s", what, store.ErrConflict, m.State)
}

func (t *tx) PruneInbox(before time.Time, limit int) (messages int, bytes int64, err error) {
	scan := func(row scanner) (n int64, err error) {
		err = row.Scan(&n)
		return n, err
	}
	const chosen = `SELECT id FROM inbox WHERE first_seen < ?1 AND length(raw) > 0 AND game = ''
		AND state IN ('unsigned', 'bad-signature', 'automatic', 'too-large', 'ignored') ORDER BY id LIMIT ?2`
	if bytes, err = one(t, "size of what is pruned", scan, `SELECT CAST(coalesce(sum(length(raw)), 0) AS BIGINT) FROM inbox WHERE id IN (`+chosen+`)`,
		stamp(before), limit); err != nil {
		return 0, 0, err
	}
	n, err := t.change("pruning the inbox", `UPDATE inbox SET raw = x'' WHERE id IN (`+chosen+`)`, stamp(before), limit)
	return int(n), bytes, err
}

func (t *tx) MarkFiled(id int64, at store.Place) error {
	_, err := t.change("copy of a message", `UPDATE inbox_copies SET filed = 1
		WHERE message = ? AND folder = ? AND uidvalidity = ? AND uid = ?`, id, at.Folder, at.UIDValidity, at.UID)
	return err
}

func (t *tx) Cursor(folder string) (store.Place, error) {
	scan := func(row scanner) (p store.Place, err error) {
		err = row.Scan(&p.Folder, &p.UIDValidity, &p.UID)
		return p, err
	}
	p, err := one(t, "cursor of "+folder, scan, `SELECT folder, uidvalidity, uid FROM cursors WHERE folder = ?`, folder)
	if errors.Is(err, store.ErrNotFound) {
		return store.Place{Folder: folder}, nil
	}
	return p, err
}

func (t *tx) SetCursor(at store.Place) error {
	_, err := t.change("cursor of "+at.Folder, `INSERT INTO cursors (folder, uidvalidity, uid) VALUES (?, ?, ?)
		ON CONFLICT (folder) DO UPDATE SET uidvalidity = excluded.uidvalidity, uid = excluded.uid`, at.Folder, at.UIDValidity, at.UID)
	return err
}
