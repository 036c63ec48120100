package seating

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
)

// Guest is whom a side of a game that is over was played by, as another club says.
type Guest struct {
	Address string `json:"address"`
	Club    string `json:"club"`
	Key     string `json:"key"` // of the club's server
}

// MoveOwned takes what is remembered of somebody and games of other clubs along to his new address;
// without one it is dropped.
func MoveOwned(tx club.Tx, was, is string) error {
	said, err := tx.SettingsUnder("own/")
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		of, mine := strings.CutSuffix(name, "/"+was)
		if !mine {
			continue
		}
		text, err := tx.Setting(name)
		if err != nil {
			return err
		}
		if err := tx.SetSetting(name, nil); err != nil {
			return err
		}
		if is == "" || len(text) == 0 {
			continue
		}
		if err := tx.SetSetting(of+"/"+is, text); err != nil {
			return err
		}
	}
	guests, err := tx.SettingsUnder("guest/")
	if err != nil {
		return err
	}
	for name, text := range guests {
		if len(text) == 0 {
			continue
		}
		var g Guest
		if err := json.Unmarshal(text, &g); err != nil {
			return err
		}
		if g.Address != was {
			continue
		}
		if is == "" {
			err = tx.SetSetting(name, nil)
		} else {
			g.Address = is
			err = written.WriteSetting(tx, name, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
