package store

// A SettingReader reads what the server itself must remember from one run to the next, such as when it last was awake.
type SettingReader interface {
	// Setting returns a value, or ErrNotFound.
	Setting(name string) ([]byte, error)
	// SettingsUnder returns the settings whose names begin so, by their whole names, without those that have no bytes. The
	// beginning is ASCII.
	SettingsUnder(prefix string) (map[string][]byte, error)
}

// A SettingWriter writes settings.
type SettingWriter interface {
	// SetSetting stores a value under a name, in the place of the one before.
	SetSetting(name string, value []byte) error
}
