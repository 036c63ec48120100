package tables

import (
	"fmt"
	"time"

	"keryx/store"
)

const keyColumns = `fingerprint, player, game, scheme, state, reason, token, added, changed, expires, due, due_by, material`

func scanKey(row scanner) (k store.Key, err error) {
	err = row.Scan(&k.Fingerprint, &k.Player, intoOptional(&k.Game), &k.Scheme, &k.State, &k.Reason, intoDigest(&k.Token),
		intoTime(&k.Added), intoTime(&k.Changed), intoMaybe(&k.Expires), intoMaybe(&k.Due), &k.DueBy, intoBytes(&k.Material))
	return k, err
}

func (t *tx) KeyByFingerprint(fingerprint string) (store.Key, error) {
	return one(t, "key "+fingerprint, scanKey, `SELECT `+keyColumns+` FROM keys WHERE fingerprint = ?`, fingerprint)
}

func (t *tx) KeysOf(player string) ([]store.Key, error) {
	return all(t, "keys of a player", scanKey, `SELECT `+keyColumns+` FROM keys WHERE player = ? ORDER BY added, fingerprint`,
		store.Address(player))
}

// keyID is the length of a whole OpenPGP key id, which an index is kept of.
const keyID = 16

// shortestSuffix is half an OpenPGP key id: anything shorter matches by accident.
const shortestSuffix = 8

func (t *tx) KeysBySuffix(suffix string) ([]store.Key, error) {
	if len(suffix) < shortestSuffix {
		return nil, fmt.Errorf("key suffix of %d characters: %w: want at least %d", len(suffix), store.ErrInvalid, shortestSuffix)
	}
	if len(suffix) == keyID {
		return all(t, "keys by id", scanKey, `SELECT `+keyColumns+` FROM keys
			WHERE lower(`+t.r.Dialect().End("fingerprint", "16")+`) = lower(?1) ORDER BY added, fingerprint`, suffix)
	}
	return all(t, "keys by suffix", scanKey, `SELECT `+keyColumns+` FROM keys
		WHERE lower(`+t.r.Dialect().End("fingerprint", "length(?1)")+`) = lower(?1) ORDER BY added, fingerprint`, suffix)
}

func (t *tx) KeysHolding(id string) ([]store.Key, error) {
	return all(t, "keys holding an id", scanKey, `SELECT `+keyColumns+` FROM keys
		WHERE fingerprint IN (SELECT fingerprint FROM key_ids WHERE id = ?) ORDER BY added, fingerprint`, id)
}

func (t *tx) UnlistedKeys(n int) ([]store.Key, error) {
	return all(t, "keys not listed", scanKey, `SELECT `+keyColumns+` FROM keys WHERE listed = 0 ORDER BY fingerprint LIMIT ?`, limit(n))
}

func (t *tx) ListKey(fingerprint string, ids []string) error {
	what := "list of key " + fingerprint
	if err := t.changeOne(what, `UPDATE keys SET listed = 1 WHERE fingerprint = ?`, fingerprint); err != nil {
		return err
	}
	if _, err := t.change(what, `DELETE FROM key_ids WHERE fingerprint = ?`, fingerprint); err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := t.change(what, `INSERT INTO key_ids (id, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING`, id, fingerprint); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) AddKey(k store.Key) error {
	if err := k.Validate(); err != nil {
		return err
	}
	_, err := t.insert("key "+k.Fingerprint, "keys", keyColumns,
		k.Fingerprint, store.Address(k.Player), orNull(k.Game), k.Scheme, k.State, k.Reason, bits(k.Token),
		stamp(k.Added), stamp(k.Changed), when(k.Expires), when(k.Due), k.DueBy, blob(k.Material))
	return err
}

func (t *tx) UpdateKey(k store.Key) error {
	if err := k.Validate(); err != nil {
		return err
	}
	return t.changeOne("key "+k.Fingerprint, `UPDATE keys SET game = ?, state = ?, reason = ?, token = ?, changed = ?, expires = ?,
		due = ?, due_by = ? WHERE fingerprint = ?`, orNull(k.Game), k.State, k.Reason, bits(k.Token), stamp(k.Changed), when(k.Expires),
		when(k.Due), k.DueBy, k.Fingerprint)
}

func (t *tx) RenewKey(fingerprint string, material []byte) error {
	if len(material) == 0 {
		return fmt.Errorf("key %s: %w: want the public key", fingerprint, store.ErrInvalid)
	}
	return t.changeOne("key "+fingerprint, `UPDATE keys SET material = ?, listed = 0 WHERE fingerprint = ?`, blob(material), fingerprint)
}

func (t *tx) KeysDue(at time.Time) ([]store.Key, error) {
	return all(t, "keys due", scanKey, `SELECT `+keyColumns+` FROM keys WHERE due <= ? ORDER BY due, fingerprint`, stamp(at))
}
