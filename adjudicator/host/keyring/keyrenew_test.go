package keyring_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
	entity, err := openpgp.NewEntity("North", "", hosttest.NorthAt, config)
	hosttest.Check(t, err)
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
		hosttest.Check(k.t, identity.ReSign(config))
	}
	for i := range k.entity.Subkeys {
		for _, sig := range k.entity.Subkeys[i].Bindings {
			sig.Packet.KeyLifetimeSecs = &life
		}
		hosttest.Check(k.t, k.entity.Subkeys[i].ReSign(config))
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
	hosttest.Check(k.t, err)
	return signer
}

func (k pgpKey) armoured(kind string, write func(*bytes.Buffer) error) string {
	k.t.Helper()
	var octets, text bytes.Buffer
	hosttest.Check(k.t, write(&octets))
	w, err := armor.Encode(&text, kind, nil)
	hosttest.Check(k.t, err)
	_, err = w.Write(octets.Bytes())
	hosttest.Check(k.t, err)
	hosttest.Check(k.t, w.Close())
	return text.String() + "\n"
}

// A key whose life was extended is the same key: by mail, also when the old edition has
// expired, and by the referee's hand.
func TestProlongedKey(t *testing.T) {
	const days = 60
	for name, renew := range map[string]func(c hosttest.Enrolling, key pgpKey){
		"by mail": func(c hosttest.Enrolling, key pgpKey) {
			if !c.Club.Time.Before(*keyIn(c.Club, key.signer()).Expires) {
				if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1"), key.signer()); row.State != store.BadSignature {
					c.Club.T.Errorf("orders with the key attached: %s (%s)", row.State, row.Reason)
				}
			}
			c.Club.Sent()
			if row := c.Send(key.signer(), "keryx register 1\n", key.signer()); row.State != store.Command {
				c.Club.T.Errorf("register: %s (%s)", row.State, row.Reason)
			}
			wantSubjects(c.Club, "Your key is renewed > "+hosttest.NorthAt)
		},
		"by key add": func(c hosttest.Enrolling, key pgpKey) {
			_, err := c.Club.Keys.AddKey(c.Club.T.Context(), hosttest.NorthAt, "", []byte(key.public()))
			hosttest.Check(c.Club.T, err)
			if _, err := c.Club.Keys.AddKey(c.Club.T.Context(), hosttest.NorthAt, "", []byte(key.public())); err == nil {
				c.Club.T.Error("the same edition was added twice")
			}
		},
	} {
		for when, after := range map[string]int{"in time": days - 3, "after its end": days + 3} {
			t.Run(name+" "+when, func(t *testing.T) {
				c := hosttest.NewEnrolling(t)
				key := newPGPKey(t, c.Club.Time.Add(-time.Hour), days)
				_, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public()))
				hosttest.Check(t, err)
				c.Club.Time = c.Club.Time.AddDate(0, 0, after)
				key.prolong(c.Club.Time.Add(-time.Minute), 365)
				if after < days {
					c.Club.Sent()
				} else if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1")); row.State != store.BadSignature {
					t.Fatalf("orders before the renewal: %s (%s)", row.State, row.Reason)
				}
				c.Club.Sent()
				renew(c, key)
				c.Club.Time = c.Club.Time.AddDate(0, 0, 10)
				c.Club.Sent()
				if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1")); row.State != store.Accepted {
					t.Errorf("orders after the renewal: %s (%s)", row.State, row.Reason)
				}
				if k := keyIn(c.Club, key.signer()); k.Expires == nil || k.Expires.Before(c.Club.Time.AddDate(0, 6, 0)) {
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
			c := hosttest.NewEnrolling(t)
			c.Club.Signer = hosttest.NewSigner("server", mail.OpenPGP)
			key := newPGPKey(t, c.Club.Time.Add(-time.Hour), days)
			_, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public()))
			hosttest.Check(t, err)
			c.Club.Time = c.Club.Time.AddDate(0, 0, after)
			key.prolong(c.Club.Time.Add(-time.Minute), 365)
			c.Club.Sent()
			signed := hosttest.Sign(t, key.signer(), "keryx register 1\n", c.Club.Time) + "\n" + key.public()
			if row := c.Club.Receive(hosttest.SealedMail(c.Club, nil, c.Club.Signer.Public(), signed)); row.State != store.Command {
				t.Errorf("register: %s (%s)", row.State, row.Reason)
			}
			mails := c.Club.Sent()
			if len(mails) != 1 || mails[0].Recipient != hosttest.NorthAt {
				t.Fatalf("answers: %q", hosttest.KindsOf(mails))
			}
			hosttest.WantSealed(t, mails[0])
			if k := keyIn(c.Club, key.signer()); k.Expires == nil || k.Expires.Before(c.Club.Time.AddDate(0, 6, 0)) {
				t.Errorf("the register says that it ends at %v", k.Expires)
			}
			c.Club.Time = c.Club.Time.AddDate(0, 0, 10)
			if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1")); row.State != store.Accepted {
				t.Errorf("orders after the renewal: %s (%s)", row.State, row.Reason)
			}
		})
	}
}

// A new signing subkey of a registered key is taken over.
func TestNewSubkey(t *testing.T) {
	c := hosttest.NewEnrolling(t)
	key := newPGPKey(t, c.Club.Time.Add(-time.Hour), 0)
	_, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public()))
	hosttest.Check(t, err)
	c.Club.Time = c.Club.Time.Add(time.Hour)
	hosttest.Check(t, key.entity.AddSigningSubkey(&packet.Config{Time: func() time.Time { return c.Club.Time.Add(-time.Minute) },
		Algorithm: packet.PubKeyAlgoEdDSA, Curve: packet.Curve25519}))
	if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1")); row.State != store.BadSignature {
		t.Fatalf("before: %s (%s)", row.State, row.Reason)
	}
	c.Club.Sent()
	if row := c.Send(key.signer(), "keryx register 1\n", key.signer()); row.State != store.Command {
		t.Fatalf("register: %s (%s)", row.State, row.Reason)
	}
	wantSubjects(c.Club, "Your key is renewed > "+hosttest.NorthAt)
	if row := c.Send(key.signer(), c.Club.Orders("north", "bid 1")); row.State != store.Accepted {
		t.Errorf("after: %s (%s)", row.State, row.Reason)
	}
	c.Club.Sent()
	if row := c.Send(key.signer(), "keryx register 1\n# again\n", key.signer()); row.State != store.Faulty {
		t.Errorf("nothing new: %s (%s)", row.State, row.Reason)
	}
	wantSubjects(c.Club, "Your key is in use already > "+hosttest.NorthAt)
}

// What the register has set stays, and closed keys are not renewed.
func TestRenewalLeavesTheRegister(t *testing.T) {
	c := hosttest.NewEnrolling(t)
	key := newPGPKey(t, c.Club.Time.Add(-time.Hour), 60)
	_, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public()))
	hosttest.Check(t, err)
	until := c.Club.Time.AddDate(0, 0, 10)
	_, err = c.Club.Keys.ExpireKey(t.Context(), key.signer().Public().Fingerprint, until)
	hosttest.Check(t, err)
	key.prolong(c.Club.Time, 365)
	c.Send(key.signer(), "keryx register 1\n", key.signer())
	if k := keyIn(c.Club, key.signer()); k.Expires == nil || !k.Expires.Equal(until) {
		t.Errorf("the end that was set is now %v", k.Expires)
	}
	_, err = c.Club.Keys.ChangeKey(t.Context(), key.signer().Public().Fingerprint, store.KeyRetired, "")
	hosttest.Check(t, err)
	key.prolong(c.Club.Time.Add(time.Minute), 700)
	if _, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public())); err == nil || !strings.Contains(err.Error(), "retired") {
		t.Errorf("a retired key was renewed: %v", err)
	}
}

// A month and a week before a key in use ends, its owner and the referee hear of it, once
// each; of others nobody does.
func TestKeyEndsWarning(t *testing.T) {
	c := hosttest.Enrolling{Club: hosttest.NewClub(t, hosttest.Refereed), North: hosttest.NorthAt}
	key := newPGPKey(t, c.Club.Time.Add(-time.Hour), 60)
	_, err := c.Club.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(key.public()))
	hosttest.Check(t, err)
	end := key.signer().Public().Expires
	told := map[int]int{}
	for day := range 70 {
		c.Club.Time = hosttest.Noon.AddDate(0, 0, day)
		c.Club.Sent()
		for range 2 {
			_, err := c.Club.Keys.WarnExpiry(t.Context())
			hosttest.Check(t, err)
		}
		_, mails := subjects(c.Club)
		for _, m := range mails {
			if m.Recipient != hosttest.NorthAt && m.Recipient != hosttest.ThirdAt {
				t.Errorf("told %s", m.Recipient)
			}
			if !strings.Contains(hosttest.TextOf(t, m), key.signer().Public().Fingerprint) {
				t.Errorf("not about that key:\n%s", hosttest.TextOf(t, m))
			}
		}
		if len(mails) > 0 {
			told[int(end.Sub(c.Club.Time)/(24*time.Hour))] = len(mails)
		}
	}
	if len(told) != 2 || told[29] != 2 || told[6] != 2 {
		t.Errorf("mails by days left: %v, want 2 each at 29 and 6", told)
	}
}
