package keyring

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Anybody can ask for a key to be registered in a player's name, and the letters that
// follow are counted, so that nobody is flooded. What a player can show to be his own is
// counted apart: a registration that carries a word which went to his registered address
// ("pass"), or of a key that one of his keys in use has named.

// PrefVouched is the name, among a player's preferences, of what makes a registration
// his own.
const PrefVouched = "vouched"

// maxNamed is how many keys that a player has named are remembered.
const maxNamed = 5

// maxFingerprint is the length of the longest fingerprint there is, that of an OpenPGP
// key of version 6, with room for what people write before it.
const maxFingerprint = 80

// Vouched is kept with a player. What is older than codeLife counts no more.
type Vouched struct {
	Pass  string               `json:"pass,omitempty"`
	Made  time.Time            `json:"made,omitzero"` // when the pass was last mailed
	Named map[string]time.Time `json:"named,omitempty"`
}

// readVouched reads what is still good of it.
func (ks *Keys) readVouched(player store.Player) (v Vouched, err error) {
	prefs, err := post.ReadPrefs(player)
	if err != nil || prefs[PrefVouched] == nil {
		return v, err
	}
	if err := json.Unmarshal(prefs[PrefVouched], &v); err != nil {
		return v, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	if ks.Now().Sub(v.Made) > codeLife {
		v.Pass = ""
	}
	for fingerprint, at := range v.Named {
		if ks.Now().Sub(at) > codeLife {
			delete(v.Named, fingerprint)
		}
	}
	return v, nil
}

// KeepVouched stores it.
func KeepVouched(tx club.Tx, player store.Player, v Vouched) error {
	prefs, err := post.ReadPrefs(player)
	if err != nil {
		return err
	}
	if prefs[PrefVouched], err = json.Marshal(v); err != nil {
		return err
	}
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return err
	}
	return tx.UpdatePlayer(player)
}

// isVouched reports whether a registration is shown to be its owner's.
func (ks *Keys) isVouched(player store.Player, fingerprint string, o written.KeyOrder) (bool, error) {
	v, err := ks.readVouched(player)
	if err != nil {
		return false, err
	}
	if v.Pass != "" && subtle.ConstantTimeCompare([]byte(requests.CodeOf(o.Pass)), []byte(requests.CodeOf(v.Pass))) == 1 {
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
func (ks *Keys) passOf(tx club.Tx, player store.Player) (string, error) {
	v, err := ks.readVouched(player)
	if err != nil {
		return "", err
	}
	if v.Pass == "" {
		if v.Pass, _, err = ks.newCode(); err != nil {
			return "", err
		}
	}
	v.Made = store.Time(ks.Now())
	return v.Pass, KeepVouched(tx, player, v)
}

// nameKey remembers that a key in use has named another, which is not known yet.
func (ks *Keys) nameKey(tx club.Tx, player store.Player, fingerprint string) error {
	if len(fingerprint) > maxFingerprint {
		return nil
	}
	v, err := ks.readVouched(player)
	if err != nil {
		return err
	}
	if v.Named == nil {
		v.Named = map[string]time.Time{}
	}
	v.Named[fingerprint] = store.Time(ks.Now())
	for len(v.Named) > maxNamed {
		oldest := ""
		for f, at := range v.Named {
			if oldest == "" || at.Before(v.Named[oldest]) || at.Equal(v.Named[oldest]) && f < oldest {
				oldest = f
			}
		}
		delete(v.Named, oldest)
	}
	return KeepVouched(tx, player, v)
}

// spendEnrol takes one of the letters that registrations lead to in a day. Where the
// unproven ones are used up, their addressee hears once a day how his own are told from
// them.
func (ks *Keys) spendEnrol(tx club.Tx, in post.Received, player store.Player, own bool) (bool, error) {
	if own {
		return tx.SpendAnswer("enrol-own:"+player.Address, ks.Now(), EnrolAnswers)
	}
	ok, err := tx.SpendAnswer("enrol:"+player.Address, ks.Now(), EnrolAnswers)
	if err != nil || ok {
		return ok, err
	}
	if first, err := tx.SpendAnswer("enrol-flood:"+player.Address, ks.Now(), 1); err != nil || !first {
		return false, err
	}
	pass, err := ks.passOf(tx, player)
	if err != nil {
		return false, err
	}
	return false, ks.TellAbout(tx, player, "keys.flood", in, "Count", EnrolAnswers, "Pass", pass, "Mailbox", ks.Post.Address)
}

// hasKey reports whether a player has a key in use: one that has expired is, since it
// can be prolonged.
func hasKey(keys []store.Key) bool {
	return slices.ContainsFunc(keys, func(k store.Key) bool { return k.State == store.KeyActive })
}
