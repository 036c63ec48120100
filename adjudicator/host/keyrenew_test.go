package host_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"keryx/mail"
	"keryx/store"
)

// pgpKey is an OpenPGP key that its owner changes as programs do.
type pgpKey struct {
	t      *testing.T
	entity *openpgp.Entity
}

// newPGPKey makes a key that expires after so many days.
func newPGPKey(t *testing.T, made time.Time, days int) pgpKey {
	t.Helper()
	config := &packet.Config{Time: func() time.Time { return made }, Algorithm: packet.PubKeyAlgoEdDSA, Curve: packet.Curve25519,
		KeyLifetimeSecs: uint32(days * 24 * 3600)}
	entity, err := openpgp.NewEntity("North", "", northAt, config)
	check(t, err)
	return pgpKey{t, entity}
}

// prolong gives the key another end, as a new self-signature on every part of it, beside
// the old ones or in their place.
func (k pgpKey) prolong(at time.Time, days int) {
	k.t.Helper()
	life := uint32(days * 24 * 3600)
	config := &packet.Config{Time: func() time.Time { return at }}
	for _, identity := range k.entity.Identities {
		for _, sig := range identity.SelfCertifications {
			sig.Packet.KeyLifetimeSecs = &life
		}
		check(k.t, identity.ReSign(config))
	}
	for i := range k.entity.Subkeys {
		for _, sig := range k.entity.Subkeys[i].Bindings {
			sig.Packet.KeyLifetimeSecs = &life
		}
		check(k.t, k.entity.Subkeys[i].ReSign(config))
	}
}

// public is the key as it is exported.
func (k pgpKey) public() string {
	k.t.Helper()
	return k.armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error { return k.entity.Serialize(out) })
}

// signer signs with the key as it is now.
func (k pgpKey) signer() *mail.Signer {
	k.t.Helper()
	text := k.armoured(openpgp.PrivateKeyType, func(out *bytes.Buffer) error { return k.entity.SerializePrivateWithoutSigning(out, nil) })
	signer, err := mail.ParseSigner([]byte(text), nil)
	check(k.t, err)
	return signer
}

func (k pgpKey) armoured(kind string, write func(*bytes.Buffer) error) string {
	k.t.Helper()
	var octets, text bytes.Buffer
	check(k.t, write(&octets))
	w, err := armor.Encode(&text, kind, nil)
	check(k.t, err)
	_, err = w.Write(octets.Bytes())
	check(k.t, err)
	check(k.t, w.Close())
	return text.String() + "\n"
}

// A key whose life was extended is the same key: by mail, also when the old edition has
// expired, and by the referee's hand.
func TestProlongedKey(t *testing.T) {
	const days = 60
	for name, renew := range map[string]func(c enrolling, key pgpKey){
		"by mail": func(c enrolling, key pgpKey) {
			if !c.club.now.Before(*c.club.key(key.signer()).Expires) {
				if row := c.send(key.signer(), c.club.orders("north", "bid 1"), key.signer()); row.State != store.BadSignature {
					c.club.t.Errorf("orders with the key attached: %s (%s)", row.State, row.Reason)
				}
			}
			c.club.sent()
			if row := c.send(key.signer(), "keryx register 1\n", key.signer()); row.State != store.Command {
				c.club.t.Errorf("register: %s (%s)", row.State, row.Reason)
			}
			c.club.wantSubjects("Your key is renewed > " + northAt)
		},
		"by key add": func(c enrolling, key pgpKey) {
			_, err := c.club.Keys.AddKey(c.club.t.Context(), northAt, "", []byte(key.public()))
			check(c.club.t, err)
			if _, err := c.club.Keys.AddKey(c.club.t.Context(), northAt, "", []byte(key.public())); err == nil {
				c.club.t.Error("the same edition was added twice")
			}
		},
	} {
		for when, after := range map[string]int{"in time": days - 3, "after its end": days + 3} {
			t.Run(name+" "+when, func(t *testing.T) {
				c := newEnrolling(t)
				key := newPGPKey(t, c.club.now.Add(-time.Hour), days)
				_, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public()))
				check(t, err)
				c.club.now = c.club.now.AddDate(0, 0, after)
				key.prolong(c.club.now.Add(-time.Minute), 365)
				if after < days {
					c.club.sent()
				} else if row := c.send(key.signer(), c.club.orders("north", "bid 1")); row.State != store.BadSignature {
					t.Fatalf("orders before the renewal: %s (%s)", row.State, row.Reason)
				}
				c.club.sent()
				renew(c, key)
				c.club.now = c.club.now.AddDate(0, 0, 10)
				c.club.sent()
				if row := c.send(key.signer(), c.club.orders("north", "bid 1")); row.State != store.Accepted {
					t.Errorf("orders after the renewal: %s (%s)", row.State, row.Reason)
				}
				if k := c.club.key(key.signer()); k.Expires == nil || k.Expires.Before(c.club.now.AddDate(0, 6, 0)) {
					t.Errorf("the register says that it ends at %v", k.Expires)
				}
			})
		}
	}
}

// A key is renewed as well by mail that is encrypted to the server, whether its old edition
// still counts or not, and the answer comes encrypted.
func TestRenewalSentEncrypted(t *testing.T) {
	const days = 60
	for when, after := range map[string]int{"in time": days - 3, "after its end": days + 3} {
		t.Run(when, func(t *testing.T) {
			c := newEnrolling(t)
			c.club.Signer = newSigner("server", mail.OpenPGP)
			key := newPGPKey(t, c.club.now.Add(-time.Hour), days)
			_, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public()))
			check(t, err)
			c.club.now = c.club.now.AddDate(0, 0, after)
			key.prolong(c.club.now.Add(-time.Minute), 365)
			c.club.sent()
			signed := sign(t, key.signer(), "keryx register 1\n", c.club.now) + "\n" + key.public()
			if row := c.club.receive(c.club.sealedMail(nil, c.club.Signer.Public(), signed)); row.State != store.Command {
				t.Errorf("register: %s (%s)", row.State, row.Reason)
			}
			mails := c.club.sent()
			if len(mails) != 1 || mails[0].Recipient != northAt {
				t.Fatalf("answers: %q", kinds(mails))
			}
			wantSealed(t, mails[0])
			if k := c.club.key(key.signer()); k.Expires == nil || k.Expires.Before(c.club.now.AddDate(0, 6, 0)) {
				t.Errorf("the register says that it ends at %v", k.Expires)
			}
			c.club.now = c.club.now.AddDate(0, 0, 10)
			if row := c.send(key.signer(), c.club.orders("north", "bid 1")); row.State != store.Accepted {
				t.Errorf("orders after the renewal: %s (%s)", row.State, row.Reason)
			}
		})
	}
}

// A new signing subkey of a registered key is taken over.
func TestNewSubkey(t *testing.T) {
	c := newEnrolling(t)
	key := newPGPKey(t, c.club.now.Add(-time.Hour), 0)
	_, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public()))
	check(t, err)
	c.club.now = c.club.now.Add(time.Hour)
	check(t, key.entity.AddSigningSubkey(&packet.Config{Time: func() time.Time { return c.club.now.Add(-time.Minute) },
		Algorithm: packet.PubKeyAlgoEdDSA, Curve: packet.Curve25519}))
	if row := c.send(key.signer(), c.club.orders("north", "bid 1")); row.State != store.BadSignature {
		t.Fatalf("before: %s (%s)", row.State, row.Reason)
	}
	c.club.sent()
	if row := c.send(key.signer(), "keryx register 1\n", key.signer()); row.State != store.Command {
		t.Fatalf("register: %s (%s)", row.State, row.Reason)
	}
	c.club.wantSubjects("Your key is renewed > " + northAt)
	if row := c.send(key.signer(), c.club.orders("north", "bid 1")); row.State != store.Accepted {
		t.Errorf("after: %s (%s)", row.State, row.Reason)
	}
	c.club.sent()
	if row := c.send(key.signer(), "keryx register 1\n# again\n", key.signer()); row.State != store.Faulty {
		t.Errorf("nothing new: %s (%s)", row.State, row.Reason)
	}
	c.club.wantSubjects("Your key is in use already > " + northAt)
}

// What the register has set stays, and closed keys are not renewed.
func TestRenewalLeavesTheRegister(t *testing.T) {
	c := newEnrolling(t)
	key := newPGPKey(t, c.club.now.Add(-time.Hour), 60)
	_, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public()))
	check(t, err)
	until := c.club.now.AddDate(0, 0, 10)
	_, err = c.club.Keys.ExpireKey(t.Context(), key.signer().Public().Fingerprint, until)
	check(t, err)
	key.prolong(c.club.now, 365)
	c.send(key.signer(), "keryx register 1\n", key.signer())
	if k := c.club.key(key.signer()); k.Expires == nil || !k.Expires.Equal(until) {
		t.Errorf("the end that was set is now %v", k.Expires)
	}
	_, err = c.club.Keys.ChangeKey(t.Context(), key.signer().Public().Fingerprint, store.KeyRetired, "")
	check(t, err)
	key.prolong(c.club.now.Add(time.Minute), 700)
	if _, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public())); err == nil || !strings.Contains(err.Error(), "retired") {
		t.Errorf("a retired key was renewed: %v", err)
	}
}

// A month and a week before a key in use ends, its owner and the referee hear of it, once
// each; of others nobody does.
func TestKeyEndsWarning(t *testing.T) {
	c := enrolling{newClub(t, refereed), northAt}
	key := newPGPKey(t, c.club.now.Add(-time.Hour), 60)
	_, err := c.club.Keys.AddKey(t.Context(), northAt, "", []byte(key.public()))
	check(t, err)
	end := key.signer().Public().Expires
	told := map[int]int{}
	for day := range 70 {
		c.club.now = noon.AddDate(0, 0, day)
		c.club.sent()
		for range 2 {
			_, err := c.club.Keys.WarnExpiry(t.Context())
			check(t, err)
		}
		_, mails := c.club.subjects()
		for _, m := range mails {
			if m.Recipient != northAt && m.Recipient != refereeAt {
				t.Errorf("told %s", m.Recipient)
			}
			if !strings.Contains(text(t, m), key.signer().Public().Fingerprint) {
				t.Errorf("not about that key:\n%s", text(t, m))
			}
		}
		if len(mails) > 0 {
			told[int(end.Sub(c.club.now)/(24*time.Hour))] = len(mails)
		}
	}
	if len(told) != 2 || told[29] != 2 || told[6] != 2 {
		t.Errorf("mails by days left: %v, want 2 each at 29 and 6", told)
	}
}
