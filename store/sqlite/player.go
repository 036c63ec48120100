package sqlite

import (
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

// keptDays is how long spent answers are remembered.
const keptDays = 30

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (t *tx) Answers(address string, on time.Time) (int, error) {
	return one(t, "answers spent", number, `SELECT coalesce(sum(spent), 0) FROM answers WHERE address = ? AND day = ?`,
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
		ON CONFLICT DO UPDATE SET spent = spent + 1 WHERE spent < ?`, store.Address(address), day(on), limit)
	return n == 1, err
}
