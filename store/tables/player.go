package tables

import (
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

const playerColumns = `address, name, language, time_zone, added, prefs`

func scanPlayer(row scanner) (p store.Player, err error) {
	err = row.Scan(&p.Address, &p.Name, &p.Language, &p.TimeZone, intoTime(&p.Added), intoBytes(&p.Prefs))
	return p, err
}

func (t *tx) Player(address string) (store.Player, error) {
	return one(t, "player", scanPlayer, `SELECT `+playerColumns+` FROM players WHERE address = ?`, store.Address(address))
}

func (t *tx) Players() ([]store.Player, error) {
	return all(t, "players", scanPlayer, `SELECT `+playerColumns+` FROM players ORDER BY address`)
}

func (t *tx) PlayersAfter(address string, n int) ([]store.Player, error) {
	return all(t, "players", scanPlayer, `SELECT `+playerColumns+` FROM players WHERE address > ? ORDER BY address LIMIT ?`,
		store.Address(address), limit(n))
}

func (t *tx) AddPlayer(p store.Player) error {
	if err := p.Validate(); err != nil {
		return err
	}
	_, err := t.insert("player", "players", playerColumns,
		store.Address(p.Address), p.Name, p.Language, p.TimeZone, stamp(p.Added), blob(p.Prefs))
	return err
}

func (t *tx) UpdatePlayer(p store.Player) error {
	if err := p.Validate(); err != nil {
		return err
	}
	return t.changeOne("player", `UPDATE players SET name = ?, language = ?, time_zone = ?, prefs = ? WHERE address = ?`,
		p.Name, p.Language, p.TimeZone, blob(p.Prefs), store.Address(p.Address))
}

// ChangeAddress relies on ON UPDATE CASCADE for everything that refers to a player.
func (t *tx) ChangeAddress(from, to string) error {
	return t.changeOne("change of address", `UPDATE players SET address = ? WHERE address = ?`, store.Address(to), store.Address(from))
}

// ForgetPlayer goes by the address as the headers of mails have it, in any case of letters.
func (t *tx) ForgetPlayer(address, as, name string) error {
	const what = "forgetting a player"
	address, as = store.Address(address), store.Address(as)
	if _, err := t.Player(address); err != nil {
		return err
	}
	if _, err := t.Player(as); err == nil {
		return fmt.Errorf("%s: %w", what, store.ErrDuplicate)
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	sending, err := one(t, what, number, `SELECT count(*) FROM outbox WHERE recipient = ? AND state = 'sending'`, address)
	if err != nil {
		return err
	}
	if sending > 0 {
		return fmt.Errorf("%s: %w: a mail to him is being sent", what, store.ErrConflict)
	}
	d := t.r.Dialect()
	if d.Erase != "" {
		if _, err := t.change(what, d.Erase); err != nil {
			return err
		}
	}
	if err := t.forgetCompact(what, address); err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE entries SET raw = x'', fingerprint = '' WHERE fingerprint IN (SELECT fingerprint FROM keys WHERE player = ?1)`,
		`UPDATE reports SET body = x'' WHERE EXISTS (SELECT 1 FROM seats s WHERE s.game = reports.game AND s.side = reports.side AND s.player = ?1)`,
		`UPDATE outbox SET state = 'cancelled', last_error = 'the player was removed' WHERE recipient = ?1 AND state IN ('queued', 'failed')`,
		`UPDATE outbox SET raw = x'' WHERE recipient = ?1 OR ` + d.Mentions("raw", "?1") + ` AND state IN ('sent', 'cancelled')`,
		`UPDATE inbox SET raw = x'' WHERE state <> 'received' AND ` + d.Mentions("raw", "?1"),
		`UPDATE inbox SET raw = x'' WHERE state <> 'received' AND EXISTS (SELECT 1 FROM seats s WHERE s.game = inbox.game AND s.side = inbox.side AND s.player = ?1)`,
		`DELETE FROM settings WHERE name IN (SELECT 'expiry-told/' || fingerprint FROM keys WHERE player = ?1)`,
		`DELETE FROM keys WHERE player = ?1`,
		`DELETE FROM answers WHERE instr(address, ?1) > 0`,
	} {
		if _, err := t.change(what, statement, address); err != nil {
			return err
		}
	}
	if _, err := t.change(what, `DELETE FROM settings WHERE value = ?`, blob(address)); err != nil {
		return err
	}
	if _, err := t.change(what, `UPDATE outbox SET recipient = ? WHERE recipient = ?`, as, address); err != nil {
		return err
	}
	return t.changeOne("player", `UPDATE players SET address = ?, name = ?, time_zone = 'UTC', prefs = x'' WHERE address = ?`, as, name, address)
}

// keptDays is how long spent answers are remembered.
const keptDays = 30

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (t *tx) Answers(address string, on time.Time) (int, error) {
	return one(t, "answers spent", number, `SELECT CAST(coalesce(sum(spent), 0) AS BIGINT) FROM answers WHERE address = ? AND day = ?`,
		store.Address(address), day(on))
}

func (t *tx) SpendAnswer(address string, on time.Time, limit int) (bool, error) {
	const what = "spend an answer"
	if limit <= 0 {
		return false, nil
	}
	if _, err := t.change(what, `DELETE FROM answers WHERE day < ?`, day(on.AddDate(0, 0, -keptDays))); err != nil {
		return false, err
	}
	n, err := t.change(what, `INSERT INTO answers (address, day, spent) VALUES (?, ?, 1)
		ON CONFLICT (day, address) DO UPDATE SET spent = answers.spent + 1 WHERE answers.spent < ?`, store.Address(address), day(on), limit)
	return n == 1, err
}
