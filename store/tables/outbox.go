package tables

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

const (
	outboxFields = `message_id, occasion, digest, game, side, kind, recipient, envelope_from, state, doubtful, attempts, token, next_attempt, last_error,
		created, raw`

	outboxMeta = `id, message_id, occasion, game, side, kind, recipient, envelope_from, state, doubtful, attempts, next_attempt, lease_until,
		last_error, created, sent`
	outboxColumns = outboxMeta + `, digest, raw`
)

func outboxTargets(m *store.OutboxMail) []any {
	return []any{&m.ID, &m.MessageID, &m.Occasion, &m.Game, &m.Side, &m.Kind, &m.Recipient, &m.EnvelopeFrom, &m.State, intoFlag(&m.Doubtful), &m.Attempts,
		intoTime(&m.NextAttempt), intoMaybe(&m.LeaseUntil), &m.LastError, intoTime(&m.Created), intoMaybe(&m.Sent)}
}

func scanOutboxMeta(row scanner) (m store.OutboxMail, err error) {
	err = row.Scan(outboxTargets(&m)...)
	return m, err
}

// queued is a mail with the digest of the bytes that were queued.
type queued struct {
	store.Claim
	digest []byte
}

func scanOutbox(row scanner) (q queued, err error) {
	err = row.Scan(append(outboxTargets(&q.OutboxMail), intoBytes(&q.digest), intoBytes(&q.Raw))...)
	return q, err
}

func scanClaim(row scanner) (q queued, err error) {
	err = row.Scan(append(outboxTargets(&q.OutboxMail), intoBytes(&q.digest), intoBytes(&q.Raw), &q.Token)...)
	return q, err
}

// inFull gives a mail its bytes, if they are kept in few, and compares them with those that were queued.
func (t *tx) inFull(q queued, err error) (queued, error) {
	if err == nil && len(q.Raw) == 0 {
		q.Raw, err = t.wholeOrNone(q.ID)
	}
	q.Damaged = damaged(q.Raw, q.digest)
	return q, err
}

// damaged reports whether bytes do not have the digest that was noted of them, if any was.
func damaged(raw, digest []byte) bool {
	sum := sha256.Sum256(raw)
	return len(digest) > 0 && !bytes.Equal(digest, sum[:])
}

func (t *tx) OutboxMail(id int64) (store.OutboxMail, error) {
	q, err := t.inFull(one(t, fmt.Sprintf("mail %d", id), scanOutbox, `SELECT `+outboxColumns+` FROM outbox WHERE id = ?`, id))
	return q.OutboxMail, err
}

func (t *tx) OutboxByMessageID(messageID string) (store.OutboxMail, error) {
	q, err := t.inFull(one(t, "mail "+messageID, scanOutbox, `SELECT `+outboxColumns+` FROM outbox WHERE message_id = ?`, messageID))
	return q.OutboxMail, err
}

func (t *tx) OutboxMails(f store.OutboxFilter) ([]store.OutboxMail, error) {
	// Each selection has a text of its own, so that an index serves it; those of states are partial.
	var w where
	from := `outbox`
	w.add(f.Game != "", `game = ?`, f.Game)
	w.add(f.Side != "", `side = ?`, f.Side)
	w.add(f.State != "", `state = ?`, f.State)
	switch {
	case f.Game != "":
	case f.State == store.Failed:
		from += ` INDEXED BY outbox_failed`
		w.add(true, `state = 'failed'`)
	case f.State == store.Queued || f.State == store.Sending:
		from += ` INDEXED BY outbox_waiting`
		w.add(true, `state IN ('queued', 'sending')`)
	}
	return all(t, "mails", scanOutboxMeta, `SELECT `+outboxMeta+` FROM `+from+w.text+` ORDER BY id DESC LIMIT ?`, append(w.args, limit(f.Limit))...)
}

func (t *tx) FailedTo(recipient string) ([]store.OutboxMail, error) {
	return all(t, "mails given up", scanOutboxMeta, `SELECT `+outboxMeta+` FROM outbox WHERE state = 'failed' AND recipient = ? ORDER BY id`,
		store.Address(recipient))
}

func (t *tx) NextSend() (*time.Time, error) {
	return one(t, "next mail", scanMoment, `SELECT min(moment) FROM (
		SELECT next_attempt AS moment FROM (SELECT next_attempt FROM outbox INDEXED BY outbox_waiting
			WHERE state IN ('queued', 'sending') AND state = 'queued' ORDER BY next_attempt LIMIT 1) AS first
		UNION ALL SELECT min(lease_until) FROM outbox INDEXED BY outbox_sending WHERE state = 'sending') AS moments`)
}

func (t *tx) Enqueue(m store.OutboxMail) (int64, error) {
	if err := m.Validate(); err != nil {
		return 0, err
	}
	if m.NextAttempt.IsZero() {
		m.NextAttempt = m.Created
	}
	if m.Occasion == "" {
		m.Occasion = m.MessageID
	}
	digest := sha256.Sum256(m.Raw)
	return t.insertID("mail "+m.MessageID, "outbox", outboxFields,
		m.MessageID, m.Occasion, digest[:], m.Game, m.Side, m.Kind, m.Recipient, m.EnvelopeFrom, store.Queued, flag(false), 0, 0,
		stamp(m.NextAttempt), "", stamp(m.Created), blob(m.Raw))
}

func (t *tx) ClaimOutbox(now time.Time, lease, alone time.Duration, except ...string) (store.Claim, bool, error) {
	args, domains := []any{stamp(now), stamp(now.Add(lease)), stamp(now.Add(max(lease-alone, 0)))}, ""
	if len(except) > 0 {
		domains = ` AND lower(substr(recipient, instr(recipient, '@') + 1)) NOT IN (` + places(len(except), len(args)) + `)`
		for _, domain := range except {
			args = append(args, domain)
		}
	}
	// The right-hand sides see the row as it was.
	q, err := one(t, "claim a mail", scanClaim, `UPDATE outbox
		SET doubtful = CASE WHEN state = 'sending' THEN 1 ELSE doubtful END, state = 'sending', attempts = attempts + 1, token = token + 1, lease_until = ?2
		WHERE id = (SELECT id FROM outbox WHERE state IN ('queued', 'sending') AND next_attempt <= ?1
			AND (lease_until IS NULL OR lease_until <= ?1)
			AND recipient NOT IN (SELECT recipient FROM outbox INDEXED BY outbox_sending WHERE state = 'sending' AND lease_until > ?3)`+domains+`
			ORDER BY next_attempt, id LIMIT 1)
		RETURNING `+outboxColumns+`, token`, args...)
	if errors.Is(err, store.ErrNotFound) {
		return store.Claim{}, false, nil
	}
	q, err = t.inFull(q, err)
	return q.Claim, err == nil, err
}

func (t *tx) MarkSent(id, token int64, now time.Time) error {
	return t.endClaim(id, token, `UPDATE outbox SET state = 'sent', lease_until = NULL, last_error = '', sent = ?3
		WHERE id = ?1 AND token = ?2 AND state = 'sending'`, stamp(now))
}

func (t *tx) MarkRetry(id, token int64, next time.Time, reason string) error {
	return t.endClaim(id, token, `UPDATE outbox SET state = 'queued', lease_until = NULL, next_attempt = ?3, last_error = ?4
		WHERE id = ?1 AND token = ?2 AND state = 'sending'`, stamp(next), reason)
}

func (t *tx) MarkWait(id, token int64, next time.Time, reason string) error {
	return t.endClaim(id, token, `UPDATE outbox SET state = 'queued', lease_until = NULL, next_attempt = ?3, last_error = ?4,
		attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END
		WHERE id = ?1 AND token = ?2 AND state = 'sending'`, stamp(next), reason)
}

func (t *tx) MarkFailed(id, token int64, reason string) error {
	return t.endClaim(id, token, `UPDATE outbox SET state = 'failed', lease_until = NULL, last_error = ?3
		WHERE id = ?1 AND token = ?2 AND state = 'sending'`, reason)
}

// MarkReturned gives the mail all its bytes back: what may be sent again rests on nothing else.
func (t *tx) MarkReturned(id int64, reason string) error {
	if err := t.stretch(id); err != nil {
		return err
	}
	return t.outboxStep(id, store.ErrConflict, `UPDATE outbox SET state = 'failed', sent = NULL, last_error = ?2
		WHERE id = ?1 AND state = 'sent'`, id, reason)
}

func (t *tx) ReleaseOutbox(now time.Time) (int, error) {
	n, err := t.change("release the outbox",
		`UPDATE outbox INDEXED BY outbox_sending SET lease_until = ?1, next_attempt = CASE WHEN next_attempt < ?1 THEN next_attempt ELSE ?1 END WHERE state = 'sending'`, stamp(now))
	return int(n), err
}

func (t *tx) ReleaseClaim(id, token int64, now time.Time) error {
	return t.endClaim(id, token, `UPDATE outbox SET lease_until = ?3, next_attempt = CASE WHEN next_attempt < ?3 THEN next_attempt ELSE ?3 END
		WHERE id = ?1 AND token = ?2 AND state = 'sending'`, stamp(now))
}

func (t *tx) endClaim(id, token int64, statement string, args ...any) error {
	return t.outboxStep(id, store.ErrLeaseLost, statement, append([]any{id, token}, args...)...)
}

func (t *tx) CancelOutbox(id int64, reason string) error {
	return t.outboxStep(id, store.ErrConflict, `UPDATE outbox SET state = 'cancelled', last_error = ?2
		WHERE id = ?1 AND state IN ('queued', 'failed')`, id, reason)
}

func (t *tx) RequeueOutbox(id int64, now time.Time) error {
	return t.outboxStep(id, store.ErrConflict, `UPDATE outbox SET state = 'queued', next_attempt = ?2, attempts = 0
		WHERE id = ?1 AND state = 'failed'`, id, stamp(now))
}

// outboxStep runs a statement that starts from one state. When it finds no row, it returns miss unless the mail itself is
// missing.
func (t *tx) outboxStep(id int64, miss error, statement string, args ...any) error {
	n, err := t.change(fmt.Sprintf("mail %d", id), statement, args...)
	if err != nil || n == 1 {
		return err
	}
	m, err := t.OutboxMail(id)
	if err != nil {
		return err
	}
	return fmt.Errorf("mail %d: %w: it is %s", id, miss, m.State)
}
