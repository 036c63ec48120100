package tables

func (t *tx) Setting(name string) ([]byte, error) {
	scan := func(row scanner) (value []byte, err error) {
		err = row.Scan(intoBytes(&value))
		return value, err
	}
	return one(t, "setting "+name, scan, `SELECT value FROM settings WHERE name = ?`, name)
}

func (t *tx) SettingsUnder(prefix string) (map[string][]byte, error) {
	type setting struct {
		name  string
		value []byte
	}
	rows, err := all(t, "settings under "+prefix, func(row scanner) (s setting, err error) {
		err = row.Scan(&s.name, intoBytes(&s.value))
		return s, err
	}, `SELECT name, value FROM settings WHERE name >= ? AND name < ? AND length(value) > 0`, prefix, prefix+"\U0010FFFF")
	found := make(map[string][]byte, len(rows))
	for _, s := range rows {
		found[s.name] = s.value
	}
	return found, err
}

func (t *tx) SetSetting(name string, value []byte) error {
	_, err := t.change("setting "+name, `INSERT INTO settings (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, blob(value))
	return err
}
