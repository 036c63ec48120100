package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/mail"
	"keryx/store"
)

// judgeKeyOrder deals with a text about keys that is signed by one in use.
func (h *Host) judgeKeyOrder(tx store.Tx, a *asking, o keyOrder) (verdict, error) {
	in, key, player := a.incoming, a.key, a.player
	if o.fault == "" && o.elsewhere(h.Post.Address) {
		o.fault, o.word = "server", o.at
	}
	if o.fault == "" && in.edition != nil {
		if v, done, err := h.renewByMail(tx, in, key, player); done || err != nil {
			return v, err
		}
	}
	var target *store.Key
	if o.fault == "" && o.decides() {
		var err error
		if target, err = keyNamed(tx, player, key, o); err != nil {
			return verdict{}, err
		}
	}
	waits := target != nil && o.verb == "revoke" && target.Due != nil // whoever sends that again hears since when
	if o.fault == "" && o.decides() && a.before != nil && a.before.Done && !waits {
		return h.tellHeardKey(tx, a, o)
	}
	if target == nil {
		return h.noKeyChange(tx, a, o)
	}
	v := verdict{state: store.Command, reason: o.verb + " " + target.Fingerprint}
	if err := a.did(tx); err != nil {
		return v, err
	}
	switch o.verb {
	case "revoke":
		if newer(key, *target) {
			return h.revokeLater(tx, in, key, *target, player)
		}
		return v, h.setKey(tx, *target, store.KeyRevoked, "revoked by its owner")
	case "stop":
		return h.stopByMail(tx, in, player, *target, v)
	case "confirm":
		return v, h.setKey(tx, *target, store.KeyActive, "")
	}
	if err := h.setKey(tx, *target, store.KeyActive, ""); err != nil {
		return v, err
	}
	return v, h.setKey(tx, key, store.KeyRetired, "replaced by "+target.Fingerprint)
}

// tellHeardKey answers a text about keys that has changed one before.
func (h *Host) tellHeardKey(tx store.Tx, a *asking, o keyOrder) (verdict, error) {
	v := verdict{state: store.Duplicate, reason: "a copy of a text that changed a key before"}
	if ok, err := tx.SpendAnswer("keys:"+a.player.Address, h.Now(), enrolAnswers); err != nil || !ok {
		return v, err
	}
	return v, h.tellAbout(tx, a.player, "keys.heard-before", a.incoming, "Fingerprint", cmp.Or(o.key, o.value, a.key.Fingerprint), "Day", boundDay(h.Now(), zoneOf(a.player)))
}

// newer reports whether a key was registered after one that is in use. Whoever got hold
// of an owner's mailbox alone has such a key.
func newer(key, than store.Key) bool {
	return than.State == store.KeyActive && key.Added.After(than.Added)
}

// noKeyChange answers a text about keys that changes none. Only such answers are counted:
// what strangers send, or copy, must not keep a player from closing a key.
func (h *Host) noKeyChange(tx store.Tx, a *asking, o keyOrder) (verdict, error) {
	in, key, player := a.incoming, a.key, a.player
	if o.fault == "" && a.before == nil && (o.verb == "rotate" || o.verb == "confirm" && o.key != "") {
		if err := h.nameKey(tx, player, cmp.Or(o.key, o.value)); err != nil {
			return verdict{}, err
		}
	}
	if a.before == nil { // nobody but he can have sent it
		if _, _, err := h.spendOrWait(tx, in, ofChanges, player); err != nil {
			return verdict{}, err
		}
	} else if ok, err := tx.SpendAnswer("keys:"+player.Address, h.Now(), enrolAnswers); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "more texts about keys in a day than are answered"}, err
	}
	switch {
	case o.fault != "":
		return h.keyFault(tx, in, player, o)
	case !o.decides():
		v := verdict{state: store.Faulty, reason: "the key is in use already"}
		return v, h.tellAbout(tx, player, "keys.known", in, "Fingerprint", key.Fingerprint)
	}
	v := verdict{state: store.Faulty, reason: "no such key to " + o.verb}
	return v, h.tellAbout(tx, player, "keys.none-to-"+o.verb, in, "Fingerprint", cmp.Or(o.key, o.value), "Mailbox", h.Post.Address)
}

// keyNamed finds the key that a text is about among those of its author. To be revoked it
// must be in use or wait for that; to be put in use, wait for its confirmation: its owner
// has proved by its signature that he has it; to be stopped, wait for its day.
func keyNamed(tx store.Tx, player store.Player, signing store.Key, o keyOrder) (*store.Key, error) {
	named := cmp.Or(o.key, o.value)
	if o.verb == "revoke" && named == "" {
		return &signing, nil
	}
	keys, err := tx.KeysOf(player.Address)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if fitsVerb(k, o.verb) && sameFingerprint(k.Fingerprint, named) {
			return &keys[i], nil
		}
	}
	return nil, nil
}

// fitsVerb reports whether a key is in the state that a text about it starts from.
func fitsVerb(k store.Key, verb string) bool {
	switch verb {
	case "revoke":
		return k.State == store.KeyActive || k.State == store.KeyPending
	case "stop":
		return k.Due != nil
	}
	return k.State == store.KeyPending
}

// setKey changes the state of a key and tells everybody whom it concerns: its owner
// at his registered address, his opponents and the referees of his games. Nothing waits
// for the key any more, and what it has asked for others is off if it is closed.
func (h *Host) setKey(tx store.Tx, key store.Key, state store.KeyState, reason string) error {
	was := key
	key.State, key.Reason, key.Changed, key.Token = state, reason, h.Now(), store.Digest{}
	key.Due, key.DueBy = nil, ""
	if err := tx.UpdateKey(key); err != nil {
		return fmt.Errorf("key %s: %w", key.Fingerprint, err)
	}
	owner, opponent, referee := "now-"+string(state), "other-"+string(state), "referee-"+string(state)
	switch {
	case state == store.KeyActive:
	case was.State == store.KeyPending && was.Due == nil:
		owner, opponent, referee = "now-stopped", "", "" // nobody else has heard of it
	case was.State == store.KeyPending:
		owner, opponent, referee = "now-stopped", "other-stopped", "other-stopped"
	}
	if err := h.tellKeyChange(tx, key, owner, opponent, referee); err != nil || state == store.KeyActive {
		return err
	}
	return h.dropRequests(tx, key)
}

// tellKeyChange tells of a key as it is now: its owner, those who play against him, and
// the referees, each with a text of "notice.keys.". An empty one tells nobody.
func (h *Host) tellKeyChange(tx store.Tx, key store.Key, owner, opponent, referee string) error {
	player, err := tx.Player(key.Player)
	if err != nil {
		return err
	}
	once := key.Fingerprint + string(key.State) + key.Changed.UTC().Format(time.RFC3339Nano)
	args := []any{"Player", player.Name, "Address", player.Address, "Fingerprint", key.Fingerprint, "Mailbox", h.Post.Address}
	if key.Due != nil {
		args = append(args, "Due", *key.Due, "By", key.DueBy)
	}
	tell := func(address, what string) error {
		if what == "" {
			return nil
		}
		return h.sendNotice(tx, address, "", once, notice{key: "keys." + what, once: once, args: args})
	}
	if err := tell(player.Address, owner); err != nil {
		return err
	}
	opponents, referees, err := h.concerned(tx, key)
	if err != nil {
		return err
	}
	for _, address := range opponents {
		if err := tell(address, opponent); err != nil {
			return err
		}
	}
	for _, address := range referees {
		if err := tell(address, referee); err != nil {
			return err
		}
	}
	return nil
}

// tellAbout answers a mail about a player's keys with a short letter to his registered
// address. The letter stands under the mail, if that has come from there.
func (h *Host) tellAbout(tx store.Tx, player store.Player, key string, in incoming, args ...any) error {
	n := notice{key: key, once: in.row.ContentHash.String(), args: args}
	if store.Address(in.message.From) == player.Address {
		n.answers = in.message.ID
	}
	return h.sendNotice(tx, player.Address, "", n.once, n)
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
		if state == store.KeyActive {
			return h.noteNewKey(tx, key.Fingerprint)
		}
		return h.leaveNote(tx, note{What: noteKey, Key: key.Fingerprint, State: string(state)})
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
		if !from.IsZero() {
			if err := h.leaveNote(tx, note{What: noteKey, Key: key.Fingerprint, State: stateExpires, Until: &from}); err != nil {
				return err
			}
		}
		return tx.UpdateKey(key)
	})
	return key, err
}

// findKey finds a key by its fingerprint as a person copies it.
func findKey(tx store.ReadTx, given string) (found store.Key, err error) {
	const shortest = 16 // of what an index finds; no fingerprint is shorter
	if len(given) >= shortest {
		near, err := tx.KeysBySuffix(given[len(given)-shortest:])
		if err != nil {
			return found, err
		}
		for _, key := range near {
			if sameFingerprint(key.Fingerprint, given) {
				return key, nil
			}
		}
	}
	return found, fmt.Errorf("%w: %s; keryx key list shows those there are", ErrNoKey, given)
}
