package tables

func (t *tx) Setting(name string) ([]byte, error) {
	scan := func(row scanner) (value []byte, err error) {
		err = row.Scan(intoBytes(&value))
		return value, err
	}
	return one(t, "setting "+name, scan, `SELECT value FROM settings WHERE name = ?`, name)
}

func (t *tx) SetSetting(name string, value []byte) error {
	_, err := t.change("setting "+name, `INSERT INTO settings (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, blob(value))
	return err
}
