package keyring

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

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// The limits of enrolment: mails about keys that an address is sent in a day, tries
// at a code in a day, how long a code counts, and keys of a player that wait for
// theirs.
const (
	EnrolAnswers = 5
	codeTries    = 5
	codeLife     = 7 * 24 * time.Hour
	maxPending   = 5
)

// offeredRing is the register and the keys that a mail brings along. It is looked at
// only for texts that register or confirm a key. A later edition of a registered key stands
// in its place.
type offeredRing struct {
	post.Keyring
	offered []mail.PublicKey
}

// ByFingerprint implements [mail.Keyring].
func (r offeredRing) ByFingerprint(ctx context.Context, fingerprint string) ([]mail.Key, error) {
	found, err := r.Keyring.ByFingerprint(ctx, fingerprint)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return r.keys().ByFingerprint(ctx, fingerprint)
}

// ByKeyID implements [mail.Keyring].
func (r offeredRing) ByKeyID(ctx context.Context, id uint64) ([]mail.Key, error) {
	found, err := r.Keyring.ByKeyID(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, offered := range r.offered {
		if !slices.Contains(offered.KeyIDs, id) {
			continue
		}
		known, err := r.Keyring.ByFingerprint(ctx, offered.Fingerprint)
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

// MayBeOffered reports whether a mail was refused for a reason that a key in it may cure:
// its key is not registered, or only in an edition that has expired or has other subkeys.
func MayBeOffered(r *mail.Refusal) bool {
	switch r.Code {
	case mail.UnknownKey, mail.ExpiredKey, mail.UnfitKey:
		return true
	}
	return false
}

// ReadNewKey reads a mail whose signature does not count once more, with the keys that it
// brings along and those that wait for their confirmation. It counts only if its text
// registers or confirms a key; otherwise the mail stays what it was. In mail that came
// encrypted only a key of the register can be renewed: whoever signs with another one has
// proved nothing, and all such mail has one answer.
func (ks *Keys) ReadNewKey(ctx context.Context, in *mail.Intake, row store.InboxMessage, unknown post.Received) (post.Received, error) {
	sealed := unknown.Refusal.Sealed
	ring := offeredRing{post.Keyring{Store: ks.Store}, in.OfferedKeys(row.Raw)}
	brought := len(ring.offered)
	if !sealed {
		if err := ks.addPending(ctx, &ring, unknown.Message.From); err != nil {
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
	o, ok := written.ReadKeyOrder(message.Signed.Text)
	if !ok || o.Verb != "register" && o.Verb != "confirm" {
		for _, key := range ring.offered[brought:] {
			if key.Fingerprint == message.Signed.Fingerprint && unknown.Refusal.Code == mail.UnknownKey {
				unknown.Refusal = mail.RefusePending(key.Fingerprint)
			}
		}
		return unknown, nil
	}
	letter := post.Received{Row: row, Message: message}
	registered, err := ring.Keyring.ByFingerprint(ctx, message.Signed.Fingerprint)
	if err != nil {
		return unknown, err
	}
	for i := range ring.offered {
		if ring.offered[i].Fingerprint != message.Signed.Fingerprint {
			continue
		}
		if len(registered) == 0 {
			letter.NewKey = &ring.offered[i]
		} else if o.Verb == "register" {
			letter.Edition = &ring.offered[i]
		}
	}
	if letter.NewKey == nil && letter.Edition == nil || sealed && letter.NewKey != nil {
		return unknown, nil
	}
	return letter, nil
}

// WithEdition notes that a text which registers a key in use brings another edition of it.
func WithEdition(in *mail.Intake, letter post.Received) post.Received {
	if o, ok := written.ReadKeyOrder(letter.Message.Signed.Text); !ok || o.Verb != "register" {
		return letter
	}
	for _, key := range in.OfferedKeys(letter.Row.Raw) {
		if key.Fingerprint == letter.Message.Signed.Fingerprint {
			letter.Edition = &key
			break
		}
	}
	return letter
}

// addPending adds the keys of an address that wait for their confirmation.
func (ks *Keys) addPending(ctx context.Context, ring *offeredRing, address string) error {
	return ks.Store.View(ctx, func(tx store.ReadTx) error {
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

// JudgeNewKey deals with a text that is signed by a key which signs no orders yet.
func (ks *Keys) JudgeNewKey(tx club.Tx, in post.Received) (post.Verdict, error) {
	o, _ := written.ReadKeyOrder(in.Message.Signed.Text)
	if o.Fault == "" && o.At != "" && store.Address(o.At) != store.Address(ks.Post.Address) {
		o.Fault, o.Word = "server", o.At
	}
	if o.Verb == "confirm" {
		return ks.confirmByMail(tx, in, o)
	}
	address := store.Address(in.Message.From)
	if o.Value != "" {
		address = store.Address(o.Value)
	}
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return post.Verdict{State: store.Ignored, Reason: "a key for an address that is not registered"}, nil
	}
	if err != nil {
		return post.Verdict{}, err
	}
	if sent, err := ks.codeSent(tx, in, player); err != nil || !sent.IsZero() {
		return ks.tellCodeSent(tx, in, player, sent, err)
	}
	own, err := ks.isVouched(player, in.NewKey.Fingerprint, o)
	if err != nil {
		return post.Verdict{}, err
	}
	if ok, err := ks.spendEnrol(tx, in, player, own); err != nil || !ok {
		return post.Verdict{State: store.Ignored, Reason: "more keys in a day than are looked at"}, err
	}
	if o.Fault != "" {
		return ks.keyFault(tx, in, player, o)
	}
	return ks.registerByMail(tx, in, player, own)
}

// codeSent is when the code for a key was sent, if a copy of the text comes that registered it while
// the code still counts; zero otherwise. The code that its owner has is not to be made void by who
// sends his mail again.
func (ks *Keys) codeSent(tx store.ReadTx, in post.Received, player store.Player) (sent time.Time, err error) {
	before, err := HeardBefore(tx, in, player.Address)
	if err != nil || before == nil {
		return sent, err
	}
	key, err := tx.KeyByFingerprint(in.NewKey.Fingerprint)
	if errors.Is(err, store.ErrNotFound) {
		return sent, nil
	}
	if err != nil || key.State != store.KeyPending || key.Due != nil || ks.Now().Sub(key.Changed) > codeLife {
		return sent, err
	}
	return key.Changed, nil
}

// tellCodeSent answers such a copy.
func (ks *Keys) tellCodeSent(tx club.Tx, in post.Received, player store.Player, sent time.Time, err error) (post.Verdict, error) {
	v := post.Verdict{State: store.Duplicate, Reason: "a copy of a text that registered the key before"}
	if err != nil {
		return v, err
	}
	if ok, _, err := ks.Desk.SpendCopy(tx, in, player); err != nil || !ok {
		return v, err
	}
	return v, ks.TellAbout(tx, player, "keys.code-sent", in, "Fingerprint", in.NewKey.Fingerprint, "Since", sent)
}

// registerByMail stores a new key and mails the code that confirms it to its
// owner's registered address, which is what proves that it is his.
func (ks *Keys) registerByMail(tx club.Tx, in post.Received, player store.Player, own bool) (post.Verdict, error) {
	done := post.Verdict{State: store.Command, Reason: "key " + in.NewKey.Fingerprint + " registered, not confirmed"}
	code, hash, err := ks.newCode()
	if err != nil {
		return done, err
	}
	key, err := tx.KeyByFingerprint(in.NewKey.Fingerprint)
	switch {
	case errors.Is(err, store.ErrNotFound):
		refused, err := ks.addPendingKey(tx, player, in.NewKey, hash, own)
		if err != nil {
			return done, err
		}
		if refused != "" {
			done.State, done.Reason = store.Faulty, refused
			return done, ks.tellRefused(tx, in, player, refused)
		}
	case err != nil:
		return done, err
	case key.Player != player.Address || key.State != store.KeyPending:
		// Whose it is, is nobody else's business.
		done.State, done.Reason = store.Faulty, "taken"
		return done, ks.tellRefused(tx, in, player, "taken")
	case key.Due != nil:
		done.State, done.Reason = store.Faulty, "waits already"
		return done, ks.TellAbout(tx, player, "keys.waits-already", in, "Fingerprint", key.Fingerprint, "Due", *key.Due, "Mailbox", ks.Post.Address)
	default:
		if _, err := ks.renew(tx, &key, *in.NewKey); err != nil {
			return done, err
		}
		key.Token, key.Changed = hash, ks.Now()
		if own {
			key.Reason = reasonOwn
		}
		if err := tx.UpdateKey(key); err != nil {
			return done, err
		}
	}
	if err := requests.NoteHeard(tx, in, player.Address, true); err != nil {
		return done, err
	}
	return done, ks.tellCode(tx, in, player, code)
}

// tellCode mails the code for a new key to the registered address.
func (ks *Keys) tellCode(tx club.Tx, in post.Received, player store.Player, code string) error {
	have, err := tx.KeysOf(player.Address)
	if err != nil {
		return err
	}
	wait := 0
	if hasKey(have) {
		wait = int(ks.Rules.KeyWait.Duration / (24 * time.Hour))
	}
	return ks.TellAbout(tx, player, "keys.code", in,
		"Fingerprint", in.NewKey.Fingerprint, "Code", code, "Days", int(codeLife/(24*time.Hour)), "Wait", wait, "Mailbox", ks.Post.Address)
}

// tellRefused says why a key was not registered. Where strangers may be to blame, it says
// as well how a registration is shown to be its owner's.
func (ks *Keys) tellRefused(tx club.Tx, in post.Received, player store.Player, why string) (err error) {
	pass := ""
	if why == "too-many" {
		if pass, err = ks.passOf(tx, player); err != nil {
			return err
		}
	}
	return ks.TellAbout(tx, player, "keys."+why, in, "Fingerprint", in.NewKey.Fingerprint, "Pass", pass, "Mailbox", ks.Post.Address)
}

// reasonOwn marks a key that waits and was shown to be its owner's when it was
// registered.
const reasonOwn = "its owner's own"

// addPendingKey adds a key, or says why not. Those that were shown to be their owner's are
// counted apart from those that anybody may have sent.
func (ks *Keys) addPendingKey(tx club.Tx, player store.Player, key *mail.PublicKey, token store.Digest, own bool) (refused string, err error) {
	if key.Revoked || key.ExpiredAt(ks.Now()) {
		return "expired", nil
	}
	have, err := tx.KeysOf(player.Address)
	if err != nil {
		return "", err
	}
	waiting := 0
	for _, k := range have {
		if k.State == store.KeyPending && ks.Now().Sub(k.Changed) <= codeLife && (k.Reason == reasonOwn) == own {
			waiting++
		}
	}
	if waiting >= maxPending {
		return "too-many", nil
	}
	row := store.Key{Fingerprint: key.Fingerprint, Player: player.Address, Scheme: string(key.Kind), Material: []byte(key.Text),
		State: store.KeyPending, Token: token, Added: ks.Now(), Changed: ks.Now()}
	if own {
		row.Reason = reasonOwn
	}
	if !key.Expires.IsZero() {
		row.Expires = &key.Expires
	}
	return "", tx.AddKey(row)
}

// newCode makes a code of 130 random bits and the hash of it that is stored.
func (ks *Keys) newCode() (code string, hash store.Digest, err error) {
	var random [17]byte
	if _, err := io.ReadFull(ks.Random, random[:]); err != nil {
		return "", hash, fmt.Errorf("making a code: %w", err)
	}
	text := base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding).EncodeToString(random[:])[:26]
	for i := 0; i < len(text); i += 4 {
		if i > 0 {
			code += "-"
		}
		code += text[i:min(i+4, len(text))]
	}
	return code, sha256.Sum256([]byte(requests.CodeOf(code))), nil
}

// confirmByMail makes a key count whose owner has sent the code back.
func (ks *Keys) confirmByMail(tx club.Tx, in post.Received, o written.KeyOrder) (post.Verdict, error) {
	v := post.Verdict{State: store.Ignored, Reason: "a code for a key that waits for none"}
	key, err := tx.KeyByFingerprint(in.NewKey.Fingerprint)
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
	if ok, err := tx.SpendAnswer("code:"+key.Fingerprint, ks.Now(), codeTries); err != nil || !ok {
		v.Reason = "more tries at a code in a day than are looked at"
		return v, err
	}
	if o.Fault != "" {
		return ks.keyFault(tx, in, player, o)
	}
	if key.Due != nil {
		v.State, v.Reason = store.Faulty, "waits already"
		return v, ks.TellAbout(tx, player, "keys.waits-already", in, "Fingerprint", key.Fingerprint, "Due", *key.Due, "Mailbox", ks.Post.Address)
	}
	given := sha256.Sum256([]byte(requests.CodeOf(o.Value)))
	switch {
	case ks.Now().Sub(key.Changed) > codeLife:
		v.State, v.Reason = store.Faulty, "code-old"
	case subtle.ConstantTimeCompare(given[:], key.Token[:]) != 1:
		v.State, v.Reason = store.Faulty, "code-wrong"
	default:
		return ks.admit(tx, key)
	}
	return v, ks.TellAbout(tx, player, "keys."+v.Reason, in, "Fingerprint", key.Fingerprint)
}

// keyFault answers a text about keys that cannot be read. What somebody wrote whom
// nobody knows yet is not repeated to the player.
func (ks *Keys) keyFault(tx club.Tx, in post.Received, player store.Player, o written.KeyOrder) (post.Verdict, error) {
	v := post.Verdict{State: store.Faulty, Reason: "keys: " + o.Fault}
	if in.NewKey != nil && o.Fault != "above" {
		return v, ks.TellAbout(tx, player, "keys.fault-new", in)
	}
	word := o.Word
	if len(word) > 60 {
		word = strings.ToValidUTF8(word[:60], "") + "…"
	}
	return v, ks.TellAbout(tx, player, "keys.fault-"+o.Fault, in, "Word", word, "Verb", o.Verb, "Mailbox", ks.Post.Address)
}

// HeardBefore is what became of a text when it came before; nil if it did not.
func HeardBefore(tx store.ReadTx, in post.Received, author string) (*requests.Heard, error) {
	for _, name := range requests.HeardAs(in, author) {
		var was requests.Heard
		if err := written.ReadSetting(tx, name, &was); err != nil {
			return nil, err
		}
		if !was.At.IsZero() {
			return &was, nil
		}
	}
	return nil, nil
}
