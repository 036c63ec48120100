package settings

import "keryx/adjudicator/host/health"

// telling is where the daemon tells how it stands.
type telling struct {
	Listen string `toml:"listen"`
}

// check says what is wrong with the setting.
func (t telling) check() error {
	if t.Listen == "" {
		return nil
	}
	if err := health.CheckAddress(t.Listen); err != nil {
		return wrongSetting("health.listen", "is %v", err)
	}
	return nil
}
