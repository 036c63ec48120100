package host

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/store"
)

// Anybody can ask for a key to be registered in a player's name, and the letters that
// follow are counted, so that nobody is flooded. What a player can show to be his own is
// counted apart: a registration that carries a word which went to his registered address
// ("pass"), or of a key that one of his keys in use has named.

// prefVouched is the name, among a player's preferences, of what makes a registration
// his own.
const prefVouched = "vouched"

// maxNamed is how many keys that a player has named are remembered.
const maxNamed = 5

// maxFingerprint is the length of the longest fingerprint there is, that of an OpenPGP
// key of version 6, with room for what people write before it.
const maxFingerprint = 80

// vouched is kept with a player. What is older than codeLife counts no more.
type vouched struct {
	Pass  string               `json:"pass,omitempty"`
	Made  time.Time            `json:"made,omitzero"` // when the pass was last mailed
	Named map[string]time.Time `json:"named,omitempty"`
}

// readVouched reads what is still good of it.
func (h *Host) readVouched(player store.Player) (v vouched, err error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefVouched] == nil {
		return v, err
	}
	if err := json.Unmarshal(prefs[prefVouched], &v); err != nil {
		return v, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	if h.Now().Sub(v.Made) > codeLife {
		v.Pass = ""
	}
	for fingerprint, at := range v.Named {
		if h.Now().Sub(at) > codeLife {
			delete(v.Named, fingerprint)
		}
	}
	return v, nil
}

// keepVouched stores it.
func keepVouched(tx store.Tx, player store.Player, v vouched) error {
	prefs, err := readPrefs(player)
	if err != nil {
		return err
	}
	if prefs[prefVouched], err = json.Marshal(v); err != nil {
		return err
	}
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return err
	}
	return tx.UpdatePlayer(player)
}

// isVouched reports whether a registration is shown to be its owner's.
func (h *Host) isVouched(player store.Player, fingerprint string, o keyOrder) (bool, error) {
	v, err := h.readVouched(player)
	if err != nil {
		return false, err
	}
	if v.Pass != "" && subtle.ConstantTimeCompare([]byte(codeOf(o.pass)), []byte(codeOf(v.Pass))) == 1 {
		return true, nil
	}
	for named := range v.Named {
		if sameFingerprint(fingerprint, named) {
			return true, nil
		}
	}
	return false, nil
}

// passOf returns the word that makes registrations a player's own, to be mailed to him.
// It stays the same while it counts, or else strangers could have it replaced.
func (h *Host) passOf(tx store.Tx, player store.Player) (string, error) {
	v, err := h.readVouched(player)
	if err != nil {
		return "", err
	}
	if v.Pass == "" {
		if v.Pass, _, err = h.newCode(); err != nil {
			return "", err
		}
	}
	v.Made = store.Time(h.Now())
	return v.Pass, keepVouched(tx, player, v)
}

// nameKey remembers that a key in use has named another, which is not known yet.
func (h *Host) nameKey(tx store.Tx, player store.Player, fingerprint string) error {
	if len(fingerprint) > maxFingerprint {
		return nil
	}
	v, err := h.readVouched(player)
	if err != nil {
		return err
	}
	if v.Named == nil {
		v.Named = map[string]time.Time{}
	}
	v.Named[fingerprint] = store.Time(h.Now())
	for len(v.Named) > maxNamed {
		oldest := ""
		for f, at := range v.Named {
			if oldest == "" || at.Before(v.Named[oldest]) || at.Equal(v.Named[oldest]) && f < oldest {
				oldest = f
			}
		}
		delete(v.Named, oldest)
	}
	return keepVouched(tx, player, v)
}

// spendEnrol takes one of the letters that registrations lead to in a day. Where the
// unproven ones are used up, their addressee hears once a day how his own are told from
// them.
func (h *Host) spendEnrol(tx store.Tx, in incoming, player store.Player, own bool) (bool, error) {
	if own {
		return tx.SpendAnswer("enrol-own:"+player.Address, h.Now(), enrolAnswers)
	}
	ok, err := tx.SpendAnswer("enrol:"+player.Address, h.Now(), enrolAnswers)
	if err != nil || ok {
		return ok, err
	}
	if first, err := tx.SpendAnswer("enrol-flood:"+player.Address, h.Now(), 1); err != nil || !first {
		return false, err
	}
	pass, err := h.passOf(tx, player)
	if err != nil {
		return false, err
	}
	return false, h.tellAbout(tx, player, "keys.flood", in, "Count", enrolAnswers, "Pass", pass, "Mailbox", h.Post.Address)
}

// hasKey reports whether a player has a key in use: one that has expired is, since it
// can be prolonged.
func hasKey(keys []store.Key) bool {
	return slices.ContainsFunc(keys, func(k store.Key) bool { return k.State == store.KeyActive })
}
