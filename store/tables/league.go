package tables

import "keryx/store"

const leagueColumns = `id, name, created, changed, body`

func scanLeague(row scanner) (l store.League, err error) {
	err = row.Scan(&l.ID, &l.Name, intoTime(&l.Created), intoTime(&l.Changed), intoBytes(&l.Body))
	return l, err
}

func (t *tx) League(id string) (store.League, error) {
	return one(t, "league "+id, scanLeague, `SELECT `+leagueColumns+` FROM leagues WHERE id = ?`, id)
}

func (t *tx) Leagues() ([]store.League, error) {
	return all(t, "leagues", scanLeague, `SELECT `+leagueColumns+` FROM leagues ORDER BY created, id`)
}

func (t *tx) DeleteLeague(id string) error {
	if _, err := t.League(id); err != nil {
		return err
	}
	_, err := t.change("league "+id, `DELETE FROM leagues WHERE id = ?`, id)
	return err
}

func (t *tx) PutLeague(l store.League) error {
	if err := l.Validate(); err != nil {
		return err
	}
	_, err := t.change("league "+l.ID, `INSERT INTO leagues (`+leagueColumns+`) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, changed = excluded.changed, body = excluded.body`,
		l.ID, l.Name, stamp(l.Created), stamp(l.Changed), blob(l.Body))
	return err
}
