package draft

import (
	"maps"
	"strings"
	"time"

	"keryx/store"
)

func (d *draft) Player(address string) (store.Player, error) {
	if p, ok := d.players[store.Address(address)]; ok {
		return p, nil
	}
	return ask(d, call{verb: "Player", a: store.Address(address)}, func(tx store.ReadTx) (store.Player, error) { return tx.Player(address) })
}

func (d *draft) Players() ([]store.Player, error) {
	d.clean("Players", somePlayer)
	return list(d, call{verb: "Players"}, store.ReadTx.Players)
}

func (d *draft) PlayersAfter(address string, limit int) ([]store.Player, error) {
	d.clean("PlayersAfter", somePlayer)
	return list(d, call{verb: "PlayersAfter", a: address, n: int64(limit)}, func(tx store.ReadTx) ([]store.Player, error) { return tx.PlayersAfter(address, limit) })
}

func (d *draft) Answers(address string, day time.Time) (int, error) {
	if len(d.spent) > 0 {
		return 0, d.give("Answers")
	}
	return ask(d, call{verb: "Answers", a: address, since: day}, func(tx store.ReadTx) (int, error) { return tx.Answers(address, day) })
}

func (d *draft) UpdatePlayer(p store.Player) error {
	if err := p.Validate(); err != nil {
		return err
	}
	was, err := d.Player(p.Address)
	if err != nil {
		return err
	}
	p.Address, p.Added, p.Prefs = was.Address, was.Added, filled(p.Prefs)
	d.players[p.Address] = p
	return d.write(func(tx store.Tx) error { return tx.UpdatePlayer(p) }, somePlayer)
}

// SpendAnswer foresees what comes of it. How many were spent before need not stay the same for that, and is looked up
// without being remembered: it comes to light when it is spent in earnest.
func (d *draft) SpendAnswer(address string, day time.Time, limit int) (bool, error) {
	if limit <= 0 {
		return false, nil
	}
	before, err := d.base.Answers(address, day)
	if err != nil {
		return false, err
	}
	purse := [2]string{store.Address(address), day.UTC().Format(time.DateOnly)}
	ok := before+d.spent[purse] < limit
	if ok {
		d.spent[purse]++
	}
	return ok, d.write(func(tx store.Tx) error {
		now, err := tx.SpendAnswer(address, day, limit)
		if err == nil && now != ok {
			err = errMoved
		}
		return err
	})
}

func (d *draft) KeyByFingerprint(fingerprint string) (store.Key, error) {
	d.clean("KeyByFingerprint", someKey)
	return ask(d, call{verb: "KeyByFingerprint", a: fingerprint}, func(tx store.ReadTx) (store.Key, error) { return tx.KeyByFingerprint(fingerprint) })
}

// keys asks for a list of keys.
func (d *draft) keys(c call, get func(store.ReadTx) ([]store.Key, error)) ([]store.Key, error) {
	d.clean(c.verb, someKey)
	return list(d, c, get)
}

func (d *draft) KeysOf(player string) ([]store.Key, error) {
	return d.keys(call{verb: "KeysOf", a: player}, func(tx store.ReadTx) ([]store.Key, error) { return tx.KeysOf(player) })
}

func (d *draft) KeysBySuffix(suffix string) ([]store.Key, error) {
	return d.keys(call{verb: "KeysBySuffix", a: suffix}, func(tx store.ReadTx) ([]store.Key, error) { return tx.KeysBySuffix(suffix) })
}

func (d *draft) KeysHolding(id string) ([]store.Key, error) {
	return d.keys(call{verb: "KeysHolding", a: id}, func(tx store.ReadTx) ([]store.Key, error) { return tx.KeysHolding(id) })
}

func (d *draft) UnlistedKeys(limit int) ([]store.Key, error) {
	return d.keys(call{verb: "UnlistedKeys", n: int64(limit)}, func(tx store.ReadTx) ([]store.Key, error) { return tx.UnlistedKeys(limit) })
}

func (d *draft) KeysDue(at time.Time) ([]store.Key, error) {
	return d.keys(call{verb: "KeysDue", since: at}, func(tx store.ReadTx) ([]store.Key, error) { return tx.KeysDue(at) })
}

func (d *draft) Setting(name string) ([]byte, error) {
	if value, ok := d.settings[name]; ok {
		return value, nil
	}
	return ask(d, call{verb: "Setting", a: name}, func(tx store.ReadTx) ([]byte, error) { return tx.Setting(name) })
}

func (d *draft) SettingsUnder(prefix string) (map[string][]byte, error) {
	found, err := ask(d, call{verb: "SettingsUnder", a: prefix}, func(tx store.ReadTx) (map[string][]byte, error) { return tx.SettingsUnder(prefix) })
	found = maps.Clone(found)
	for name, value := range d.settings {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if delete(found, name); len(value) > 0 && err == nil {
			found[name] = value
		}
	}
	return found, err
}

func (d *draft) SetSetting(name string, value []byte) error {
	d.numbered("SetSetting "+name, value)
	value = append([]byte(nil), value...)
	d.settings[name] = value
	return d.write(func(tx store.Tx) error { return tx.SetSetting(name, value) })
}

func (d *draft) SetSettingDue(name string, value []byte, due time.Time) error {
	d.numbered("SetSettingDue "+name, value)
	value = append([]byte(nil), value...)
	d.settings[name] = value
	return d.write(func(tx store.Tx) error { return tx.SetSettingDue(name, value, due) })
}

func (d *draft) League(id string) (store.League, error) {
	return ask(d, call{verb: "League", a: id}, func(tx store.ReadTx) (store.League, error) { return tx.League(id) })
}

func (d *draft) Leagues() ([]store.League, error) {
	return list(d, call{verb: "Leagues"}, store.ReadTx.Leagues)
}

func (d *draft) Reads(game string) ([]store.Read, error) {
	d.clean("Reads", someLook)
	return list(d, call{verb: "Reads", a: game}, func(tx store.ReadTx) ([]store.Read, error) { return tx.Reads(game) })
}

func (d *draft) UntoldReads() ([]store.Read, error) {
	d.clean("UntoldReads", someLook)
	return list(d, call{verb: "UntoldReads"}, store.ReadTx.UntoldReads)
}

func (d *draft) AddRead(r store.Read) (int64, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	stands, becomes := d.number()
	return stands, d.write(func(tx store.Tx) (err error) {
		*becomes, err = tx.AddRead(r)
		return err
	}, someLook)
}

func (d *draft) TellReads(game string, upTo int64) error {
	return d.write(func(tx store.Tx) error { return tx.TellReads(game, d.real(upTo)) }, someLook)
}

var _ store.Tx = (*draft)(nil)
