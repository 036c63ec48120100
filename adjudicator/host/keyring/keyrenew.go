package keyring

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/mail"
	"keryx/store"
)

// renew takes over what another edition of a registered OpenPGP key says beyond the one
// that is stored, and reports whether it does. An edition that cannot be added changes
// nothing.
func (ks *Keys) renew(tx club.Tx, key *store.Key, edition mail.PublicKey) (bool, error) {
	have, err := mail.ParsePublicKey(key.Material)
	if err != nil {
		return false, fmt.Errorf("registered key %s: %w", key.Fingerprint, err)
	}
	renewed, changed, err := have.Renew(edition)
	if errors.As(err, new(*mail.Refusal)) {
		return false, nil
	}
	if err != nil || !changed {
		return false, err
	}
	if err := tx.RenewKey(key.Fingerprint, []byte(renewed.Text)); err != nil {
		return false, err
	}
	key.Material = []byte(renewed.Text)
	// The register may have ended the key sooner than its owner had; that stays.
	if key.Expires == nil || key.Expires.Equal(store.Time(have.Expires)) {
		key.Expires = nil
		if !renewed.Expires.IsZero() {
			key.Expires = &renewed.Expires
		}
	}
	if err := tx.UpdateKey(*key); err != nil {
		return false, fmt.Errorf("key %s: %w", key.Fingerprint, err)
	}
	if renewed.Revoked && key.State != store.KeyRevoked {
		return true, ks.SetKey(tx, *key, store.KeyRevoked, "revoked in the key itself")
	}
	return true, nil
}

// renewByMail takes over the edition of a key in use that a text brings which the key has
// signed. It reports false if there is nothing new in it.
func (ks *Keys) renewByMail(tx club.Tx, in post.Received, key store.Key, player store.Player) (v post.Verdict, done bool, err error) {
	v = post.Verdict{State: store.Command, Reason: "key " + key.Fingerprint + " renewed"}
	if done, err = ks.renew(tx, &key, *in.Edition); err != nil || !done {
		return v, done, err
	}
	end, err := reports.KeyEnd(key, false)
	if err != nil {
		return v, true, err
	}
	args := []any{"Fingerprint", key.Fingerprint, "Ends", !end.IsZero()}
	if !end.IsZero() {
		args = append(args, "End", end)
	}
	return v, true, ks.TellAbout(tx, player, "keys.renewed", in, args...)
}

// KeyEnd is when a key signs nothing any more, by its own end or by the register's; zero
// for never.
func KeyEnd(key store.Key) (time.Time, error) { return reports.KeyEnd(key, false) }

// expirySetting remembers the day on which it was last looked which keys come to their end.
const expirySetting = "expiry-looked"

// expiryWarnings are how long before a key ends its owner and his referees hear of it, the
// longest first.
var expiryWarnings = []time.Duration{30 * 24 * time.Hour, 7 * 24 * time.Hour}

// WarnExpiry tells the owners of keys in use, and the referees of their games, that a key
// comes to its end: once a month before and once a week before. It looks once a day, and
// returns how many keys it told of.
func (ks *Keys) WarnExpiry(ctx context.Context) (n int, err error) {
	for {
		told, more, err := ks.WarnSome(ctx)
		if n += told; err != nil || !more {
			return n, err
		}
	}
}

// warnedAtOnce bounds the players whose keys are looked at in one transaction.
const warnedAtOnce = 100

// WarnSome is WarnExpiry for the next players, and reports whether there are more of them
// today. How far the look has come is noted: the day on which it began, and behind it the
// last player, until it has come to the end.
func (ks *Keys) WarnSome(ctx context.Context) (n int, more bool, err error) {
	today := ks.Now().UTC().Format(time.DateOnly)
	var looked string
	err = ks.Store.View(ctx, func(tx store.ReadTx) error {
		text, err := tx.Setting(expirySetting)
		looked = string(text)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil || looked == today {
		return 0, false, err
	}
	day, last, midway := strings.Cut(looked, " ")
	if !midway {
		day = today
	}
	err = ks.Write(ctx, func(tx club.Tx) error {
		players, err := tx.PlayersAfter(last, warnedAtOnce)
		if err != nil {
			return err
		}
		for _, player := range players {
			told, err := ks.warnOf(tx, player)
			if err != nil {
				return err
			}
			n += told
		}
		if more = len(players) == warnedAtOnce; !more {
			return tx.SetSetting(expirySetting, []byte(day))
		}
		return tx.SetSetting(expirySetting, []byte(day+" "+players[len(players)-1].Address))
	})
	if err != nil {
		return 0, false, fmt.Errorf("looking for keys that come to their end: %w", err)
	}
	return n, more, nil
}

// warnOf tells of the keys of one player that come to their end.
func (ks *Keys) warnOf(tx club.Tx, player store.Player) (n int, err error) {
	keys, err := tx.KeysOf(player.Address)
	if err != nil {
		return 0, err
	}
	encrypts, err := post.WantsEncryption(player)
	if err != nil {
		return 0, err
	}
	for _, key := range keys {
		if key.State != store.KeyActive {
			continue
		}
		end, err := reports.KeyEnd(key, encrypts)
		if err != nil {
			return n, err
		}
		told, err := ks.warnOfKey(tx, key, end)
		if err != nil {
			return n, err
		}
		if told {
			n++
		}
	}
	return n, nil
}

// warnOfKey tells of one key, if it ends within the time of a warning that has not been
// given.
func (ks *Keys) warnOfKey(tx club.Tx, key store.Key, end time.Time) (bool, error) {
	left := end.Sub(ks.Now())
	if end.IsZero() || left <= 0 || left > expiryWarnings[0] {
		return false, nil
	}
	stage := 0
	for i, before := range expiryWarnings {
		if left <= before {
			stage = i
		}
	}
	name, told := "expiry-told/"+key.Fingerprint, fmt.Sprintf("%s %d", end.UTC().Format(time.RFC3339), stage)
	before, err := tx.Setting(name)
	if err == nil && string(before) == told {
		return false, nil
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return false, err
	}
	if err := tx.SetSetting(name, []byte(told)); err != nil {
		return false, err
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return false, err
	}
	args := []any{"Fingerprint", key.Fingerprint, "Player", player.Name, "Address", player.Address, "End", end,
		"Days", int(left/(24*time.Hour)) + 1, "OpenPGP", key.Scheme == string(mail.OpenPGP), "Mailbox", ks.Post.Address}
	once := key.Fingerprint + " " + told
	if err := ks.Letters.SendNotice(tx, player.Address, "", once, post.Notice{Key: "keys.ends", Once: once, Args: args}); err != nil {
		return false, err
	}
	_, referees, err := ks.Terms.Concerned(tx, key)
	if err != nil {
		return false, err
	}
	for _, address := range referees {
		if err := ks.Letters.SendNotice(tx, address, "", once, post.Notice{Key: "keys.referee-ends", Once: once, Args: args}); err != nil {
			return false, err
		}
	}
	return true, nil
}
