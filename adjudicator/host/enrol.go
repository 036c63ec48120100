package host

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"keryx/mail"
	"keryx/store"
)

// The limits of enrolment: mails about keys that an address is sent in a day, tries
// at a code in a day, how long a code counts, and keys of a player that wait for
// theirs.
const (
	enrolAnswers = 5
	codeTries    = 5
	codeLife     = 7 * 24 * time.Hour
	maxPending   = 5
)

// offeredRing is the register and the keys that a mail brings along. It is looked at
// only for texts that register or confirm a key.
type offeredRing struct {
	keyring
	offered []mail.PublicKey
}

// ByFingerprint implements [mail.Keyring].
func (r offeredRing) ByFingerprint(ctx context.Context, fingerprint string) ([]mail.Key, error) {
	found, err := r.keyring.ByFingerprint(ctx, fingerprint)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return r.keys().ByFingerprint(ctx, fingerprint)
}

// ByKeyID implements [mail.Keyring].
func (r offeredRing) ByKeyID(ctx context.Context, id uint64) ([]mail.Key, error) {
	found, err := r.keyring.ByKeyID(ctx, id)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return r.keys().ByKeyID(ctx, id)
}

func (r offeredRing) keys() (keys mail.Keys) {
	for _, key := range r.offered {
		keys = append(keys, mail.Key{PublicKey: key})
	}
	return keys
}

// readNewKey reads a mail whose signer is unknown once more, with the keys that it
// brings along and those that wait for their confirmation. It counts only if its text
// registers or confirms a key; otherwise the mail stays what it was.
func (h *Host) readNewKey(ctx context.Context, in *mail.Intake, row store.InboxMessage, unknown incoming) (incoming, error) {
	ring := offeredRing{keyring{h.Store}, mail.OfferedKeys(row.Raw)}
	if err := h.addPending(ctx, &ring, unknown.message.From); err != nil {
		return unknown, err
	}
	if len(ring.offered) == 0 {
		return unknown, nil
	}
	in.Keys = ring
	message, err := in.Read(ctx, row.Raw)
	if errors.As(err, new(*mail.Refusal)) {
		return unknown, nil
	}
	if err != nil {
		return unknown, err
	}
	if o, ok := readKeyOrder(message.Signed.Text); !ok || o.verb != "register" && o.verb != "confirm" {
		return unknown, nil
	}
	letter := incoming{row: row, message: message}
	for i := range ring.offered {
		if ring.offered[i].Fingerprint == message.Signed.Fingerprint {
			letter.newKey = &ring.offered[i]
		}
	}
	if letter.newKey == nil {
		return unknown, nil
	}
	return letter, nil
}

// addPending adds the keys of an address that wait for their confirmation.
func (h *Host) addPending(ctx context.Context, ring *offeredRing, address string) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		stored, err := tx.KeysOf(store.Address(address))
		if err != nil {
			return err
		}
		for _, key := range stored {
			if key.State != store.KeyPending {
				continue
			}
			if public, err := mail.ParsePublicKey(key.Material); err == nil {
				ring.offered = append(ring.offered, public)
			}
		}
		return nil
	})
}

// judgeNewKey deals with a text that is signed by a key which signs no orders yet.
func (h *Host) judgeNewKey(tx store.Tx, in incoming) (verdict, error) {
	o, _ := readKeyOrder(in.message.Signed.Text)
	if o.verb == "confirm" {
		return h.confirmByMail(tx, in, o)
	}
	address := store.Address(in.message.From)
	if o.value != "" {
		address = store.Address(o.value)
	}
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return verdict{state: store.Ignored, reason: "a key for an address that is not registered"}, nil
	}
	if err != nil {
		return verdict{}, err
	}
	if ok, err := tx.SpendAnswer("enrol:"+player.Address, h.Now(), enrolAnswers); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "more keys in a day than are looked at"}, err
	}
	if o.fault != "" {
		return h.keyFault(tx, in, player, o)
	}
	return h.registerByMail(tx, in, player)
}

// registerByMail stores a new key and mails the code that confirms it to its
// owner's registered address, which is what proves that it is his.
func (h *Host) registerByMail(tx store.Tx, in incoming, player store.Player) (verdict, error) {
	done := verdict{state: store.Command, reason: "key " + in.newKey.Fingerprint + " registered, not confirmed"}
	code, hash, err := h.newCode()
	if err != nil {
		return done, err
	}
	key, err := tx.KeyByFingerprint(in.newKey.Fingerprint)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if refused, err := h.addPendingKey(tx, player, in.newKey, hash); err != nil || refused != "" {
			done.state, done.reason = store.Faulty, refused
			return done, errors.Join(err, h.tellAbout(tx, player, "keys."+refused, in.row.ContentHash.String(), "Fingerprint", in.newKey.Fingerprint))
		}
	case err != nil:
		return done, err
	case key.Player != player.Address || key.State != store.KeyPending:
		// Whose it is, is nobody else's business.
		done.state, done.reason = store.Faulty, "taken"
		return done, h.tellAbout(tx, player, "keys.taken", in.row.ContentHash.String(), "Fingerprint", in.newKey.Fingerprint)
	default:
		key.Token, key.Changed = hash, h.Now()
		if err := tx.UpdateKey(key); err != nil {
			return done, err
		}
	}
	return done, h.tellAbout(tx, player, "keys.code", in.row.ContentHash.String(),
		"Fingerprint", in.newKey.Fingerprint, "Code", code, "Days", int(codeLife/(24*time.Hour)), "Mailbox", h.Post.Address)
}

// addPendingKey adds a key, or says why not.
func (h *Host) addPendingKey(tx store.Tx, player store.Player, key *mail.PublicKey, token store.Digest) (refused string, err error) {
	if key.Revoked || key.ExpiredAt(h.Now()) {
		return "expired", nil
	}
	have, err := tx.KeysOf(player.Address)
	if err != nil {
		return "", err
	}
	waiting := 0
	for _, k := range have {
		if k.State == store.KeyPending && h.Now().Sub(k.Changed) <= codeLife {
			waiting++
		}
	}
	if waiting >= maxPending {
		return "too-many", nil
	}
	row := store.Key{Fingerprint: key.Fingerprint, Player: player.Address, Scheme: string(key.Kind), Material: []byte(key.Text),
		State: store.KeyPending, Token: token, Added: h.Now(), Changed: h.Now()}
	if !key.Expires.IsZero() {
		row.Expires = &key.Expires
	}
	return "", tx.AddKey(row)
}

// newCode makes a code of 130 random bits and the hash of it that is stored.
func (h *Host) newCode() (code string, hash store.Digest, err error) {
	var random [17]byte
	if _, err := io.ReadFull(h.Random, random[:]); err != nil {
		return "", hash, fmt.Errorf("making a code: %w", err)
	}
	text := base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding).EncodeToString(random[:])[:26]
	for i := 0; i < len(text); i += 4 {
		if i > 0 {
			code += "-"
		}
		code += text[i:min(i+4, len(text))]
	}
	return code, sha256.Sum256([]byte(codeOf(code))), nil
}

// confirmByMail makes a key count whose owner has sent the code back.
func (h *Host) confirmByMail(tx store.Tx, in incoming, o keyOrder) (verdict, error) {
	v := verdict{state: store.Ignored, reason: "a code for a key that waits for none"}
	key, err := tx.KeyByFingerprint(in.newKey.Fingerprint)
	if errors.Is(err, store.ErrNotFound) || err == nil && key.State != store.KeyPending {
		return v, nil
	}
	if err != nil {
		return v, err
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return v, err
	}
	if ok, err := tx.SpendAnswer("code:"+key.Fingerprint, h.Now(), codeTries); err != nil || !ok {
		v.reason = "more tries at a code in a day than are looked at"
		return v, err
	}
	if o.fault != "" {
		return h.keyFault(tx, in, player, o)
	}
	given := sha256.Sum256([]byte(codeOf(o.value)))
	switch {
	case h.Now().Sub(key.Changed) > codeLife:
		v.state, v.reason = store.Faulty, "code-old"
	case subtle.ConstantTimeCompare(given[:], key.Token[:]) != 1:
		v.state, v.reason = store.Faulty, "code-wrong"
	default:
		v.state, v.reason = store.Command, "key "+key.Fingerprint+" confirmed"
		return v, h.setKey(tx, key, store.KeyActive, "")
	}
	return v, h.tellAbout(tx, player, "keys."+v.reason, in.row.ContentHash.String(), "Fingerprint", key.Fingerprint)
}

// keyFault answers a text about keys that cannot be read. What somebody wrote whom
// nobody knows yet is not repeated to the player.
func (h *Host) keyFault(tx store.Tx, in incoming, player store.Player, o keyOrder) (verdict, error) {
	v := verdict{state: store.Faulty, reason: "keys: " + o.fault}
	if in.newKey != nil {
		return v, h.tellAbout(tx, player, "keys.fault-new", in.row.ContentHash.String())
	}
	word := o.word
	if len(word) > 60 {
		word = strings.ToValidUTF8(word[:60], "") + "…"
	}
	return v, h.tellAbout(tx, player, "keys.fault-"+o.fault, in.row.ContentHash.String(), "Word", word, "Verb", o.verb, "Mailbox", h.Post.Address)
}
