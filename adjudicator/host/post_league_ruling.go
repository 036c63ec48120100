package host

import (
	"keryx/store"
)

// PutLeague implements [store.Tx].
func (t hearing) PutLeague(l store.League) error {
	if t.dry {
		return nil
	}
	return t.Tx.PutLeague(l)
}

// DeleteLeague implements [store.Tx].
func (t hearing) DeleteLeague(id string) error {
	if t.dry {
		return nil
	}
	return t.Tx.DeleteLeague(id)
}

// SetSetting implements [store.Tx].
func (t hearing) SetSetting(name string, value []byte) error {
	if t.dry {
		return nil
	}
	return t.Tx.SetSetting(name, value)
}
