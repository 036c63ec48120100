package tables

import "time"

func (t *tx) Setting(name string) ([]byte, error) {
	scan := func(row scanner) (value []byte, err error) {
		err = row.Scan(intoBytes(&value))
		return value, err
	}
	return one(t, "setting "+name, scan, `SELECT value FROM settings WHERE name = ?`, name)
}

func (t *tx) SettingsUnder(prefix string) (map[string][]byte, error) {
	return t.settings("settings under "+prefix, `SELECT name, value FROM settings WHERE name >= ? AND name < ? AND length(value) > 0`,
		prefix, prefix+"\U0010FFFF")
}

// The beginning is compared in a way that no index serves: those of names would be taken for all that begin so, due or not.
func (t *tx) SettingsDue(prefix string, until time.Time) (map[string][]byte, error) {
	return t.settings("settings due under "+prefix, `SELECT name, value FROM settings WHERE due <= ? AND substr(name, 1, ?) = ? AND length(value) > 0`,
		stamp(until), len(prefix), prefix)
}

func (t *tx) settings(what, query string, args ...any) (map[string][]byte, error) {
	type setting struct {
		name  string
		value []byte
	}
	rows, err := all(t, what, func(row scanner) (s setting, err error) {
		err = row.Scan(&s.name, intoBytes(&s.value))
		return s, err
	}, query, args...)
	found := make(map[string][]byte, len(rows))
	for _, s := range rows {
		found[s.name] = s.value
	}
	return found, err
}

func (t *tx) SetSetting(name string, value []byte) error { return t.setSetting(name, value, nil) }

func (t *tx) SetSettingDue(name string, value []byte, due time.Time) error {
	return t.setSetting(name, value, &due)
}

func (t *tx) setSetting(name string, value []byte, due *time.Time) error {
	_, err := t.change("setting "+name, `INSERT INTO settings (name, value, due) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, due = excluded.due`, name, blob(value), when(due))
	return err
}
