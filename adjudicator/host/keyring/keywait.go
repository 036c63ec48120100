package keyring

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// Whoever reads a player's mail can register a key in his name; that must not be enough to
// take his place. Beside a key in use another counts only after some days, unless that key
// says otherwise, and so does the revocation of a key by one that came after it. In these
// days everybody whom it concerns hears of it, and any key of the player, or the referee,
// can stop it.

// admit makes a key count whose owner's mailbox has been proved: at once if it is his
// first, or else after some days.
func (ks *Keys) admit(tx club.Tx, key store.Key) (post.Verdict, error) {
	v := post.Verdict{State: store.Command, Reason: "key " + key.Fingerprint + " confirmed"}
	have, err := tx.KeysOf(key.Player)
	if err != nil {
		return v, err
	}
	if !hasKey(have) {
		return v, ks.SetKey(tx, key, store.KeyActive, "")
	}
	v.Reason += ", waits beside a key in use"
	key.Token = store.Digest{} // the code has done its work
	return v, ks.putOff(tx, key, "", "new")
}

// revokeLater notes that a key in use is to be revoked at the word of a newer one.
func (ks *Keys) revokeLater(tx club.Tx, in post.Received, by, target store.Key, player store.Player) (post.Verdict, error) {
	v := post.Verdict{State: store.Command, Reason: "revocation of " + target.Fingerprint + " waits"}
	if target.Due == nil {
		return v, ks.putOff(tx, target, by.Fingerprint, "revoke")
	}
	v.State, v.Reason = store.Faulty, "the revocation waits already"
	if ok, err := tx.SpendAnswer("keys:"+player.Address, ks.Now(), EnrolAnswers); err != nil || !ok {
		return v, err
	}
	return v, ks.TellAbout(tx, player, "keys.waits-already", in, "Fingerprint", target.Fingerprint, "Due", *target.Due, "Mailbox", ks.Post.Address)
}

// putOff lets a change wait and tells everybody of it.
func (ks *Keys) putOff(tx club.Tx, key store.Key, by, what string) error {
	due := store.Time(ks.Now().Add(ks.Rules.KeyWait.Duration))
	key.Due, key.DueBy, key.Changed = &due, by, ks.Now()
	if err := tx.UpdateKey(key); err != nil {
		return fmt.Errorf("key %s: %w", key.Fingerprint, err)
	}
	return ks.tellKeyChange(tx, key, "waits-"+what, "other-waits-"+what, "referee-waits-"+what)
}

// stopped is the setting that remembers a text which has stopped something, so that a copy
// of it stops nothing later.
func stopped(in post.Received) string {
	sum := sha256.Sum256([]byte(in.Message.Signed.Fingerprint + "\n" + mail.Canonical(in.Message.Signed.Text)))
	return fmt.Sprintf("stopped/%x", sum)
}

// stopByMail lets what waits about a key not happen, at the word of a key of its owner.
func (ks *Keys) stopByMail(tx club.Tx, in post.Received, player store.Player, target store.Key, v post.Verdict) (post.Verdict, error) {
	_, err := tx.Setting(stopped(in))
	if err == nil {
		v.State, v.Reason = store.Duplicate, "a copy of a text that stopped a change before"
		if ok, err := tx.SpendAnswer("keys:"+player.Address, ks.Now(), EnrolAnswers); err != nil || !ok {
			return v, err
		}
		return v, ks.TellAbout(tx, player, "keys.heard-before", in, "Fingerprint", target.Fingerprint, "Day", written.BoundDay(ks.Now(), written.ZoneOf(player)))
	}
	if !errors.Is(err, store.ErrNotFound) {
		return v, err
	}
	if err := tx.SetSetting(stopped(in), []byte(ks.Now().UTC().Format(time.RFC3339))); err != nil {
		return v, err
	}
	return v, ks.stop(tx, target, "stopped by its owner")
}

// stop lets what waits about a key not happen. A key that was to count is closed for good,
// since it may be somebody else's; one that was to be revoked stays in use.
func (ks *Keys) stop(tx club.Tx, key store.Key, reason string) error {
	if key.State == store.KeyPending {
		return ks.SetKey(tx, key, store.KeyRevoked, reason)
	}
	key.Due, key.DueBy, key.Changed = nil, "", ks.Now()
	if err := tx.UpdateKey(key); err != nil {
		return fmt.Errorf("key %s: %w", key.Fingerprint, err)
	}
	return ks.tellKeyChange(tx, key, "kept", "other-kept", "other-kept")
}

// StopKey lets what waits about a key not happen, at the referee's word. Errors match
// [ErrNoKey], or are a *[club.SettingError] if nothing waits.
func (ks *Keys) StopKey(ctx context.Context, fingerprint string) (key store.Key, err error) {
	err = ks.Write(ctx, func(tx club.Tx) error {
		if key, err = findKey(tx, fingerprint); err != nil {
			return err
		}
		if key.Due == nil {
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one about which something waits; see keryx key list"}
		}
		if err := ks.stop(tx, key, "stopped by the referee"); err != nil {
			return err
		}
		if key, err = tx.KeyByFingerprint(key.Fingerprint); err != nil || key.State == store.KeyActive {
			return err
		}
		return ks.Outbox.LeaveNote(tx, post.Note{What: post.NoteKey, Key: key.Fingerprint, State: string(key.State)})
	})
	return key, err
}

// dropRequests takes back what a key has asked for others of its owner when it is closed.
func (ks *Keys) dropRequests(tx club.Tx, closed store.Key) error {
	keys, err := tx.KeysOf(closed.Player)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.Due == nil || key.DueBy != closed.Fingerprint {
			continue
		}
		if err := ks.stop(tx, key, ""); err != nil {
			return err
		}
	}
	return nil
}

// DueKeys returns how many changes of keys were due at a moment.
func (ks *Keys) DueKeys(ctx context.Context, until time.Time) (n int, err error) {
	err = ks.Store.View(ctx, func(tx store.ReadTx) error {
		keys, err := tx.KeysDue(until)
		n = len(keys)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for keys that wait: %w", err)
	}
	return n, nil
}

// SettleKeys lets the changes of keys take place that were due at a moment, and returns
// how many did. All mail received by that moment must have been fetched: a word that
// stops one may be in it.
func (ks *Keys) SettleKeys(ctx context.Context, until time.Time) (n int, err error) {
	err = ks.Write(ctx, func(tx club.Tx) error {
		keys, err := tx.KeysDue(until)
		if err != nil {
			return err
		}
		for _, key := range keys {
			// What has been settled before may have changed this one.
			if key, err = tx.KeyByFingerprint(key.Fingerprint); err != nil {
				return err
			}
			if key.Due == nil {
				continue
			}
			if waits, err := Arrived(tx, *key.Due); err != nil || waits {
				return err
			}
			if err := ks.settleKey(tx, key); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("letting keys count that have waited: %w", err)
	}
	return n, nil
}

// settleKey lets the change of one key take place.
func (ks *Keys) settleKey(tx club.Tx, key store.Key) error {
	if key.State == store.KeyPending {
		return ks.SetKey(tx, key, store.KeyActive, "")
	}
	return ks.SetKey(tx, key, store.KeyRevoked, "revoked by its owner")
}

// ShiftKeys moves the changes of keys that were not due at a moment: while the server was
// away nobody could stop them.
func ShiftKeys(tx club.Tx, since time.Time, by time.Duration) error {
	keys, err := tx.KeysDue(reports.ForEver)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.Due.Before(since) {
			continue
		}
		due := store.Time(key.Due.Add(by))
		key.Due = &due
		if err := tx.UpdateKey(key); err != nil {
			return fmt.Errorf("key %s: %w", key.Fingerprint, err)
		}
	}
	return nil
}

// Arrived reports whether a message that was received by a deadline still waits
// to be worked on. It may hold the answer: receipt counts.
func Arrived(tx store.ReadTx, deadline time.Time) (bool, error) {
	first, err := reports.FirstArrived(tx)
	return first != nil && !first.Receipt.After(deadline), err
}
