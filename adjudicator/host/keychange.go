package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/mail"
	"keryx/store"
)

// judgeKeyOrder deals with a text about keys that is signed by one in use.
func (h *Host) judgeKeyOrder(tx store.Tx, in incoming, key store.Key, player store.Player, o keyOrder) (verdict, error) {
	if o.fault == "" && o.elsewhere(h.Post.Address) {
		o.fault, o.word = "server", o.at
	}
	var target *store.Key
	if o.fault == "" && (o.verb == "rotate" || o.verb == "revoke") {
		var err error
		if target, err = h.keyNamed(tx, player, key, o); err != nil {
			return verdict{}, err
		}
	}
	if target == nil {
		return h.noKeyChange(tx, in, key, player, o)
	}
	v := verdict{state: store.Command, reason: o.verb + " " + target.Fingerprint}
	if o.verb == "revoke" {
		return v, h.setKey(tx, *target, store.KeyRevoked, "revoked by its owner")
	}
	if err := h.setKey(tx, *target, store.KeyActive, ""); err != nil {
		return v, err
	}
	return v, h.setKey(tx, key, store.KeyRetired, "replaced by "+target.Fingerprint)
}

// noKeyChange answers a text about keys that changes none. Only such answers are counted:
// what strangers send, or copy, must not keep a player from closing a key.
func (h *Host) noKeyChange(tx store.Tx, in incoming, key store.Key, player store.Player, o keyOrder) (verdict, error) {
	if ok, err := tx.SpendAnswer("keys:"+player.Address, h.Now(), enrolAnswers); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "more texts about keys in a day than are answered"}, err
	}
	switch {
	case o.fault != "":
		return h.keyFault(tx, in, player, o)
	case o.verb == "register" || o.verb == "confirm":
		v := verdict{state: store.Faulty, reason: "the key is in use already"}
		return v, h.tellAbout(tx, player, "keys.known", in.row.ContentHash.String(), "Fingerprint", key.Fingerprint)
	}
	v := verdict{state: store.Faulty, reason: "no such key to " + o.verb}
	return v, h.tellAbout(tx, player, "keys.none-to-"+o.verb, in.row.ContentHash.String(), "Fingerprint", o.value)
}

// keyNamed finds the key that a text is about among those of its author: to be
// revoked, one in use; to take the place of the one that signs, one that waits for its
// confirmation, and whose owner has proved by its signature that he has it.
func (h *Host) keyNamed(tx store.Tx, player store.Player, signing store.Key, o keyOrder) (*store.Key, error) {
	want := store.KeyActive
	if o.verb == "rotate" {
		want = store.KeyPending
	} else if o.value == "" {
		return &signing, nil
	}
	keys, err := tx.KeysOf(player.Address)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if k.State == want && sameFingerprint(k.Fingerprint, o.value) {
			return &keys[i], nil
		}
	}
	return nil, nil
}

// setKey changes the state of a key and tells everybody whom it concerns: its owner
// at his registered address, his opponents and the referees of his games.
func (h *Host) setKey(tx store.Tx, key store.Key, state store.KeyState, reason string) error {
	key.State, key.Reason, key.Changed, key.Token = state, reason, h.Now(), store.Digest{}
	if err := tx.UpdateKey(key); err != nil {
		return fmt.Errorf("key %s: %w", key.Fingerprint, err)
	}
	return h.tellKeyChange(tx, key)
}

// tellKeyChange tells of a key as it is now.
func (h *Host) tellKeyChange(tx store.Tx, key store.Key) error {
	player, err := tx.Player(key.Player)
	if err != nil {
		return err
	}
	once := key.Fingerprint + string(key.State) + key.Changed.UTC().Format(time.RFC3339Nano)
	what := "keys.now-" + string(key.State)
	if err := h.tellAbout(tx, player, what, once, "Fingerprint", key.Fingerprint); err != nil {
		return err
	}
	others, err := h.concerned(tx, key)
	if err != nil {
		return err
	}
	for _, address := range others {
		n := notice{key: "keys.other-" + string(key.State), once: once, args: []any{"Player", player.Name, "Fingerprint", key.Fingerprint}}
		if err := h.sendNotice(tx, address, "", once, n); err != nil {
			return err
		}
	}
	return nil
}

// concerned lists the addresses of those who play against the owner of a key in
// games that are not over, and of the referees.
func (h *Host) concerned(tx store.Tx, key store.Key) (addresses []string, err error) {
	games, err := tx.Games()
	if err != nil {
		return nil, err
	}
	add := func(address string) {
		if address != "" && address != key.Player && !slices.Contains(addresses, address) {
			addresses = append(addresses, address)
		}
	}
	for _, game := range games {
		if game.Status == store.Ended || key.Game != "" && key.Game != game.ID {
			continue
		}
		seats, err := tx.SeatsOf(game.ID)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(seats, func(s store.Seat) bool {
			return s.Player == key.Player || slices.Contains(s.Substitutes, key.Player)
		}) {
			continue
		}
		for _, s := range seats {
			add(s.Player)
		}
		add(game.Referee)
	}
	return addresses, nil
}

// tellAbout sends a player a short letter about his keys, to his registered address.
func (h *Host) tellAbout(tx store.Tx, player store.Player, key, once string, args ...any) error {
	return h.sendNotice(tx, player.Address, "", once, notice{key: key, once: once, args: args})
}

// ErrNoKey reports a fingerprint that no registered key has.
var ErrNoKey = errors.New("no such key")

// ChangeKey confirms, retires or revokes a key at the referee's word, and tells
// everybody whom it concerns. Errors match [ErrNoKey], or are a *[SettingError].
func (h *Host) ChangeKey(ctx context.Context, fingerprint string, state store.KeyState, reason string) (key store.Key, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		if key, err = findKey(tx, fingerprint); err != nil {
			return err
		}
		switch {
		case key.State == state:
			return &SettingError{"key", key.Fingerprint, "one that is not " + string(state) + " already"}
		case state == store.KeyActive && key.State != store.KeyPending:
			return &SettingError{"key", key.Fingerprint, "one that waits for its confirmation: a " + string(key.State) + " key stays so"}
		case key.State == store.KeyRevoked:
			return &SettingError{"key", key.Fingerprint, "one that is not revoked: that is for ever"}
		}
		if err := h.setKey(tx, key, state, reason); err != nil {
			return err
		}
		key.State = state
		return nil
	})
	return key, err
}

// ExpireKey lets a key sign nothing from a moment on, or as long as it says itself if
// the moment is zero. A key's own end stays its end. Errors match [ErrNoKey], or are a
// *[SettingError].
func (h *Host) ExpireKey(ctx context.Context, fingerprint string, from time.Time) (key store.Key, err error) {
	if !from.IsZero() && !from.After(h.Now()) {
		return key, &SettingError{"expiry", from.UTC().Format(time.DateOnly), "a day to come; keryx key retire ends a key at once"}
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		if key, err = findKey(tx, fingerprint); err != nil {
			return err
		}
		public, err := mail.ParsePublicKey(key.Material)
		if err != nil {
			return fmt.Errorf("registered key %s: %w", key.Fingerprint, err)
		}
		key.Expires = nil
		for _, end := range []time.Time{public.Expires, from} {
			if !end.IsZero() && (key.Expires == nil || end.Before(*key.Expires)) {
				key.Expires = &end
			}
		}
		key.Changed = h.Now()
		return tx.UpdateKey(key)
	})
	return key, err
}

// findKey finds a key by its fingerprint as a person copies it.
func findKey(tx store.ReadTx, given string) (found store.Key, err error) {
	players, err := tx.Players()
	if err != nil {
		return found, err
	}
	for _, player := range players {
		keys, err := tx.KeysOf(player.Address)
		if err != nil {
			return found, err
		}
		for _, key := range keys {
			if sameFingerprint(key.Fingerprint, given) {
				return key, nil
			}
		}
	}
	return found, fmt.Errorf("%w: %s; keryx key list shows those there are", ErrNoKey, given)
}
