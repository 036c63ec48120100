package host

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"slices"
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
// only for texts that register or confirm a key. A later edition of a registered key stands
// in its place.
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
	if err != nil {
		return nil, err
	}
	for _, offered := range r.offered {
		if !slices.Contains(offered.KeyIDs, id) {
			continue
		}
		known, err := r.keyring.ByFingerprint(ctx, offered.Fingerprint)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(k mail.Key) bool { return k.Fingerprint == offered.Fingerprint })
		if len(known) == 0 {
			found = append(found, mail.Key{PublicKey: offered})
			continue
		}
		key := known[0]
		if renewed, changed, err := key.Renew(offered); err == nil && changed {
			key.PublicKey = renewed // with its own end again: what the register has set is judged later
		}
		found = append(found, key)
	}
	return found, nil
}

func (r offeredRing) keys() (keys mail.Keys) {
	for _, key := range r.offered {
		keys = append(keys, mail.Key{PublicKey: key})
	}
	return keys
}

// mayBeOffered reports whether a mail was refused for a reason that a key in it may cure:
// its key is not registered, or only in an edition that has expired or has other subkeys.
func mayBeOffered(r *mail.Refusal) bool {
	switch r.Code {
	case mail.UnknownKey, mail.ExpiredKey, mail.UnfitKey:
		return true
	}
	return false
}

// readNewKey reads a mail whose signature does not count once more, with the keys that it
// brings along and those that wait for their confirmation. It counts only if its text
// registers or confirms a key; otherwise the mail stays what it was. In mail that came
// encrypted only a key of the register can be renewed: whoever signs with another one has
// proved nothing, and all such mail has one answer.
func (h *Host) readNewKey(ctx context.Context, in *mail.Intake, row store.InboxMessage, unknown incoming) (incoming, error) {
	sealed := unknown.refusal.Sealed
	ring := offeredRing{keyring{h.Store}, in.OfferedKeys(row.Raw)}
	brought := len(ring.offered)
	if !sealed {
		if err := h.addPending(ctx, &ring, unknown.message.From); err != nil {
			return unknown, err
		}
	}
	if len(ring.offered) == 0 {
		return unknown, nil
	}
	again := *in
	again.Keys = ring
	message, err := again.Read(ctx, row.Raw)
	if errors.As(err, new(*mail.Refusal)) {
		return unknown, nil
	}
	if err != nil {
		return unknown, err
	}
	o, ok := readKeyOrder(message.Signed.Text)
	if !ok || o.verb != "register" && o.verb != "confirm" {
		for _, key := range ring.offered[brought:] {
			if key.Fingerprint == message.Signed.Fingerprint && unknown.refusal.Code == mail.UnknownKey {
				unknown.refusal = mail.RefusePending(key.Fingerprint)
			}
		}
		return unknown, nil
	}
	letter := incoming{row: row, message: message}
	registered, err := ring.keyring.ByFingerprint(ctx, message.Signed.Fingerprint)
	if err != nil {
		return unknown, err
	}
	for i := range ring.offered {
		if ring.offered[i].Fingerprint != message.Signed.Fingerprint {
			continue
		}
		if len(registered) == 0 {
			letter.newKey = &ring.offered[i]
		} else if o.verb == "register" {
			letter.edition = &ring.offered[i]
		}
	}
	if letter.newKey == nil && letter.edition == nil || sealed && letter.newKey != nil {
		return unknown, nil
	}
	return letter, nil
}

// withEdition notes that a text which registers a key in use brings another edition of it.
func withEdition(in *mail.Intake, letter incoming) incoming {
	if o, ok := readKeyOrder(letter.message.Signed.Text); !ok || o.verb != "register" {
		return letter
	}
	for _, key := range in.OfferedKeys(letter.row.Raw) {
		if key.Fingerprint == letter.message.Signed.Fingerprint {
			letter.edition = &key
			break
		}
	}
	return letter
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
	if o.fault == "" && o.at != "" && store.Address(o.at) != store.Address(h.Post.Address) {
		o.fault, o.word = "server", o.at
	}
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
	if sent, err := h.codeSent(tx, in, player); err != nil || !sent.IsZero() {
		return h.tellCodeSent(tx, in, player, sent, err)
	}
	own, err := h.isVouched(player, in.newKey.Fingerprint, o)
	if err != nil {
		return verdict{}, err
	}
	if ok, err := h.spendEnrol(tx, in, player, own); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "more keys in a day than are looked at"}, err
	}
	if o.fault != "" {
		return h.keyFault(tx, in, player, o)
	}
	return h.registerByMail(tx, in, player, own)
}

// codeSent is when the code for a key was sent, if a copy of the text comes that registered it while
// the code still counts; zero otherwise. The code that its owner has is not to be made void by who
// sends his mail again.
func (h *Host) codeSent(tx store.ReadTx, in incoming, player store.Player) (sent time.Time, err error) {
	before, err := heardBefore(tx, in, player.Address)
	if err != nil || before == nil {
		return sent, err
	}
	key, err := tx.KeyByFingerprint(in.newKey.Fingerprint)
	if errors.Is(err, store.ErrNotFound) {
		return sent, nil
	}
	if err != nil || key.State != store.KeyPending || key.Due != nil || h.Now().Sub(key.Changed) > codeLife {
		return sent, err
	}
	return key.Changed, nil
}

// tellCodeSent answers such a copy.
func (h *Host) tellCodeSent(tx store.Tx, in incoming, player store.Player, sent time.Time, err error) (verdict, error) {
	v := verdict{state: store.Duplicate, reason: "a copy of a text that registered the key before"}
	if err != nil {
		return v, err
	}
	if ok, _, err := h.spendCopy(tx, in, player); err != nil || !ok {
		return v, err
	}
	return v, h.tellAbout(tx, player, "keys.code-sent", in, "Fingerprint", in.newKey.Fingerprint, "Since", sent)
}

// registerByMail stores a new key and mails the code that confirms it to its
// owner's registered address, which is what proves that it is his.
func (h *Host) registerByMail(tx store.Tx, in incoming, player store.Player, own bool) (verdict, error) {
	done := verdict{state: store.Command, reason: "key " + in.newKey.Fingerprint + " registered, not confirmed"}
	code, hash, err := h.newCode()
	if err != nil {
		return done, err
	}
	key, err := tx.KeyByFingerprint(in.newKey.Fingerprint)
	switch {
	case errors.Is(err, store.ErrNotFound):
		refused, err := h.addPendingKey(tx, player, in.newKey, hash, own)
		if err != nil {
			return done, err
		}
		if refused != "" {
			done.state, done.reason = store.Faulty, refused
			return done, h.tellRefused(tx, in, player, refused)
		}
	case err != nil:
		return done, err
	case key.Player != player.Address || key.State != store.KeyPending:
		// Whose it is, is nobody else's business.
		done.state, done.reason = store.Faulty, "taken"
		return done, h.tellRefused(tx, in, player, "taken")
	case key.Due != nil:
		done.state, done.reason = store.Faulty, "waits already"
		return done, h.tellAbout(tx, player, "keys.waits-already", in, "Fingerprint", key.Fingerprint, "Due", *key.Due, "Mailbox", h.Post.Address)
	default:
		if _, err := h.renew(tx, &key, *in.newKey); err != nil {
			return done, err
		}
		key.Token, key.Changed = hash, h.Now()
		if own {
			key.Reason = reasonOwn
		}
		if err := tx.UpdateKey(key); err != nil {
			return done, err
		}
	}
	if err := noteHeard(tx, in, player.Address, true); err != nil {
		return done, err
	}
	return done, h.tellCode(tx, in, player, code)
}

// tellCode mails the code for a new key to the registered address.
func (h *Host) tellCode(tx store.Tx, in incoming, player store.Player, code string) error {
	have, err := tx.KeysOf(player.Address)
	if err != nil {
		return err
	}
	wait := 0
	if hasKey(have) {
		wait = int(h.keyWait() / (24 * time.Hour))
	}
	return h.tellAbout(tx, player, "keys.code", in,
		"Fingerprint", in.newKey.Fingerprint, "Code", code, "Days", int(codeLife/(24*time.Hour)), "Wait", wait, "Mailbox", h.Post.Address)
}

// tellRefused says why a key was not registered. Where strangers may be to blame, it says
// as well how a registration is shown to be its owner's.
func (h *Host) tellRefused(tx store.Tx, in incoming, player store.Player, why string) (err error) {
	pass := ""
	if why == "too-many" {
		if pass, err = h.passOf(tx, player); err != nil {
			return err
		}
	}
	return h.tellAbout(tx, player, "keys."+why, in, "Fingerprint", in.newKey.Fingerprint, "Pass", pass, "Mailbox", h.Post.Address)
}

// reasonOwn marks a key that waits and was shown to be its owner's when it was
// registered.
const reasonOwn = "its owner's own"

// addPendingKey adds a key, or says why not. Those that were shown to be their owner's are
// counted apart from those that anybody may have sent.
func (h *Host) addPendingKey(tx store.Tx, player store.Player, key *mail.PublicKey, token store.Digest, own bool) (refused string, err error) {
	if key.Revoked || key.ExpiredAt(h.Now()) {
		return "expired", nil
	}
	have, err := tx.KeysOf(player.Address)
	if err != nil {
		return "", err
	}
	waiting := 0
	for _, k := range have {
		if k.State == store.KeyPending && h.Now().Sub(k.Changed) <= codeLife && (k.Reason == reasonOwn) == own {
			waiting++
		}
	}
	if waiting >= maxPending {
		return "too-many", nil
	}
	row := store.Key{Fingerprint: key.Fingerprint, Player: player.Address, Scheme: string(key.Kind), Material: []byte(key.Text),
		State: store.KeyPending, Token: token, Added: h.Now(), Changed: h.Now()}
	if own {
		row.Reason = reasonOwn
	}
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
	if key.Due != nil {
		v.state, v.reason = store.Faulty, "waits already"
		return v, h.tellAbout(tx, player, "keys.waits-already", in, "Fingerprint", key.Fingerprint, "Due", *key.Due, "Mailbox", h.Post.Address)
	}
	given := sha256.Sum256([]byte(codeOf(o.value)))
	switch {
	case h.Now().Sub(key.Changed) > codeLife:
		v.state, v.reason = store.Faulty, "code-old"
	case subtle.ConstantTimeCompare(given[:], key.Token[:]) != 1:
		v.state, v.reason = store.Faulty, "code-wrong"
	default:
		return h.admit(tx, key)
	}
	return v, h.tellAbout(tx, player, "keys."+v.reason, in, "Fingerprint", key.Fingerprint)
}

// keyFault answers a text about keys that cannot be read. What somebody wrote whom
// nobody knows yet is not repeated to the player.
func (h *Host) keyFault(tx store.Tx, in incoming, player store.Player, o keyOrder) (verdict, error) {
	v := verdict{state: store.Faulty, reason: "keys: " + o.fault}
	if in.newKey != nil && o.fault != "above" {
		return v, h.tellAbout(tx, player, "keys.fault-new", in)
	}
	word := o.word
	if len(word) > 60 {
		word = strings.ToValidUTF8(word[:60], "") + "…"
	}
	return v, h.tellAbout(tx, player, "keys.fault-"+o.fault, in, "Word", word, "Verb", o.verb, "Mailbox", h.Post.Address)
}

// heardBefore is what became of a text when it came before; nil if it did not.
func heardBefore(tx store.ReadTx, in incoming, author string) (*heard, error) {
	for _, name := range heardAs(in, author) {
		var was heard
		if err := readSetting(tx, name, &was); err != nil {
			return nil, err
		}
		if !was.At.IsZero() {
			return &was, nil
		}
	}
	return nil, nil
}
