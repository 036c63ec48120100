package tables

import (
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

// moments are the columns that tell when something happened. The times of the ledger are not among them: they are in its
// hashes. What came in is dated by the caller, since its receipt has a date of its own.
var moments = []struct{ table, column, what string }{
	{"outbox", "created", "emails that go out: created"},
	{"outbox", "sent", "emails that go out: sent"},
	{"keys", "added", "keys: registered"},
	{"keys", "changed", "keys: last changed"},
	{"reports", "created", "reports: written"},
	{"submissions", "received", "order files: received"},
	{"snapshots", "taken", "turns: begun"},
	{"games", "created", "games: created"},
	{"players", "added", "players: registered"},
	{"leagues", "created", "leagues: created"},
	{"leagues", "changed", "leagues: changed"},
	{"reads", "at", "looks at what is secret: taken"},
}

func scanDated(row scanner) (d store.Dated, err error) {
	var latest *time.Time
	if err = row.Scan(&d.Count, intoMaybe(&latest)); latest != nil {
		d.Latest = *latest
	}
	return d, err
}

func (t *tx) Newest() (*time.Time, error) {
	newest, err := one(t, "newest time", scanMoment, `SELECT max(at) FROM (
		SELECT created AS at FROM (SELECT created FROM outbox ORDER BY id DESC LIMIT 20) AS a
		UNION ALL SELECT receipt FROM (SELECT receipt FROM inbox ORDER BY id DESC LIMIT 20) AS b
		UNION ALL SELECT next_attempt FROM (SELECT next_attempt FROM outbox WHERE state IN ('queued', 'sending') ORDER BY next_attempt DESC LIMIT 1) AS c) AS d`)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return newest, err
}

func (t *tx) Ahead(s store.SetBack) (found []store.Dated, err error) {
	note := func(what, query string, args ...any) error {
		d, err := one(t, what, scanDated, query, args...)
		if d.What = what; err == nil && d.Count > 0 {
			found = append(found, d)
		}
		return err
	}
	for _, m := range moments {
		if err := note(m.what, `SELECT count(*), max(`+m.column+`) FROM `+m.table+` WHERE `+m.column+` > ?`, stamp(s.Now.Add(s.Slack))); err != nil {
			return nil, err
		}
	}
	return found, errors.Join(
		note("emails that go out: next attempt", `SELECT count(*), max(next_attempt) FROM outbox WHERE state IN ('queued', 'sending') AND next_attempt > ?`,
			stamp(s.Now.Add(s.Retry+s.Slack))),
		note("emails that go out: in a sender's hands", `SELECT count(*), max(lease_until) FROM outbox WHERE state = 'sending' AND lease_until > ?`,
			stamp(s.Now.Add(s.Lease+s.Slack))),
		note("emails that came in: received", `SELECT count(*), max(receipt) FROM inbox WHERE receipt > ?`, stamp(s.Now.Add(s.Slack))))
}

func (t *tx) SetBack(s store.SetBack) (int, error) {
	const what = "dating back"
	now, by, d := stamp(s.Now), s.By.Milliseconds(), t.r.Dialect()
	changed := 0
	run := func(statement string, args ...any) error {
		n, err := t.change(what, statement, args...)
		changed += int(n)
		return err
	}
	for _, m := range moments {
		err := run(`UPDATE `+m.table+` SET `+m.column+` = `+d.least("?1", d.Earlier(m.column, "?2"))+` WHERE `+m.column+` > ?3`,
			now, by, stamp(s.Now.Add(s.Slack)))
		if err != nil {
			return changed, err
		}
	}
	if _, err := t.change(what, `UPDATE seats SET look = '' WHERE look <> '' AND deadline IS NOT NULL`); err != nil {
		return changed, err
	}
	return changed, errors.Join(
		// As long as it would have waited, if that is known; at once otherwise.
		run(`UPDATE outbox SET next_attempt = CASE WHEN CAST(?2 AS BIGINT) = 0 THEN ?1
				ELSE `+d.greatest("?1", d.least("?3", d.Earlier("next_attempt", "?2")))+` END
			WHERE state IN ('queued', 'sending') AND next_attempt > CASE WHEN CAST(?2 AS BIGINT) = 0 THEN ?4 ELSE ?1 END`,
			now, by, stamp(s.Now.Add(s.Retry)), stamp(s.Now.Add(s.Retry+s.Slack))),
		run(`UPDATE outbox SET lease_until = ?1 WHERE state = 'sending' AND lease_until > ?1`, stamp(s.Now.Add(s.Lease))),
		run(`DELETE FROM answers WHERE day > ?`, day(s.Now.Add(s.Slack))))
}

func (t *tx) SetInboxTimes(id int64, seen, receipt time.Time) error {
	return t.changeOne(fmt.Sprintf("message %d", id), `UPDATE inbox SET first_seen = ?, receipt = ? WHERE id = ?`, stamp(seen), stamp(receipt), id)
}

func (t *tx) SetInboxTry(id int64, next time.Time) error {
	return t.changeOne(fmt.Sprintf("message %d", id), `UPDATE inbox_notes SET next_try = ? WHERE message = ? AND next_try IS NOT NULL`, stamp(next), id)
}
