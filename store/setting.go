package store

import "time"

// A SettingReader reads what the server itself must remember from one run to the next, such as when it last was awake.
type SettingReader interface {
	// Setting returns a value, or ErrNotFound.
	Setting(name string) ([]byte, error)
	// SettingsUnder returns the settings whose names begin so, by their whole names, without those that have no bytes. The
	// beginning is ASCII. It looks at every setting of such a name, those without bytes too.
	SettingsUnder(prefix string) (map[string][]byte, error)
	// SettingsDue returns those of SettingsUnder whose moment has come. It looks at no others.
	SettingsDue(prefix string, until time.Time) (map[string][]byte, error)
}

// A SettingWriter writes settings.
type SettingWriter interface {
	// SetSetting stores a value under a name, in the place of the one before. It waits for no moment.
	SetSetting(name string, value []byte) error
	// SetSettingDue stores a value as SetSetting does, which [SettingReader.SettingsDue] finds from a moment on.
	SetSettingDue(name string, value []byte, due time.Time) error
}
