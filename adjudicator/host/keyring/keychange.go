package keyring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// JudgeKeyOrder deals with a text about keys that is signed by one in use.
func (ks *Keys) JudgeKeyOrder(tx club.Tx, a *requests.Mail, o written.KeyOrder) (post.Verdict, error) {
	in, key, player := a.Received, a.Key, a.Player
	if o.Fault == "" && o.Elsewhere(ks.Post.Address) {
		o.Fault, o.Word = "server", o.At
	}
	if o.Fault == "" && in.Edition != nil {
		if v, done, err := ks.renewByMail(tx, in, key, player); done || err != nil {
			return v, err
		}
	}
	var target *store.Key
	if o.Fault == "" && o.Decides() {
		var err error
		if target, err = keyNamed(tx, player, key, o); err != nil {
			return post.Verdict{}, err
		}
	}
	waits := target != nil && o.Verb == "revoke" && target.Due != nil // whoever sends that again hears since when
	if o.Fault == "" && o.Decides() && a.Before != nil && a.Before.Done && !waits {
		return ks.tellHeardKey(tx, a, o)
	}
	if target == nil {
		return ks.noKeyChange(tx, a, o)
	}
	v := post.Verdict{State: store.Command, Reason: o.Verb + " " + target.Fingerprint}
	if err := a.Did(tx); err != nil {
		return v, err
	}
	switch o.Verb {
	case "revoke":
		if newer(key, *target) {
			return ks.revokeLater(tx, in, key, *target, player)
		}
		return v, ks.SetKey(tx, *target, store.KeyRevoked, "revoked by its owner")
	case "stop":
		return ks.stopByMail(tx, in, player, *target, v)
	case "confirm":
		return v, ks.SetKey(tx, *target, store.KeyActive, "")
	}
	if err := ks.SetKey(tx, *target, store.KeyActive, ""); err != nil {
		return v, err
	}
	return v, ks.SetKey(tx, key, store.KeyRetired, "replaced by "+target.Fingerprint)
}

// tellHeardKey answers a text about keys that has changed one before.
func (ks *Keys) tellHeardKey(tx club.Tx, a *requests.Mail, o written.KeyOrder) (post.Verdict, error) {
	v := post.Verdict{State: store.Duplicate, Reason: "a copy of a text that changed a key before"}
	if ok, err := tx.SpendAnswer("keys:"+a.Player.Address, ks.Now(), EnrolAnswers); err != nil || !ok {
		return v, err
	}
	return v, ks.TellAbout(tx, a.Player, "keys.heard-before", a.Received, "Fingerprint", cmp.Or(o.Key, o.Value, a.Key.Fingerprint), "Day", written.BoundDay(ks.Now(), written.ZoneOf(a.Player)))
}

// newer reports whether a key was registered after one that is in use. Whoever got hold
// of an owner's mailbox alone has such a key.
func newer(key, than store.Key) bool {
	return than.State == store.KeyActive && key.Added.After(than.Added)
}

// noKeyChange answers a text about keys that changes none. Only such answers are counted:
// what strangers send, or copy, must not keep a player from closing a key.
func (ks *Keys) noKeyChange(tx club.Tx, a *requests.Mail, o written.KeyOrder) (post.Verdict, error) {
	in, key, player := a.Received, a.Key, a.Player
	if o.Fault == "" && a.Before == nil && (o.Verb == "rotate" || o.Verb == "confirm" && o.Key != "") {
		if err := ks.nameKey(tx, player, cmp.Or(o.Key, o.Value)); err != nil {
			return post.Verdict{}, err
		}
	}
	if a.Before == nil { // nobody but he can have sent it
		if _, _, err := ks.Desk.SpendOrWait(tx, in, requests.OfChanges, player); err != nil {
			return post.Verdict{}, err
		}
	} else if ok, err := tx.SpendAnswer("keys:"+player.Address, ks.Now(), EnrolAnswers); err != nil || !ok {
		return post.Verdict{State: store.Ignored, Reason: "more texts about keys in a day than are answered"}, err
	}
	switch {
	case o.Fault != "":
		return ks.keyFault(tx, in, player, o)
	case !o.Decides():
		v := post.Verdict{State: store.Faulty, Reason: "the key is in use already"}
		return v, ks.TellAbout(tx, player, "keys.known", in, "Fingerprint", key.Fingerprint)
	}
	v := post.Verdict{State: store.Faulty, Reason: "no such key to " + o.Verb}
	return v, ks.TellAbout(tx, player, "keys.none-to-"+o.Verb, in, "Fingerprint", cmp.Or(o.Key, o.Value), "Mailbox", ks.Post.Address)
}

// keyNamed finds the key that a text is about among those of its author. To be revoked it
// must be in use or wait for that; to be put in use, wait for its confirmation: its owner
// has proved by its signature that he has it; to be stopped, wait for its day.
func keyNamed(tx club.Tx, player store.Player, signing store.Key, o written.KeyOrder) (*store.Key, error) {
	named := cmp.Or(o.Key, o.Value)
	if o.Verb == "revoke" && named == "" {
		return &signing, nil
	}
	keys, err := tx.KeysOf(player.Address)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if fitsVerb(k, o.Verb) && sameFingerprint(k.Fingerprint, named) {
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

// SetKey changes the state of a key and tells everybody whom it concerns: its owner
// at his registered address, his opponents and the referees of his games. Nothing waits
// for the key any more, and what it has asked for others is off if it is closed.
func (ks *Keys) SetKey(tx club.Tx, key store.Key, state store.KeyState, reason string) error {
	was := key
	key.State, key.Reason, key.Changed, key.Token = state, reason, ks.Now(), store.Digest{}
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
	if err := ks.tellKeyChange(tx, key, owner, opponent, referee); err != nil || state == store.KeyActive {
		return err
	}
	return ks.dropRequests(tx, key)
}

// tellKeyChange tells of a key as it is now: its owner, those who play against him, and
// the referees, each with a text of "notice.keys.". An empty one tells nobody.
func (ks *Keys) tellKeyChange(tx club.Tx, key store.Key, owner, opponent, referee string) error {
	player, err := tx.Player(key.Player)
	if err != nil {
		return err
	}
	once := key.Fingerprint + string(key.State) + key.Changed.UTC().Format(time.RFC3339Nano)
	args := []any{"Player", player.Name, "Address", player.Address, "Fingerprint", key.Fingerprint, "Mailbox", ks.Post.Address}
	if key.Due != nil {
		args = append(args, "Due", *key.Due, "By", key.DueBy)
	}
	tell := func(address, what string) error {
		if what == "" {
			return nil
		}
		return ks.Letters.SendNotice(tx, address, "", once, post.Notice{Key: "keys." + what, Once: once, Args: args})
	}
	if err := tell(player.Address, owner); err != nil {
		return err
	}
	opponents, referees, err := ks.Terms.Concerned(tx, key)
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

// TellAbout answers a mail about a player's keys with a short letter to his registered
// address. The letter stands under the mail, if that has come from there.
func (ks *Keys) TellAbout(tx club.Tx, player store.Player, key string, in post.Received, args ...any) error {
	n := post.Notice{Key: key, Once: in.Row.ContentHash.String(), Args: args}
	if store.Address(in.Message.From) == player.Address {
		n.Answers = in.Message.ID
	}
	return ks.Letters.SendNotice(tx, player.Address, "", n.Once, n)
}

// ErrNoKey reports a fingerprint that no registered key has.
var ErrNoKey = errors.New("no such key")

// ChangeKey confirms, retires or revokes a key at the referee's word, and tells
// everybody whom it concerns. Errors match [ErrNoKey], or are a *[club.SettingError].
func (ks *Keys) ChangeKey(ctx context.Context, fingerprint string, state store.KeyState, reason string) (key store.Key, err error) {
	err = ks.Write(ctx, func(tx club.Tx) error {
		if key, err = findKey(tx, fingerprint); err != nil {
			return err
		}
		switch {
		case key.State == state:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that is not " + string(state) + " already"}
		case state == store.KeyActive && key.State != store.KeyPending:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that waits for its confirmation: a " + string(key.State) + " key stays so"}
		case key.State == store.KeyRevoked:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that is not revoked: that is for ever"}
		}
		if err := ks.SetKey(tx, key, state, reason); err != nil {
			return err
		}
		key.State = state
		if state == store.KeyActive {
			return ks.Outbox.NoteNewKey(tx, key.Fingerprint)
		}
		return ks.Outbox.LeaveNote(tx, post.Note{What: post.NoteKey, Key: key.Fingerprint, State: string(state)})
	})
	return key, err
}

// ExpireKey lets a key sign nothing from a moment on, or as long as it says itself if
// the moment is zero. A key's own end stays its end. Errors match [ErrNoKey], or are a
// *[club.SettingError].
func (ks *Keys) ExpireKey(ctx context.Context, fingerprint string, from time.Time) (key store.Key, err error) {
	if !from.IsZero() && !from.After(ks.Now()) {
		return key, &club.SettingError{Setting: "expiry", Value: from.UTC().Format(time.DateOnly), Want: "a day to come; keryx key retire ends a key at once"}
	}
	err = ks.Write(ctx, func(tx club.Tx) error {
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
		key.Changed = ks.Now()
		if !from.IsZero() {
			if err := ks.Outbox.LeaveNote(tx, post.Note{What: post.NoteKey, Key: key.Fingerprint, State: post.StateExpires, Until: &from}); err != nil {
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
